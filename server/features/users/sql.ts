import type { SaasMember } from '@rowhouse/domain/contract.generated.ts';
import type { RoleId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';

const memberColumns = `u.id, u.email, coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email),
  r.id, r.name, r.description, m.enabled, u.enabled, u.id in (select members_with_second_factor()), m.version`;
const memberTables = `membership m join app_user u on u.id = m.user_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id`;

export const selectMembers = (tenant: TenantId): Statement => ({
  text: `select ${memberColumns} from ${memberTables} where m.tenant_id = $1`,
  values: [tenant],
});

export const selectMember = (tenant: TenantId, id: number): Statement => ({
  text: `select ${memberColumns} from ${memberTables} where m.tenant_id = $1 and m.user_id = $2`,
  values: [tenant, id],
});

export const readMembers = (answer: Answer | undefined): SaasMember[] => (answer?.rows ?? []).map(readMember);

const readMember = (row: TextRow): SaasMember => ({
  id: Number(row[0]),
  email: row[1] ?? '',
  name: row[2] ?? '',
  role: { id: Number(row[3]), name: row[4] ?? '', description: row[5] ?? null },
  enabled: row[6] === 't',
  personEnabled: row[7] === 't',
  hasSecondFactor: row[8] === 't',
  version: Number(row[9]),
});

/**
 * Holds still to the end of the transaction who administers, and the member: two administrators who demote each other
 * wait for one another, and the second reads what the first has left.
 */
export const lockAdministratorsAnd = (tenant: TenantId, id: number): Statement => ({
  text: `select m.user_id, r.administers and r.enabled and m.enabled and u.enabled from ${memberTables}
         where m.tenant_id = $1 and (r.administers or m.user_id = $2) order by m.user_id for update of m`,
  values: [tenant, id],
});

export const readAdministrators = (answer: Answer | undefined): Set<number> =>
  new Set((answer?.rows ?? []).flatMap(([id, administers]) => (administers === 't' ? [Number(id)] : [])));

export const updateMembership = (
  tenant: TenantId,
  id: UserId,
  change: { roleId: RoleId; enabled: boolean },
): Statement => ({
  text: 'update membership set role_id = $3, enabled = $4 where tenant_id = $1 and user_id = $2',
  values: [tenant, id, change.roleId, change.enabled],
});
