import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ObjectStorage } from './object-storage.ts';
import { measureObject, objectStands, readMeasured, StorageSilent } from './read-object.ts';

const never = new AbortController().signal;
const terms = { silenceMs: 50, signal: never };

const storageOf = (open: ObjectStorage['open']): ObjectStorage => ({
  put: async () => undefined,
  open,
  copy: async () => undefined,
  remove: async () => undefined,
  removeAllOf: async () => undefined,
});
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function* slowly(chunks: readonly string[], pauseMs: number): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    await sleep(pauseMs);
    yield Buffer.from(chunk);
  }
}

/** Says something, and then nothing more. */
function stopping(): Readable {
  const content = new Readable({ read: () => undefined });
  content.push(Buffer.from('a'));
  return content;
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('an object', () => {
  test('is measured and read alike, however slowly it comes', async () => {
    const storage = storageOf(async () => ({
      content: Readable.from(slowly(['ab', 'cd', 'e', 'f', 'g'], 20)),
      sizeBytes: 7,
    }));
    const measured = await measureObject(storage, 'key', terms);
    expect(measured).toMatchObject({ sizeBytes: 7 });
    expect(measured && (await collect(readMeasured(storage, 'key', measured, terms)))).toBe('abcdefg');
  });

  test('may take its reader any time', async () => {
    const storage = storageOf(async () => ({
      content: Readable.from(['a', 'b'].map((text) => Buffer.from(text))),
      sizeBytes: 2,
    }));
    const measured = await measureObject(storage, 'key', terms);
    let read = '';
    for await (const chunk of readMeasured(storage, 'key', measured!, terms)) {
      await sleep(100);
      read += chunk.toString();
    }
    expect(read).toBe('ab');
  });

  test('that is none is null', async () => {
    const storage = storageOf(async () => null);
    expect(await measureObject(storage, 'key', terms)).toBeNull();
    expect(await objectStands(storage, 'key', terms)).toBe(false);
  });

  test('that is another the second time is refused', async () => {
    let times = 0;
    const storage = storageOf(async () => {
      times += 1;
      return { content: Readable.from([Buffer.from(times === 1 ? 'one' : 'two')]), sizeBytes: 3 };
    });
    const measured = await measureObject(storage, 'key', terms);
    await expect(collect(readMeasured(storage, 'key', measured!, terms))).rejects.toThrow('changed');
  });
});

describe('a storage that falls silent', () => {
  test('before it opens an object is waited for no longer, and closed when it opens it after all', async () => {
    const late = Readable.from([Buffer.from('late')]);
    const storage = storageOf(async () => {
      await sleep(120);
      return { content: late, sizeBytes: 4 };
    });
    await expect(measureObject(storage, 'key', terms)).rejects.toThrow(StorageSilent);
    await sleep(120);
    expect(late.destroyed).toBe(true);
  });

  test('within an object is left', async () => {
    const content = stopping();
    const storage = storageOf(async () => ({ content, sizeBytes: 9 }));
    await expect(measureObject(storage, 'key', terms)).rejects.toThrow(StorageSilent);
    expect(content.destroyed).toBe(true);
  });

  test('is left at once by whoever stops', async () => {
    const stop = new AbortController();
    const content = stopping();
    const storage = storageOf(async () => ({ content, sizeBytes: 9 }));
    const measuring = measureObject(storage, 'key', { silenceMs: 60_000, signal: stop.signal });
    await sleep(20);
    stop.abort(new Error('stopped'));
    await expect(measuring).rejects.toThrow('stopped');
    expect(content.destroyed).toBe(true);
  });
});
