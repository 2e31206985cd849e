import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerClientPages } from '../client-pages.ts';
import { createMailbox } from './mailbox.ts';
import { registerMailboxRoute } from './mailbox-page.ts';

const base = 'http://localhost:4000';
const mailbox = createMailbox();
let folder: string;
const open = async (options: { proxyHops?: number; isOff?: boolean } = {}) => {
  const app = fastify({ trustProxy: (_address, hop) => hop < (options.proxyHops ?? 0) });
  registerMailboxRoute(app, { mailbox: options.isOff === true ? null : mailbox, base: `${base}/` });
  registerClientPages(app, folder);
  await app.ready();
  return app;
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-client-'));
  await writeFile(path.join(folder, 'index.html'), '<title>The client</title>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const here = { host: 'localhost:4000' };

test('shows the mails to this machine, the newest first', async () => {
  const app = await open();
  expect((await app.inject({ url: '/mailbox', headers: here })).body).toContain('No mail yet.');
  mailbox.keep({
    to: 'ana@example.com',
    subject: 'First',
    text: `See:\n\n${base}/reset#email=a%40b&code=123456\n`,
  });
  mailbox.keep({ to: 'bob@example.com', subject: 'Second', text: 'Hello' });
  const { body, statusCode, headers } = await app.inject({ url: '/mailbox', headers: here });
  expect(statusCode).toBe(200);
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'));
  expect(body).toContain(
    `<a href="${base}/reset#email=a%40b&amp;code=123456" rel="noreferrer">${base}/reset#email=a%40b&amp;code=123456</a>`,
  );
  const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1];
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(headers['cache-control']).toBe('no-store');
  expect(body).not.toMatch(/<script|\son\w+=/);
});

test('what a mail holds is text, and only addresses of this installation are links', async () => {
  const app = await open();
  mailbox.keep({
    to: '"><img src=x onerror=alert(1)>@example.com',
    subject: '<script>alert(1)</script>',
    text: `<b>&</b> https://evil.example/x http://localhost:4000.evil.example/ ${base}/a"onclick="alert(1)\njavascript:alert(1)`,
  });
  const { body } = await app.inject({ url: '/mailbox', headers: here });
  expect(body).not.toMatch(
    /<script|<img|<b>|"onclick|href="https:\/\/evil|href="http:\/\/localhost:4000\.|href="javascript/,
  );
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test.each([
  ['of another machine', { remoteAddress: '203.0.113.9' }, {}],
  ['of the neighbourhood', { remoteAddress: '192.168.0.7' }, {}],
  ['by another name of this machine', {}, { host: 'rebound.example:4000' }],
  ['through a proxy that nobody told us of', {}, { 'x-forwarded-for': '203.0.113.9' }],
  ['through a proxy that tells it otherwise', {}, { forwarded: 'for=203.0.113.9' }],
  ['with an address of its own making', { remoteAddress: '203.0.113.9' }, { 'x-forwarded-for': '127.0.0.1' }],
])('is not there for a request %s', async (_what, from, headers) => {
  const app = await open();
  for (const accept of ['application/json', 'text/html']) {
    const ask = async (url: string) => {
      const { body, statusCode } = await app.inject({
        url,
        ...from,
        headers: { ...here, accept, ...headers },
      });
      return { body, statusCode };
    };
    expect(await ask('/mailbox')).toEqual(await ask('/no-such-page'));
  }
});

test('behind a known proxy the address is that of the person', async () => {
  const app = await open({ proxyHops: 1 });
  const ask = async (address: string) =>
    (await app.inject({ url: '/mailbox', headers: { ...here, 'x-forwarded-for': address } })).body;
  expect(await ask('203.0.113.9')).not.toContain('Mailbox');
  expect(await ask('127.0.0.1')).toContain('Mailbox');
});

test('is not there at all without a mailbox', async () => {
  const app = await open({ isOff: true });
  expect((await app.inject({ url: '/mailbox', headers: here })).statusCode).toBe(404);
});
