import type { SaasUser } from '@rowhouse/domain/contract.generated.ts';
import { canonicalEmail } from '@rowhouse/domain/identity/rules.ts';
import { maySeeEmail, maySeePhone } from '@rowhouse/domain/users/contact-rules.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig, TenantMember } from '@rowhouse/domain/tenants/tenant-config.ts';
import { largestUsersPage } from '@rowhouse/domain/users/limits.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { changeMember } from './change-member.ts';
import { endSessions } from './end-sessions.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { readMembers, selectMembers } from './sql.ts';

type Names =
  | 'getSaasUsers'
  | 'findSaasUser'
  | 'UserFind'
  | 'findSaasMembers'
  | 'updateSaasMember'
  | 'resetMemberSecondFactor'
  | 'endMemberSessions';

/** Disabled members come too: a record may still name them. */
export const usersOperations = ({ mailer }: { mailer: Mailer }): Pick<OperationTable, Names> => ({
  async getSaasUsers({ data }, { config, viewer }) {
    const only = data?.filter?.id;
    const member = only == null ? null : config.members.get(userId(only));
    const members = only == null ? [...config.members.values()] : member ? [member] : [];
    return pageOf(members.sort(byName), data?.pagination).map((each) => describe(each, config, viewer));
  },

  async findSaasUser({ data: { id, email } }, { config, viewer }) {
    if (id == null && email == null) throw invalid('Give the id or the email of the person.', 'id');
    const member = id == null ? memberOfEmail(email ?? '', config, viewer) : config.members.get(userId(id));
    const isMeant = member !== undefined && (email == null || isEmailOf(member, email, viewer));
    return isMeant ? describe(member, config, viewer) : null;
  },

  async UserFind({ data }, { config, viewer }) {
    const member = memberOfEmail(data.email, config, viewer);
    return member === undefined ? null : describe(member, config, viewer);
  },

  async findSaasMembers(_input, { viewer, read }) {
    const { answers } = await read([selectMembers(viewer.tenantId)]);
    return readMembers(answers[0]).sort(byName);
  },

  updateSaasMember: ({ data }, context) => changeMember(data, context),

  resetMemberSecondFactor: ({ data }, context) => resetSecondFactor(data.id, context, mailer),

  endMemberSessions: ({ data }, context) => endSessions(data.id, context),
});

/** Who may not see an email finds nobody by it: an answer would say that it is right. */
const isEmailOf = (member: TenantMember, email: string, viewer: Viewer): boolean =>
  maySeeEmail(viewer, member.id) && canonicalEmail(member.email) === canonicalEmail(email);

const memberOfEmail = (email: string, config: TenantConfig, viewer: Viewer): TenantMember | undefined =>
  [...config.members.values()].find((member) => isEmailOf(member, email, viewer));

function describe(member: TenantMember, config: TenantConfig, viewer: Viewer): SaasUser {
  const role = config.roles.get(member.roleId);
  return {
    id: member.id,
    email: maySeeEmail(viewer, member.id) ? member.email : null,
    name: member.name,
    firstName: member.firstName,
    lastName: member.lastName,
    enabled: member.enabled,
    phone: maySeePhone(viewer, member.id) ? member.phone : null,
    typeOfUser: member.typeOfUser,
    validated: member.validated,
    roles: role === undefined ? [] : [{ id: role.id, name: role.name }],
  };
}

/** Pages are counted from 1. */
function pageOf<Item>(
  items: readonly Item[],
  page: { pageSize: number; pageNumber: number } | null | undefined,
) {
  if (page == null) return items;
  if (page.pageSize < 1 || page.pageSize > largestUsersPage) {
    throw invalid(`The page size must be from 1 to ${largestUsersPage}.`, 'pageSize');
  }
  if (page.pageNumber < 1) throw invalid('Pages are counted from 1.', 'pageNumber');
  return items.slice((page.pageNumber - 1) * page.pageSize, page.pageNumber * page.pageSize);
}
