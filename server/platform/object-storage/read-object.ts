// Reading from a storage that may be slow, silent or broken: whoever reads is never left waiting for good, and nothing
// stays open when they stop.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ObjectStorage } from './object-storage.ts';

export type ReadingTerms = {
  /** How long the storage may say nothing. */
  readonly silenceMs: number;
  /** Aborted when nobody wants it any more. */
  readonly signal: AbortSignal;
};

export type MeasuredObject = { readonly sizeBytes: number; readonly crc32: number; readonly sha256: string };

export class StorageSilent extends Error {}

/** Whether there is such an object. Throws when the storage does not say. */
export async function objectStands(
  storage: ObjectStorage,
  key: string,
  terms: ReadingTerms,
): Promise<boolean> {
  const content = await openInTime(storage, key, terms);
  if (content !== null) discard(content);
  return content !== null;
}

/** How long the object is, as the storage says; null when there is none. Throws when the storage does not say. */
export async function sizeOfObject(
  storage: ObjectStorage,
  key: string,
  terms: ReadingTerms,
): Promise<number | null> {
  let sizeBytes: number | null = null;
  const told: ObjectStorage = {
    ...storage,
    open: async (asked) => {
      const opened = await storage.open(asked);
      sizeBytes = opened?.sizeBytes ?? null;
      return opened;
    },
  };
  const content = await openInTime(told, key, terms);
  if (content !== null) discard(content);
  return sizeBytes;
}

/** Its beginning, or the whole of a shorter one; null when there is no such object. Throws when it cannot be read. */
export async function headOfObject(
  storage: ObjectStorage,
  key: string,
  headBytes: number,
  terms: ReadingTerms,
): Promise<Buffer | null> {
  const ranged: ObjectStorage = {
    ...storage,
    open: (asked) => storage.open(asked, { first: 0, last: headBytes - 1 }),
  };
  const content = await openInTime(ranged, key, terms);
  if (content === null) return null;
  const parts: Buffer[] = [];
  let length = 0;
  // A storage that sends more than was asked for is not listened to.
  for await (const chunk of chunksOf(content, terms)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= headBytes) break;
  }
  return Buffer.concat(parts).subarray(0, headBytes);
}

/** Reads it to its end and keeps nothing of it; null when there is no such object. Throws when it cannot be read. */
export async function measureObject(
  storage: ObjectStorage,
  key: string,
  terms: ReadingTerms,
): Promise<MeasuredObject | null> {
  const content = await openInTime(storage, key, terms);
  if (content === null) return null;
  const hash = createHash('sha256');
  let sum = 0;
  let sizeBytes = 0;
  for await (const chunk of chunksOf(content, terms)) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, crc32: sum, sha256: hash.digest('hex') };
}

/**
 * The object as it was measured. A reading that breaks off is taken up once, where it stopped; throws when that
 * breaks off too, and when the object is not what it was.
 */
export async function* readMeasured(
  storage: ObjectStorage,
  key: string,
  measured: MeasuredObject,
  terms: ReadingTerms,
): AsyncGenerator<Buffer> {
  let sent = 0;
  let sum = 0;
  for (let attempt = 1; attempt <= 2 && sent < measured.sizeBytes; attempt += 1) {
    const rest = restOf(storage, key, sent, terms);
    try {
      for (;;) {
        // Only the storage's faults are caught, not those of whoever reads on.
        const next = await rest.next().catch((error: unknown) => {
          if (attempt === 2 || terms.signal.aborted) throw error;
          return null;
        });
        if (next === null || next.done === true || sent > measured.sizeBytes) break;
        sent += next.value.length;
        sum = crc32(next.value, sum);
        yield next.value;
      }
    } finally {
      await rest.return(undefined);
    }
  }
  if (sent !== measured.sizeBytes || sum !== measured.crc32)
    throw new Error('An object of the storage changed while it was read.');
}

async function* restOf(
  storage: ObjectStorage,
  key: string,
  from: number,
  terms: ReadingTerms,
): AsyncGenerator<Buffer, undefined> {
  const content = await openInTime(storage, key, terms);
  if (content === null) return;
  let read = 0;
  for await (const chunk of chunksOf(content, terms)) {
    const rest = chunk.subarray(Math.max(0, from - read));
    read += chunk.length;
    if (rest.length > 0) yield rest;
  }
}

async function openInTime(
  storage: ObjectStorage,
  key: string,
  { silenceMs, signal }: ReadingTerms,
): Promise<Readable | null> {
  signal.throwIfAborted();
  const opening = storage.open(key);
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageSilent('The storage did not open an object.')), silenceMs);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return (await Promise.race([opening, givenUp]))?.content ?? null;
  } catch (error) {
    // It may still be opened, when nobody waits for it any more.
    opening.then(
      (late) => late && discard(late.content),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function* chunksOf(content: Readable, { silenceMs, signal }: ReadingTerms): AsyncGenerator<Buffer> {
  const fallSilent = () =>
    content.destroy(new StorageSilent('The storage stopped in the middle of an object.'));
  const abort = () => content.destroy(signal.reason);
  let timer = setTimeout(fallSilent, silenceMs);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for await (const chunk of content) {
      // The time that the reader takes is not the storage's.
      clearTimeout(timer);
      yield chunk as Buffer;
      timer = setTimeout(fallSilent, silenceMs);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    discard(content);
  }
}

function discard(content: Readable): void {
  content.on('error', () => undefined);
  content.destroy();
}
