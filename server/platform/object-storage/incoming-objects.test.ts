// Objects that are sent straight to a bucket, at a stand-in that looks at signatures.
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { s3Keys, startS3Server } from '../../../testing/s3-server.ts';
import type { S3Server } from '../../../testing/s3-server.ts';
import { readConfig } from '../config.ts';
import { openConfiguredStorage } from '../open-parts.ts';
import type { IncomingObjects, ObjectStorage } from './object-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { signPut } from './sign-put.ts';

let server: S3Server;
let storage: ObjectStorage;
let incoming: IncomingObjects;
const pdf = Buffer.from('%PDF-1.7\nnorth\n');
const announced = { mimeType: 'application/pdf', sizeBytes: pdf.length };

const configure = (variables: Record<string, string> = {}) =>
  readConfig({
    S3_BUCKET: 'files',
    S3_ENDPOINT: server.endpoint,
    S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    S3_PREFIX: 'rowhouse/',
    ...variables,
  });

beforeAll(async () => {
  server = await startS3Server();
  storage = await openConfiguredStorage(configure());
  incoming = storage.incoming!;
});
afterAll(() => server.close());
afterEach(() => server.objects.clear());

const send = async (url: string, content: Buffer, headers: Readonly<Record<string, string>>) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(content), headers })).status;
const keys = () => [...server.objects.keys()];

test('an address says who signed it, when, for how long, and by which role', () => {
  const address = signPut({
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: {},
    region: 'us-east-1',
    credentials: {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      sessionToken: 'a/token+of=AWS',
    },
    nowMs: Date.UTC(2013, 4, 24),
    ttlMs: 86_400_000,
  });
  expect(address.searchParams.get('X-Amz-Credential')).toBe(
    'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
  );
  expect(address.searchParams.get('X-Amz-Date')).toBe('20130524T000000Z');
  expect(address.searchParams.get('X-Amz-Expires')).toBe('86400');
  expect(address.searchParams.get('X-Amz-Security-Token')).toBe('a/token+of=AWS');
});

describe('an address for one object', () => {
  test('takes it beside the others, and what is taken over stands at its key', async () => {
    const { url, headers } = await incoming.sign('1/a.pdf', announced, 60_000);
    expect(await send(url, pdf, headers)).toBe(200);
    expect(keys()).toEqual(['rowhouse/incoming/1/a.pdf']);
    expect(await storage.open('1/a.pdf')).toBeNull();
    expect(await incoming.sizeOf('1/a.pdf')).toBe(pdf.length);
    await incoming.take('1/a.pdf', 'application/pdf');
    await incoming.forget('1/a.pdf');
    expect(keys()).toEqual(['rowhouse/1/a.pdf']);
    expect(server.objects.get('rowhouse/1/a.pdf')).toEqual({ content: pdf, type: 'application/pdf' });
    expect(await incoming.sizeOf('1/a.pdf')).toBeNull();
    const part = await storage.open('1/a.pdf', { first: 0, last: 4095 });
    expect(part && (await buffer(part.content)).equals(pdf)).toBe(true);
  });

  test.each([
    ['a larger one', Buffer.concat([pdf, pdf]), (url: string) => url, 'application/pdf'],
    ['a smaller one', pdf.subarray(1), (url: string) => url, 'application/pdf'],
    ['one of another type', pdf, (url: string) => url, 'text/html'],
    ['one of another key', pdf, (url: string) => url.replace('a.pdf', 'b.pdf'), 'application/pdf'],
    ['one of another company', pdf, (url: string) => url.replace('/1/', '/2/'), 'application/pdf'],
    ['one that was looked at', pdf, (url: string) => url.replace('incoming/', ''), 'application/pdf'],
    [
      'one for a longer time',
      pdf,
      (url: string) => url.replace('Expires=60', 'Expires=600'),
      'application/pdf',
    ],
  ])('takes no other: not %s', async (_what, content, change, type) => {
    const { url } = await incoming.sign('1/a.pdf', announced, 60_000);
    expect(await send(change(url), content, { 'content-type': type })).toBe(403);
    expect(keys()).toEqual([]);
  });

  test('takes nothing when its time is over, and reads nothing', async () => {
    const over = await incoming.sign('1/a.pdf', announced, 0);
    expect(await send(over.url, pdf, over.headers)).toBe(403);
    const { url } = await incoming.sign('1/a.pdf', announced, 60_000);
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });
});

test('a company that goes leaves nothing that came and was not taken', async () => {
  for (const key of ['1/a.pdf', '11/a.pdf']) {
    const { url, headers } = await incoming.sign(key, announced, 60_000);
    await send(url, pdf, headers);
  }
  await storage.removeAllOf(tenantId(1));
  expect(keys()).toEqual(['rowhouse/incoming/11/a.pdf']);
});

describe('the address of the bucket', () => {
  const originOf = (variables: Record<string, string>) =>
    openS3Storage(configure(variables).s3!).incoming?.origin;

  test('is that of browsers where it is another, or none', () => {
    expect(originOf({})).toBe(server.endpoint);
    expect(originOf({ S3_BROWSER_ENDPOINT: 'https://files.example.com' })).toBe('https://files.example.com');
    expect(originOf({ S3_BROWSER_ENDPOINT: 'off' })).toBeUndefined();
  });

  test('is that of Amazon where none is said', async () => {
    const amazon = (bucket: string) =>
      openS3Storage({
        bucket,
        region: 'eu-central-1',
        endpoint: undefined,
        browserEndpoint: undefined,
        prefix: '',
        credentials: s3Keys,
      }).incoming!;
    expect((await amazon('files').sign('1/a.pdf', announced, 60_000)).url).toMatch(
      /^https:\/\/files\.s3\.eu-central-1\.amazonaws\.com\/incoming\/1\/a\.pdf\?/,
    );
    expect((await amazon('files.of.us').sign('1/a.pdf', announced, 60_000)).url).toMatch(
      /^https:\/\/s3\.eu-central-1\.amazonaws\.com\/files\.of\.us\/incoming\/1\/a\.pdf\?/,
    );
  });
});
