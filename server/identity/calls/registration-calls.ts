import {
  accountExists,
  noPasswordSignIn,
  registrationClosed,
  wrongCode,
} from '@rowhouse/domain/identity/rules.ts';
import type { Identity, IdentityCalls } from '../identity.ts';
import type { IdentityCore, ProvedPerson } from './identity-core.ts';
import type { PasswordProvider, SignUp } from '../../platform/identity/identity-provider.ts';
import { findRegistered, putRegisteredPerson } from '../../platform/identity/embedded/registrations.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type Calls = 'confirm-registration' | 'resend-code' | 'invitation' | 'accept-invitation' | 'join-tenant';

export function createRegistrationCalls(
  core: IdentityCore,
  flow: SignInFlow,
): Pick<IdentityCalls, Calls> & Pick<Identity, 'signUp'> {
  const { database, guesses, invitations, passwords } = core;

  function getPasswords(): PasswordProvider {
    if (passwords === null) throw noPasswordSignIn();
    return passwords;
  }

  /** Whoever has the registration's id made it, or has given its password: with the code that is a sign-in. */
  async function findConfirmed(email: string): Promise<ProvedPerson | null> {
    const { rows } = await database.asHome((connection) =>
      connection.query('select id from auth_user where email = $1', [email]),
    );
    const subject = rows[0]?.['id'];
    if (typeof subject !== 'string') return null;
    const account = { subject, email, emailVerified: true, firstName: null, lastName: null };
    return flow.identify({ outcome: 'PROVED', account, secondFactor: false, tokens: null }, 'embedded', null);
  }

  return {
    async signUp(form, address) {
      if (passwords === null || !core.config.registration) throw registrationClosed();
      await guesses.take('mail', { account: form.email, address, browser: null });
      return passwords.signUp(form);
    },

    async 'confirm-registration'({ registrationId, code, signIn = false }, caller) {
      const provider = getPasswords();
      const registered = await findRegistered(database, registrationId);
      // By email: whoever asks for many registrations of it has no more guesses for that.
      const account = registered?.email ?? registrationId;
      const confirmed = await core.takeGuess('confirmation', account, caller, async () => {
        const outcome = await provider.confirmSignUp(registrationId, code);
        return outcome === 'RIGHT' ? registered : null;
      });
      if (confirmed === null) throw wrongCode();
      const person = await putRegisteredPerson(database, confirmed);
      if (person !== null) await invitations.acceptAllOf(person, confirmed.email);
      const owner = signIn && provider.name === 'embedded' ? await findConfirmed(confirmed.email) : null;
      return owner === null ? { done: true } : flow.proceed(owner, false, caller);
    },

    async 'resend-code'({ registrationId }, { address }) {
      const provider = getPasswords();
      const registered = await findRegistered(database, registrationId);
      await guesses.take('mail', { account: registered?.email ?? registrationId, address, browser: null });
      await provider.resendCode(registrationId);
      return { done: true };
    },

    async invitation({ token }) {
      const found = await invitations.find(token);
      const { tenantName, roleName, email, invitedBy, firstName, lastName } = found;
      const answer = { tenantName, roleName, email, invitedBy, firstName, lastName };
      return { ...answer, hasAccount: await core.hasAccount(email.toLowerCase()) };
    },

    async 'accept-invitation'({ token, password, firstName, lastName, phone }, caller) {
      const provider = getPasswords();
      const found = await invitations.find(token);
      const email = found.email.toLowerCase();
      if (await core.hasAccount(email)) throw accountExists();
      const form: SignUp = { email, password, firstName, lastName, phone };
      // The provider asks for a proof of its own; the invitation waits for it.
      if (provider.name !== 'embedded') {
        await guesses.take('mail', { account: email, address: caller.address, browser: null });
        return { outcome: 'CONFIRMATION_REQUIRED', ...(await provider.signUp(form)) };
      }
      const { userId, created } = await core.accounts.createAccount(email, password, {
        ...form,
        company: found.tenantName,
      });
      if (!created) throw accountExists();
      await invitations.accept(token, userId);
      const proved = await provider.checkPassword(email, password, null);
      const person = proved.outcome === 'PROVED' ? await flow.identify(proved, 'embedded', null) : null;
      if (person === null) throw accountExists();
      return flow.proceed(person, false, caller);
    },

    async 'join-tenant'({ token }, { session }) {
      const joined = await invitations.accept(token, session.userId);
      return { tenant: joined };
    },
  };
}
