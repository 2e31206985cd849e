import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app reads it: other numbers in the URI are ignored by some. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Steps to either side: a clock that is a little off, and the time that typing takes. */
const window = 1;

export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What the QR picture says. */
export const writeTotpUri = (issuer: string, email: string, secret: string): string =>
  new TOTP({ ...shape, issuer, label: email, secret }).toString();

/** The step that the code belongs to, or null when it is of none that is near. */
export function findStep(secret: string, code: string, nowMs: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const given = { ...shape, secret: Secret.fromBase32(secret), timestamp: nowMs };
  const delta = TOTP.validate({ ...given, token, window });
  return delta === null ? null : TOTP.counter(given) + delta;
}
