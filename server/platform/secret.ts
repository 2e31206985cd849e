import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';

/**
 * The secret behind every token and link. Without one in the environment it is made once and kept beside the data,
 * readable by its owner alone; two processes that start together agree on the first one written.
 */
export function readSecret(
  config: Pick<Config, 'secret' | 'dataDir'> & Partial<Pick<Config, 'secretBefore'>>,
): Secret {
  const current = readCurrent(config);
  if (config.secretBefore === undefined) return current;
  if (config.secretBefore === current)
    throw new ConfigError('SECRET_BEFORE is the secret that is in use: it is to be the one before it.');
  return { current, before: config.secretBefore };
}

function readCurrent(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret !== undefined) return config.secret;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const path = join(config.dataDir, 'secret');
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const kept = readIfThere(path);
  if (kept !== null) return usable(kept, path);
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return usable(readFileSync(path, 'utf8').trim(), path);
}

/**
 * What everything is signed and sealed with; while it is being changed, with the one before it, which opens and
 * verifies still and makes nothing new (decision 153).
 */
export type Secret = string | { readonly current: string; readonly before: string };

/** That of now, and then the one before it where there is one. */
const secretsOf = (secret: Secret): readonly string[] =>
  typeof secret === 'string' ? [secret] : [secret.current, secret.before];

const keyOf = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'rowhouse', use, 32));

/** One key for one use: what is signed for a link is no token, and the other way round. */
export const deriveKey = (secret: Secret, use: string): Buffer => keyOf(secretsOf(secret)[0] ?? '', use);

/** Those with which something may have been signed that still counts; the first one signs. */
export const deriveKeys = (secret: Secret, use: string): readonly Buffer[] =>
  secretsOf(secret).map((each) => keyOf(each, use));

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Unreadable to whoever has not the secret, and useless in another place than the one named by its use. */
export function seal(secret: Secret, use: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, deriveKey(secret, `seal ${use}`), nonce);
  const sealed = [nonce, sealing.update(text, 'utf8'), sealing.final()];
  return Buffer.concat([...sealed, sealing.getAuthTag()]).toString('base64url');
}

/** What was sealed for this use, or null when it was not, or was changed since. */
export function unseal(secret: Secret, use: string, sealed: string): string | null {
  for (const key of deriveKeys(secret, `seal ${use}`)) {
    const text = openSealed(key, sealed);
    if (text !== null) return text;
  }
  return null;
}

function openSealed(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  // One spelling only: base64url decoding forgives stray characters.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) return null;
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function usable(secret: string, path: string): string {
  if (secret.length >= 32) return secret;
  throw new ConfigError(
    `The secret in ${path} is too short. Put the right one back. Or let SECRET_BEFORE name the one before it (docs/operating.md).`,
  );
}
