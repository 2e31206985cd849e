// A form is fitted to a record type by names: a question goes to the field that is called as it is, a chosen option to
// the lines that have a field Option.
import { additionalFieldKey } from '../fields/field.ts';
import type { DataType } from '../fields/data-types.ts';
import { nameDataType } from '../record-types/rules.ts';
import type { StoredLineItemType, StoredRecordType } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import type { OrderLineFields } from './order-form.ts';
import { questionsOf } from './sections.ts';
import type { OrderPart, OrderQuestion } from './sections.ts';

const fold = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** What of a field says whether it takes answers. */
export type FieldTakingAnswers = {
  readonly name: string;
  readonly dataType: DataType;
  readonly enabled: boolean;
  readonly formula: string | null;
};

/** Objects and files are filled elsewhere; a number or a day takes few of the answers, and the base PO number is one. */
const takesText = ({ kind }: OrderQuestion, { dataType, formula }: FieldTakingAnswers): boolean => {
  if (formula !== null) return false;
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
    if (field !== undefined && takesText(question, field))
      fields[question.key] = additionalFieldKey(field.id);
    // Every record has one.
    else if (question.key === 'poNumber') fields[question.key] = 'poNumber';
    else if (question.required) missing.push(question.name);
  }
  return { fields, missing };
}

export type UntakenQuestion = {
  readonly question: OrderQuestion;
  /** Why no field can be added for it: one of its name stands and cannot take it; null where one can. */
  readonly whyNot: string | null;
};

/** The questions of such a form that no field takes, in its order. */
export function listUntaken(
  parts: readonly OrderPart[],
  fields: readonly FieldTakingAnswers[],
): UntakenQuestion[] {
  return questionsOf(parts).flatMap((question) => {
    // Every record has one.
    if (question.key === 'poNumber') return [];
    const called = fields.filter(({ name }) => fold(name) === fold(question.name));
    if (called.some((field) => field.enabled && takesText(question, field))) return [];
    const inTheWay = called.find(({ enabled }) => enabled) ?? called[0];
    return [{ question, whyNot: inTheWay === undefined ? null : whyNotTaking(inTheWay) }];
  });
}

function whyNotTaking({ name, dataType, enabled, formula }: FieldTakingAnswers): string {
  if (!enabled) return `“${name}” is switched off: switch it on in the record type.`;
  return formula === null
    ? `“${name}” is a field of the type ${nameDataType(dataType)}, which does not take the answer: rename it, or give it the type Text.`
    : `“${name}” is computed, and takes no answer: rename it.`;
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
