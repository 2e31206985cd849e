import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ObjectStorage } from './object-storage.ts';
import { removeInTime, StorageFailed, writeObject } from './write-object.ts';

const terms = { silenceMs: 50 };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function* chunks(count: number, pauseMs = 0, fault?: Error): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    await sleep(pauseMs);
    yield Buffer.alloc(100_000, index);
  }
  if (fault) throw fault;
}

function storageOf(put: (content: Readable) => Promise<void>) {
  const removed: string[] = [];
  const storage: ObjectStorage = {
    put: (_key, content) => put(content as Readable),
    open: async () => null,
    copy: async () => undefined,
    remove: async (key) => {
      // As a disk does, longer than whatever else was on its way.
      await sleep(5);
      removed.push(key);
    },
    removeAllOf: async () => undefined,
  };
  return { storage, removed };
}

const takeAll = async (content: Readable): Promise<void> => {
  await content.toArray();
};

describe('an object', () => {
  test('is put whole, however slowly its content comes', async () => {
    let size = 0;
    const { storage, removed } = storageOf(async (content) => {
      for await (const chunk of content) size += (chunk as Buffer).length;
    });
    await writeObject(storage, 'key', chunks(4, 70), 'text/plain', terms);
    expect([size, removed]).toEqual([400_000, []]);
  });

  test('whose content breaks off is taken away, and the reason is that of the content', async () => {
    const { storage, removed } = storageOf(takeAll);
    const reason = new Error('cut');
    await expect(writeObject(storage, 'key', chunks(3, 0, reason), 'text/plain', terms)).rejects.toBe(reason);
    expect(removed).toEqual(['key']);
  });
});

describe('a storage', () => {
  test.each([
    ['that is down', () => Promise.reject(new Error('down'))],
    [
      'that breaks in the middle',
      async (content: Readable) => {
        await content.take(1).toArray();
        throw new Error('full');
      },
    ],
    [
      'that breaks while it reads on',
      async (content: Readable) => {
        for await (const chunk of content) throw new Error(`full after ${(chunk as Buffer).length} bytes`);
      },
    ],
    ['that takes nothing', () => new Promise<void>(() => undefined)],
    [
      'that never says that it is done',
      async (content: Readable) => {
        await takeAll(content);
        await new Promise(() => undefined);
      },
    ],
  ])('%s has failed, and nothing is left', async (_what, put) => {
    const { storage, removed } = storageOf(put);
    await expect(writeObject(storage, 'key', chunks(5), 'text/plain', terms)).rejects.toThrow(StorageFailed);
    expect(removed).toEqual(['key']);
  });

  test('that does not say that an object is gone is waited for no longer', async () => {
    const { storage } = storageOf(takeAll);
    const silent = { ...storage, remove: () => new Promise<void>(() => undefined) };
    await expect(removeInTime(silent, 'key', 20)).rejects.toThrow('silent');
  });
});
