import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerClientPages } from '../client-pages.ts';
import { createMailbox } from './mailbox.ts';
import { mailboxKey, registerMailboxRoute } from './mailbox-page.ts';

const base = 'http://localhost:4000';
const mailbox = createMailbox();
let folder: string;
const key = mailboxKey('the secret of this installation');
const address = `/mailbox/${key}`;
const open = async (options: { isOff?: boolean } = {}) => {
  const app = fastify();
  registerMailboxRoute(app, { mailbox: options.isOff === true ? null : mailbox, base: `${base}/`, key });
  registerClientPages(app, { dist: folder });
  await app.ready();
  return app;
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-client-'));
  await writeFile(path.join(folder, 'index.html'), '<title>The client</title>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('shows the mails to whoever knows its address, the newest first', async () => {
  const app = await open();
  expect((await app.inject({ url: address })).body).toContain('No mail yet.');
  mailbox.keep({
    html: '',
    to: 'ana@example.com',
    subject: 'First',
    text: `See:\n\n${base}/reset#email=a%40b&code=123456\n`,
  });
  mailbox.keep({ html: '', to: 'bob@example.com', subject: 'Second', text: 'Hello' });
  const { body, statusCode, headers } = await app.inject({ url: address });
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
    html: '',
    to: '"><img src=x onerror=alert(1)>@example.com',
    subject: '<script>alert(1)</script>',
    text: `<b>&</b> https://evil.example/x http://localhost:4000.evil.example/ ${base}/a"onclick="alert(1)\njavascript:alert(1)`,
  });
  const { body } = await app.inject({ url: address });
  expect(body).not.toMatch(
    /<script|<img|<b>|"onclick|href="https:\/\/evil|href="http:\/\/localhost:4000\.|href="javascript/,
  );
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('its address is that of the installation, and cannot be guessed', () => {
  expect(mailboxKey('the secret of this installation')).toBe(key);
  expect(mailboxKey('the secret of that installation')).not.toBe(key);
  expect(key).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['without the key', '/mailbox'],
  ['with an empty key', '/mailbox/'],
  ['with a key that is nearly right', address.slice(0, -1)],
  ['with more than the key', `${address}x`],
  ['with the key in a query', `/mailbox?key=${key}`],
])('is not there for a request %s, from the machine itself either', async (_what, url) => {
  const app = await open();
  for (const accept of ['application/json', 'text/html']) {
    const ask = async (asked: string) => {
      const headers = { host: 'localhost:4000', accept };
      const { body, statusCode } = await app.inject({ url: asked, headers, remoteAddress: '127.0.0.1' });
      return { body, statusCode };
    };
    expect(await ask(url)).toEqual(await ask('/no/such-page'));
  }
});

test('is not there at all without a mailbox', async () => {
  const app = await open({ isOff: true });
  expect((await app.inject({ url: address })).statusCode).toBe(404);
});
