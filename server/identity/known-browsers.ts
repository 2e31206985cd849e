import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from '../platform/secret.ts';
import type { Secret } from '../platform/secret.ts';

/**
 * Browsers that have signed in to an account, by a cookie that nobody else can make (OWASP: device cookies). It opens
 * nothing: guesses from such a browser are counted for it alone, so that strangers' guesses do not shut its person out.
 */
export type KnownBrowsers = {
  /** A browser may know several accounts: each has a cookie of its own. */
  cookieOf(email: string): string;
  create(email: string): string;
  /** Of one that is known, signed as cookies are now. */
  renew(email: string, browser: string): string;
  /** What tells the browser from others of the account, or null for a cookie that was not made here, for this email. */
  recognise(email: string, cookie: string | null): string | null;
};

export function createKnownBrowsers(secret: Secret): KnownBrowsers {
  const keys = deriveKeys(secret, 'known browsers');
  /** By each key that counts, the one of now first. */
  const sign = (email: string, name: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${email} ${name}`).digest('base64url'));

  const write = (email: string, name: string) => `${name}.${sign(email, name)[0] ?? ''}`;

  return {
    cookieOf: (email) => `rh_browser_${createHash('sha256').update(email).digest('base64url').slice(0, 12)}`,
    create: (email) => write(email, randomBytes(16).toString('base64url')),
    renew: write,
    recognise(email, cookie) {
      const [name = '', signature = '', more] = (cookie ?? '').split('.');
      const given = Buffer.from(signature);
      const isGenuine = sign(email, name).some((each) => {
        const expected = Buffer.from(each);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isGenuine && more === undefined ? name : null;
    },
  };
}
