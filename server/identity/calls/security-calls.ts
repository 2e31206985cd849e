import type { OpenSession, TrustedDevice } from '@rowhouse/domain/identity/auth-calls.ts';
import { maySkipMfa } from '@rowhouse/domain/identity/rules.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { describeDevice } from '../describe-device.ts';
import type { IdentityCalls } from '../identity.ts';
import { secondFactorOf } from './identity-core.ts';
import type { IdentityCore } from './identity-core.ts';
import type { KnownDevice } from '../../platform/identity/identity-provider.ts';
import { findPasswordKeeper } from './password-calls.ts';
import { findProofKind, proveAgain } from './prove-again.ts';
import type { ListedSession } from '../sessions.ts';

type Calls =
  | 'still-here'
  | 'security-state'
  | 'forget-device'
  | 'end-session'
  | 'prove'
  | 'sign-out-everywhere';

const shownEvents = 20;

export function createSecurityCalls(core: IdentityCore): Pick<IdentityCalls, Calls> {
  const { sessions, events } = core;

  async function belongsToStrictTenant(userId: number): Promise<boolean> {
    const { rows } = await core.database.asHome((connection) =>
      connection.query('select from tenants_of_person($1) where mfa_required', [userId]),
    );
    return rows.length > 0;
  }

  return {
    'still-here': async () => ({ done: true }),

    async 'security-state'(_request, { session, device }) {
      const { authUserId, email } = session;
      const factor = secondFactorOf(core, session.provider);
      const listed = await sessions.list(authUserId);
      const noted = await events.list(authUserId, shownEvents);
      return {
        email,
        hasPassword: findPasswordKeeper(core, session) !== null,
        proof: await findProofKind(core, session),
        totp: {
          isPreferred: await factor.isPreferred(session),
          isRequired: await belongsToStrictTenant(session.userId),
        },
        backupCodesLeft: await factor.countBackupCodes(session),
        maySkip: maySkipMfa(session.mfaSkips, email === core.config.mfaSkipExemptEmail),
        devices: (await factor.listDevices(session, device)).map(toTrustedDevice),
        sessions: listed.map((each) => toOpenSession(each, session.sessionId)),
        events: noted.map(({ at, what, address }) => ({ at: at.toISOString(), what, address })),
      };
    },

    async 'forget-device'({ deviceId }, { session, address }) {
      const isForgotten = await secondFactorOf(core, session.provider).forgetDevice(session, deviceId);
      if (!isForgotten) throw notFound('The device');
      const { authUserId, email } = session;
      await events.note({ authUserId, actor: email, event: 'device-forgotten', address });
      return { done: true };
    },

    async 'end-session'({ sessionId, ...proof }, caller) {
      await proveAgain(core, caller, proof);
      const { session, address } = caller;
      const { authUserId, email } = session;
      if (!(await sessions.endOne(authUserId, sessionId))) throw notFound('The session');
      await events.note({ authUserId, actor: email, event: 'session-ended', address });
      return { done: true };
    },

    async prove(proof, caller) {
      await proveAgain(core, caller, proof);
      const { authUserId, email, sessionId } = caller.session;
      await sessions.noteProof(sessionId);
      await events.note({ authUserId, actor: email, event: 'proved-again', address: caller.address });
      return { done: true };
    },

    async 'sign-out-everywhere'({ here, ...proof }, caller) {
      await proveAgain(core, caller, proof);
      const { session, address } = caller;
      const { authUserId, email } = session;
      const ended = await sessions.endOthers(authUserId, here ? null : session.sessionId);
      await events.note({ authUserId, actor: email, event: 'signed-out-everywhere', address });
      const isOfPasswords = core.passwords?.name === session.provider;
      if (here && isOfPasswords) await core.passwords?.signOutEverywhere(session);
      return { ended };
    },
  };
}

const toTrustedDevice = ({ createdAt, lastUsedAt, expiresAt, ...device }: KnownDevice): TrustedDevice => ({
  ...device,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  expiresAt: expiresAt === null ? null : expiresAt.toISOString(),
});

const toOpenSession = (session: ListedSession, current: string): OpenSession => ({
  id: session.id,
  isPresent: session.id === current,
  address: session.address,
  device: describeDevice(session.userAgent),
  startedAt: session.startedAt.toISOString(),
});
