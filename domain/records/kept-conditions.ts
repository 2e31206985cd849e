// Conditions over the fields of a record as they are kept with what depends on them: the steps of a path, fields that are
// required, read-only or shown. Read for one person: what they may not see, or what is no condition any more, is not read.
import { findAuthorisedRecordType } from '../access/authorised-record-type.ts';
import { baseFields } from '../fields/base-fields.ts';
import type { BaseField } from '../fields/base-fields.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { DataType } from '../fields/data-types.ts';
import { lineKey } from '../formulas/formula.ts';
import type { ListId, RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { sayConditions } from '../status-paths/say-conditions.ts';
import { whyNotPathCondition } from '../status-paths/why-not-transition.ts';
import type { StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';
import { findFilterCriteria, type FilterCondition } from './filter-rules.ts';
import type { RecordCondition } from './meets.ts';
import { choiceNamer } from './names-of.ts';
import { resolveCurrentUser } from './current-user.ts';

export type ConditionField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly base: BaseField | null;
  readonly stored: { readonly listId: ListId | null } | null;
};

export type ReadCondition = { readonly field: ConditionField; readonly condition: FilterCondition };

/** As it is kept; null for what has not the form of a condition. */
export function readKeptCondition(stored: unknown): FilterCondition | null {
  const criteria = findFilterCriteria(stored);
  if (criteria === null) return null;
  const { field, logicOperator } = stored as { field?: unknown; logicOperator?: unknown };
  if (typeof field !== 'string') return null;
  return { ...criteria, field, logicOperator: logicOperator === 'OR' ? 'OR' : 'AND' };
}

/** Null where one of them is no condition, or is of a field that is not there for the person. */
export function readConditions(
  conditions: readonly unknown[],
  fields: ReadonlyMap<string, ConditionField>,
): readonly ReadCondition[] | null {
  const read: ReadCondition[] = [];
  for (const stored of conditions) {
    const condition = readKeptCondition(stored);
    const field = condition === null ? undefined : fields.get(condition.field);
    if (condition === null || field === undefined || whyNotPathCondition(field, condition) !== null)
      return null;
    read.push({ field, condition });
  }
  return read;
}

/**
 * The enabled fields of the type that the person sees.
 * @param viewer null for what nobody does, which reads everything
 */
export function listConditionFields(
  config: TenantConfig,
  viewer: Viewer | null,
  typeId: RecordTypeId,
): Map<string, ConditionField> {
  const seen =
    viewer === null ? null : (findAuthorisedRecordType(config, viewer, typeId)?.fields ?? new Map());
  const all: ConditionField[] = [
    ...baseFields.map((base: BaseField) => ({
      key: base.name,
      name: base.label,
      dataType: base.dataType,
      base,
      stored: null,
    })),
    ...(config.recordTypes.get(typeId)?.fields ?? [])
      .filter(({ enabled }) => enabled)
      .map((stored) => ({
        key: additionalFieldKey(stored.id),
        name: stored.name,
        dataType: stored.dataType,
        base: null,
        stored,
      })),
  ];
  return new Map(all.flatMap((field) => (seen === null || seen.has(field.key) ? [[field.key, field]] : [])));
}

/** The fields of a kind of lines by their keys: conditions of lines ask for those of the same line. */
export const listLineConditionFields = (type: StoredLineItemType): Map<string, ConditionField> =>
  new Map(
    type.fields.map((stored) => {
      const key = lineKey(stored.id);
      return [key, { key, name: stored.name, dataType: stored.dataType, base: null, stored }];
    }),
  );

/** As they are judged: who is meant by "me" is put in. */
export const toRecordConditions = (
  read: readonly ReadCondition[],
  config: TenantConfig,
  viewer: Viewer | null,
): readonly RecordCondition[] =>
  read.map(({ field, condition: { operator, value, values, logicOperator } }) => ({
    field: field.key,
    logicOperator,
    dataType: field.dataType,
    ...(viewer === null
      ? { operator, value, values }
      : resolveCurrentUser({ operator, value, values }, field.stored, config, viewer.userId)),
  }));

export const wordsOfConditions = (read: readonly ReadCondition[], config: TenantConfig): string =>
  sayConditions(read, ({ base, stored }) =>
    choiceNamer({ base, listId: stored?.listId ?? null }, config, 'UTC'),
  );
