import {
  noPasswordHere,
  noPasswordSignIn,
  sessionEnded,
  wrongCode,
  wrongPassword,
} from '@rowhouse/domain/identity/rules.ts';
import { afterAnswer } from '../../platform/identity/after-answer.ts';
import { passwordChangedMail } from '../../platform/mail/mails.ts';
import type { IdentityCalls, SignedInCaller } from '../identity.ts';
import type { IdentityCore } from './identity-core.ts';
import type { PasswordProvider, ResetProof } from '../../platform/identity/identity-provider.ts';
import type { CurrentSession } from '../sessions.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type Calls = 'forgot-password' | 'reset-password' | 'change-password';

/** Who keeps the password of whoever is signed in; null when that is a provider with pages of its own. */
export function findPasswordKeeper(
  { passwords }: IdentityCore,
  session: CurrentSession,
): PasswordProvider | null {
  if (passwords?.name === 'cognito') return session.provider === 'cognito' ? passwords : null;
  return session.hasCredential ? passwords : null;
}

export function createPasswordCalls(core: IdentityCore, flow: SignInFlow): Pick<IdentityCalls, Calls> {
  const { passwords, sessions } = core;

  function getPasswords(): PasswordProvider {
    if (passwords === null) throw noPasswordSignIn();
    return passwords;
  }

  const mailer = afterAnswer(core.mailer);
  const mailChanged = (email: string, firstName: string | null) =>
    mailer.post(passwordChangedMail({ to: email, firstName }));

  async function findOwner(email: string) {
    const { rows } = await core.database.asHome((connection) =>
      connection.query(
        'select auth_user_id as "authUserId", first_name as "firstName" from app_user where lower(email) = lower($1)',
        [email],
      ),
    );
    const found = rows[0] as { authUserId: string | null; firstName: string | null } | undefined;
    return found ?? { authUserId: null, firstName: null };
  }

  return {
    async 'forgot-password'({ email }, { address }) {
      const provider = getPasswords();
      await core.guesses.take('mail', { account: email, address, browser: null });
      await provider.forgotPassword(email);
      return { done: true };
    },

    async 'reset-password'({ email, code, token, password }, caller) {
      const { address } = caller;
      const provider = getPasswords();
      const reset = async (proof: ResetProof) =>
        (await provider.resetPassword(email, proof, password)) === 'RIGHT' ? true : null;
      // Nobody guesses the token of a link: it is counted nowhere, so that nobody can shut recovery.
      const right =
        token === undefined
          ? await core.takeGuess('reset', email, caller, () => reset({ code: code ?? '' }))
          : await reset({ token });
      if (right === null) throw wrongCode();
      const { authUserId, firstName } = await findOwner(email);
      if (authUserId !== null) {
        await sessions.endEverything(authUserId);
        await core.events.note({ authUserId, actor: email, event: 'password-reset', address });
      }
      // They have the mail: wrong guesses of the old password shut them out no longer.
      await core.guesses.clear('password', email);
      await core.guesses.clear('reset', email);
      mailChanged(email, firstName);
      return { done: true };
    },

    async 'change-password'({ password, newPassword }, caller: SignedInCaller) {
      const { session, address } = caller;
      const provider = findPasswordKeeper(core, session);
      if (provider === null) throw noPasswordHere();
      const { authUserId, email } = session;
      const right = await core.takeGuess('password', email, caller, async () =>
        (await provider.changePassword(session, password, newPassword)) ? true : null,
      );
      if (right === null) throw wrongPassword();
      await sessions.endEverything(authUserId);
      await core.events.note({ authUserId, actor: email, event: 'password-changed', address });
      mailChanged(email, (await findOwner(email)).firstName);
      const signInVersion = await sessions.findVersion(authUserId);
      if (signInVersion === null) throw sessionEnded();
      return flow.enter({ ...session, signInVersion }, session.secondFactor, caller);
    },
  };
}
