// What a cell says of the record that another stands under: '12' is a record of the same type, 'Projects 12' one of another.
import type { CellWriting } from '../values/value.ts';
import { valueOf } from '../values/values.ts';
import { foldName } from './mapping.ts';

/** `type` is null for the record's own. */
export type NamedParent = { readonly type: string | null; readonly number: number };

export const writeParent = ({ type, number }: NamedParent): string =>
  type === null ? String(number) : `${type} ${number}`;

/** Null for what names no record. */
export function readParent(text: string, writing: CellWriting): NamedParent | null {
  const read = valueOf('number').readCell(text, writing);
  if (read.whyNot === undefined) {
    const number = Number(read.value);
    return Number.isSafeInteger(number) ? { type: null, number } : null;
  }
  const [, type, digits] = /^(.*\S)\s+(\d{1,15})$/.exec(text.trim()) ?? [];
  return type === undefined ? null : { type, number: Number(digits) };
}

/** By its name, as columns find fields. */
export function findTypeNamed<Type extends { readonly name: string }>(
  types: readonly Type[],
  name: string,
): Type | null {
  const exact = types.find((type) => type.name === name);
  return exact ?? types.find((type) => foldName(type.name) === foldName(name)) ?? null;
}
