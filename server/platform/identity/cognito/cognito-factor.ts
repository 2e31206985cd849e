import type { GetUserCommandOutput } from '@aws-sdk/client-cognito-identity-provider';

/** Whether the pool asks the user for a code of an authenticator app. */
export const hasFactor = (
  user: Pick<GetUserCommandOutput, 'PreferredMfaSetting' | 'UserMFASettingList'>,
): boolean =>
  user.PreferredMfaSetting === 'SOFTWARE_TOKEN_MFA' ||
  user.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') === true;

/** The service takes digits alone, and calls everything else a mistake of ours. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}
