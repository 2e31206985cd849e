import type { SaasMember, UpdateSaasMemberInput } from '@rowhouse/domain/contract.generated.ts';
import { roleId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseLosingReach } from '@rowhouse/domain/roles/administration-reach.ts';
import {
  memberChangedMeanwhile,
  refuseLosingAdministrators,
  requireGivableRole,
} from '@rowhouse/domain/users/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Answer } from '../../platform/database/database.ts';
import { revokeInvitationsOfMember } from '../invitations/sql.ts';
import { lockAdministration, readReach, selectReach } from '../roles/sql.ts';
import {
  lockAdministratorsAnd,
  readAdministrators,
  readMembers,
  selectMember,
  updateMembership,
} from './sql.ts';

/** The member as they stand after the change. The membership's version rises by itself: their tokens are over. */
export async function changeMember(data: UpdateSaasMemberInput, context: MemberContext): Promise<SaasMember> {
  const { viewer } = context;
  const first = [
    lockAdministration(viewer.tenantId),
    // An old link must not lead back in. First, as accepting takes the locks in this order too.
    ...(data.enabled === false ? [revokeInvitationsOfMember(viewer.tenantId, data.id)] : []),
    selectReach(viewer.tenantId),
    lockAdministratorsAnd(viewer.tenantId, data.id),
    selectMember(viewer.tenantId, data.id),
  ];
  return writeOnce('updateSaasMember', data, context, {
    first,
    async work(transaction, found, keep) {
      const [current] = readMembers(found.at(-1));
      const administrators = readAdministrators(found.at(-2));
      // Demoted while this waited for the lock: the gate says what is so now.
      if (!administrators.has(viewer.userId)) throw new StaleConfiguration();
      if (current === undefined) throw notFound('The member');
      if (current.version !== data.version) throw memberChangedMeanwhile(current);

      const change = parseChange(data, current, context);
      const administersBefore = administrators.has(current.id);
      const administersAfter = change.enabled && current.personEnabled && change.role.administers;
      refuseLosingAdministrators({
        isOwn: current.id === viewer.userId,
        enabledAfter: change.enabled,
        administersBefore,
        administersAfter,
        otherAdministrators: administrators.size - (administersBefore ? 1 : 0),
      });
      if (change.role.id === current.role.id && change.enabled === current.enabled) return current;
      const [, reach] = await transaction.run([
        updateMembership(viewer.tenantId, userId(current.id), {
          roleId: change.role.id,
          enabled: change.enabled,
        }),
        selectReach(viewer.tenantId),
      ]);
      refuseLosingReach(readReach(found.at(-3)), readReach(reach));
      if (administersBefore !== administersAfter) requireProof(context);
      const answers = await transaction.finish([
        ...keep(current.id),
        selectMember(viewer.tenantId, current.id),
      ]);
      return requireMember(answers.at(-1));
    },
    findMade: async (id, transaction) =>
      requireMember(await transaction.one(selectMember(viewer.tenantId, id))),
  });
}

function requireMember(answer: Answer | undefined): SaasMember {
  const [found] = readMembers(answer);
  if (found === undefined) throw notFound('The member');
  return found;
}

/** The role that a member has already may be a disabled one. */
function parseChange(data: UpdateSaasMemberInput, current: SaasMember, { config }: MemberContext) {
  const wanted = data.roleId ?? current.role.id;
  const role =
    wanted === current.role.id ? config.roles.get(roleId(wanted)) : requireGivableRole(config, wanted);
  if (role === undefined) throw new StaleConfiguration();
  return { role, enabled: data.enabled ?? current.enabled };
}
