import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { ConfigError } from '../../config.ts';
import type { Config } from '../../config.ts';

/** Passwords that were stolen somewhere, as whoever runs the installation has them in a file. */
export type BreachedPasswords = { has(password: string): Promise<boolean> };

const hashLength = 40;
const hashLine = /^[\dA-F]{40}(:\d+)?\s*$/i;
/** The longest line is a hash with how often it was seen, and its end. */
const longestLine = 80;

/**
 * The list of Pwned Passwords in the order of its hashes: SHA-1, which is theirs, one a line. It has tens of gigabytes,
 * so it is searched where it stands, by halves; no part of a password leaves the server.
 */
async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const first = await inFile(path, (file) => readLine(file, 0)).catch((error: unknown) => {
    throw notReadable(path, error instanceof Error ? error.message : 'it cannot be opened');
  });
  if (!hashLine.test(first)) throw notReadable(path, 'its first line is no SHA-1 hash');
  return {
    has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      return inFile(path, async (file) => holds(file, (await file.stat()).size, hash));
    },
  };
}

/** That of the configuration, if it names one. */
export const openConfiguredBreaches = async ({
  breachedPasswords,
}: Pick<Config, 'breachedPasswords'>): Promise<BreachedPasswords | undefined> =>
  breachedPasswords === undefined ? undefined : openBreachedPasswords(breachedPasswords);

async function holds(file: FileHandle, size: number, hash: string): Promise<boolean> {
  // What is looked for begins in [low, high), if it is there.
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = await findLineStart(file, middle, low);
    const line = await readLine(file, start);
    const found = line.slice(0, hashLength).toUpperCase();
    if (found === hash) return true;
    if (found < hash) low = start + line.length;
    else high = start;
  }
  return false;
}

/** Where the line begins in which that place is; never before `low`, where one begins. */
async function findLineStart(file: FileHandle, place: number, low: number): Promise<number> {
  const from = Math.max(low, place - longestLine);
  const before = await readText(file, from, place - from);
  const end = before.lastIndexOf('\n');
  return end === -1 ? from : from + end + 1;
}

/** With its end. */
async function readLine(file: FileHandle, start: number): Promise<string> {
  const text = await readText(file, start, longestLine);
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end + 1);
}

async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

async function inFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const notReadable = (path: string, why: string) =>
  new ConfigError(
    `BREACHED_PASSWORDS is not usable: ${path} must be a list of SHA-1 hashes in their order, one a line (${why}).`,
  );
