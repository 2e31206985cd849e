// Fields that are required, read only or shown when the record, or the line that they are of, meets a condition, as their
// administrators keep them.
import type { RecordTypeId } from '../kernel/ids.ts';

export const conditionKinds = ['REQUIRED', 'READ_ONLY', 'SHOWN'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export type FieldConditionDesign = {
  /** The key of the field: 'dueDate', 'f12'; of a field of lines 'l12'. */
  readonly field: string;
  readonly kind: ConditionKind;
  /** As the filters of a grid are sent; judged when they are used. */
  readonly conditions: readonly unknown[];
};

export type FieldCondition = FieldConditionDesign & {
  readonly id: number;
  readonly recordTypeId: RecordTypeId;
};

export const mostConditions = 10;
