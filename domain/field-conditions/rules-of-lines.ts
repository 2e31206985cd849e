// The rules of the fields of lines over a line as it stands and as a change makes it. Conditions ask for fields of the same
// line alone, so that no change of anything else makes another line of it.
import { lineKey } from '../formulas/formula.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';
import { changedKeys, findRuleFault, stateOf, type ConditionedRecord } from './judge-fields.ts';
import { findLineRules, type FieldRule } from './rules-of-fields.ts';

/** By field id, its computed fields with it. */
type LineValues = Readonly<Record<string, string>>;

/** A line as it is saved, null for a new one, and as a change makes it. */
type ChangedLine = { readonly before: LineValues | null; readonly after: LineValues };

export type RulesOfLines = {
  readonly rules: readonly FieldRule[];
  readonly isShown: (fieldId: number, line: ChangedLine) => boolean;
  /** Whether nobody may write into it: it is hidden, or read only. */
  readonly isClosed: (fieldId: number, line: ChangedLine) => boolean;
  /** Why the change cannot be made, or null. */
  readonly judge: (line: ChangedLine) => { readonly fieldId: number; readonly sentence: string } | null;
};

const known = new WeakMap<TenantConfig, WeakMap<object, Map<number, RulesOfLines | null>>>();
const nobody = {};

/**
 * Null where no field of the lines has a condition. Thousands of lines ask for it: it is read once for a person.
 * @param viewer null for what nobody does
 */
export function rulesOfLines(
  config: TenantConfig,
  viewer: Viewer | null,
  type: StoredLineItemType,
): RulesOfLines | null {
  const ofConfig = known.get(config) ?? new WeakMap<object, Map<number, RulesOfLines | null>>();
  known.set(config, ofConfig);
  const ofViewer = ofConfig.get(viewer ?? nobody) ?? new Map<number, RulesOfLines | null>();
  ofConfig.set(viewer ?? nobody, ofViewer);
  let found = ofViewer.get(type.id);
  if (found === undefined) {
    found = toRules(findLineRules(config, viewer, type));
    ofViewer.set(type.id, found);
  }
  return found;
}

function toRules(rules: readonly FieldRule[]): RulesOfLines | null {
  if (rules.length === 0) return null;
  return {
    rules,
    isShown: (fieldId, line) => stateOf(rules, lineKey(fieldId), conditioned(line)).isShown,
    isClosed(fieldId, line) {
      const { isShown, whyReadOnly } = stateOf(rules, lineKey(fieldId), conditioned(line));
      return !isShown || whyReadOnly !== null;
    },
    judge(line) {
      const both = conditioned(line);
      const fault = findRuleFault(rules, both, changedKeys(rules, new Set(), both));
      return fault && { fieldId: Number(fault.field.slice(1)), sentence: fault.sentence };
    },
  };
}

const conditioned = ({ before, after }: ChangedLine): ConditionedRecord => ({
  before: before && ((key) => before[key.slice(1)] ?? null),
  after: (key) => after[key.slice(1)] ?? null,
});
