import { randomBytes } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { deriveKey, deriveKeys } from '../platform/secret.ts';
import type { Secret } from '../platform/secret.ts';
import { decodeJson, encodeJson, signText, verifyTextOf } from './signed-text.ts';

/**
 * A grant is what a link carries in place of tokens: one purpose, what it opens, and a short life. Access is asked
 * when it is made. Each has an id of its own, so that whoever must can spend it once.
 */
export type Grants = {
  signGrant(purpose: string, payload: Readonly<Record<string, unknown>>, ttlMs: number): string;
  /** Null when forged, made for another purpose, or over. */
  verifyGrant(purpose: string, grant: string): Grant | null;
};

export type Grant = {
  readonly id: string;
  readonly expiresAtMs: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

const longestGrant = 4096;

export function createGrants(options: { secret: Secret; clock: Clock }): Grants {
  const { clock } = options;
  const purposeOf = (purpose: string) => `grant ${purpose}`;
  return {
    signGrant: (purpose, payload, ttlMs) => {
      const id = randomBytes(12).toString('base64url');
      return signText(
        deriveKey(options.secret, purposeOf(purpose)),
        encodeJson({ id, expiresAtMs: clock.now() + ttlMs, payload }),
      );
    },
    verifyGrant: (purpose, grant) => {
      if (grant.length > longestGrant) return null;
      const text = verifyTextOf(deriveKeys(options.secret, purposeOf(purpose)), grant);
      const read = text === null ? null : (decodeJson(text) as Grant | null);
      return read !== null && read.expiresAtMs > clock.now() ? read : null;
    },
  };
}
