import { createHmac, randomBytes } from 'node:crypto';
import { backupCodeCount } from '@rowhouse/domain/identity/limits.ts';

// Crockford's 32: no I, L, O and U, so that what is read from paper is what was written.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 10;

/** In the form XXXXX-XXXXX: 50 bits each. */
export const newBackupCodes = (): string[] => Array.from({ length: backupCodeCount }, newBackupCode);

function newBackupCode(): string {
  const letters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** One spelling of what was typed: hyphens, spaces, small letters and look-alikes do not matter. */
const canonicalCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');

/** Keyed: 50 bits can be searched by whoever has only a copy of the table. */
export const hashBackupCode = (key: Buffer, authUserId: string, typed: string): string =>
  createHmac('sha256', key)
    .update(`${authUserId} ${canonicalCode(typed)}`)
    .digest('base64url');
