// Conditions of fields and transitions between statuses.
import type { TransitionConditionInput } from '@rowhouse/domain/contract.generated.ts';
import { roleId } from '@rowhouse/domain/kernel/ids.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { before, Gone, type Saves } from './back.ts';
import { findCondition, findTransition, selectCondition, selectTransition } from './sql.ts';
import type { StoredEntry } from './sql.ts';

/** What was made is taken away; one that was taken away is made again, for what is switched off does not come back by its id. */
export async function putBackCondition(
  entry: StoredEntry,
  { updateRecordType }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([selectCondition(context.viewer.tenantId, entry.entityId)]);
  const kept = findCondition(answers[0]);
  if (kept === null) throw new Gone();
  const was = entry.action === 'insert' ? { enabled: false } : before(entry);
  const isBack = was['enabled'] === true && !kept.enabled;
  if (!kept.enabled && !isBack) throw new Gone();
  const conditions = was['conditions'] ?? (isBack ? kept.conditions : undefined);
  const given = {
    ...(isBack ? { field: kept.field, kind: kept.kind } : { id: entry.entityId, version: kept.version }),
    ...(conditions !== undefined && { conditions: conditionsIn(conditions) }),
    ...(was['enabled'] === false && { enabled: false }),
  };
  await updateRecordType({ data: { id: kept.recordTypeId, fieldConditions: [given] } }, context);
}

export async function putBackTransition(
  entry: StoredEntry,
  { updateRecordType }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([selectTransition(context.viewer.tenantId, entry.entityId)]);
  const kept = findTransition(answers[0]);
  if (kept === null) throw new Gone();
  const was = entry.action === 'insert' ? { enabled: false } : before(entry);
  const isBack = was['enabled'] === true && !kept.enabled;
  if (!kept.enabled && !isBack) throw new Gone();
  const given = isBack
    ? {
        fromStatusId: kept.fromStatusId,
        toStatusId: kept.toStatusId,
        // Roles that are gone since would keep the whole from coming back.
        roleIds: kept.roleIds.filter((id) => context.config.roles.has(roleId(id))),
        creator: kept.creator,
        conditions: conditionsIn(kept.conditions),
        needsComment: kept.needsComment,
      }
    : {
        id: entry.entityId,
        version: kept.version,
        ...(was['role_ids'] !== undefined && { roleIds: (was['role_ids'] as unknown[]).map(Number) }),
        ...(was['creator'] !== undefined && { creator: was['creator'] as CreatorRule }),
        ...(was['conditions'] !== undefined && { conditions: conditionsIn(was['conditions']) }),
        ...(was['needs_comment'] !== undefined && { needsComment: was['needs_comment'] === true }),
        ...(was['enabled'] === false && { enabled: false }),
      };
  await updateRecordType({ data: { id: kept.recordTypeId, transitions: [given] } }, context);
}

const conditionsIn = (stored: unknown): TransitionConditionInput[] =>
  [stored].flat().map((one) => {
    const read = readKeptCondition(one);
    if (read === null) throw new Gone();
    const { field, operator, value, values, logicOperator } = read;
    return {
      field,
      operator,
      logicOperator,
      ...(value !== undefined && { value }),
      ...(values != null && { values: [...values] }),
    };
  });
