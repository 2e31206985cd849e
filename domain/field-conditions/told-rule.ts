import type { FieldRule as ToldRule } from '../contract.generated.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { FieldRule } from './rules-of-fields.ts';

/** A rule as it travels: what a role may not see of a condition does not. */
export const toldRule = (rule: FieldRule, recordType: RecordTypeId): ToldRule => ({
  ...rule,
  recordType,
  conditions:
    rule.reading !== 'READABLE' || rule.conditions === null
      ? null
      : rule.conditions.map(({ value, values, ...condition }) => ({
          ...condition,
          value: value ?? null,
          values: values == null ? null : [...values],
        })),
});
