import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { CognitoConfig } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { createCognitoDevices } from './cognito-devices.ts';
import { createCognitoRegistrations } from './cognito-registrations.ts';
import { createCognitoSecondFactor } from './cognito-second-factor.ts';
import { createCognitoService } from './cognito-service.ts';
import { createCognitoSignIn } from './cognito-sign-in.ts';
import { createCognitoTokens } from './cognito-tokens.ts';
import type { CodeOutcome, PasswordAnswer, PasswordProvider } from '../identity-provider.ts';
import type { Secret } from '../../secret.ts';

export type CognitoProviderParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: Secret;
};

const codeOutcomes: Readonly<Record<string, CodeOutcome>> = {
  CodeMismatchException: 'WRONG',
  // Of people that the pool does not have: it says either.
  UserNotFoundException: 'WRONG',
  ExpiredCodeException: 'OVER',
};

/**
 * Passwords, codes and second factor kept by an Amazon Cognito user pool, whose users sign in by email. Calls whose
 * time could tell whether an email is known go on after the answer; what becomes of them stands in the log.
 */
export function createCognitoProvider(
  config: CognitoConfig,
  parts: CognitoProviderParts,
): PasswordProvider & {
  /** Waits for what goes on after the answers. */
  settle(): Promise<void>;
} {
  const { clock, log, secret } = parts;
  const service = createCognitoService(config, parts);
  const tokens = createCognitoTokens(config, { service, clock, log });
  const registrations = createCognitoRegistrations(parts);
  const signIn = createCognitoSignIn({ service, tokens, clock, secret });
  const devices = createCognitoDevices({ service, tokens, secret, log });
  const underWay = new Set<Promise<void>>();

  async function logFailure(what: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, `${what} failed at Cognito`);
    }
  }

  function goOn(what: string, work: Promise<unknown>): void {
    const going = logFailure(what, work).finally(() => underWay.delete(going));
    underWay.add(going);
  }

  /** What every call about a user without a token begins with. */
  const about = (email: string) => ({
    ClientId: service.clientId,
    Username: email,
    ...hashOf(service.secretHash(email)),
  });

  const resend = (email: string) =>
    service.ask((client) => client.resendConfirmationCode(about(email)), {
      UserNotFoundException: null,
      // It is confirmed already.
      InvalidParameterException: null,
    });

  /** The pool has a user of this email: it is the same person's only if the password is the same. */
  async function claim(registrationId: string, email: string, password: string): Promise<void> {
    const answer = await signIn.checkPassword(email, password, null);
    if (answer.outcome !== 'CONFIRMATION_REQUIRED') return;
    await registrations.own(registrationId);
    await resend(email);
  }

  return {
    name: 'cognito',
    answerNewPassword: signIn.answerNewPassword,
    answerTotp: signIn.answerTotp,
    secondFactor: createCognitoSecondFactor({ service, tokens, devices }),

    async checkPassword(email, password, device): Promise<PasswordAnswer> {
      const answer = await signIn.checkPassword(email, password, device);
      // Who signed up elsewhere, or too long ago, has no registration here; the password was right.
      if (answer.outcome === 'CONFIRMATION_REQUIRED' && (await registrations.findWaiting(email)) === null) {
        await registrations.open({ email, firstName: '', lastName: '', phone: null }, true);
      }
      return answer;
    },

    async signUp({ password, ...form }) {
      const answer = await service.ask(
        (client) =>
          client.signUp({
            ...about(form.email),
            Password: password,
            UserAttributes: [
              { Name: 'email', Value: form.email },
              { Name: 'given_name', Value: form.firstName },
              { Name: 'family_name', Value: form.lastName },
            ],
          }),
        { UsernameExistsException: null, AliasExistsException: null },
      );
      const registrationId = await registrations.open(form, answer !== null);
      if (answer === null) goOn('a second sign-up', claim(registrationId, form.email, password));
      return { registrationId };
    },

    async confirmSignUp(registrationId, code) {
      const email = await registrations.findEmail(registrationId);
      if (email === null) return 'WRONG';
      const answer = await service.ask(
        (client) => client.confirmSignUp({ ...about(email), ConfirmationCode: withoutSpaces(code) }),
        { ...codeOutcomes, NotAuthorizedException: 'OVER', AliasExistsException: 'OVER' } as const,
      );
      if (typeof answer === 'string') return answer;
      await registrations.confirm(registrationId);
      return 'RIGHT';
    },

    async resendCode(registrationId) {
      const email = await registrations.findEmail(registrationId);
      if (email !== null) goOn('sending a code again', resend(email));
    },

    findRegistration: (email) => registrations.findWaiting(email),

    async forgotPassword(email) {
      const forgotten = service.ask((client) => client.forgotPassword(about(email)), {
        UserNotFoundException: null,
        // Without a verified email, disabled, or not yet with a password of their own: no code could come.
        InvalidParameterException: null,
        NotAuthorizedException: null,
      });
      goOn('mailing a code for a new password', forgotten);
    },

    async resetPassword(email, proof, password) {
      // Its own mails carry no link of ours.
      if ('token' in proof) return 'WRONG';
      const { code } = proof;
      const answer = await service.ask(
        (client) =>
          client.confirmForgotPassword({
            ...about(email),
            ConfirmationCode: withoutSpaces(code),
            Password: password,
          }),
        { ...codeOutcomes, NotAuthorizedException: 'WRONG', UserNotConfirmedException: 'WRONG' } as const,
      );
      return typeof answer === 'string' ? answer : 'RIGHT';
    },

    async changePassword(session, password, newPassword) {
      const AccessToken = await tokens.takeAccess(session);
      const answer = await service.ask(
        (client) =>
          client.changePassword({ AccessToken, PreviousPassword: password, ProposedPassword: newPassword }),
        { NotAuthorizedException: null },
      );
      if (answer === null) return false;
      await logFailure('forgetting devices', devices.forgetAll(session));
      return true;
    },

    async signOutEverywhere(session) {
      // Without tokens that still open something there is nothing open at the pool that came from here.
      const AccessToken = await tokens.takeAccess(session).catch(nullWhenEnded);
      if (AccessToken === null) return;
      await service.ask((client) => client.globalSignOut({ AccessToken }), { NotAuthorizedException: null });
    },

    async settle() {
      await Promise.all(underWay);
    },
  };
}

function nullWhenEnded(error: unknown): null {
  if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') return null;
  throw error;
}

const withoutSpaces = (code: string): string => code.replace(/\s/g, '');

const hashOf = (hash: string | undefined): { SecretHash?: string } =>
  hash === undefined ? {} : { SecretHash: hash };
