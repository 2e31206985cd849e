import type { Invitation, InviteUserInput } from '@rowhouse/domain/contract.generated.ts';
import { invitationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { noMail } from '@rowhouse/domain/identity/rules.ts';
import { longestMailWaitMs } from '@rowhouse/domain/invitations/limits.ts';
import {
  invitedAlready,
  inviteForm,
  memberAlready,
  requireOpenInvitation,
  requireRoomForInvitation,
  requireRoomForMail,
  stateOfInvitation,
} from '@rowhouse/domain/invitations/rules.ts';
import type { InvitationMailFailure } from '@rowhouse/domain/invitations/rules.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { requireGivableRole } from '@rowhouse/domain/users/rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Log } from '../../platform/log.ts';
import { hashInvitationToken, newInvitationToken } from '../../identity/invitations.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { invitationMail } from '../../platform/mail/mails.ts';
import {
  closeInvitation,
  countInvitations,
  insertInvitation,
  lockInvitation,
  lockInvitations,
  noteMail,
  readCounts,
  readInvitations,
  readStanding,
  renewInvitation,
  selectInvitation,
  selectInvitations,
  selectStanding,
} from './sql.ts';
import type { StoredInvitation } from './sql.ts';

/** The administrator's side; the invited person's is server/identity/invitations.ts. */
export function invitationsOperations(parts: {
  mailer: Mailer;
  /** Where people reach this installation, without a slash at its end. */
  linkBase: string;
  clock: Clock;
  database: Database;
  log: Log;
}): Pick<OperationTable, 'findInvitations' | 'inviteUser' | 'resendInvitation' | 'revokeInvitation'> {
  const { mailer, linkBase, clock, database, log } = parts;

  const describe = (stored: StoredInvitation, config: TenantConfig): Invitation => {
    const inviter = config.members.get(userId(stored.invitedBy));
    return {
      id: stored.id,
      email: stored.email,
      firstName: stored.firstName,
      lastName: stored.lastName,
      role: { id: stored.roleId, name: stored.roleName },
      state: stateOfInvitation(stored, clock.now()),
      mailFailure: stored.mailFailure,
      invitedBy: { id: stored.invitedBy, name: inviter?.name ?? null, email: inviter?.email ?? null },
      createdAt: stored.createdAt,
      expiresAt: stored.expiresAt,
    };
  };

  /** Only after the transaction: a link that was mailed is a link that works. */
  function sendLink(stored: StoredInvitation, token: string, { config, viewer }: MemberContext): Invitation {
    const note = (failure: InvitationMailFailure | null): void => {
      const noted = { id: stored.id, tokenHash: hashInvitationToken(token), failure };
      noteMail(database, viewer.tenantId, noted).catch((error: unknown) =>
        log.error(
          { err: error, invitationId: stored.id },
          'what became of the mail of an invitation could not be kept',
        ),
      );
    };
    mailer.post(
      invitationMail({
        to: stored.email,
        firstName: stored.firstName,
        invitedBy: config.members.get(viewer.userId)?.name ?? viewer.email,
        tenantName: config.name,
        roleName: stored.roleName,
        link: `${linkBase}/register#invitation=${token}`,
        expiresAt: new Date(stored.expiresAt),
      }),
      ({ isOfAddress }) => note(isOfAddress ? 'ADDRESS_REFUSED' : 'NOT_SENT'),
      () => note(null),
    );
    return describe(stored, config);
  }

  const newToken = () => {
    const token = newInvitationToken();
    const nowMs = clock.now();
    const tokenHash = hashInvitationToken(token);
    return {
      token,
      tokenHash,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + invitationLifetimeMs,
      mailWaitsUntilMs: nowMs + longestMailWaitMs,
    };
  };

  return {
    async findInvitations(_input, { viewer, config, read }) {
      const { answers } = await read([selectInvitations(viewer.tenantId, clock.now())]);
      return {
        invitations: readInvitations(answers[0]).map((stored) => describe(stored, config)),
        roles: [...config.roles.values()]
          .filter((role) => role.enabled)
          .sort(byName)
          .map(({ id, name }) => ({ id, name })),
      };
    },

    async inviteUser({ data }, context) {
      const { email, firstName, lastName } = parseInvite(data);
      const role = requireGivableRole(context.config, data.roleId);
      if (mailer.kind === 'none') throw noMail();
      const { tenantId, userId: invitedBy } = context.viewer;
      const { token, ...made } = newToken();
      const first = [
        lockInvitations(tenantId),
        selectStanding(tenantId, email),
        countInvitations(tenantId, email, clock.now()),
      ];
      let isMade = false;
      const stored = await writeOnce('inviteUser', data, context, {
        first,
        async work(transaction, [, standing, counts], keep) {
          const { isMember, isInvited } = readStanding(standing);
          if (isMember) throw memberAlready(email);
          if (isInvited) throw invitedAlready(email);
          requireRoomForInvitation(readCounts(counts));
          requireRoomForMail(readCounts(counts), email);
          if (role.administers) requireProof(context);
          const invitation = { email, firstName, lastName, roleId: role.id, invitedBy, ...made };
          const inserted = requireFound(await transaction.one(insertInvitation(tenantId, invitation)));
          await transaction.finish(keep(inserted.id));
          isMade = true;
          return inserted;
        },
        findMade: (id, transaction) => findStanding(id, tenantId, transaction),
      }).catch((error: unknown) => {
        throw databaseErrorCode(error) === '23505' ? invitedAlready(email) : error;
      });
      // The mail of an earlier try is on its way.
      return isMade ? sendLink(stored, token, context) : describe(stored, context.config);
    },

    async resendInvitation({ data }, context) {
      if (mailer.kind === 'none') throw noMail();
      const { tenantId } = context.viewer;
      const { token, ...made } = newToken();
      const first = [lockInvitations(tenantId), lockInvitation(tenantId, data.id)];
      let isMade = false;
      const stored = await writeOnce('resendInvitation', data, context, {
        first,
        async work(transaction, [, found], keep) {
          const current = requireFound(found);
          requireOpenInvitation(stateOfInvitation(current, clock.now()));
          requireGivableRole(context.config, current.roleId);
          const [standing, counts] = await transaction.run([
            selectStanding(tenantId, current.email),
            countInvitations(tenantId, current.email, clock.now()),
          ]);
          if (readStanding(standing).isMember) throw memberAlready(current.email);
          requireRoomForMail(readCounts(counts), current.email);
          const [renewed] = await transaction.finish([
            renewInvitation(tenantId, data.id, made),
            ...keep(data.id),
          ]);
          isMade = true;
          return requireFound(renewed);
        },
        findMade: (id, transaction) => findStanding(id, tenantId, transaction),
      });
      return isMade ? sendLink(stored, token, context) : describe(stored, context.config);
    },

    async revokeInvitation({ data }, context) {
      const { tenantId } = context.viewer;
      const [closed, found] = await context.write(
        [closeInvitation(tenantId, data.id, clock.now()), selectInvitation(tenantId, data.id)],
        async (_transaction, answers) => answers,
      );
      const current = requireFound(found);
      // One that was revoked before is what was wanted.
      if (closed?.rows.length === 0 && current.revokedAt === null) requireOpenInvitation('ACCEPTED');
      return describe(current, context.config);
    },
  };
}

function parseInvite(data: InviteUserInput) {
  const parsed = inviteForm.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid(issue?.message ?? 'The invitation cannot be read.', issue?.path[0]?.toString());
}

/** As an earlier try made or renewed it, and others since. */
const findStanding = async (
  id: number,
  tenant: TenantId,
  transaction: Transaction,
): Promise<StoredInvitation> => requireFound(await transaction.one(selectInvitation(tenant, id)));

function requireFound(answer: Parameters<typeof readInvitations>[0]): StoredInvitation {
  const [current] = readInvitations(answer);
  if (current === undefined) throw notFound('The invitation');
  return current;
}
