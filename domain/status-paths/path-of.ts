// The ways of a type as one person meets them: what of it is for their role, and the conditions that they may read.
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import {
  listConditionFields,
  readConditions,
  toRecordConditions,
  wordsOfConditions,
  type ConditionField,
} from '../records/kept-conditions.ts';
import type { RecordCondition } from '../records/meets.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { CreatorRule, StatusTransition } from './transition.ts';

export type StepCondition = RecordCondition;

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
  const fields = listConditionFields(config, viewer, typeId);
  return {
    statuses: [...config.statuses.values()].flatMap(({ id, name, recordTypeId }) =>
      recordTypeId === typeId ? [{ id, name }] : [],
    ),
    steps: transitions.map((one) => toStep(one, fields, config, viewer)),
  };
}

function toStep(
  { fromStatusId, toStatusId, roleIds, creator, conditions, needsComment }: StatusTransition,
  fields: ReadonlyMap<string, ConditionField>,
  config: TenantConfig,
  viewer: Viewer | null,
): PathStep {
  const readable =
    creator === 'ANYONE' || fields.has('createdBy') ? readConditions(conditions, fields) : null;
  return {
    fromStatusId,
    toStatusId,
    roles: roleIds.map((id) => config.roles.get(id)?.name ?? 'A role that is gone'),
    isOfRole: roleIds.length === 0 || (viewer !== null && roleIds.includes(viewer.roleId)),
    creator,
    conditions: readable && toRecordConditions(readable, config, viewer),
    words: readable === null ? '' : wordsOfConditions(readable, config),
    needsComment,
  };
}
