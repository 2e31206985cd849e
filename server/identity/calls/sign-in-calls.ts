import {
  noPasswordSignIn,
  notInvited,
  ticketOver,
  wrongCode,
  wrongCredentials,
} from '@rowhouse/domain/identity/rules.ts';
import { mailboxPath } from '../../platform/mail/mailbox-page.ts';
import type { SignInMethods } from '@rowhouse/domain/identity/auth-calls.ts';
import type { IdentityCalls } from '../identity.ts';
import { secondFactorOf } from './identity-core.ts';
import type { AwaitedCode, IdentityCore, ProvedPerson } from './identity-core.ts';
import type { PasswordProvider } from '../../platform/identity/identity-provider.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type Calls = 'methods' | 'sign-in' | 'verify-code' | 'new-password' | 'redeem';

/** Where the way to the provider's own pages begins. */
export const redirectStartPath = '/auth/oidc/start';

export const findSignInMethods = ({ config, mailer, passwords, redirect }: IdentityCore): SignInMethods => ({
  passwords: passwords !== null,
  // Without mail no code would come; a cloud provider mails its own.
  registration:
    passwords !== null && config.registration && (passwords.name !== 'embedded' || mailer.kind !== 'none'),
  provider: redirect === null ? null : { label: redirect.label, path: redirectStartPath },
  mailboxPath: mailer.mailbox === null ? null : mailboxPath,
});

export function createSignInCalls(core: IdentityCore, flow: SignInFlow): Pick<IdentityCalls, Calls> {
  const { passwords } = core;

  function getPasswords(): PasswordProvider {
    if (passwords === null) throw noPasswordSignIn();
    return passwords;
  }

  /** Beside the check, for known and unknown emails alike. */
  async function findSignInVersion(email: string): Promise<number | null> {
    const { rows } = await core.database.asHome((connection) =>
      connection.query('select sign_in_version from auth_user where email = $1', [email]),
    );
    return rows[0] === undefined ? null : Number(rows[0]['sign_in_version']);
  }

  /** The person, when the code is right; it is spent then. */
  async function checkCode(
    awaited: AwaitedCode,
    kind: 'TOTP' | 'BACKUP',
    code: string,
  ): Promise<ProvedPerson | null> {
    if (awaited.of === 'person') {
      const { person } = awaited;
      const factor = secondFactorOf(core, person.provider);
      const outcome = await (kind === 'TOTP'
        ? factor.spendTotp(person, code)
        : factor.spendBackupCode(person, code));
      return outcome === 'RIGHT' ? person : null;
    }
    if (kind === 'BACKUP') return null;
    const provider = getPasswords();
    const answer = await provider.answerTotp(awaited.challenge, code);
    if (answer.outcome === 'OVER') throw ticketOver();
    return answer.outcome === 'PROVED' ? flow.identify(answer, provider.name, null) : null;
  }

  return {
    methods: async () => findSignInMethods(core),

    async 'sign-in'({ email, password }, caller) {
      const provider = getPasswords();
      const goOn = await core.takeGuess('password', email, caller, async () => {
        const known = await findSignInVersion(email);
        const answer = await provider.checkPassword(email, password, caller.device);
        if (answer.outcome === 'WRONG') return null;
        if (answer.outcome !== 'PROVED') return () => flow.askFurther(answer, email, provider);
        const signInVersion = provider.name === 'embedded' ? known : null;
        const person = await flow.identify(answer, provider.name, signInVersion);
        return person && (() => flow.proceed(person, answer.secondFactor, caller));
      });
      if (goOn === null) throw wrongCredentials();
      return goOn();
    },

    async 'verify-code'({ ticket, kind, code, rememberDevice }, caller) {
      const awaited = await core.codeTickets.find(ticket);
      if (awaited === null) throw ticketOver();
      const email = awaited.of === 'person' ? awaited.person.email : awaited.email;
      const person = await core.takeGuess('second factor', email, caller, () =>
        checkCode(awaited, kind, code),
      );
      if (person === null) throw wrongCode();
      // Of two right codes at once, one signs in.
      if ((await core.codeTickets.spend(ticket)) === null) throw ticketOver();
      const event = kind === 'BACKUP' ? 'signed-in-backup-code' : 'signed-in';
      const answer = await flow.enter(person, true, caller, event);
      if (rememberDevice) await flow.rememberDevice(person, caller);
      return answer;
    },

    async 'new-password'({ ticket, password }, caller) {
      const awaited = await core.passwordTickets.find(ticket);
      if (awaited === null) throw ticketOver();
      const provider = getPasswords();
      // A password that the provider refuses leaves the ticket as it is.
      const answer = await provider.answerNewPassword(awaited.challenge, password);
      if ((await core.passwordTickets.spend(ticket)) === null || answer.outcome === 'WRONG')
        throw ticketOver();
      if (answer.outcome !== 'PROVED') return flow.askFurther(answer, awaited.email, provider);
      const person = await flow.identify(answer, provider.name, null);
      if (person === null) throw wrongCredentials();
      return flow.proceed(person, answer.secondFactor, caller);
    },

    async redeem({ ticket }, caller) {
      const proved = await core.redeemTickets.spend(ticket);
      if (proved === null) throw ticketOver();
      const person = await flow.identify(proved, 'oidc', null);
      if (person === null) throw notInvited();
      return flow.proceed(person, proved.secondFactor, caller);
    },
  };
}
