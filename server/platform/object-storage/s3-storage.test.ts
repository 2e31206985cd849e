import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openConfiguredStorage } from '../open-parts.ts';
import type { ObjectStorage } from './object-storage.ts';

// It takes any signature for a right one: that ours are right shows at a real service only.
let folder: string;
let server: S3rver;
let endpoint: string;
let storage: ObjectStorage;

const configure = (variables: Record<string, string>) =>
  readConfig({
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...variables,
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-s3-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  endpoint = `http://127.0.0.1:${port}`;
  storage = await openConfiguredStorage(configure({ S3_BUCKET: 'files', S3_PREFIX: 'rowhouse/' }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const read = async (key: string) => {
  const object = await storage.open(key);
  return object && { content: await buffer(object.content), sizeBytes: object.sizeBytes };
};

describe('a bucket', () => {
  test('gives back what was put, and nothing once it is removed', async () => {
    const content = Buffer.from('%PDF-1.7');
    await storage.put('1/a.pdf', content, 'application/pdf');
    expect(await read('1/a.pdf')).toEqual({ content, sizeBytes: content.length });
    await storage.remove('1/a.pdf');
    expect(await read('1/a.pdf')).toBeNull();
    await storage.remove('1/a.pdf');
  });

  test('copies an object to another key, which stays when the first is removed', async () => {
    const content = Buffer.from('%PDF-1.7 copied');
    await storage.put('1/first.pdf', content, 'application/pdf');
    await storage.copy('1/first.pdf', '2/second.pdf', 'application/pdf');
    await storage.remove('1/first.pdf');
    expect(await read('2/second.pdf')).toEqual({ content, sizeBytes: content.length });
    await expect(storage.copy('1/first.pdf', '2/third.pdf', 'application/pdf')).rejects.toThrow(/key|exist/i);
    expect(await read('2/third.pdf')).toBeNull();
    await storage.remove('2/second.pdf');
  });

  test('forgets all of a company, and nothing of another', async () => {
    for (const key of ['2/a.pdf', '2/b.pdf', '21/c.pdf'])
      await storage.put(key, Buffer.from('%PDF'), 'application/pdf');
    await storage.removeAllOf(tenantId(2));
    expect(await read('2/a.pdf')).toBeNull();
    expect(await read('2/b.pdf')).toBeNull();
    expect(await read('21/c.pdf')).not.toBeNull();
    await storage.removeAllOf(tenantId(2));
  });

  test('takes a stream of unknown length, also one of several parts', async () => {
    for (const sizeBytes of [0, 7, 11 * 1024 * 1024]) {
      const content = Buffer.alloc(sizeBytes, 'rows');
      const chunks = Array.from({ length: Math.ceil(sizeBytes / 100_000) }, (_, index) =>
        content.subarray(index * 100_000, (index + 1) * 100_000),
      );
      await storage.put('1/stream.pdf', Readable.from(chunks, { objectMode: false }), 'application/pdf');
      const found = await read('1/stream.pdf');
      expect(found?.sizeBytes).toBe(sizeBytes);
      expect(found?.content.equals(content)).toBe(true);
    }
  });

  test('gives a part of an object, and says how long the whole is', async () => {
    await storage.put('1/part.pdf', Buffer.from('%PDF-1.7'), 'application/pdf');
    const part = await storage.open('1/part.pdf', { first: 1, last: 3 });
    expect([part && String(await buffer(part.content)), part?.sizeBytes]).toEqual(['PDF', 8]);
    expect(await storage.open('1/none.pdf', { first: 1, last: 3 })).toBeNull();
  });

  test('keeps nothing of a stream that breaks off', async () => {
    async function* broken() {
      yield Buffer.alloc(6 * 1024 * 1024);
      await Promise.resolve();
      throw new Error('The connection was cut.');
    }
    const stream = Readable.from(broken(), { objectMode: false });
    // This server does not know how to give up an upload in parts, and says so instead.
    await expect(storage.put('1/broken.pdf', stream, 'application/pdf')).rejects.toThrow(/not allowed/);
    expect(await read('1/broken.pdf')).toBeNull();
  });
});

describe('a configuration', () => {
  const whyNot = async (variables: Record<string, string>) => {
    try {
      await openConfiguredStorage(configure(variables));
      return null;
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  };

  test.each([
    [{ S3_BUCKET: 'nowhere' }, "S3_BUCKET: there is no bucket 'nowhere'."],
    [{}, 'S3_BUCKET is not set, but S3_ENDPOINT, S3_ACCESS_KEY_ID says that files go to a bucket.'],
    [
      { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: '' },
      'S3_ACCESS_KEY_ID is set: S3_SECRET_ACCESS_KEY must be set as well.',
    ],
    [
      { S3_BUCKET: 'files', S3_PREFIX: '../x' },
      "S3_PREFIX is not usable: it is '../x', and must be plain characters with / at the end, like rowhouse/.",
    ],
  ])('that is wrong stops the start with a sentence: %j', async (variables, sentence) => {
    expect(await whyNot(variables)).toBe(sentence);
  });

  test('of a bucket that is out of reach does not keep the server from starting', async () => {
    const elsewhere = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9' };
    const unreachable = await openConfiguredStorage(configure(elsewhere));
    await expect(unreachable.open('1/a.pdf')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
