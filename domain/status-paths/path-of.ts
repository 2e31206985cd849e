// The ways of a type as one person meets them: what of it is for their role, and the conditions that they may read.
import { findAuthorisedRecordType } from '../access/authorised-record-type.ts';
import { baseFields } from '../fields/base-fields.ts';
import type { BaseField } from '../fields/base-fields.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { DataType } from '../fields/data-types.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { findFilterCriteria, type FilterCondition } from '../records/filter-rules.ts';
import { choiceNamer } from '../records/names-of.ts';
import { resolvePresentUser } from '../records/present-user.ts';
import type { StoredField, TenantConfig } from '../tenants/tenant-config.ts';
import { sayConditions } from './say-conditions.ts';
import type { CreatorRule, StatusTransition } from './transition.ts';
import { whyNotPathCondition } from './why-not-transition.ts';

export type StepCondition = FilterCondition & { readonly dataType: DataType };

export type PathStep = {
  readonly fromStatusId: number | null;
  readonly toStatusId: number;
  /** Names of the roles that it is for; none: every role. */
  readonly roles: readonly string[];
  readonly isOfRole: boolean;
  readonly creator: CreatorRule;
  /** Null where one of them cannot be read, which closes it: what a role may not see does not let it through. */
  readonly conditions: readonly StepCondition[] | null;
  /** The conditions in words; '' where there are none, or none that may be read. */
  readonly words: string;
  readonly needsComment: boolean;
};

/** The ways of one type for one person. */
export type StatusPath = {
  readonly statuses: readonly { readonly id: number; readonly name: string }[];
  readonly steps: readonly PathStep[];
};

type PathField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly base: BaseField | null;
  readonly stored: StoredField | null;
};

/**
 * Null where the type is free: no way of it is configured.
 * @param viewer null for what nobody does, which reads everything and has no role
 */
export function findStatusPath(
  config: TenantConfig,
  viewer: Viewer | null,
  typeId: RecordTypeId,
): StatusPath | null {
  const transitions = config.statusTransitions.get(typeId) ?? [];
  if (transitions.length === 0) return null;
  const fields = readableFields(config, viewer, typeId);
  return {
    statuses: [...config.statuses.values()].flatMap(({ id, name, recordTypeId }) =>
      recordTypeId === typeId ? [{ id, name }] : [],
    ),
    steps: transitions.map((one) => toStep(one, fields, config, viewer)),
  };
}

function toStep(
  { fromStatusId, toStatusId, roleIds, creator, conditions, needsComment }: StatusTransition,
  fields: ReadonlyMap<string, PathField>,
  config: TenantConfig,
  viewer: Viewer | null,
): PathStep {
  const readable = creator === 'ANYONE' || fields.has('createdBy') ? readAll(conditions, fields) : null;
  const nameOf = ({ base, stored }: PathField) =>
    choiceNamer({ base, listId: stored?.listId ?? null }, config, 'UTC');
  return {
    fromStatusId,
    toStatusId,
    roles: roleIds.map((id) => config.roles.get(id)?.name ?? 'A role that is gone'),
    isOfRole: roleIds.length === 0 || (viewer !== null && roleIds.includes(viewer.roleId)),
    creator,
    conditions:
      readable?.map(({ field, condition }) => ({
        field: field.key,
        logicOperator: condition.logicOperator,
        dataType: field.dataType,
        ...(viewer === null
          ? plainCriteria(condition)
          : resolvePresentUser(plainCriteria(condition), field.stored, config, viewer.userId)),
      })) ?? null,
    words: readable === null ? '' : sayConditions(readable, nameOf),
    needsComment,
  };
}

const plainCriteria = ({ operator, value, values }: FilterCondition) => ({ operator, value, values });

/** Null where one of them is no condition, or is of a field that is not there for the person. */
function readAll(
  conditions: readonly unknown[],
  fields: ReadonlyMap<string, PathField>,
): { field: PathField; condition: FilterCondition }[] | null {
  const read: { field: PathField; condition: FilterCondition }[] = [];
  for (const stored of conditions) {
    const condition = readPathCondition(stored);
    const field = condition === null ? undefined : fields.get(condition.field);
    if (condition === null || field === undefined || whyNotPathCondition(field, condition) !== null)
      return null;
    read.push({ field, condition });
  }
  return read;
}

/** As it is kept; null for what has not the form of a condition. */
export function readPathCondition(stored: unknown): FilterCondition | null {
  const criteria = findFilterCriteria(stored);
  if (criteria === null) return null;
  const { field, logicOperator } = stored as { field?: unknown; logicOperator?: unknown };
  if (typeof field !== 'string') return null;
  return { ...criteria, field, logicOperator: logicOperator === 'OR' ? 'OR' : 'AND' };
}

function readableFields(
  config: TenantConfig,
  viewer: Viewer | null,
  typeId: RecordTypeId,
): Map<string, PathField> {
  const seen =
    viewer === null ? null : (findAuthorisedRecordType(config, viewer, typeId)?.fields ?? new Map());
  const all: PathField[] = [
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
