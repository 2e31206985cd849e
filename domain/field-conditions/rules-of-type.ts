// The rules of a type's fields over a record as it stands and as a change makes it, its computed fields with it.
import { additionalFieldKey } from '../fields/field.ts';
import { computeValues, formulaOf, listComputed } from '../formulas/computed-fields.ts';
import { readOperand } from '../formulas/evaluate.ts';
import type { Gathering } from '../formulas/formula.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { defaultValuesOf } from '../records/given-values.ts';
import type { StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import {
  changedKeys,
  findRuleFault,
  keysOfRules,
  stateOf,
  type ConditionedRecord,
  type FieldState,
  type RuleFault,
} from './judge-fields.ts';
import { findFieldRules, type FieldRule } from './rules-of-fields.ts';

/** What a record holds: by field key as the contract writes it, and by `gatheredKey` what its formulas gather of its lines. */
export type RuledValues = {
  readonly values: ReadonlyMap<string, string | null>;
  readonly gathered: ReadonlyMap<string, string | null>;
};

/** By field key what a change says, as the contract writes it; null for what it empties. */
export type GivenValues = ReadonlyMap<string, string | null>;

export type RulesOfType = {
  readonly rules: readonly FieldRule[];
  /** The fields that have to be known of a record. */
  readonly keys: ReadonlySet<string>;
  /** The ids of the fields of lines that have to be gathered. */
  readonly gathers: readonly number[];
  readonly record: (before: RuledValues | null, given: GivenValues) => ConditionedRecord;
  readonly stateOf: (key: string, before: RuledValues | null, given: GivenValues) => FieldState;
  /**
   * Why the change cannot be made, or null.
   * @param before null for a new record
   * @param filled what of a new record the server fills
   */
  readonly judge: (
    before: RuledValues | null,
    given: GivenValues,
    filled?: ReadonlySet<string>,
  ) => RuleFault | null;
};

/** Null where no field of the type has a condition. @param viewer null for what nobody does */
export function rulesOfType(
  config: TenantConfig,
  viewer: Viewer | null,
  type: StoredRecordType,
): RulesOfType | null {
  const rules = findFieldRules(config, viewer, type.id);
  if (rules.length === 0) return null;
  const asked = keysOfRules(rules);
  const computed = listComputed(type.fields).filter(({ field }) => asked.has(additionalFieldKey(field.id)));
  const computedKeys = new Set(computed.map(({ field }) => additionalFieldKey(field.id)));
  const inputs = new Set(computed.flatMap((one) => [...one.inputs].map(additionalFieldKey)));
  const fields = type.fields.map((field) => ({
    key: additionalFieldKey(field.id),
    dataType: field.dataType,
    formula: formulaOf(field),
  }));
  const defaults = new Map(
    defaultValuesOf(config, type).map(({ field, value }) => [additionalFieldKey(field.id), value]),
  );

  function record(before: RuledValues | null, given: GivenValues): ConditionedRecord {
    const plain = (key: string): string | null =>
      given.has(key) ? (given.get(key) ?? null) : (before?.values.get(key) ?? null);
    const isComputedAgain = before === null || [...given.keys()].some((key) => inputs.has(key));
    const results =
      computedKeys.size > 0 && isComputedAgain
        ? computeValues(fields, plain, (by, key) => readOperand(gatheredOf(before, by, key)))
        : null;
    return {
      before: before && ((key) => before.values.get(key) ?? null),
      after: (key) => (results !== null && computedKeys.has(key) ? (results.get(key) ?? null) : plain(key)),
    };
  }

  return {
    rules,
    keys: new Set([...asked, ...inputs]),
    gathers: [...new Set(computed.flatMap((one) => [...one.gathers]))],
    record,
    stateOf: (key, before, given) => stateOf(rules, key, record(before, given)),
    judge(before, given, filled) {
      const both = record(before, given);
      const changed = changedKeys(rules, new Set(given.keys()), both);
      // What a new record is given anyway nobody has written.
      const isGivenAnyway = (key: string) =>
        before === null && (filled?.has(key) === true || defaults.get(key) === both.after(key));
      return findRuleFault(rules, both, new Set([...changed].filter((key) => !isGivenAnyway(key))));
    },
  };
}

/** @param key of a field of lines: 'l12' */
export const gatheredKey = (by: Gathering, key: string): string => `${by} ${key}`;

/** Of no lines a sum is nothing and not empty. */
const gatheredOf = (before: RuledValues | null, by: Gathering, key: string): string | null =>
  before === null
    ? by === 'sum' || by === 'count'
      ? '0'
      : null
    : (before.gathered.get(gatheredKey(by, key)) ?? null);
