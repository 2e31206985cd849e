import { mayOnRecordType } from '../access/decide.ts';
import { rulesOfLines } from '../field-conditions/rules-of-lines.ts';
import { fillingOf, hasFills } from '../fills/configured-fills.ts';
import { fillFrom } from '../fills/fill-from.ts';
import { isComputed, settleLine, type SettledLine } from '../formulas/computed-fields.ts';
import { computedByFormula } from '../formulas/words.ts';
import { valueOf } from '../values/values.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { whyNotAdditional } from '../records/additional-value.ts';
import type { StoredLineItemField, StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';
import { isEditedInLine } from './edited-in-line.ts';
import { mostLinesOfRecord } from './limits.ts';

export const lineWithoutValue = 'A line needs at least one value.';
export const tooManyLines = `A record has at most ${mostLinesOfRecord} lines.`;
export const heldBack = 'This line is right, and was not saved because others are not.';

export const lineChangedMeanwhile = (current: unknown) =>
  new Refusal('CONFLICT', 'Somebody else changed this line since you opened it.', { details: { current } });

export const orderChangedMeanwhile = () =>
  new Refusal(
    'CONFLICT',
    'Somebody else changed the order of these lines, or added to them, since you opened them.',
  );

/** Those whose lines the role may see. */
export const openLineItemTypes = (config: TenantConfig, viewer: Viewer): StoredLineItemType[] =>
  [...config.lineItemTypes.values()].filter((type) =>
    mayOnRecordType(viewer, 'line item access', type.recordTypeId),
  );

/** By field id. Empty values are not in it (Specification 5: line items are created only for fields with a value). */
export type LineValues = Readonly<Record<string, string>>;

declare const judged: unique symbol;

/** Settled, and judged by the conditions of its fields: nothing else is written as a line (decision 112). */
export type JudgedLine = SettledLine & { readonly [judged]: true };

/** Whose configuration a line is judged by; nobody has no viewer. */
export type LineJudge = { readonly config: TenantConfig; readonly viewer: Viewer | null };

export type LineFault = { readonly sentence: string; readonly fieldId: number | null };
export type GivenValue = { readonly field: StoredLineItemField; readonly value: string | null };

/**
 * The values of a line after a change of some, or what is wrong with it. Fields that are not given stay, and are not
 * judged but for being required.
 * @param current what the line holds now, null for a new one: choices that were disabled since may stay.
 * @param fills false where what stood before is written again: then a choice fills nothing
 */
export function changeLine(
  type: StoredLineItemType,
  current: LineValues | null,
  given: readonly GivenValue[],
  by: LineJudge,
  { fills = true } = {},
): { readonly values: JudgedLine } | { readonly fault: LineFault } {
  const values: Record<string, string> = { ...current };
  for (const field of type.fields) if (isComputed(field)) delete values[field.id];
  for (const { field, value } of given) {
    if (isComputed(field)) return { fault: { sentence: computedByFormula(field.name), fieldId: field.id } };
    const held = (current?.[field.id] ?? '').split(/[[\],\s"]+/).filter((part) => part !== '');
    const whyNot = isEditedInLine(field.dataType)
      ? whyNotAdditional(field, value, by.config, held.map(Number))
      : `${field.name} cannot be changed in a line.`;
    if (whyNot !== null) return { fault: { sentence: whyNot, fieldId: field.id } };
    if (value === null || valueOf(field.dataType).isEmpty(value)) delete values[field.id];
    else values[field.id] = valueOf(field.dataType).toKept(value);
  }
  if (fills) fillLine(type, values, { before: current, given: given.map(({ field }) => field) }, by);
  const isAsked = (id: number) =>
    rulesOfLines(by.config, by.viewer, type)?.isShown(id, {
      before: current,
      after: settleLine(type.fields, values),
    }) !== false;
  const missing = type.fields.find(({ id, required }) => required && values[id] === undefined && isAsked(id));
  if (missing !== undefined)
    return { fault: { sentence: `${missing.name} is required`, fieldId: missing.id } };
  if (Object.keys(values).length === 0) return { fault: { sentence: lineWithoutValue, fieldId: null } };
  return judgeLine(type, current, values, by);
}

/**
 * The line as it is written, or why the conditions of its fields do not allow it. Each value by itself was judged before.
 * @param current null for a new one
 */
export function judgeLine(
  type: StoredLineItemType,
  current: LineValues | null,
  values: LineValues,
  { config, viewer }: LineJudge,
): { readonly values: JudgedLine } | { readonly fault: LineFault } {
  const settled = settleLine(type.fields, values);
  const fault = rulesOfLines(config, viewer, type)?.judge({ before: current, after: settled }) ?? null;
  return fault === null ? { values: settled as JudgedLine } : { fault };
}

/** A line of which nobody writes a value: it is deleted, comes back, or is computed again. What it holds is not asked again. */
export const standingLine = (fields: Parameters<typeof settleLine>[0], values: LineValues): JudgedLine =>
  settleLine(fields, values) as JudgedLine;

/**
 * Puts into the values of a line what the choices fill that became others, where no condition closes the field.
 * @param change the fields of which it says something, and what the line held before, null for a new one
 */
export function fillLine(
  type: StoredLineItemType,
  values: Record<string, string>,
  { before, given }: { readonly before: LineValues | null; readonly given: readonly StoredLineItemField[] },
  { config, viewer }: LineJudge,
): void {
  if (!hasFills(given)) return;
  const { fields } = type;
  const rules = rulesOfLines(config, viewer, type);
  const chosen = given.flatMap(({ id }): [string, string][] => {
    const value = values[id];
    return value === undefined || value === before?.[id] ? [] : [[String(id), value]];
  });
  const closed = new Set<number>();
  const isOpen = (fieldId: number) => !given.some(({ id }) => id === fieldId) && !closed.has(fieldId);
  // What is filled can close a field that is filled beside it: that one is left as it is.
  for (;;) {
    const filled = fillFrom(chosen, fillingOf(fields, config, isOpen));
    const after = { ...values };
    for (const [key, text] of filled) {
      if (text === '') delete after[key];
      else after[key] = text;
    }
    const settled = settleLine(fields, after);
    const newlyClosed = [...filled.keys()]
      .map(Number)
      .filter((id) => rules?.isClosed(id, { before, after: settled }) === true);
    if (newlyClosed.length === 0) {
      for (const key of filled.keys()) delete values[key];
      Object.assign(values, after);
      return;
    }
    for (const id of newlyClosed) closed.add(id);
  }
}
