import type { ConditionKind } from '../field-conditions/field-condition.ts';
import { sayKind } from '../field-conditions/judge-fields.ts';

/** Transitions are known by where they lead from and to. */
export const nameTransition = <Way extends { readonly from: string | null; readonly to: string }>(
  way: Way,
) => ({
  ...way,
  name: `${way.from ?? 'New record'} → ${way.to}`,
});

/** Conditions of fields are known by the field and their kind. */
export const nameFieldCondition = <
  Condition extends {
    readonly lines?: string | undefined;
    readonly field: string;
    readonly kind: ConditionKind;
  },
>(
  condition: Condition,
) => ({
  ...condition,
  name: `${nameInLines(condition)}: ${sayKind(condition.kind).toLowerCase()} when`,
});

/** 'Due Date', 'Order lines › Quantity' */
const nameInLines = ({ lines, field }: { readonly lines?: string | undefined; readonly field: string }) =>
  lines === undefined ? field.replace(/^@/, '') : `${lines} › ${field}`;
