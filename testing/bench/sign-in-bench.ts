// What signing in costs: whoever asks, whether or not the account is there; and what a flood of it costs those who are
// in already.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { spawnServer } from '../fault.ts';
import { startMailServer } from '../mail-server.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { post, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase, withTotal } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const knownAccounts = 50;
const pageSize = 25;

/** --runs: tries of each kind; --records: of the grid that the others look at. */
export async function signInBench({ values }: { values: Record<string, string | undefined> }) {
  const runs = Number(values['runs'] ?? 1000);
  const records = Number(values['records'] ?? 100_000);
  const seconds = runs < 100 ? 2 : 15;
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  const mailServer = await startMailServer();
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await prepareDatabase(databaseUrl);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
  await addAccounts(database);
  const server = await spawnServer({
    env: {
      DATABASE_URL: databaseUrl,
      SECRET: benchSecret,
      DEMO: 'off',
      NODE_ENV: 'production',
      DATABASE_POOL_SIZE: '8',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'bench@example.com',
    },
  });
  try {
    await server.waitReady();
    const headers = await signIn(server.url, largeEmail, largePassword);
    const call = (name: string, body: object) => post(`${server.url}/auth/${name}`, JSON.stringify(body));

    say('one password check …\n');
    const checks: number[] = [];
    for (let i = 0; i < Math.min(runs, 100) + 3; i += 1) {
      const { ms, text } = await call('sign-in', { email: known(i), password: largePassword });
      if (!text.includes('serviceToken')) throw new Error(text);
      if (i >= 3) checks.push(ms);
      if (i % 20 === 0) await clearGuesses(database);
    }

    const rows: Record<string, string>[] = [];
    for (const [what, name, bodyOf, expected] of [
      [
        'sign-in, wrong password',
        'sign-in',
        (email: string) => ({ email, password: 'wrong' }),
        '"UNAUTHENTICATED"',
      ],
      ['forgot-password', 'forgot-password', (email: string) => ({ email }), '"done":true'],
    ] as const) {
      say(`${what} …\n`);
      const ask = async (email: string) => {
        const { ms, text } = await call(name, bodyOf(email));
        if (!text.includes(expected)) throw new Error(`${what}: ${text}`);
        return ms;
      };
      rows.push({ what, ...(await compare(ask, runs, () => clearGuesses(database))) });
      say(`${JSON.stringify(rows.at(-1))}\n`);
    }

    say('the grid of others …\n');
    const page = () =>
      autocannon({
        url: `${server.url}/graphql`,
        connections: 8,
        duration: seconds,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({
          query: withTotal,
          variables: { data: { recordTypeId: tenant.typeId }, pagination: { offset: 0, limit: pageSize } },
        }),
      });
    await page();
    const alone = await page();
    const flood = startFlood(server.url, database);
    const beside = await page();
    const flooded = await flood.stop();
    const after = await page();
    const line = (what: string, result: Awaited<ReturnType<typeof page>>) => ({
      what,
      'requests/s': result.requests.average.toFixed(0),
      'p50, ms': String(result.latency.p50),
      'p99, ms': String(result.latency.p99),
      ratio: (result.latency.p99 / alone.latency.p99).toFixed(2),
      errors: String(result.errors + result.non2xx),
      aim: '',
    });
    return [
      {
        title: 'One password check (a sign-in through HTTP)',
        rows: [
          {
            median: shownMs(median(checks)),
            p95: shownMs(quantile(checks, 0.95)),
            p99: shownMs(quantile(checks, 0.99)),
          },
        ],
      },
      { title: `Known against unknown accounts, ${runs} tries each, medians in ms`, rows },
      {
        title: `A grid of ${records.toLocaleString('en')}, page of ${pageSize}, 8 connections`,
        rows: [
          line('alone', alone),
          {
            ...line(`beside sign-ins (${(flooded.looked / seconds).toFixed(0)}/s looked at)`, beside),
            aim: 'p99 ≤ 2 × alone',
          },
          line('alone again', after),
        ],
      },
    ];
  } finally {
    await server.stop();
    await mailServer.close();
    await database.close();
    await postgres.stop();
  }
}

const known = (number: number) => `known-${String(number % knownAccounts).padStart(8, '0')}@example.com`;
/** Of the same length, and never the same twice. */
const unknown = (number: number) => `nobod-${String(number).padStart(8, '0')}@example.com`;

/** Accounts with the password of the one that is there: its hash is copied, for making each would take long. */
async function addAccounts(database: Database): Promise<void> {
  await database.asHome(async (connection) => {
    for (let number = 0; number < knownAccounts; number += 1) {
      const [id, email] = [randomUUID(), known(number)];
      await connection.query(
        'insert into auth_user (id, name, email, "emailVerified") values ($1, $2, $2, true)',
        [id, email],
      );
      await connection.query(
        `insert into auth_account (id, "accountId", "providerId", "userId", password, "updatedAt")
         select $1, $1, 'credential', $1, a.password, now()
         from auth_account a join auth_user u on u.id = a."userId" where u.email = $2`,
        [id, largeEmail],
      );
      await connection.query('insert into app_user (auth_user_id, email, validated) values ($1, $2, true)', [
        id,
        email,
      ]);
    }
  });
}

/** What is measured is what a try costs, not that the sixth is refused. */
const clearGuesses = (database: Database) =>
  database.asHome((connection) => connection.query('delete from auth_rate_limit'));

/** In pairs, whichever comes first by chance: what one leaves to do falls on the other as often as on itself. */
async function compare(
  ask: (email: string) => Promise<number>,
  runs: number,
  clear: () => Promise<unknown>,
): Promise<Record<string, string>> {
  const [knownMs, unknownMs]: [number[], number[]] = [[], []];
  for (let i = -5; i < runs; i += 1) {
    if (i % 10 === 0) await clear();
    const isKnownFirst = Math.random() < 0.5;
    for (const isKnown of [isKnownFirst, !isKnownFirst]) {
      const ms = await ask(isKnown ? known(i + 5) : unknown(i + 5));
      if (i >= 0) (isKnown ? knownMs : unknownMs).push(ms);
    }
  }
  return {
    known: shownMs(median(knownMs)),
    unknown: shownMs(median(unknownMs)),
    difference: shownMs(Math.abs(median(knownMs) - median(unknownMs))),
    'known p95': shownMs(quantile(knownMs, 0.95)),
    'unknown p95': shownMs(quantile(unknownMs, 0.95)),
    aim: '≤ 5 apart',
  };
}

/** As many as are answered, 16 at a time, while the limits are lifted again and again. */
function startFlood(url: string, database: Database) {
  const over = new AbortController();
  let looked = 0;
  let number = 1_000_000;
  const one = async () => {
    while (!over.signal.aborted) {
      const body = JSON.stringify({ email: unknown((number += 1)), password: 'wrong' });
      const { text } = await post(`${url}/auth/sign-in`, body);
      if (text.includes('"UNAUTHENTICATED"')) looked += 1;
    }
  };
  const lifting = setInterval(() => void clearGuesses(database), 100);
  const flood = Array.from({ length: 16 }, one);
  return {
    async stop() {
      over.abort();
      await Promise.all(flood);
      clearInterval(lifting);
      return { looked };
    },
  };
}
