import { createHmac, randomInt } from 'node:crypto';
import { deriveKey } from '../../secret.ts';
import type { Secret } from '../../secret.ts';

/** Six digits, to be read in a mail and typed. */
export type MailedCodes = {
  create(): string;
  /** Keyed, and of what the code belongs to: a million codes can be searched by whoever has a copy of the table. */
  hash(owner: string, code: string): string;
};

export function createMailedCodes(secret: Secret): MailedCodes {
  const key = deriveKey(secret, 'mailed codes');
  return {
    create: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (owner, code) =>
      createHmac('sha256', key)
        .update(`${owner} ${code.replace(/\s/g, '')}`)
        .digest('base64url'),
  };
}
