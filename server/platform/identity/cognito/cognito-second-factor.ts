import { secondFactorNotSetUp } from '@rowhouse/domain/identity/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { CognitoDevices } from './cognito-devices.ts';
import type { CognitoService } from './cognito-service.ts';
import { hasFactor, readTotpCode } from './cognito-factor.ts';
import type { CognitoTokens } from './cognito-tokens.ts';
import type { CodeOutcome, ProviderSession, SecondFactor } from '../identity-provider.ts';
import { writeTotpUri } from '../totp.ts';

const noBackupCodes = () =>
  new Refusal(
    'FORBIDDEN',
    'Your sign-in service has no backup codes. Keep a second authenticator app instead.',
  );

const wrongCodes = {
  CodeMismatchException: 'WRONG',
  EnableSoftwareTokenMFAException: 'WRONG',
  // 'Your software token has already been used once.'
  ExpiredCodeException: 'WRONG',
  // Nothing was set up that could be verified.
  InvalidParameterException: 'OVER',
} as const;

const off = { Enabled: false, PreferredMfa: false };

/** The pool's own second factor: secret and preference are kept there. */
export function createCognitoSecondFactor(parts: {
  service: CognitoService;
  tokens: CognitoTokens;
  devices: CognitoDevices;
}): SecondFactor {
  const { service, tokens } = parts;
  const { forgetAll, forgetAllOf, ...devices } = parts.devices;

  async function verifyCode(session: ProviderSession, typed: string): Promise<CodeOutcome> {
    const code = readTotpCode(typed);
    if (code === null) return 'WRONG';
    const AccessToken = await tokens.takeAccess(session);
    const answer = await service.ask(
      (client) => client.verifySoftwareToken({ AccessToken, UserCode: code }),
      wrongCodes,
    );
    if (typeof answer === 'string') return answer;
    return answer.Status === 'SUCCESS' ? 'RIGHT' : 'WRONG';
  }

  async function prefer(session: ProviderSession, preferred: boolean): Promise<void> {
    const AccessToken = await tokens.takeAccess(session);
    const SoftwareTokenMfaSettings = preferred ? { Enabled: true, PreferredMfa: true } : off;
    const answer = await service.ask(
      (client) => client.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings }),
      { InvalidParameterException: 'NOT_SET_UP' } as const,
    );
    if (answer === 'NOT_SET_UP' && preferred) throw secondFactorNotSetUp();
  }

  return {
    ...devices,
    hasBackupCodes: false,

    async isPreferred(session) {
      const AccessToken = await tokens.takeAccess(session);
      return hasFactor(await service.ask((client) => client.getUser({ AccessToken })));
    },

    async setUp(session) {
      const AccessToken = await tokens.takeAccess(session);
      const { SecretCode = '' } = await service.ask((client) =>
        client.associateSoftwareToken({ AccessToken }),
      );
      return { secret: SecretCode, uri: writeTotpUri('Rowhouse', session.email, SecretCode) };
    },

    async verify(session, code) {
      const outcome = await verifyCode(session, code);
      if (outcome === 'RIGHT') {
        // What was remembered under an older secret asks for a code of the new one.
        await forgetAll(session);
        await prefer(session, true);
      }
      return { outcome, backupCodes: [] };
    },

    async setPreferred(session, preferred) {
      if (!preferred) await forgetAll(session);
      await prefer(session, preferred);
    },

    spendTotp: verifyCode,
    spendBackupCode: async () => 'WRONG',
    newBackupCodes: async () => {
      throw noBackupCodes();
    },
    countBackupCodes: async () => null,

    async reset(session) {
      if (session.tokens !== null) {
        await forgetAll(session);
        return prefer(session, false);
      }
      // For somebody else, by the key of the installation: the person's own tokens are not at hand.
      const of = { UserPoolId: service.userPoolId, Username: session.email };
      await service.ask((client) =>
        client.adminSetUserMFAPreference({ ...of, SoftwareTokenMfaSettings: off }),
      );
      return forgetAllOf(session.email);
    },
  };
}
