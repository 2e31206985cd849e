import type { SaasMember } from '@rowhouse/domain/contract.generated.ts';
import type { RoleId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const member = row({
  id: number.at('u.id'),
  email: text.at('u.email'),
  name: text.at(
    `coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)`,
  ),
  roleId: number.at('r.id'),
  roleName: text.at('coalesce(r.alias, r.name)'),
  roleDescription: text.at('r.description').orNull,
  enabled: flag.at('m.enabled'),
  personEnabled: flag.at('u.enabled'),
  hasSecondFactor: flag.at('u.id in (select members_with_second_factor())'),
  lastSignedInAt: text.as(instantFromText).at('l.at').orNull,
  version: number.at('m.version'),
});
const memberTables = `membership m join app_user u on u.id = m.user_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id`;

const lastSignedIn = 'left join members_last_signed_in() l on l.user_id = m.user_id';

export const selectMembers = (tenant: TenantId): Statement => ({
  text: `select ${member.columns} from ${memberTables} ${lastSignedIn} where m.tenant_id = $1`,
  values: [tenant],
});

const outcome = row({ outcome: text });

/** 'reset'; 'none' where there is no factor; 'elsewhere', and nothing done, of a member of another company too. */
export const resetSecondFactorOf = (member: number, actor: string): Statement => ({
  text: 'select reset_member_second_factor($1, $2)',
  values: [member, actor],
});

export const readOutcome = (answer: Answer | undefined): string => outcome.get(answer).outcome;

const ended = row({ ended: number });

/** How many they were; of somebody who is a member. */
export const endSessionsOf = (member: number, actor: string): Statement => ({
  text: 'select end_member_sessions($1, $2)',
  values: [member, actor],
});

export const readEnded = (answer: Answer | undefined): number => ended.get(answer).ended;

export const selectMember = (tenant: TenantId, id: number): Statement => ({
  text: `select ${member.columns} from ${memberTables} ${lastSignedIn} where m.tenant_id = $1 and m.user_id = $2`,
  values: [tenant, id],
});

export const readMembers = (answer: Answer | undefined): SaasMember[] => member.read(answer).map(describe);

const describe = ({
  roleId,
  roleName,
  roleDescription,
  ...stored
}: Described<typeof member>): SaasMember => ({
  ...stored,
  role: { id: roleId, name: roleName, description: roleDescription },
});

const administrator = row({
  id: number.at('m.user_id'),
  administers: flag.at('r.administers and r.enabled and m.enabled and u.enabled'),
});

/**
 * Holds still to the end of the transaction who administers, and the member: two administrators who demote each other
 * wait for one another, and the second reads what the first has left.
 */
export const lockAdministratorsAnd = (tenant: TenantId, id: number): Statement => ({
  text: `select ${administrator.columns} from ${memberTables}
         where m.tenant_id = $1 and (r.administers or m.user_id = $2) order by m.user_id for update of m`,
  values: [tenant, id],
});

export const readAdministrators = (answer: Answer | undefined): Set<number> =>
  new Set(administrator.read(answer).flatMap(({ id, administers }) => (administers ? [id] : [])));

export const updateMembership = (
  tenant: TenantId,
  id: UserId,
  change: { roleId: RoleId; enabled: boolean },
): Statement => ({
  text: 'update membership set role_id = $3, enabled = $4 where tenant_id = $1 and user_id = $2',
  values: [tenant, id, change.roleId, change.enabled],
});
