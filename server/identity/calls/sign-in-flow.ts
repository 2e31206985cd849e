import type { SignInAnswer } from '@rowhouse/domain/identity/auth-calls.ts';
import type { IdentityEventName } from '@rowhouse/domain/identity/events.ts';
import { knownBrowserLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { maySkipMfa, ticketOver, wrongCredentials } from '@rowhouse/domain/identity/rules.ts';
import { describeDevice } from '../describe-device.ts';
import type { Caller } from '../identity.ts';
import { secondFactorOf } from './identity-core.ts';
import type { IdentityCore, ProvedPerson } from './identity-core.ts';
import type { PasswordAnswer, PasswordProvider, Proved } from '../../platform/identity/identity-provider.ts';
import type { SessionProvider } from '../sessions.ts';

/** From whatever was proved to a session, or to the ticket for the next step. */
export type SignInFlow = {
  /**
   * The person, or null when they may not enter. `signInVersion`: as it was before the password was looked at; null
   * where the provider alone knows passwords.
   */
  identify(
    proved: Proved,
    provider: SessionProvider,
    signInVersion: number | null,
  ): Promise<ProvedPerson | null>;
  /** After the first proof; `provedBoth`: the provider has asked for the second one as well. */
  proceed(person: ProvedPerson, provedBoth: boolean, caller: Caller): Promise<SignInAnswer>;
  /** What the provider asks for before it says who it is. */
  askFurther(
    answer: Exclude<PasswordAnswer, { outcome: 'WRONG' | 'PROVED' }>,
    email: string,
    provider: PasswordProvider,
  ): Promise<SignInAnswer>;
  /** A session: refuses when the account has changed since. */
  enter(
    person: ProvedPerson,
    secondFactor: boolean,
    caller: Caller,
    event?: IdentityEventName,
  ): Promise<SignInAnswer>;
  /** From here on the browser skips the code. */
  rememberDevice(person: Omit<ProvedPerson, 'signInVersion'>, caller: Caller): Promise<void>;
};

export function createSignInFlow(core: IdentityCore): SignInFlow {
  async function identify(
    proved: Proved,
    provider: SessionProvider,
    signInVersion: number | null,
  ): Promise<ProvedPerson | null> {
    const found = await core.matchPerson(provider, proved.account);
    if (!found.isEnabled) return null;
    return {
      authUserId: found.authUserId,
      email: found.email,
      provider,
      tokens: proved.tokens,
      signInVersion: signInVersion ?? found.signInVersion,
    };
  }

  /** Strangers' guesses do not shut this browser out from now on. */
  function keepBrowser(email: string, caller: Caller): void {
    const name = core.browsers.cookieOf(email);
    const known = core.browsers.recognise(email, caller.readCookie(name));
    const cookie = known === null ? core.browsers.create(email) : core.browsers.renew(email, known);
    caller.keepCookie(name, cookie, knownBrowserLifetimeMs);
  }

  async function enter(
    person: ProvedPerson,
    secondFactor: boolean,
    caller: Caller,
    event: IdentityEventName = 'signed-in',
  ): Promise<SignInAnswer> {
    const { authUserId, email } = person;
    const { address, userAgent } = caller;
    const opened = await core.sessions.open({ ...person, secondFactor, address, userAgent });
    if (opened === null) throw ticketOver();
    if (caller.formerSession !== null) await core.sessions.end(caller.formerSession);
    keepBrowser(email, caller);
    const details = { device: describeDevice(userAgent) };
    await core.events.note({ authUserId, actor: email, event, address, details });
    const issued = core.tokens.issueService(opened.signedIn);
    const answer = { serviceToken: issued.token, expiresAt: issued.expiresAt, email };
    // A demo account is everybody's: it is not asked for a phone that only one of them has (docs/security.md).
    if (secondFactor || opened.isDemo) return { outcome: 'SIGNED_IN', ...answer };
    const maySkip = maySkipMfa(opened.mfaSkips, email === core.config.mfaSkipExemptEmail);
    return { outcome: 'TOTP_SETUP_NEEDED', maySkip, ...answer };
  }

  async function proceed(person: ProvedPerson, provedBoth: boolean, caller: Caller): Promise<SignInAnswer> {
    if (provedBoth) return enter(person, true, caller);
    const factor = secondFactorOf(core, person.provider);
    if (!(await factor.isPreferred(person))) return enter(person, false, caller);
    const isKnown = caller.device !== null && (await factor.isRemembered(person, caller.device));
    if (isKnown) return enter(person, true, caller);
    const ticket = await core.codeTickets.create({ of: 'person', person });
    return { outcome: 'TOTP_REQUIRED', ticket, backupCodes: factor.hasBackupCodes };
  }

  return {
    identify,
    proceed,
    enter,

    async askFurther(answer, email, provider) {
      switch (answer.outcome) {
        case 'TOTP_REQUIRED': {
          const { challenge } = answer;
          const ticket = await core.codeTickets.create({ of: 'provider', email, challenge });
          const { hasBackupCodes } = provider.secondFactor;
          return { outcome: 'TOTP_REQUIRED', ticket, backupCodes: hasBackupCodes };
        }
        case 'NEW_PASSWORD_REQUIRED': {
          const ticket = await core.passwordTickets.create({ email, challenge: answer.challenge });
          return { outcome: 'NEW_PASSWORD_REQUIRED', ticket };
        }
        case 'CONFIRMATION_REQUIRED': {
          const registrationId = await provider.findRegistration(email);
          if (registrationId === null) throw wrongCredentials();
          return { outcome: 'CONFIRMATION_REQUIRED', registrationId };
        }
      }
    },

    async rememberDevice(person, caller) {
      const { address, userAgent } = caller;
      const device = { name: describeDevice(userAgent), address };
      const token = await secondFactorOf(core, person.provider).rememberDevice(person, device);
      if (token === null) return;
      caller.keepDevice(token);
      const { authUserId, email } = person;
      await core.events.note({ authUserId, actor: email, event: 'device-remembered', address });
    },
  };
}
