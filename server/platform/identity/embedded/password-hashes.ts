import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createTurnstile } from './turnstile.ts';

// argon2id as OWASP asks for it: 19 MiB, two passes, one lane. Hashes of the older kind, scrypt as `salt:key`, are
// still right; whoever signs in with one is told so, and gets a new one.

const memoryKib = 19_456;
const passes = 2;
const nonceBytes = 16;
const tagBytes = 32;
const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1`;

/** One at a time in this process, so that many who sign in do not slow down those who work. */
const turnstile = createTurnstile(100);

export type PasswordCheck = { readonly isRight: boolean; readonly isOutdated: boolean };

/** Refuses as UNAVAILABLE when too many wait already; so does `verifyPassword`. */
export const hashPassword = (password: string): Promise<string> =>
  turnstile.pass(async () => {
    const nonce = randomBytes(nonceBytes);
    return `${prefix}$${encode(nonce)}$${encode(await deriveArgon2(password, nonce))}`;
  });

/** Without a hash it costs the same, and is wrong. */
export function verifyPassword(password: string, hash: string | null): Promise<PasswordCheck> {
  const [, nonce, tag] = argon2Form.exec(hash ?? nobody) ?? [];
  if (hash !== null && (nonce === undefined || tag === undefined)) return verifyScrypt(password, hash);
  return turnstile.pass(async () => ({
    isRight: isSame(await deriveArgon2(password, decode(nonce)), decode(tag)) && hash !== null,
    isOutdated: false,
  }));
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const decode = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64');
const argon2Form = new RegExp(
  `^${prefix.replaceAll('$', '\\$')}\\$([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})$`,
);
const nobody = `${prefix}$${encode(randomBytes(nonceBytes))}$${encode(randomBytes(tagBytes))}`;

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

const deriveArgon2 = (password: string, nonce: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: password.normalize('NFKC'),
        nonce,
        parallelism: 1,
        tagLength: tagBytes,
        memory: memoryKib,
        passes,
      },
      (error, tag) => (error === null ? resolve(tag) : reject(error)),
    );
  });

const scryptCost = { N: 16_384, r: 16, p: 1, maxmem: 67_108_864 };

function verifyScrypt(password: string, hash: string): Promise<PasswordCheck> {
  const [, salt, key] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('A stored password hash is of no known form.');
  return turnstile.pass(async () => ({
    isRight: isSame(await deriveScrypt(password, salt), Buffer.from(key, 'hex')),
    isOutdated: true,
  }));
}

const deriveScrypt = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, scryptCost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
