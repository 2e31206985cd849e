// Comments over sockets: two processes on one PostgreSQL, sockets of seven people who see the records, and comments at a
// steady rate, each on a record whose last one is long told. It reports how long from sending a comment to each socket
// that hears of it, and how many heard nothing. It never judges.
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword, demoPeople, type DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { openSocket } from '../socket-client.ts';
import type { Credentials } from '../test-server.ts';
import { demoOrdersType } from './demo-orders.ts';
import { quantile, shownMs } from './statistics.ts';

/** Who see every purchase order. */
const people = ['maya', 'ben', 'sara', 'noah', 'iris', 'victor', 'ada'] as const satisfies DemoPerson[];
const ordersType = demoOrdersType;
const recordCount = 200;
/** What one socket may watch. */
const watchedBySocket = 20;
const seconds = 20;
const settings = [
  { sockets: 50, perSecond: 25 },
  { sockets: 200, perSecond: 25 },
  { sockets: 200, perSecond: 100 },
] as const;

export async function commentsBench() {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres();
  const database = await createTestDatabase(postgres.adminUrl);
  const env = {
    DATABASE_URL: database.url,
    DEMO: 'on',
    NODE_ENV: '',
    SECRET: 'of the bench alone, and long enough for the server',
  };
  const first = await spawnServer({ env });
  await first.waitReady();
  const second = await spawnServer({ env });
  await second.waitReady();
  try {
    const urls = [first.url, second.url] as const;
    const who = await Promise.all(people.map((person) => enter(first.url, person)));
    const records = await listRecords(first.url, who[0]!);
    const rows: Record<string, string>[] = [];
    for (const setting of settings) {
      say(`${setting.sockets} sockets, ${setting.perSecond} comments a second`);
      const { heard, expected, written } = await run(setting, { urls, who, records });
      rows.push({
        sockets: String(setting.sockets),
        'comments/s': String(setting.perSecond),
        written: String(written),
        told: String(heard.length),
        'not told': String(expected - heard.length),
        'median ms': shownMs(quantile(heard, 0.5)),
        'p99 ms': shownMs(quantile(heard, 0.99)),
        'longest ms': shownMs(Math.max(...heard)),
      });
    }
    return [
      {
        title: `From sending a comment to a socket that hears of it, ${seconds} s each, two processes, ${recordCount} records, ${watchedBySocket} watched by each socket; aim: p99 ≤ 250 ms`,
        rows,
      },
    ];
  } finally {
    await second.stop();
    await first.stop();
    await postgres.stop();
  }
}

type Place = {
  readonly urls: readonly [string, string];
  readonly who: readonly Credentials[];
  readonly records: readonly number[];
};

async function run(
  { sockets: socketCount, perSecond }: (typeof settings)[number],
  { urls, who, records }: Place,
) {
  const sentAt = new Map<number, number>();
  const listeners = new Map<number, number>();
  const heard: number[] = [];
  let isRunning = false;
  const sockets = await Promise.all(
    Array.from({ length: socketCount }, async (_, index) => {
      const { service, backend, tenant } = who[index % who.length]!;
      const socket = await openSocket(urls[index % 2 === 0 ? 0 : 1], {
        serviceToken: service ?? '',
        backendToken: backend ?? '',
        tenantId: tenant,
      });
      const told = new Set<string>();
      socket.socket.on('commented', ({ recordId }) => {
        const at = sentAt.get(recordId);
        // A comment that is told twice, as another process may, is one.
        if (!isRunning || at === undefined || told.has(`${recordId} ${at}`)) return;
        told.add(`${recordId} ${at}`);
        heard.push(performance.now() - at);
      });
      for (let place = 0; place < watchedBySocket; place += 1) {
        const record = records[(index * watchedBySocket + place) % records.length]!;
        await socket.watchRecord(ordersType, record);
        listeners.set(record, (listeners.get(record) ?? 0) + 1);
      }
      return socket;
    }),
  );
  isRunning = true;
  const begun = performance.now();
  const writing: Promise<void>[] = [];
  const total = seconds * perSecond;
  let expected = 0;
  for (let index = 0; index < total; index += 1) {
    await pause(Math.max(0, begun + (index * 1000) / perSecond - performance.now()));
    const record = records[index % records.length]!;
    sentAt.set(record, performance.now());
    expected += listeners.get(record) ?? 0;
    writing.push(write(urls[index % 2 === 0 ? 0 : 1], who[index % who.length]!, record));
  }
  await Promise.all(writing);
  const deadline = performance.now() + 5000;
  while (heard.length < expected && performance.now() < deadline) await pause(20);
  isRunning = false;
  for (const socket of sockets) socket.close();
  return { heard, expected, written: total };
}

let keys = 0;
async function write(url: string, who: Credentials, recordId: number): Promise<void> {
  await ask(url, who, 'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }', {
    data: { recordId, recordTypeId: ordersType, text: 'Said', idempotencyKey: `bench ${++keys}` },
  });
}

async function listRecords(url: string, who: Credentials): Promise<readonly number[]> {
  const data = await ask(
    url,
    who,
    `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
      filterAndSortRecordHeader(data: $data, pagination: $pagination) { records { id } } }`,
    { data: { recordTypeId: ordersType, enabled: true }, pagination: { offset: 0, limit: recordCount } },
  );
  return (data['filterAndSortRecordHeader'] as { records: { id: number }[] }).records.map(({ id }) => id);
}

async function enter(url: string, person: DemoPerson): Promise<Credentials> {
  const response = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoPeople[person].email, password: demoPassword }),
  });
  const { serviceToken } = (await response.json()) as { serviceToken: string };
  const service = `Bearer ${serviceToken}`;
  const details = await ask(url, { service }, '{ getUserDetails { tenants { tenant { id url } } } }');
  const { tenants } = details['getUserDetails'] as { tenants: { tenant: { id: number; url: string } }[] };
  const tenant = tenants.find((one) => one.tenant.url === 'adventure-works')!.tenant.id;
  const login = await ask(
    url,
    { service },
    'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
    { data: { tenantId: tenant } },
  );
  return { service: serviceToken, backend: (login['SaasTenantLogin'] as { token: string }).token, tenant };
}

async function ask(
  url: string,
  { service, backend, tenant }: Credentials,
  query: string,
  variables: object = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: service ?? '',
      ...(backend !== undefined && { backend_jwt: backend }),
      ...(tenant !== undefined && { tenant_id: String(tenant) }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data: Record<string, unknown> | null;
    errors?: { message: string }[];
  };
  if (data == null || errors !== undefined) throw new Error(errors?.[0]?.message ?? 'No answer.');
  return data;
}
