// A form as a company keeps it: which parts it asks, of which record type its orders are, and to which field each answer
// goes.
import { isComputed } from '../formulas/computed-fields.ts';
import { additionalFieldKey } from '../fields/field.ts';
import { findBaseField } from '../fields/base-fields.ts';
import type { DataType } from '../fields/data-types.ts';
import { showPhone, writeIds } from '../kernel/formats.ts';
import { notInList } from '../records/choices.ts';
import type { StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import { readDays } from './rules.ts';
import { questionsOf } from './sections.ts';
import type { OrderPart, OrderQuestion } from './sections.ts';

/** Where chosen options go: a kind of lines and its fields. */
export type OrderLineFields = {
  readonly lineItemTypeId: number;
  readonly option: number;
  readonly quantity: number | null;
  readonly price: number | null;
};

export type OrderForm = {
  readonly id: number;
  readonly name: string;
  readonly recordTypeId: number;
  readonly parts: readonly OrderPart[];
  /** By the key of a question the key of the field: 'poNumber', 'f12'. */
  readonly fields: Readonly<Record<string, string>>;
  readonly lines: OrderLineFields | null;
  /** With which its records begin, where the type asks for one. */
  readonly problemCodeId: number | null;
  readonly enabled: boolean;
  readonly version: number;
};

export type OrderTarget = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  /** Of the choices; null where there are none. */
  readonly listId: number | null;
};

/** The field that an answer goes to, or null: it was switched off, or the form names none. */
export function findTarget(type: StoredRecordType, fieldKey: string | undefined): OrderTarget | null {
  if (fieldKey === undefined) return null;
  const stored = type.fields.find((field) => additionalFieldKey(field.id) === fieldKey);
  if (stored !== undefined)
    return stored.enabled && !isComputed(stored)
      ? { key: fieldKey, name: stored.name, dataType: stored.dataType, listId: stored.listId }
      : null;
  const base = findBaseField(fieldKey);
  return base === null || base.readOnly === true || base.relation !== undefined
    ? null
    : { key: base.name, name: base.label, dataType: base.dataType, listId: null };
}

/** The names that may be chosen for the question: those of the list of its field, or undefined where it takes any text. */
export function choicesOf(config: TenantConfig, target: OrderTarget | null): string[] | undefined {
  if (target?.listId == null || valueOf(target.dataType).choosing !== 'one') return undefined;
  return (config.lists.get(target.listId as never)?.values ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ value }) => value);
}

/** The questions whose answers would be lost, for no field takes them. */
export const questionsWithoutField = (form: OrderForm, type: StoredRecordType): OrderQuestion[] =>
  questionsOf(form.parts).filter(
    ({ key, required }) => required && findTarget(type, form.fields[key]) === null,
  );

/** An answer as the field keeps it, or the sentence that says why it cannot. */
export function toFieldValue(
  question: OrderQuestion,
  answer: string,
  target: OrderTarget,
  config: TenantConfig,
): { readonly value: string } | { readonly whyNot: string } {
  const type = valueOf(target.dataType);
  const values = target.listId === null ? [] : (config.lists.get(target.listId as never)?.values ?? []);
  const idOf = (name: string) => values.find((one) => one.enabled && one.value === name)?.id;
  if (question.kind === 'days') {
    const days = readDays(answer) ?? [];
    if (type.choosing !== 'many') return { value: days.join(', ') };
    const ids = days.flatMap((day) => idOf(day) ?? []);
    return ids.length === days.length
      ? { value: writeIds(ids) }
      : { whyNot: `${target.name} has no value for each of these days.` };
  }
  if (type.choosing === 'one') {
    const id = idOf(answer);
    return id === undefined ? { whyNot: notInList } : { value: String(id) };
  }
  const text = question.kind === 'phone' && target.dataType !== 'phone' ? showPhone(answer) : answer;
  const whyNot = type.whyNot(text);
  if (whyNot === null) return { value: type.toKept(text) };
  // Specification 5 has these words for a PO number that is none.
  return { whyNot: target.key === 'poNumber' ? 'PO Number have to be a valid number' : whyNot };
}
