// What of the conditions of fields is given, put over what stands, and judged. Nothing is written here.
import type {
  FieldConditionDesignInput,
  UpdateRecordTypeInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { FieldConditionDesign } from '@rowhouse/domain/field-conditions/field-condition.ts';
import {
  askedByConditions,
  whyNotRule,
  type RuledField,
} from '@rowhouse/domain/field-conditions/why-not-rule.ts';
import { baseFields, findBaseField, type BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { lineKey, readLineKey } from '@rowhouse/domain/formulas/formula.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { isEditedInLine } from '@rowhouse/domain/line-items/edited-in-line.ts';
import { designChangedMeanwhile } from '@rowhouse/domain/record-types/rules.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import type { StoredDesign, StoredFieldCondition } from './sql.ts';

export type ConditionPlan = {
  readonly made: readonly FieldConditionDesign[];
  readonly changed: readonly {
    readonly id: number;
    readonly conditions: readonly unknown[];
    readonly enabled: boolean;
  }[];
};

/** @param current the type with its fields as the same change leaves them */
export function planConditions(
  inputs: readonly FieldConditionDesignInput[],
  current: StoredDesign,
  showCurrent: () => unknown,
): ConditionPlan {
  const fields = ruledFields(current);
  const standing = new Map(current.fieldConditions.map((one) => [one.id, one]));
  const made: FieldConditionDesign[] = [];
  const changed: ConditionPlan['changed'][number][] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `fieldConditions.${index}.conditions`;
    const stands = input.id == null ? null : standing.get(input.id);
    if (stands === undefined) throw notFound('The condition');
    if (stands !== null && stands.version !== input.version)
      throw designChangedMeanwhile(`the conditions of “${current.name}”`, showCurrent());
    const key = stands?.field ?? input.field;
    const kind = stands?.kind ?? input.kind;
    if (key == null || kind == null) throw invalid('Say which field the condition is of, and its kind.', at);
    const field = fields.get(key);
    if (field === undefined) throw notFound('The field');
    const conditions = input.conditions ?? stands?.conditions ?? [];
    const enabled = (input.enabled ?? true) && conditions.length > 0;
    if (input.conditions != null && enabled) {
      const whyNot = whyNotRule(field, kind, input.conditions, (asked) => fields.get(asked));
      if (whyNot !== null) throw invalid(whyNot, at);
    }
    if (stands !== null) {
      standing.delete(stands.id);
      changed.push({ id: stands.id, conditions, enabled });
    } else if (enabled) made.push({ field: key, kind, conditions });
    else throw invalid('Add a condition.', at);
  }
  const kept = changed.flatMap(({ id, enabled }) => {
    const stands = current.fieldConditions.find((one) => one.id === id);
    return stands === undefined || !enabled ? [] : [stands];
  });
  const seen = new Set<string>();
  for (const { field, kind } of [...standing.values(), ...kept, ...made]) {
    const whole = `${field} ${kind}`;
    if (seen.has(whole))
      throw invalid(`${fields.get(field)?.name ?? field} has such a condition already.`, 'fieldConditions');
    seen.add(whole);
  }
  return { made, changed };
}

function ruledFields({ fields, lineTypes }: StoredDesign): ReadonlyMap<string, RuledField> {
  return new Map(
    [
      ...baseFields.map(({ name, label, dataType }: BaseField) => ({
        key: name,
        name: label,
        dataType,
        isComputed: false,
        lineTypeId: null,
      })),
      ...fields
        .filter(({ enabled }) => enabled)
        .map(({ id, name, dataType, kept }) => ({
          key: additionalFieldKey(id),
          name,
          dataType,
          isComputed: kept !== null,
          lineTypeId: null,
        })),
      ...lineTypes
        .filter(({ enabled }) => enabled)
        .flatMap((kind) =>
          kind.fields
            .filter(({ enabled, dataType }) => enabled && isEditedInLine(dataType))
            .map(({ id, name, dataType, kept }) => ({
              key: lineKey(id),
              name,
              dataType,
              isComputed: kept !== null,
              lineTypeId: kind.id,
            })),
        ),
    ].map((field) => [field.key, field]),
  );
}

/** A field that a condition of another one asks for stays: without it the condition would close for good. */
export function refuseAsked(current: StoredDesign, after: StoredDesign, data: UpdateRecordTypeInput): void {
  const names = namesOf(after);
  const before = namesOf(current);
  const isThere = (key: string) => findBaseField(key) !== null || names.get(key)?.enabled === true;
  for (const [key, { name, enabled }] of names) {
    if (enabled || before.get(key)?.enabled !== true) continue;
    const asking = after.fieldConditions.filter(
      (one) => one.field !== key && isThere(one.field) && asksFor(one, key),
    );
    if (asking.length === 0) continue;
    const fields = [
      ...new Set(asking.map(({ field }) => findBaseField(field)?.label ?? names.get(field)?.name ?? '')),
    ];
    throw invalid(askedByConditions(name, fields), `${placeOf(key, data)}.enabled`);
  }
}

/** By key: 'f12', 'l12' of lines. */
const namesOf = ({ fields, lineTypes }: StoredDesign) =>
  new Map([
    ...fields.map(({ id, name, enabled }) => [additionalFieldKey(id), { name, enabled }] as const),
    ...lineTypes.flatMap((kind) =>
      kind.fields.map(
        ({ id, name, enabled }) => [lineKey(id), { name, enabled: enabled && kind.enabled }] as const,
      ),
    ),
  ]);

/** Where of the input the field is switched off. */
function placeOf(key: string, { fields, lineTypes }: UpdateRecordTypeInput): string {
  const indexOf = (inputs: readonly { id?: number | null | undefined }[] | null | undefined) =>
    (inputs ?? []).findIndex(({ id }) => id != null && key.slice(1) === String(id));
  if (readLineKey(key) === null) return `fields.${Math.max(0, indexOf(fields))}`;
  for (const [index, kind] of (lineTypes ?? []).entries()) {
    const at = indexOf(kind.fields);
    if (at >= 0) return `lineTypes.${index}.fields.${at}`;
  }
  return 'lineTypes.0';
}

const asksFor = ({ conditions }: StoredFieldCondition, key: string): boolean =>
  conditions.some((one) => readKeptCondition(one)?.field === key);
