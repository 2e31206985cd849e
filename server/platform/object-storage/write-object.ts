// Writing to a storage that may be slow, silent or broken: whoever writes is never left waiting for good, and nothing
// is left of an object that was not written whole.
import { Readable } from 'node:stream';
import type { ObjectStorage, PutOptions } from './object-storage.ts';

/** The storage did not take the object; what it said of it is the cause. */
export class StorageFailed extends Error {
  /** Of a folder: its disk. */
  get isFull(): boolean {
    const { cause } = this;
    return cause instanceof Error && 'code' in cause && ['ENOSPC', 'EDQUOT'].includes(String(cause.code));
  }
}

export type WritingTerms = {
  /** How long the storage may take nothing of what it is given. */
  readonly silenceMs: number;
} & PutOptions;

/**
 * Puts what comes under the key. What the content throws is thrown as it is, and a fault of the storage as
 * StorageFailed; after either what was put is taken away again, as far as the storage lets it.
 */
export async function writeObject(
  storage: ObjectStorage,
  key: string,
  content: AsyncIterable<Uint8Array>,
  mimeType: string,
  { silenceMs, ...options }: WritingTerms,
): Promise<void> {
  const watch = watchSilence(silenceMs);
  const broken: unknown[] = [];
  async function* handed(): AsyncGenerator<Uint8Array> {
    const chunks = content[Symbol.asyncIterator]();
    // Of the content alone: a storage that fails throws its word into the yield.
    const next = () =>
      chunks.next().catch((reason: unknown) => {
        broken.push(reason);
        throw reason;
      });
    try {
      // The time that the content takes to come is not the storage's.
      watch.stop();
      for (let step = await next(); step.done !== true; step = await next()) {
        watch.start();
        yield step.value;
        watch.stop();
      }
    } finally {
      await chunks.return?.();
    }
    watch.start();
  }
  const stream = Readable.from(handed(), { objectMode: false });
  watch.start();
  try {
    await Promise.race([storage.put(key, stream, mimeType, options), watch.silent]);
  } catch (error) {
    stream.on('error', () => undefined).destroy();
    watch.stop();
    await removeInTime(storage, key, silenceMs).catch(() => undefined);
    if (broken.length > 0) throw broken[0];
    throw new StorageFailed('The storage did not take an object.', { cause: error });
  } finally {
    watch.stop();
  }
}

/** Throws when the storage does not say that the object is gone. */
export const removeInTime = (storage: ObjectStorage, key: string, silenceMs: number): Promise<void> =>
  inTime(storage.remove(key), silenceMs);

/** What the storage answers; throws when it does not within the time. */
export async function inTime<Answer>(answer: Promise<Answer>, silenceMs: number): Promise<Answer> {
  const watch = watchSilence(silenceMs);
  watch.start();
  try {
    return await Promise.race([answer, watch.silent]);
  } finally {
    watch.stop();
  }
}

function watchSilence(silenceMs: number) {
  const { promise: silent, reject } = Promise.withResolvers<never>();
  // It may be told when nobody listens any more.
  silent.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    silent,
    stop,
    start: () => {
      stop();
      timer = setTimeout(() => reject(new Error('The storage is silent.')), silenceMs);
    },
  };
}
