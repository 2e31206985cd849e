import { expect, test } from 'vitest';
import {
  accountExistsMail,
  confirmationMail,
  invitationMail,
  notificationMail,
  passwordChangedMail,
  passwordResetMail,
} from './mails.ts';

const to = 'ana@example.com';
const link = 'https://rowhouse.example/register#invitation=abc';
const confirmation = (firstName: string) => confirmationMail({ to, firstName, code: '123456', link });
const invitation = (invitedBy = 'Ana Test') =>
  invitationMail({
    to,
    firstName: 'Ana',
    invitedBy,
    tenantName: 'North',
    roleName: 'Clerk',
    link,
    expiresAt: new Date('2026-11-27T12:00:00Z'),
  });

test('codes and links stand on lines of their own', () => {
  for (const mail of [
    confirmation('Ana'),
    passwordResetMail({ to, firstName: 'Ana', code: '123456', link }),
  ]) {
    expect(mail.text.split('\n')).toContain('123456');
    expect(mail.subject).not.toContain('123456');
  }
  for (const mail of [
    passwordResetMail({ to, firstName: 'Ana', code: '1', link }),
    accountExistsMail({ to, firstName: 'Ana', link }),
    invitation(),
  ])
    expect(mail.text.split('\n')).toContain(link);
});

test('every mail is signed and goes to whom it is for', () => {
  const mails = [
    confirmation('Ana'),
    accountExistsMail({ to, firstName: 'Ana', link }),
    passwordResetMail({ to, firstName: 'Ana', code: '1', link }),
    passwordChangedMail({ to, firstName: 'Ana' }),
    invitation(),
  ];
  for (const mail of mails) expect([mail.to, mail.text.endsWith('\n\nRowhouse\n')]).toEqual([to, true]);
});

test('an invitation says who invites where, as what, and until when', () => {
  const { subject, text } = invitation();
  expect(subject).toBe('You are invited to North');
  expect(text).toContain('Ana Test invites you to North on Rowhouse, as Clerk.');
  expect(text).toContain('It works once, for 7 days: until November 27, 2026 at 12:00 PM UTC.');
});

test.each(['Ana', 'José Ángel', "O'Neil", 'J. R.', '安娜'])('greets %s by name', (name) => {
  expect(confirmation(name).text).toMatch(`Hello ${name},\n`);
});

test.each([
  'you won: https://evil.example',
  'visit evil.example now',
  'www.evil',
  'write to eve@evil',
  'A very long story that somebody tells instead of a name, to be read by another',
  ' \u200b ',
])('a name that could pass for our words is left out: %j', (name) => {
  expect(confirmation(name).text).toMatch(/^Hello,\n/);
  expect(invitation(name).text).toContain('An administrator invites you');
});

test('a name stays on its line', () => {
  expect(confirmation('Ana\r\n\r\n000000\n').text).toMatch(/^Hello Ana 000000,\n/);
});

const everyMail = () => [
  confirmation('Ana'),
  accountExistsMail({ to, firstName: 'Ana', link }),
  passwordResetMail({ to, firstName: 'Ana', code: '123456', link }),
  passwordChangedMail({ to, firstName: 'Ana' }),
  invitation(),
];

test('every mail greets by name and says the same as HTML, with the logo, and fetches nothing', () => {
  for (const { text, html } of everyMail()) {
    expect(text).toMatch(/^Hello Ana,\n/);
    const words = html
      .replace(/<head>.*<\/head>/s, '')
      .replace(/<[^>]*>/g, '\n')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    for (const line of text.trimEnd().split('\n\n')) expect(words).toContain(line);
    expect(html).toContain('>Rowhouse</span>');
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=/i);
  }
});

test('nobody writes into the HTML of a mail', () => {
  const { html } = invitationMail({
    to,
    firstName: '<b>Ana</b>',
    invitedBy: '"><script>',
    tenantName: 'North <img src=x> & Sons',
    roleName: 'Clerk\'"',
    link: 'https://rowhouse.example/register#invitation="><script>',
    expiresAt: new Date('2026-11-27T12:00:00Z'),
  });
  expect(html).toContain('North &lt;img src=x&gt; &amp; Sons');
  expect(html).not.toMatch(/<(script|img|b)\b/);
});

const notification = (brand: Parameters<typeof notificationMail>[0]['brand']) =>
  notificationMail({
    to,
    firstName: 'Ana',
    tenantName: 'North <b>',
    brand,
    entries: [],
    more: 2,
    home: 'https://rowhouse.example/north/dashboard',
    account: 'https://rowhouse.example/account',
    unsubscribe: link,
    messageId: '<1@rowhouse.example>',
  });

test('a mail to members holds the logo of the company, so that nothing is fetched when it is opened', () => {
  const logo = Buffer.from('a picture');
  const mail = notification({ accent: '#1e5aa8', logo });
  expect(mail.pictures).toEqual([{ cid: 'logo', content: logo }]);
  expect(mail.html).toContain('src="cid:logo"');
  expect(mail.html).toContain('background:#1e5aa8;color:#ffffff');
  expect(mail.html).toContain('North &lt;b&gt;');
  expect(mail.html).not.toMatch(/src="http|url\(/);
});

test('a company that chose nothing has nothing beside our own name', () => {
  const mail = notification({ accent: null, logo: null });
  expect(mail.pictures).toBeUndefined();
  expect(mail.html).not.toContain('<img');
});
