// A line that is not there yet, before it is sent: what its conditions make of the values that were pasted or copied.
import {
  changedKeys,
  findRuleFault,
  stateOf,
  type ConditionedRecord,
} from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { LineType } from './line.ts';

/** By field key. */
type Values = ReadonlyMap<string, string>;

/** What is computed is known once the line is saved: what depends on it is left to the server. */
function conditioned({ fields }: LineType, values: Values): ConditionedRecord {
  const computed = new Set(fields.flatMap(({ key, formula }) => (formula === null ? [] : [key])));
  return {
    before: null,
    after: (key) => (computed.has(key) ? undefined : (values.get(key) ?? '')),
  };
}

/** Fields that are not asked of every line though they are required: whether they are shown depends on the line. */
export const isShownByCondition = ({ rules }: LineType, key: string): boolean =>
  rules.some(({ kind, field }) => kind === 'SHOWN' && field === key);

/** Why the line could not be saved, or null. */
export function whyNotNewLine(type: LineType, values: Values): string | null {
  const { rules, fields } = type;
  if (rules.length === 0) return null;
  const line = conditioned(type, values);
  const missing = fields.find(
    ({ key, required }) =>
      required &&
      isShownByCondition(type, key) &&
      (values.get(key) ?? '') === '' &&
      stateOf(rules, key, line).isShown,
  );
  if (missing !== undefined) return `${missing.name} is required`;
  return findRuleFault(rules, line, changedKeys(rules, new Set(values.keys()), line))?.sentence ?? null;
}

/** Those of the values that a new line takes: what it closes is left out, and so what depends on that. */
export function withoutClosed(type: LineType, values: Values): Values {
  let left = values;
  for (;;) {
    const line = conditioned(type, left);
    const open = [...left].filter(([key]) => stateOf(type.rules, key, line).whyReadOnly === null);
    if (open.length === left.size) return left;
    left = new Map(open);
  }
}
