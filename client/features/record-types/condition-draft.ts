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
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { isEditedInLine } from '@rowhouse/domain/line-items/edited-in-line.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Design } from './api.ts';

export type ConditionValues = {
  /** The key of the field: 'dueDate', 'f12'; 'l12' of lines. */
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
export const plainCondition = (
  field: ConditionedField,
  kind: ConditionKind,
  fields: readonly ConditionedField[],
): ConditionValues => ({
  field: field.key,
  kind,
  conditions: JSON.stringify([plainRow(field, fields)]),
  enabled: true,
});

/** The status of a record; of a line the first field beside it that a condition can ask for so. */
export function plainRow(
  of: ConditionedField,
  fields: readonly ConditionedField[],
): TransitionConditionInput {
  const others = besideField(of, fields).filter(({ key }) => key !== of.key);
  const isEmptiable = ({ dataType }: RuledField) => valueOf(dataType).operators.includes('isNotEmpty');
  const asked =
    others.find(({ key }) => key === 'status' || key === 'assignedTo') ??
    others.find(isEmptiable) ??
    others[0];
  const operator =
    asked === undefined || isEmptiable(asked) ? 'isNotEmpty' : (valueOf(asked.dataType).operators[0] ?? 'is');
  return { field: asked?.key ?? of.key, operator, logicOperator: 'AND' };
}

/** The fields that conditions of the field may ask for: those of the record, or of the same line. */
export const besideField = (
  { lineTypeId }: ConditionedField,
  fields: readonly ConditionedField[],
): readonly ConditionedField[] => fields.filter((one) => one.lineTypeId === lineTypeId);

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

/** A field as conditions are made of it. */
export type ConditionedField = RuledField & {
  /** Of the field itself; 0 of one that every record has. */
  readonly id: number;
  readonly listId: number | null;
  /** 'Due Date'; of lines with what they are called: 'Order lines: Quantity'. */
  readonly label: string;
};

/** Those that are saved: what is new has no id yet by which a condition could name it. */
export const ruledFields = ({ fields, lineTypes }: Design): readonly ConditionedField[] => [
  ...baseFields.map(({ name, label, dataType }: BaseField) => ({
    id: 0,
    key: name,
    name: label,
    label,
    dataType,
    isComputed: false,
    listId: null,
    lineTypeId: null,
  })),
  ...fields
    .filter(({ enabled }) => enabled)
    .map(({ id, name, dataType, formula, listId }) => ({
      id,
      key: additionalFieldKey(id),
      name,
      label: name,
      dataType: dataType as DataType,
      isComputed: formula !== null,
      listId,
      lineTypeId: null,
    })),
  ...lineTypes
    .filter(({ enabled }) => enabled)
    .flatMap((kind) =>
      kind.fields
        .filter(({ enabled, dataType }) => enabled && isEditedInLine(dataType as DataType))
        .map(({ id, name, dataType, formula, listId }) => ({
          id,
          key: lineKey(id),
          name,
          label: `${kind.name}: ${name}`,
          dataType: dataType as DataType,
          isComputed: formula !== null,
          listId,
          lineTypeId: kind.id,
        })),
    ),
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
