// A condition of a field as the designer holds it: the rows as text, so that what is changed is told by comparing values.
import type {
  FieldConditionDesignInput,
  TransitionConditionInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { whyNotRule, type RuledField } from '@rowhouse/domain/field-conditions/why-not-rule.ts';
import { baseFields, type BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { Design } from './api.ts';

export type ConditionValues = {
  /** The key of the field: 'dueDate', 'f12'. */
  readonly field: string;
  readonly kind: ConditionKind;
  /** JSON of conditions. */
  readonly conditions: string;
  readonly enabled: boolean;
};

export const readCondition = (read: Design['fieldConditions'][number]): ConditionValues => ({
  field: read.field,
  kind: read.kind,
  conditions: JSON.stringify(read.conditions),
  enabled: true,
});

export const rowsOf = ({ conditions }: ConditionValues): TransitionConditionInput[] =>
  JSON.parse(conditions) as TransitionConditionInput[];

/** It begins with a row that asks for something else than the field itself. */
export const plainCondition = (field: string, kind: ConditionKind): ConditionValues => ({
  field,
  kind,
  conditions: JSON.stringify([
    { field: field === 'status' ? 'assignedTo' : 'status', operator: 'isNotEmpty', logicOperator: 'AND' },
  ]),
  enabled: true,
});

export function toConditionInput(
  {
    id,
    version,
    values,
  }: { readonly id: number | null; readonly version: number | null; readonly values: ConditionValues },
  changed: Partial<ConditionValues>,
): FieldConditionDesignInput {
  const conditions = rowsOf(values);
  if (id === null) return { field: values.field, kind: values.kind, conditions };
  return {
    id,
    version,
    ...(changed.conditions !== undefined && { conditions }),
    ...(changed.enabled !== undefined && { enabled: changed.enabled }),
  };
}

/** Those that are saved: what is new has no id yet by which a condition could name it. */
export const ruledFields = ({
  fields,
}: Design): readonly (RuledField & { readonly listId: number | null })[] => [
  ...baseFields.map(({ name, label, dataType }: BaseField) => ({
    key: name,
    name: label,
    dataType,
    isComputed: false,
    listId: null,
  })),
  ...fields
    .filter(({ enabled }) => enabled)
    .map(({ id, name, dataType, formula, listId }) => ({
      key: additionalFieldKey(id),
      name,
      dataType: dataType as DataType,
      isComputed: formula !== null,
      listId,
    })),
];

/** What the server would refuse, or null. */
export function whyNotConditionOf(values: ConditionValues, fields: readonly RuledField[]): string | null {
  const find = (key: string) => fields.find((one) => one.key === key);
  const field = find(values.field);
  if (field === undefined || !values.enabled) return null;
  const rows = rowsOf(values);
  return rows.length === 0
    ? 'Add a row, or remove the condition.'
    : whyNotRule(field, values.kind, rows, find);
}
