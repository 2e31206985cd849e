import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../platform/secret.ts';

/**
 * Browsers that have signed in to an account, by a cookie that nobody else can make (OWASP: device cookies). It opens
 * nothing: guesses from such a browser are counted for it alone, so that strangers' guesses do not shut its person out.
 */
export type KnownBrowsers = {
  /** A browser may know several accounts: each has a cookie of its own. */
  cookieOf(email: string): string;
  create(email: string): string;
  /** What tells the browser from others of the account, or null for a cookie that was not made here, for this email. */
  recognise(email: string, cookie: string | null): string | null;
};

export function createKnownBrowsers(secret: string): KnownBrowsers {
  const key = deriveKey(secret, 'known browsers');
  const sign = (email: string, name: string) =>
    createHmac('sha256', key).update(`${email} ${name}`).digest('base64url');

  return {
    cookieOf: (email) => `rh_browser_${createHash('sha256').update(email).digest('base64url').slice(0, 12)}`,
    create(email) {
      const name = randomBytes(16).toString('base64url');
      return `${name}.${sign(email, name)}`;
    },
    recognise(email, cookie) {
      const [name = '', signature = '', more] = (cookie ?? '').split('.');
      const expected = Buffer.from(sign(email, name));
      const given = Buffer.from(signature);
      const isGenuine =
        more === undefined && given.length === expected.length && timingSafeEqual(given, expected);
      return isGenuine ? name : null;
    },
  };
}
