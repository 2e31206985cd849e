// From where a change was made. It is kept with each entry of the audit log, and history tells it.
import { isStorableText } from '../kernel/text-safety.ts';
import { longestReason } from '../put-back/limits.ts';

/** What a client may say of itself; the server alone says all else. */
export const clientSources = [
  'RECORD_GRID',
  'RECORD_PAGE',
  'ORDER_ENTRY',
  'DASHBOARD',
  'ACCOUNT',
  'ADMINISTRATION',
  'UNDO',
] as const;
export type ClientSource = (typeof clientSources)[number];

/** As the audit log keeps it. */
export type ChangeSource =
  | { readonly kind: Exclude<ClientSource, 'UNDO' | 'ADMINISTRATION'> }
  /** What is set up, and why, where its author said it. */
  | { readonly kind: 'ADMINISTRATION'; readonly reason?: string }
  /** The entries that were taken back, where it went by them. */
  | { readonly kind: 'UNDO'; readonly entries?: readonly number[] }
  /** `bulkChangeId` where it was begun in the browser. */
  | {
      readonly kind: 'IMPORT';
      readonly file: string;
      readonly bulkChangeId?: number;
      /** Of a configuration file. */
      readonly reason?: string;
    }
  /** Of how many records; `bulkChangeId` where the server carried it out in the background. */
  | { readonly kind: 'BULK_CHANGE'; readonly records: number; readonly bulkChangeId?: number }
  /** The entries that were put back. */
  | { readonly kind: 'PUT_BACK'; readonly entries: readonly number[]; readonly reason?: string }
  /** From the company of this name. */
  | { readonly kind: 'TRANSMISSION'; readonly company: string }
  /** The formula of a computed field became another. */
  | { readonly kind: 'FORMULA' }
  /** A link in a mail that needs no sign-in. */
  | { readonly kind: 'MAIL_LINK' }
  /** The server, when a mail on a schedule was due. */
  | { readonly kind: 'MAIL_SCHEDULE' }
  | { readonly kind: 'COMMAND_LINE' };

export const sourceKinds = [
  ...clientSources,
  'IMPORT',
  'BULK_CHANGE',
  'PUT_BACK',
  'TRANSMISSION',
  'FORMULA',
  'MAIL_LINK',
  'MAIL_SCHEDULE',
  'COMMAND_LINE',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

const neverOfRecords: ReadonlySet<SourceKind> = new Set<SourceKind>([
  'DASHBOARD',
  'ACCOUNT',
  'ADMINISTRATION',
  'MAIL_LINK',
  'MAIL_SCHEDULE',
]);
/** From where records are changed. */
export const recordSourceKinds = sourceKinds.filter((kind) => !neverOfRecords.has(kind));

/** The entries that a change put back, whichever way it was asked for. */
export const entriesPutBackBy = (source: ChangeSource | null): readonly number[] =>
  source?.kind === 'PUT_BACK' || source?.kind === 'UNDO' ? (source.entries ?? []) : [];

/**
 * @param said of itself by a client; null for anything that it may not say
 * @param why as a header carries it; kept of changes of what is set up, and what cannot be read or kept is no reason
 */
export function readClientSource(said: string | null, why: string | null = null): ChangeSource | null {
  const kind = clientSources.find((one) => one === said);
  if (kind === undefined) return null;
  const reason = kind === 'ADMINISTRATION' && why !== null ? readReason(why) : '';
  return reason === '' ? { kind } : { kind: 'ADMINISTRATION', reason };
}

/** A header has no letters beyond ASCII. */
export const writeReason = (reason: string): string => encodeURIComponent(reason.trim().toWellFormed());

function readReason(written: string): string {
  try {
    const reason = decodeURIComponent(written).trim();
    return isStorableText(reason) ? [...reason].slice(0, longestReason).join('') : '';
  } catch {
    return '';
  }
}

/** Why, where somebody said it. */
export const reasonOf = (source: ChangeSource): string | null =>
  'reason' in source ? (source.reason ?? null) : null;

type ToldSource = {
  readonly kind: SourceKind;
  readonly file?: string | null;
  readonly records?: number | null;
  readonly company?: string | null;
};

export const sourceNames: Readonly<Record<SourceKind, string>> = {
  RECORD_GRID: 'Record grid',
  RECORD_PAGE: 'Record page',
  ORDER_ENTRY: 'Order entry',
  DASHBOARD: 'Dashboard',
  ACCOUNT: 'Account',
  ADMINISTRATION: 'Administration',
  UNDO: 'Undo',
  IMPORT: 'Import',
  BULK_CHANGE: 'Bulk change',
  PUT_BACK: 'Put back',
  TRANSMISSION: 'Transmission',
  FORMULA: 'Changed formula',
  MAIL_LINK: 'Link in a mail',
  MAIL_SCHEDULE: 'Mail on a schedule',
  COMMAND_LINE: 'Command line',
};

/** 'Import orders.csv', 'Bulk change of 42 records', 'Transmission Adventure Works' */
export function nameSource({ kind, file, records, company }: ToldSource): string {
  const name = sourceNames[kind];
  if (kind === 'TRANSMISSION' && company != null) return `${name} ${company}`;
  if (kind === 'IMPORT' && file != null) return `${name} ${file}`;
  if (kind === 'BULK_CHANGE' && records != null)
    return `${name} of ${records} ${records === 1 ? 'record' : 'records'}`;
  return name;
}
