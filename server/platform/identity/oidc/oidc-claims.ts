import { longestName } from '@rowhouse/domain/identity/limits.ts';
import { emailForm } from '@rowhouse/domain/identity/rules.ts';
import type { ProviderAccount } from '../identity-provider.ts';
import { noEmailTold } from './oidc-refusals.ts';

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The account that the claims speak of. Its key holds the issuer too: a subject is unique only with it, and an
 * installation that changes its provider must not take one's subject for another's.
 */
export function readOidcAccount(issuer: string, claims: Claims): ProviderAccount {
  const email = emailForm.safeParse(claims['email']);
  if (!email.success) throw noEmailTold();
  return {
    subject: `${issuer}#${String(claims['sub'])}`,
    email: email.data,
    emailVerified: isEmailVerified(issuer, claims),
    firstName: readName(claims['given_name']),
    lastName: readName(claims['family_name']),
  };
}

export const saysWhetherVerified = (claims: Claims): boolean =>
  claims['email_verified'] !== undefined || claims['xms_edov'] !== undefined;

/** With the person's claims from the userinfo endpoint; an email and its proof come from one and the same place. */
export function addUserInfo(claims: Claims, userInfo: Claims): Claims {
  if (userInfo['email'] === undefined) return claims;
  const { email_verified: _verified, xms_edov: _owned, ...others } = claims;
  return { ...others, ...userInfo };
}

/**
 * Entra never sends email_verified, and lets a tenant's administrator write any email: there alone, the optional claim
 * xms_edov says that the tenant owns the domain of the email.
 */
function isEmailVerified(issuer: string, claims: Claims): boolean {
  if (claims['email_verified'] !== undefined) return claims['email_verified'] === true;
  const owned = claims['xms_edov'];
  return (
    new URL(issuer).hostname === 'login.microsoftonline.com' &&
    (owned === true || owned === 1 || owned === '1' || owned === 'true')
  );
}

function readName(claim: unknown): string | null {
  const name = typeof claim === 'string' ? claim.trim().slice(0, longestName) : '';
  return name === '' ? null : name;
}

/** Methods of RFC 8176, by what they prove: something known, something had, something that one is. */
const kindOfMethod = new Map([
  ...['pwd', 'pin', 'kba'].map((method) => [method, 'known'] as const),
  ...['otp', 'hwk', 'swk', 'pop', 'sc', 'sms', 'tel'].map((method) => [method, 'had'] as const),
  ...['face', 'fpt', 'iris', 'retina', 'vbm'].map((method) => [method, 'is'] as const),
]);

/** Names of a whole sign-in that mean two factors wherever they are used; a number means something else everywhere. */
const twoFactorClasses = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'urn:okta:loa:2fa:any',
]);

/**
 * Whether the provider says that two factors of different kinds were proved. One alone (a code by mail, a key) is one
 * factor, whatever its strength; a provider that says nothing has proved one, and ours is asked for then.
 */
export function provedSecondFactor(claims: Claims): boolean {
  const { amr, acr } = claims as { amr?: unknown; acr?: unknown };
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  if (methods.includes('mfa')) return true;
  const kinds = new Set(methods.flatMap((method) => kindOfMethod.get(String(method)) ?? []));
  return kinds.size > 1 || (typeof acr === 'string' && twoFactorClasses.has(acr));
}
