import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { LookupRequest } from '../features/import/lookup-file.ts';

/** 'Column=Field', parted at the first sign of equality. */
export function parsePair(text: string, option: string, form: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw invalid(`${option} is written "${form}", not '${text}'.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** The first of the hundred years in which years of two digits lie. */
export function parseCentury(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const year = Number(text);
  if (!/^\d{4}$/.test(text) || year < 1000 || year > 9900)
    throw invalid(`--century is the first of a hundred years, such as 2000, and not '${text}'.`);
  return year;
}

export function parseNumberFrom(text: string | undefined): number | 'next' | null {
  if (text === undefined || text === 'next') return text ?? null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw invalid(`--number-from is a whole number or 'next', and not '${text}'.`);
  return number;
}

/** 'Status:1=Pending'. */
export function parseValue(text: string): { header: string; text: string; means: string } {
  const form = 'Column:Text=Other';
  const [left, means] = parsePair(text, '--value', form);
  const at = left.indexOf(':');
  if (at < 1) throw invalid(`--value is written "${form}", not '${text}'.`);
  return { header: left.slice(0, at).trim(), text: left.slice(at + 1).trim(), means };
}

/** 'VendorID=vendors.csv:Id:Name'. Read from the end, for a path may hold a colon. */
export function parseLookup(text: string): LookupRequest {
  const form = 'Column=FILE:Key:Text';
  const [header, rest] = parsePair(text, '--lookup', form);
  const match = /^(.+):([^:]+):([^:]+)$/.exec(rest);
  if (match === null) throw invalid(`--lookup is written "${form}", not '${text}'.`);
  const [, path = '', keyColumn = '', texts = ''] = match;
  return {
    header,
    path,
    keyColumn: keyColumn.trim(),
    textColumns: texts.split('+').map((column) => column.trim()),
  };
}
