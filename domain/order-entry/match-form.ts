// A form is fitted to a record type by names: a question goes to the field that is called as it is, a chosen option to
// the lines that have a field Option.
import { additionalFieldKey } from '../fields/field.ts';
import type { StoredLineItemType, StoredRecordType } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import type { OrderLineFields } from './order-form.ts';
import { questionsOf } from './sections.ts';
import type { OrderPart, OrderQuestion } from './sections.ts';

const fold = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Objects and files are filled elsewhere; a number or a day takes few of the answers, and the base PO number is one. */
const takesText = (
  { kind }: OrderQuestion,
  dataType: StoredRecordType['fields'][number]['dataType'],
): boolean => {
  if (kind === 'phone' && dataType === 'phone') return true;
  const { family } = valueOf(dataType);
  if (kind === 'days') return family === 'text' || family === 'relations';
  return family === 'text' || family === 'relation';
};

export type FittedForm = {
  /** By the key of a question the key of its field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The names of required questions that no field takes. */
  readonly missing: readonly string[];
};

export function fitForm(parts: readonly OrderPart[], type: StoredRecordType): FittedForm {
  const byName = new Map(
    type.fields.filter(({ enabled }) => enabled).map((field) => [fold(field.name), field]),
  );
  const fields: Record<string, string> = {};
  const missing: string[] = [];
  for (const question of questionsOf(parts)) {
    const field = byName.get(fold(question.name));
    if (field !== undefined && takesText(question, field.dataType))
      fields[question.key] = additionalFieldKey(field.id);
    // Every record has one.
    else if (question.key === 'poNumber') fields[question.key] = 'poNumber';
    else if (question.required) missing.push(question.name);
  }
  return { fields, missing };
}

/** Null where the type has no lines that take options. */
export function fitLines(
  types: readonly StoredLineItemType[],
  type: StoredRecordType,
): OrderLineFields | null {
  for (const { id, recordTypeId, fields } of types) {
    if (recordTypeId !== type.id) continue;
    const called = (name: string) => fields.find((field) => fold(field.name) === name) ?? null;
    const option = called('option');
    if (option === null || valueOf(option.dataType).family !== 'text') continue;
    const numberOf = (name: string) => {
      const field = called(name);
      return field !== null && valueOf(field.dataType).family === 'number' ? field.id : null;
    };
    return {
      lineItemTypeId: id,
      option: option.id,
      quantity: numberOf('quantity'),
      price: numberOf('price'),
    };
  }
  return null;
}
