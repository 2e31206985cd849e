import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../testing/free-port.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import type { MailServer, MailServerOptions } from '../../../testing/mail-server.ts';
import { createLog } from '../log.ts';
import { createMailer } from './create-mailer.ts';
import type { ConfiguredMailer } from './create-mailer.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const patience = { waitsMs: [20, 40, 80], answerMs: 300, closeMs: 5_000 };
const from = 'Rowhouse <no-reply@rowhouse.example>';
const mail = {
  to: 'ana@example.com',
  subject: 'Your code',
  text: 'Hello Ana,\n\n123456\n\nRowhouse\n',
  html: '<p>Hello Ana,</p><p>123456</p>\n',
};

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function startServer(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  endings.push(() => server.close());
  return server;
}

function openMailer(smtpUrl: string, own = patience) {
  const log = createLog('silent');
  const errors = vi.spyOn(log, 'error');
  const warnings = vi.spyOn(log, 'warn');
  const mailer: ConfiguredMailer = createMailer({ smtpUrl, from, mailbox: true }, { log, patience: own });
  endings.push(() => mailer.close());
  return { mailer, errors, warnings };
}

test('delivers by SMTP, in the background, from MAIL_FROM', async () => {
  const server = await startServer();
  const { mailer } = openMailer(server.url);
  expect([mailer.kind, mailer.mailbox]).toEqual(['smtp', null]);
  expect(mailer.post(mail)).toBeUndefined();
  const arrived = await server.waitForMail('ana@example.com');
  expect(arrived).toMatchObject({
    ...mail,
    from: 'no-reply@rowhouse.example',
    recipients: ['ana@example.com'],
  });
  expect(arrived.headers.get('auto-submitted')).toBe('auto-generated');
});

test('signs in at a mail server that asks for it, and says when it may not', async () => {
  const server = await startServer({ account: { user: 'rowhouse', password: 'right' } });
  openMailer(server.url).mailer.post(mail);
  await server.waitForMail('ana@example.com');

  const { mailer, errors } = openMailer(server.url.replace('right', 'wrong'));
  mailer.post(mail);
  await waitFor(() => expect(errors).toHaveBeenCalledTimes(1));
  expect(errors.mock.calls[0]?.[0]).toMatchObject({ tried: 1, reason: 'EAUTH 535' });
});

test('tries again until a server that was down is up', async () => {
  const port = await findFreePort();
  const { mailer, warnings, errors } = openMailer(`smtp://127.0.0.1:${port}`, {
    ...patience,
    waitsMs: [20, 2_000, 2_000],
  });
  mailer.post(mail);
  await waitFor(() => expect(warnings).toHaveBeenCalledTimes(2));
  const server = await startServer({ port });
  await server.waitForMail('ana@example.com');
  expect(errors).not.toHaveBeenCalled();
  await waitFor(() => expect(server.mails()).toHaveLength(1));
});

test('gives up after three further tries, and the log has no word of the text', async () => {
  const { mailer, warnings, errors } = openMailer(`smtp://127.0.0.1:${await findFreePort()}`);
  mailer.post(mail);
  await waitFor(() => expect(errors).toHaveBeenCalledTimes(1));
  expect(warnings).toHaveBeenCalledTimes(3);
  expect(errors.mock.calls[0]?.[0]).toEqual({
    to: 'ana@example.com',
    subject: 'Your code',
    tried: 4,
    reason: expect.stringContaining('E') as unknown,
  });
  expect(JSON.stringify([...errors.mock.calls, ...warnings.mock.calls])).not.toContain('123456');
});

test('gives up on a server that takes the connection and says nothing', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  endings.push(() => silent.close());
  const address = silent.address() as { port: number };
  const { mailer, errors } = openMailer(`smtp://127.0.0.1:${address.port}`, { ...patience, waitsMs: [10] });
  const began = performance.now();
  for (let count = 0; count < 3; count += 1) mailer.post(mail);
  expect(performance.now() - began).toBeLessThan(100);
  await waitFor(() => expect(errors).toHaveBeenCalledTimes(3));
});

test('a refusal for now is tried again, one for good is not', async () => {
  const busy = await startServer({ refusal: '451 Come back later' });
  const first = openMailer(busy.url);
  first.mailer.post(mail);
  await waitFor(() => expect(first.errors).toHaveBeenCalledTimes(1));
  expect(first.errors.mock.calls[0]?.[0]).toMatchObject({ tried: 4 });

  const closed = await startServer({ refusal: '550 Nobody here' });
  const second = openMailer(closed.url);
  second.mailer.post(mail);
  await waitFor(() => expect(second.errors).toHaveBeenCalledTimes(1));
  expect(second.errors.mock.calls[0]?.[0]).toMatchObject({ tried: 1, reason: 'EENVELOPE 550' });
});

test('who posted a mail that was given up is told, and whether it is the address', async () => {
  const told = async (refusal: string) => {
    const { mailer } = openMailer((await startServer({ refusal })).url);
    return new Promise((resolve) => mailer.post(mail, resolve));
  };
  expect(await told('550 Nobody here')).toMatchObject({ isFinal: true, isOfAddress: true });
  expect(await told('451 Come back later')).toMatchObject({ isFinal: false, isOfAddress: false });
  const closed = await startServer({ account: { user: 'rowhouse', password: 'right' } });
  const { mailer } = openMailer(closed.url.replace('right', 'wrong'));
  expect(await new Promise((resolve) => mailer.post(mail, resolve))).toMatchObject({ isOfAddress: false });
});

test('closing waits for what is under way, and no longer than it may', async () => {
  const server = await startServer();
  const { mailer } = openMailer(server.url);
  for (let count = 0; count < 20; count += 1) mailer.post(mail);
  await mailer.close();
  expect(server.mails()).toHaveLength(20);

  const { mailer: stuck, errors } = openMailer(`smtp://127.0.0.1:${await findFreePort()}`, {
    ...patience,
    waitsMs: [60_000, 60_000],
  });
  stuck.post(mail);
  await stuck.close();
  expect(errors).toHaveBeenCalledTimes(1);
  stuck.post(mail);
  expect(errors).toHaveBeenCalledTimes(2);
});

test('nothing that is given becomes a header or a second address', async () => {
  const server = await startServer();
  const { mailer, errors } = openMailer(server.url);
  mailer.post({ ...mail, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nan evil text\u2028X: 1' });
  const arrived = await server.waitForMail('ana@example.com');
  expect(arrived.subject).toBe('Hello Bcc: eve@example.com an evil text X: 1');
  expect(arrived.recipients).toEqual(['ana@example.com']);
  expect(arrived.headers.has('bcc')).toBe(false);
  expect(arrived.text).toBe(mail.text);

  const twisted = [
    'ana@example.com, eve@example.com',
    'ana@example.com\r\nBcc: eve@example.com',
    'eve@example.com <ana@example.com>',
    'ana@example.com;eve@example.com',
    'everybody: ana@example.com, eve@example.com;',
    '',
  ];
  for (const to of twisted) mailer.post({ ...mail, to });
  await mailer.close();
  expect(errors).toHaveBeenCalledTimes(twisted.length);
  expect(server.mails()).toHaveLength(1);
});

test('without a mail server keeps the last 200 in the mailbox, or says that it sends none', () => {
  const log = createLog('silent');
  const kept = createMailer({ smtpUrl: undefined, from, mailbox: true }, { log });
  expect(kept.kind).toBe('mailbox');
  for (let count = 1; count <= 201; count += 1) kept.post({ ...mail, subject: `Mail ${count}` });
  const subjects = kept.mailbox?.list().map(({ subject }) => subject) ?? [];
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, 'Mail 201', 'Mail 2']);

  const none = createMailer({ smtpUrl: undefined, from, mailbox: false }, { log });
  none.post(mail);
  expect([none.kind, none.mailbox]).toEqual(['none', null]);
});
