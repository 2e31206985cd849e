import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerClientPages } from './client-pages.ts';

const script = 'document.title = "x"';
const page = `<title>The client</title><script>${script}</script><style nonce="__CSP_NONCE__"></style>`;
/** What lets in the one script of the page, and no other. */
const hashOfScript = createHash('sha256').update(script).digest('base64');
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-client-'));
  await writeFile(path.join(folder, 'index.html'), page);
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/start-12345678.js'), 'plain');
  await writeFile(path.join(folder, 'assets/start-12345678.js.br'), 'small');
  await writeFile(path.join(folder, 'assets/start-12345678.js.gz'), 'less small');
  await writeFile(path.join(folder, 'assets/worker-12345678.mjs'), 'plain');
  await writeFile(path.join(folder, 'assets/worker-12345678.mjs.br'), 'small');
  await writeFile(path.join(folder, 'favicon.ico'), 'an icon');
  app = fastify();
  registerClientPages(app, { dist: folder });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a page is a page, whatever is said to be accepted', () => {
  const pages = [
    '/',
    '/login',
    '/user-confirmation/7',
    '/adventure-works/purchasing/orders/purchase-orders?page=2',
  ];
  test.each(pages.flatMap((url) => [browser, '*/*', undefined].map((accept) => ({ url, accept }))))(
    '$url for $accept',
    async ({ url, accept }) => {
      const answer = await app.inject({ url, headers: accept === undefined ? {} : { accept } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('The client');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each(pages)('%s is there for HEAD, without its content', async (url) => {
    const answer = await app.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

test.each(['/', '/index.html', '/login', '/adventure-works/nonsense'])(
  '%s runs no code and takes no style but ours, talks to nobody else, and is not framed',
  async (url) => {
    const ask = () => app.inject({ url, headers: { accept: browser } });
    const [answer, another] = [await ask(), await ask()];
    const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(answer.body) ?? [];
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    // Word for word: a word more, such as 'unsafe-inline', is a hole.
    expect(answer.headers['content-security-policy']).toBe(
      [
        `default-src 'none'; script-src 'self' 'sha256-${hashOfScript}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'",
        "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
      ].join('; '),
    );
    expect(another.body).not.toContain(nonce);
  },
);

test('the page says what stands at the door, and where the form is met, and only its attributes change by it', async () => {
  const folderOfDoor = await mkdtemp(path.join(tmpdir(), 'rowhouse-door-'));
  await writeFile(
    path.join(folderOfDoor, 'index.html'),
    `<html data-place="__PLACE__"><meta content="__SIGN_IN_METHODS__"><script>${script}</script>`,
  );
  const door = fastify();
  const signInMethods = {
    passwords: true,
    registration: false,
    provider: { label: '"A" & <b>', path: '/auth/oidc/start' },
    mailboxPath: null,
  };
  registerClientPages(door, { dist: folderOfDoor, signInMethods });
  const ask = async (url: string) => (await door.inject({ url, headers: { accept: browser } })).body;
  const [, written = ''] = /content="([^"]*)"/.exec(await ask('/login')) ?? [];
  expect(written).not.toContain('<');
  expect(
    JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  ).toEqual(signInMethods);
  expect(await ask('/login')).toContain('data-place="sign-in"');
  expect(await ask('/adventure-works/dashboard?x=1')).toContain('data-place="sign-in"');
  for (const url of ['/register', '/', '/adventure-works/nonsense'])
    expect(await ask(url)).toContain('data-place=""');
  await door.close();
  await rm(folderOfDoor, { recursive: true, force: true });
});

test('frames are of the servers alone that may be embedded', async () => {
  const embedding = fastify();
  registerClientPages(embedding, { dist: folder, embedOrigins: ['https://reports.example.com'] });
  const { headers } = await embedding.inject({ url: '/login', headers: { accept: browser } });
  const rules = String(headers['content-security-policy']).split('; ');
  expect(rules).toContain('frame-src https://reports.example.com');
  expect(rules).toContain("connect-src 'self' https://reports.example.com");
  await embedding.close();
});

test('files are sent to the storage of this server alone', async () => {
  const sending = fastify();
  registerClientPages(sending, { dist: folder, uploadOrigin: 'https://files.example.com' });
  const { headers } = await sending.inject({ url: '/login', headers: { accept: browser } });
  const rules = String(headers['content-security-policy']).split('; ');
  expect(rules).toContain("connect-src 'self' https://files.example.com");
  expect(rules.join()).not.toContain('frame-src');
  await sending.close();
});

describe('what is not there is 404', () => {
  test.each(['/404', '/robots.txt', '/adventure-works/nonsense', '/login/again', '/-'])(
    '%s, with the page that says so for people',
    async (url) => {
      const answer = await app.inject({ url, headers: { accept: browser } });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('The client');
    },
  );

  test.each([
    { url: '/robots.txt', accept: '*/*' },
    { url: '/assets/gone-12345678.js', accept: browser },
    { url: '/auth/nonsense', accept: browser },
    { url: '/.git/config', accept: '*/*' },
    { url: '/..%2fpackage.json', accept: '*/*' },
    { url: '/assets/..%2f..%2fpackage.json', accept: '*/*' },
  ])('$url for $accept, in a sentence for programs', async ({ url, accept }) => {
    const answer = await app.inject({ url, headers: { accept } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
  });

  test('and a folder is not listed', async () => {
    for (const url of ['/assets', '/assets/']) {
      const answer = await app.inject({ url, headers: { accept: '*/*' } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toContain('.js');
    }
  });

  test('for whoever posts to a page', async () => {
    const answer = await app.inject({ method: 'POST', url: '/login', headers: { accept: browser } });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is nothing at this address.' },
    ]);
  });
});

test('the icon that every browser asks for is there', async () => {
  const answer = await app.inject('/favicon.ico');
  expect([answer.statusCode, answer.body]).toEqual([200, 'an icon']);
});

test.each([
  ['gzip, deflate, br', 'br', 'small'],
  ['gzip', 'gzip', 'less small'],
  ['identity', undefined, 'plain'],
])('a file for who takes %s travels as the build compressed it', async (accepted, encoding, body) => {
  const answer = await app.inject({
    url: '/assets/start-12345678.js',
    headers: { 'accept-encoding': accepted },
  });
  expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([200, encoding, body]);
  expect(answer.headers['content-type']).toMatch(/javascript/);
  expect(answer.headers['vary']).toContain('accept-encoding');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['etag']).toBeDefined();
});

test('the page travels compressed as well', async () => {
  const answer = await app.inject({ url: '/login', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.headers['vary']).toContain('accept-encoding');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('The client');
});

test.each([undefined, 'br'])(
  'a worker runs no text as code and reaches no other origin (%s)',
  async (encoding) => {
    const { statusCode, headers } = await app.inject({
      url: '/assets/worker-12345678.mjs',
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
  },
);
