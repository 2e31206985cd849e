import type {
  AuthenticationResultType,
  InitiateAuthCommandOutput,
  RespondToAuthChallengeCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { emailForm } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../../clock.ts';
import { beginDeviceProof } from './cognito-device-proof.ts';
import type { Device } from './cognito-device-proof.ts';
import { sealDevice, unsealDevice } from './cognito-device-seal.ts';
import { hasFactor, readTotpCode } from './cognito-factor.ts';
import { factorSetUpElsewhere, otherFactorAsked, serviceMisconfigured } from './cognito-refusals.ts';
import type { CognitoService } from './cognito-service.ts';
import { secretHashOf } from './cognito-tokens.ts';
import type { CognitoTokens } from './cognito-tokens.ts';
import type { PasswordAnswer, PasswordProvider, Proved, ProviderTokens } from '../identity-provider.ts';
import type { Secret } from '../../secret.ts';

type Answer = InitiateAuthCommandOutput | RespondToAuthChallengeCommandOutput;
/** How far a sign-in has come: the name that the pool gave the person, and what this browser was given before. */
type Standing = { readonly username: string; readonly device: Device | null; readonly secondFactor: boolean };

const challengeForm = z.strictObject({
  name: z.enum(['SOFTWARE_TOKEN_MFA', 'NEW_PASSWORD_REQUIRED']),
  username: z.string(),
  session: z.string(),
  device: z.string().nullable(),
});
type Challenge = z.output<typeof challengeForm>;

export type CognitoSignIn = Pick<PasswordProvider, 'checkPassword' | 'answerNewPassword' | 'answerTotp'>;

/** The pool answers a password with tokens, or with a challenge, whose answer may bring another. */
export function createCognitoSignIn(parts: {
  service: CognitoService;
  tokens: CognitoTokens;
  clock: Clock;
  secret: Secret;
}): CognitoSignIn {
  const { service, tokens, clock, secret } = parts;

  const respond = (
    challenge: {
      name: Challenge['name'] | 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER' | 'SELECT_MFA_TYPE';
    },
    session: string | undefined,
    username: string,
    responses: Readonly<Record<string, string>>,
  ) =>
    service.ask(
      (client) =>
        client.respondToAuthChallenge({
          ClientId: service.clientId,
          ChallengeName: challenge.name,
          Session: session,
          ChallengeResponses: { USERNAME: username, ...responses, ...secretHashOf(service, username) },
        }),
      {
        CodeMismatchException: 'WRONG',
        ExpiredCodeException: 'WRONG',
        NotAuthorizedException: 'OVER',
      } as const,
    );

  async function prove(result: AuthenticationResultType, standing: Standing): Promise<Proved> {
    const { IdToken, AccessToken, RefreshToken, NewDeviceMetadata } = result;
    if (IdToken === undefined || AccessToken === undefined) throw serviceMisconfigured();
    const id = await tokens.verify('id', IdToken);
    const access = await tokens.verify('access', AccessToken);
    const email = emailForm.safeParse(id['email']);
    if (id.sub === undefined || id.sub !== access.sub || !email.success) throw serviceMisconfigured();
    const deviceKey = NewDeviceMetadata?.DeviceKey ?? standing.device?.key;
    const deviceGroupKey = NewDeviceMetadata?.DeviceGroupKey ?? standing.device?.groupKey;
    const kept: ProviderTokens = {
      accessToken: AccessToken,
      username: typeof access['username'] === 'string' ? access['username'] : standing.username,
      ...(RefreshToken !== undefined && { refreshToken: RefreshToken }),
      ...(deviceKey !== undefined && deviceGroupKey !== undefined && { deviceKey, deviceGroupKey }),
    };
    return {
      outcome: 'PROVED',
      account: {
        subject: id.sub,
        email: email.data,
        emailVerified: id['email_verified'] === true,
        firstName: textOf(id['given_name']),
        lastName: textOf(id['family_name']),
      },
      secondFactor: standing.secondFactor,
      tokens: kept,
    };
  }

  /** A device stands in for the code only where the pool would ask for one otherwise. */
  async function asksForCode({ AccessToken }: AuthenticationResultType): Promise<boolean> {
    return hasFactor(await service.ask((client) => client.getUser({ AccessToken })));
  }

  /** Null when the device that the browser claims to be does not prove it. */
  async function proveDevice(answer: Answer, standing: Standing): Promise<Proved | null> {
    const { device, username } = standing;
    if (device === null) throw otherFactorAsked();
    const proof = beginDeviceProof(device);
    const asked = await respond({ name: 'DEVICE_SRP_AUTH' }, answer.Session, username, {
      DEVICE_KEY: device.key,
      SRP_A: proof.publicValue,
    });
    if (typeof asked === 'string' || asked.ChallengeName !== 'DEVICE_PASSWORD_VERIFIER') return null;
    const { SALT = '', SRP_B = '', SECRET_BLOCK = '' } = asked.ChallengeParameters ?? {};
    const said = { saltHex: SALT, publicHex: SRP_B, secretBlock: SECRET_BLOCK };
    const signed = proof.answer(said, clock.now());
    if (signed === null) return null;
    const proved = await respond({ name: 'DEVICE_PASSWORD_VERIFIER' }, asked.Session, username, {
      DEVICE_KEY: device.key,
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: signed.signature,
      TIMESTAMP: signed.timestamp,
    });
    if (typeof proved === 'string' || proved.AuthenticationResult === undefined) return null;
    const { AuthenticationResult } = proved;
    return prove(AuthenticationResult, {
      ...standing,
      secondFactor: standing.secondFactor || (await asksForCode(AuthenticationResult)),
    });
  }

  const carry = (name: Challenge['name'], answer: Answer, { username, device }: Standing): string =>
    JSON.stringify({
      name,
      username,
      session: answer.Session ?? '',
      device: device === null ? null : sealDevice(secret, device),
    } satisfies Challenge);

  /** What the pool's answer means; null when it fails by the device alone, so that it is worth a try without. */
  async function read(answer: Answer, before: Standing): Promise<PasswordAnswer | null> {
    const parameters = answer.ChallengeParameters ?? {};
    const standing = { ...before, username: parameters['USER_ID_FOR_SRP'] ?? before.username };
    if (answer.AuthenticationResult !== undefined) return prove(answer.AuthenticationResult, standing);
    switch (answer.ChallengeName) {
      case 'SOFTWARE_TOKEN_MFA':
        return { outcome: 'TOTP_REQUIRED', challenge: carry('SOFTWARE_TOKEN_MFA', answer, standing) };
      case 'NEW_PASSWORD_REQUIRED':
        return {
          outcome: 'NEW_PASSWORD_REQUIRED',
          challenge: carry('NEW_PASSWORD_REQUIRED', answer, standing),
        };
      case 'DEVICE_SRP_AUTH':
        return proveDevice(answer, standing);
      case 'SELECT_MFA_TYPE': {
        if (parameters['MFAS_CAN_CHOOSE']?.includes('SOFTWARE_TOKEN_MFA') !== true) throw otherFactorAsked();
        const chosen = await respond({ name: 'SELECT_MFA_TYPE' }, answer.Session, standing.username, {
          ANSWER: 'SOFTWARE_TOKEN_MFA',
        });
        return typeof chosen === 'string' ? { outcome: 'WRONG' } : read(chosen, standing);
      }
      case 'MFA_SETUP':
        throw factorSetUpElsewhere();
      default:
        throw otherFactorAsked();
    }
  }

  const initiate = (email: string, password: string, device: Device | null) =>
    service.ask(
      (client) =>
        client.initiateAuth({
          ClientId: service.clientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: {
            USERNAME: email,
            PASSWORD: password,
            ...secretHashOf(service, email),
            ...(device !== null && { DEVICE_KEY: device.key }),
          },
        }),
      {
        NotAuthorizedException: 'WRONG',
        UserNotFoundException: 'WRONG',
        // Of a password that is too short to be anybody's.
        InvalidPasswordException: 'WRONG',
        UserNotConfirmedException: 'CONFIRMATION_REQUIRED',
        ...(device !== null && { ResourceNotFoundException: 'NO_SUCH_DEVICE' }),
      } as const,
    );

  async function checkPassword(
    email: string,
    password: string,
    token: string | null,
  ): Promise<PasswordAnswer> {
    const device = unsealDevice(secret, token);
    const answer = await initiate(email, password, device);
    if (answer === 'WRONG' || answer === 'CONFIRMATION_REQUIRED') return { outcome: answer };
    const standing: Standing = { username: email, device, secondFactor: false };
    const meaning = typeof answer === 'string' ? null : await read(answer, standing);
    if (meaning !== null) return meaning;
    return device === null ? { outcome: 'WRONG' } : checkPassword(email, password, null);
  }

  return {
    checkPassword,

    async answerNewPassword(text, password) {
      const { username, session, device } = readChallenge(text, 'NEW_PASSWORD_REQUIRED');
      const answer = await respond({ name: 'NEW_PASSWORD_REQUIRED' }, session, username, {
        NEW_PASSWORD: password,
      });
      if (typeof answer === 'string') return { outcome: 'WRONG' };
      const standing = { username, device: unsealDevice(secret, device), secondFactor: false };
      return (await read(answer, standing)) ?? { outcome: 'WRONG' };
    },

    async answerTotp(text, typed) {
      const code = readTotpCode(typed);
      if (code === null) return { outcome: 'WRONG' };
      const { username, session, device: token } = readChallenge(text, 'SOFTWARE_TOKEN_MFA');
      const device = unsealDevice(secret, token);
      const answer = await respond({ name: 'SOFTWARE_TOKEN_MFA' }, session, username, {
        SOFTWARE_TOKEN_MFA_CODE: code,
        ...(device !== null && { DEVICE_KEY: device.key }),
      });
      if (typeof answer === 'string') return { outcome: answer };
      const meaning = await read(answer, { username, device, secondFactor: true });
      return meaning?.outcome === 'PROVED' ? meaning : { outcome: 'OVER' };
    },
  };
}

function readChallenge(text: string, name: Challenge['name']): Challenge {
  const challenge = challengeForm.parse(JSON.parse(text));
  if (challenge.name !== name) throw new Error(`A challenge of ${challenge.name} was answered as ${name}.`);
  return challenge;
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;
