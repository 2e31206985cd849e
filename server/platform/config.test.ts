import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, variableNames } from './config.ts';

const example = parseEnv(readFileSync('.env.example', 'utf8'));

test('.env.example names every variable that is read, and no other', () => {
  expect(Object.keys(example).toSorted()).toEqual(variableNames.toSorted());
});

test('.env.example as it stands is a configuration', () => {
  expect(() => readConfig(example)).not.toThrow();
});

test.each(['localhost:4000', 'rowhouse.example.com', 'ftp://rowhouse.example.com', '/rowhouse'])(
  'an address is refused without its protocol: %s',
  (address) => {
    const oidc = { OIDC_ISSUER: address, OIDC_CLIENT_ID: 'rowhouse' };
    for (const environment of [{ PUBLIC_URL: address }, oidc, { S3_BUCKET: 'files', S3_ENDPOINT: address }])
      expect(() => readConfig(environment)).toThrow(
        new RegExp(
          `_(URL|ISSUER|ENDPOINT) is not usable: it is '${address}', and must be an address like https://rowhouse`,
        ),
      );
  },
);

test('an address has its protocol, and a port where it needs one', () =>
  expect(readConfig({ PUBLIC_URL: 'http://localhost:4000' }).publicUrl).toBe('http://localhost:4000'));

test.each([
  'https://rowhouse.example.com/',
  'HTTPS://Rowhouse.example.com',
  'https://rowhouse.example.com:443',
])('an address of our own is kept as browsers say it: %s', (address) =>
  expect(readConfig({ PUBLIC_URL: address }).publicUrl).toBe('https://rowhouse.example.com'),
);

/** Of every variable one that is wrong, and what it must be; a text alone is a sentence of its own. */
const port = 'a whole number from 0 to 65535';
const address = 'an address like https://rowhouse.example.com';
const root = `${address}, without a path or a user: Rowhouse stands at the root of a host, behind a proxy too`;
const database = 'an address like postgres://user:password@host:5432/database';
const secret = 'at least 32 characters long';
const onOrOff = 'on or off';
const place = 'an address of this machine like 0.0.0.0, 127.0.0.1 or ::, without a protocol or a port';
const region = 'a region like eu-central-1';
const bucket = 'the name of a bucket: 3 to 63 letters, digits, dots and dashes';
const sender = 'an email, alone or as in Rowhouse <no-reply@example.com>';
const anything = null;
const wrong: Readonly<Record<string, readonly (readonly [string, string])[] | null>> = {
  PORT: [
    ['abc', port],
    ['65536', port],
    ['40.5', port],
  ],
  HOST: [
    ['http://0.0.0.0', place],
    ['localhost:4000', place],
  ],
  PUBLIC_URL: [
    ['rowhouse.example.com', address],
    ['https://example.com/rowhouse', root],
    ['https://example.com/?a=1', root],
    ['https://ada:pw@example.com', root],
  ],
  PROXY_HOPS: [['yes', 'a whole number from 0 to 10']],
  STOP_GRACE_SECONDS: [['61', 'a whole number from 0 to 60']],
  DATA_DIR: anything,
  BREACHED_PASSWORDS: anything,
  DATABASE_URL: [
    ['mysql://host/rows', database],
    ['postgres://host:port/rows', database],
  ],
  DATABASE_APP_URL: [['localhost:5432', database]],
  DATABASE_LISTEN_URL: [['rows', database]],
  DATABASE_POOL_SIZE: [['1', 'a whole number from 2 to 200']],
  CELL: [['8192', 'a whole number from 0 to 8191']],
  SECRET: [['short', secret]],
  SECRET_BEFORE: [['short', secret]],
  BACKUP_DIR: anything,
  BACKUP_EVERY_HOURS: [
    ['daily', 'a number of hours from 0.02 to 720'],
    ['1000', 'a number of hours from 0.02 to 720'],
  ],
  BACKUP_KEEP: [['0', 'a whole number from 1 to 1000']],
  METRICS_PORT: [['0', 'a whole number from 1 to 65535']],
  METRICS_HOST: [['127.0.0.1:9000', place]],
  EMBED_HOSTS: [
    ['reports.example.com', 'reports.example.com must be like https://reports.example.com, without a path.'],
  ],
  S3_BUCKET: [
    ['ab', bucket],
    ['s3://files', bucket],
  ],
  S3_REGION: [['Europe (Frankfurt)', region]],
  S3_ENDPOINT: [['minio:9000', address]],
  S3_BROWSER_ENDPOINT: [['no', `${address}, or off`]],
  S3_ACCESS_KEY_ID: anything,
  S3_SECRET_ACCESS_KEY: anything,
  S3_PREFIX: [['/rowhouse', 'plain characters with / at the end, like rowhouse/']],
  TOKEN_LIFETIME_HOURS: [
    ['0', 'a number of hours from 0.001 to 720'],
    ['1 day', 'a number of hours from 0.001 to 720'],
  ],
  SESSION_IDLE_HOURS: [['721', 'a number of hours from 0.1 to 720']],
  AUDIT_RETENTION_YEARS: [['forever', 'a whole number from 1 to 100']],
  COUNT_BUDGET_MS: [['0', 'a whole number from 1 to 10000']],
  NUMBERS_AT_ONCE: [['5', 'a whole number from 1 to 4']],
  CALLS_PER_MINUTE: [['-1', 'a whole number from 0 to 10000000']],
  SMTP_URL: [
    [
      'mail.example.com:587',
      'an address like smtp://user:password@mail.example.com:587, or one that begins with smtps://',
    ],
    [
      'smtp://',
      'an address like smtp://user:password@mail.example.com:587, or one that begins with smtps://',
    ],
  ],
  MAIL_FROM: [
    ['nonsense', sender],
    ['Rowhouse', sender],
    ['a@example.com, b@example.com', sender],
    ['Rowhouse <no-reply>', sender],
  ],
  MAILBOX: [['1', onOrOff]],
  REGISTRATION: [['no', onOrOff]],
  COMPANIES: [['everybody', 'anyone or operators']],
  OPERATORS: [['ada@example.com, ben', "'ben' is no email. It takes emails with commas between them."]],
  MFA_SKIP_EXEMPT_EMAIL: [['ada', 'an email']],
  OIDC_ISSUER: [['accounts.example.com', address]],
  OIDC_CLIENT_ID: anything,
  OIDC_CLIENT_SECRET: anything,
  OIDC_SCOPES: [['email,profile', 'words with spaces between them, openid among them']],
  OIDC_LABEL: [['x'.repeat(61), 'at most 60 characters long']],
  COGNITO_REGION: [['Frankfurt!', region]],
  COGNITO_USER_POOL_ID: [['pool', 'the id of a user pool like eu-central-1_AbCdEfGhI']],
  COGNITO_CLIENT_ID: anything,
  COGNITO_CLIENT_SECRET: anything,
  COGNITO_ENDPOINT: [['localhost', address]],
  PASSWORD_SIGN_IN: [['true', onOrOff]],
  NODE_ENV: [['prod', 'development, test or production']],
  API_EXPLORER: [['yes', onOrOff]],
  LOG_LEVEL: [['verbose', 'silent, fatal, error, warn, info, debug or trace']],
  DEMO: [['yes', onOrOff]],
};

test('each variable is tried with what is wrong', () =>
  expect(Object.keys(wrong).toSorted()).toEqual(variableNames.toSorted()));

/** What they hold is a secret, or has one in it. */
const untold = [
  'SECRET',
  'SECRET_BEFORE',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
];

test.each(
  Object.entries(wrong).flatMap(([name, cases]) => (cases ?? []).map(([given, rule]) => [name, given, rule])),
)('%s=%s stops the start: it must be %s', (name = '', given = '', rule = '') => {
  const shown = untold.includes(name) ? '' : `is '${given.replace('ada:pw', '…')}', and `;
  const isOwn = name === 'EMBED_HOSTS' || name === 'OPERATORS';
  const sentence = isOwn ? rule : `it ${shown}must be ${rule}.`;
  expect(() => readConfig({ [name]: given })).toThrow(`${name} is not usable: ${sentence}`);
});

test('several that are wrong are told at once, each in a line', () =>
  expect(() => readConfig({ PORT: 'x', DEMO: 'yes' })).toThrow(
    "PORT is not usable: it is 'x', and must be a whole number from 0 to 65535.\nDEMO is not usable: it is 'yes', and must be on or off.",
  ));

test.each([
  'no-reply@localhost',
  'Rowhouse <no-reply@example.com>',
  '"Rowhouse, Inc." <no-reply@example.com>',
  '<no-reply@example.com>',
])('mails are sent from %s', (from) => expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from));

test('what belongs together is named together', () =>
  expect(() => readConfig({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(
    'OIDC_ISSUER is set: OIDC_CLIENT_ID must be set as well.',
  ));
