// Which column goes to which field. What a person said comes first, then the names, whatever their case, spaces and
// underscores. A column that goes nowhere is told, never passed over.
import { withoutCurrency } from '../fields/rules.ts';
import type { ImportField } from './import-field.ts';

export type MappingRequest = {
  readonly headers: readonly string[];
  readonly fields: readonly ImportField[];
  /** What the fields belong to, for the sentences. */
  readonly owner: string;
  /** Column and field, as they were said. A column may fill several fields. */
  readonly map: readonly (readonly [string, string])[];
  /** Field and the text that every record gets. */
  readonly set: readonly (readonly [string, string])[];
  /** Columns that are there for something else, such as joining lines to their record. */
  readonly spoken: readonly string[];
  /** Columns that find no field by their name alone: another part of the file has them. */
  readonly elsewhere?: readonly string[];
};

export type MappedColumn = { readonly header: string; readonly index: number; readonly field: ImportField };

export type Mapping = {
  readonly columns: readonly MappedColumn[];
  readonly fixed: readonly { readonly field: ImportField; readonly text: string }[];
  /** Columns that go nowhere. */
  readonly unused: readonly string[];
  /** Fields that stay empty. */
  readonly unfilled: readonly ImportField[];
  /** Why it cannot be done so; empty when it can. */
  readonly problems: readonly string[];
};

export const foldName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** By its name, as an export heads it too: with its currency behind it. */
export const findByName = (fields: readonly ImportField[], name: string): ImportField | null =>
  findNamed(fields, name) ?? findNamed(fields, withoutCurrency(name));

function findNamed(fields: readonly ImportField[], name: string): ImportField | null {
  const folded = foldName(name);
  return (
    fields.find((field) => field.key === name) ??
    fields.find((field) => foldName(field.name) === folded) ??
    fields.find((field) => field.base !== null && foldName(field.key) === folded) ??
    null
  );
}

export function planMapping(request: MappingRequest): Mapping {
  const { headers, fields, owner } = request;
  const problems: string[] = [];
  const indexes = new Map<string, number>();
  headers.forEach((header, index) => {
    const folded = foldName(header);
    if (folded !== '' && indexes.has(folded)) problems.push(`Two columns of the file are named '${header}'.`);
    indexes.set(folded, index);
  });
  const fieldOf = (name: string): ImportField | null => {
    const field = findByName(fields, name);
    if (field === null) problems.push(`${owner} has no field '${name}' that a file can fill.`);
    return field;
  };

  const fixed = request.set.flatMap(([name, text]) => {
    const field = fieldOf(name);
    return field === null ? [] : [{ field, text }];
  });
  const columns: MappedColumn[] = [];
  for (const [header, name] of request.map) {
    const index = indexes.get(foldName(header));
    if (index === undefined)
      problems.push(`The file has no column '${header}'. It has: ${headers.join(', ')}.`);
    const field = fieldOf(name);
    if (index !== undefined && field !== null)
      columns.push({ header: headers[index] ?? header, index, field });
  }
  const spoken = new Set(
    [...request.map.map(([header]) => header), ...(request.elsewhere ?? [])].map(foldName),
  );
  const filled = new Set([...fixed, ...columns].map(({ field }) => field.key));
  headers.forEach((header, index) => {
    if (spoken.has(foldName(header))) return;
    const field = findByName(fields, header);
    if (field !== null && !filled.has(field.key)) columns.push({ header, index, field });
  });

  const sources = new Map<string, string>();
  for (const [key, name, source] of [
    ...fixed.map(({ field }) => [field.key, field.name, '--set'] as const),
    ...columns.map(({ field, header }) => [field.key, field.name, `the column '${header}'`] as const),
  ]) {
    const other = sources.get(key);
    if (other !== undefined) problems.push(`${name} is filled twice: by ${other} and by ${source}.`);
    sources.set(key, source);
  }
  const unfilled = fields.filter((field) => !sources.has(field.key));
  for (const { name } of unfilled.filter(({ required }) => required))
    problems.push(`${name} is required and no column fills it. Name one with --map "Column=${name}".`);
  const taken = new Set([...columns.map(({ header }) => foldName(header)), ...request.spoken.map(foldName)]);
  return {
    columns: columns.toSorted((one, other) => one.index - other.index),
    fixed,
    unused: headers.filter((header) => !taken.has(foldName(header))),
    unfilled,
    problems,
  };
}
