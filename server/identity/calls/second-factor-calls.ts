import { maySkipMfa, mfaSkipsSpent, secondFactorIsOn, wrongCode } from '@rowhouse/domain/identity/rules.ts';
import type { IdentityEventName } from '@rowhouse/domain/identity/events.ts';
import { mostMfaSkips } from '@rowhouse/domain/identity/limits.ts';
import type { IdentityCalls, SignedInCaller } from '../identity.ts';
import { secondFactorOf } from './identity-core.ts';
import { spendCode } from './prove-again.ts';
import type { IdentityCore } from './identity-core.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type Calls = 'setup-totp' | 'verify-totp' | 'set-preferred-mfa' | 'new-backup-codes' | 'skip-mfa';

export function createSecondFactorCalls(core: IdentityCore, flow: SignInFlow): Pick<IdentityCalls, Calls> {
  const { sessions } = core;

  const note = ({ session, address }: SignedInCaller, event: IdentityEventName) =>
    core.events.note({ authUserId: session.authUserId, actor: session.email, event, address });

  return {
    async 'setup-totp'(_request, { session }) {
      const factor = secondFactorOf(core, session.provider);
      if (!session.secondFactor && (await factor.isPreferred(session))) throw secondFactorIsOn();
      return factor.setUp(session);
    },

    async 'verify-totp'({ code, rememberDevice }, caller) {
      const { session } = caller;
      const factor = secondFactorOf(core, session.provider);
      if (!session.secondFactor && (await factor.isPreferred(session))) throw secondFactorIsOn();
      const verified = await core.takeGuess('second factor', session.email, caller, async () => {
        const { outcome, backupCodes } = await factor.verify(session, code);
        return outcome === 'RIGHT' ? backupCodes : null;
      });
      if (verified === null) throw wrongCode();
      await sessions.raise(session.sessionId);
      await note(caller, 'two-factor-on');
      if (rememberDevice) await flow.rememberDevice(session, caller);
      return { backupCodes: verified };
    },

    async 'set-preferred-mfa'({ preferred, code }, caller) {
      const { session } = caller;
      await spendCode(core, caller, code);
      await secondFactorOf(core, session.provider).setPreferred(session, preferred === 'TOTP');
      if (preferred === 'TOTP') await sessions.raise(session.sessionId);
      else await sessions.lowerAll(session.authUserId);
      await note(caller, preferred === 'TOTP' ? 'two-factor-on' : 'two-factor-off');
      return { done: true };
    },

    async 'new-backup-codes'({ code }, caller) {
      await spendCode(core, caller, code);
      const backupCodes = await secondFactorOf(core, caller.session.provider).newBackupCodes(caller.session);
      await note(caller, 'backup-codes-made');
      return { backupCodes };
    },

    async 'skip-mfa'(_request, caller) {
      const { authUserId, email } = caller.session;
      const isExempt = email === core.config.mfaSkipExemptEmail;
      const { rows } = await core.database.asHome((connection) =>
        connection.query(
          `update auth_user set mfa_skips = mfa_skips + 1 where id = $1 and ($2 or mfa_skips <= $3) returning mfa_skips`,
          [authUserId, isExempt, mostMfaSkips],
        ),
      );
      if (rows[0] === undefined) throw mfaSkipsSpent();
      await note(caller, 'two-factor-put-off');
      return { maySkip: maySkipMfa(Number(rows[0]['mfa_skips']), isExempt) };
    },
  };
}
