import { afterEach, beforeEach, expect, test } from 'vitest';
import { s3Keys, startS3Server } from '../../testing/s3-server.ts';
import type { S3Server } from '../../testing/s3-server.ts';
import { judgeBucket } from './judge-bucket.ts';

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

const judge = async (more: { publicUrl?: string; browserEndpoint?: string | null; secret?: string } = {}) => {
  const s3 = {
    bucket: 'files',
    region: 'us-east-1',
    endpoint: server.endpoint,
    browserEndpoint: more.browserEndpoint,
    prefix: '',
    credentials: { ...s3Keys, ...(more.secret !== undefined && { secretAccessKey: more.secret }) },
  };
  const findings = await judgeBucket({ dataDir: '', port: 4000, publicUrl: more.publicUrl, s3 });
  return findings.map(({ state, words }) => `${state} ${words}`);
};
const keeps = 'ok The bucket files keeps, gives back and removes an object';

test('a bucket that does all is said so, and nothing is left in it', async () => {
  server.state.allowedOrigin = 'http://localhost:4000';
  expect(await judge()).toEqual([
    keeps,
    `ok ${server.endpoint} takes a file that is sent straight to it`,
    'ok The rules of the bucket (CORS) let pages of http://localhost:4000 send files',
  ]);
  expect([...server.objects.keys()]).toEqual([]);
});

test('rules that are not made, an address that is not reached or not encrypted, and one that is not wanted', async () => {
  expect((await judge()).at(-1)).toMatch(
    /^warn The rules of the bucket \(CORS\) do not let pages of http:\/\/localhost:4000 send files/,
  );
  expect((await judge({ browserEndpoint: 'http://127.0.0.1:9' })).at(-1)).toMatch(
    /^warn http:\/\/127\.0\.0\.1:9, where browsers are to send files, could not be tried from here/,
  );
  expect((await judge({ publicUrl: 'https://rowhouse.example.com' })).at(-1)).toMatch(
    /^warn Browsers send nothing from https:\/\/rowhouse\.example\.com/,
  );
  expect(await judge({ browserEndpoint: null })).toEqual([
    keeps,
    'ok S3_BROWSER_ENDPOINT is off: files go through this server',
  ]);
});

test('a bucket that refuses, fails, or lies, fails', async () => {
  expect(await judge({ secret: 'another' })).toEqual([
    "fail S3_BUCKET: the bucket 'files' refuses the credentials that are given.",
  ]);
  server.state.fault = (method) => (method === 'PUT' ? 'lying' : null);
  expect(await judge()).toEqual([
    'fail The bucket files says that it keeps an object, and does not give it back',
  ]);
  server.state.fault = (method, key) => (method === 'PUT' && key !== '' ? 'down' : null);
  expect((await judge()).join()).toMatch(/^fail The bucket files does not do what files need/);
});
