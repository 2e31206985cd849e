// Several servers over one PostgreSQL, as far as it can tell: each with memory, connections and jobs of its own.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openMigratedDatabase } from '../testing/migrated-database.ts';
import { createTestDatabase, runAsAdmin } from '../testing/postgres.ts';
import { startAnother } from '../testing/record-model/another-application.ts';
import { handshakeOf, openSocket } from '../testing/socket-client.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { Credentials, TestServer } from '../testing/test-server.ts';
import { createApplication } from './application.ts';
import type { Application } from './application.ts';
import { makeAuditPartitions } from './features/audit-log/retention-sql.ts';
import { startJobs } from './jobs.ts';
import { listMigrations, migrate } from './platform/database/migrate.ts';
import { createServerPool, openDatabase } from './platform/database/open-database.ts';
import { olderServersIn } from './platform/database/ran-migrations.ts';
import type { Migration } from './platform/database/ran-migrations.ts';
import { createLog } from './platform/log.ts';

let server: TestServer;
let ana: Credentials;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
afterAll(() => server.close());

const partsOver = (): Omit<Parameters<typeof createApplication>[0], 'database' | 'log'> => ({
  storage: server.storage,
  clock: server.clock,
  mailer: server.mailer,
  linkBase: 'http://localhost',
  secret: 'the secret of several servers, long enough',
  tokenLifetimeMs: 86_400_000,
  countBudgetMs: 1000,
  explorer: false,
  proxyHops: 0,
  clientDist: '.',
});

/** What main does with the database until it listens; answers what ran, what the log said, and how to stop. */
async function startOn(url: string, migrations = listMigrations()) {
  const said: string[] = [];
  const log = createLog('info', { write: (line: string) => void said.push(line) });
  const database = openDatabase(createServerPool(url, 3, log), 'server', log);
  const ran = await migrate(database, { migrations, log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  await makeAuditPartitions(database, Date.now());
  const application = createApplication({ ...partsOver(), database, log });
  const jobs = await startJobs({
    ...application,
    database,
    log,
    storage: server.storage,
    auditRetentionYears: null,
  });
  const stop = async () => {
    await application.app.close();
    await jobs.stop();
    await database.close();
  };
  return { ran, said, database, stop };
}

async function startThreeAt(template?: string) {
  const empty = await createTestDatabase(inject('postgresAdminUrl'), { ...(template && { template }) });
  try {
    const started = await Promise.all([1, 2, 3].map(() => startOn(empty.url)));
    await Promise.all(started.map(({ stop }) => stop()));
    return {
      ran: started.flatMap(({ ran }) => ran),
      said: started.flatMap(({ said }) => said),
    };
  } finally {
    await empty.drop();
  }
}

test('three that start at the same moment on an empty database all come to stand, and each migration runs once', async () => {
  const { ran, said } = await startThreeAt();
  expect(ran).toEqual(listMigrations().map(({ name }) => name));
  expect(said).toEqual([]);
});

test('and so they do again and again where only the tables of the jobs are missing', async () => {
  for (let round = 0; round < 2; round += 1)
    expect(await startThreeAt(inject('templateDatabase'))).toEqual({ ran: [], said: [] });
});

describe('a database that a newer version has brought forward', () => {
  const newer = (name: string, firstLine: string): Migration => ({
    name: `2099${name}.sql`,
    text: `${firstLine}\nalter table app_user add column later_${name} text;`,
    checksum: name,
  });
  const goesOn = newer('1', '-- Older servers: go on.');
  const copyDatabase = async (): Promise<string> => {
    const copy = await createTestDatabase(inject('postgresAdminUrl'), {
      template: inject('templateDatabase'),
    });
    cleanUps.push(() => copy.drop());
    return copy.url;
  };
  const bringForward = async (url: string, further: Migration[]) => {
    const database = await openMigratedDatabase(url, { migrated: true });
    await migrate(database, { migrations: [...listMigrations(), ...further] }).finally(() =>
      database.close(),
    );
  };
  const startAs = async (url: string, migrations: Migration[]) => {
    const started = await startOn(url, migrations);
    await started.stop();
    return started;
  };

  test('serves an older one that can live with it, which says so once and runs nothing; then the newer one comes again', async () => {
    const url = await copyDatabase();
    const current = listMigrations();
    const next = [...current, goesOn, newer('2', '-- Older servers: go on.')];
    // As a version left it that kept nothing of what migrations say.
    await runAsAdmin(url, 'alter table migration drop column older_servers');
    expect((await startAs(url, next)).ran).toEqual(['20991.sql', '20992.sql']);
    const older = await startAs(url, current);
    expect(older.ran).toEqual([]);
    expect(older.said.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        msg: 'a newer version has run migrations that this one can live with',
        migrations: ['20991.sql', '20992.sql'],
      }),
    ]);
    expect(await startAs(url, next)).toMatchObject({ ran: [], said: [] });
  });

  test.each<[string, Migration, string]>([
    [
      'it says why they stop',
      newer('3', '-- Older servers: stop, lines lose their currency.'),
      ' (lines lose their currency)',
    ],
    ['it says nothing of them', newer('4', '-- A column.'), ''],
    ['it says so below its first line', newer('5', '-- A column.\n-- Older servers: go on.'), ''],
  ])('refuses older ones where %s', async (_, stops, reason) => {
    const url = await copyDatabase();
    await bringForward(url, [goesOn, stops]);
    await expect(startOn(url)).rejects.toThrow(
      `This data is of a newer version of Rowhouse: it has run ${stops.name}${reason}, which this version does not have.`,
    );
  });

  test('refuses one that has migrations of its own which did not run, or which stand after those', async () => {
    const url = await copyDatabase();
    await bringForward(url, [goesOn]);
    for (const own of [newer('0', '-- Older servers: go on.'), newer('9', '-- Older servers: go on.')])
      await expect(startOn(url, [...listMigrations(), own])).rejects.toThrow(
        /newer version.* it has run 20991\.sql,/,
      );
  });

  test('each migration says whether servers of the version before go on', () => {
    // The last one that came before any server asked.
    const since = '20261128290001_fields_of_numbers.sql';
    const silent = listMigrations().filter(({ name, text }) => name > since && olderServersIn(text) === null);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

type Standing = { url: string; drain: Application['drain']; close(): Promise<void> };

async function stand(): Promise<Standing> {
  const { app, drain, close } = await startAnother(server);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, drain, close };
}

/** Round robin among those whose /readyz was green when they were asked last. */
async function balance(standing: Set<Standing>) {
  const green = new Set<Standing>();
  const agent = new Agent({ keepAlive: true });
  const look = async () => {
    for (const one of standing) {
      const isReady = await fetch(`${one.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) green.add(one);
      else green.delete(one);
    }
  };
  await look();
  const over = new AbortController();
  const looking = (async () => {
    for (; !over.signal.aborted; await wait(50)) await look();
  })();
  let turn = 0;
  const underWay = new Map<string, number>();
  const proxy = createServer((incoming, outgoing) => {
    const ready = [...green];
    const { url } = ready[(turn += 1) % ready.length] ?? { url: 'http://127.0.0.1:1' };
    underWay.set(url, (underWay.get(url) ?? 0) + 1);
    outgoing.once('close', () => underWay.set(url, (underWay.get(url) ?? 0) - 1));
    const { method, headers } = incoming;
    const onward = request(url + incoming.url, { method, headers, agent }, (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUps.push(async () => {
    over.abort();
    await looking;
    agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Nor is anybody on the way there, whom a listener that closes would send back. */
    async sendsNobodyTo(one: Standing): Promise<void> {
      await expect
        .poll(() => !green.has(one) && (underWay.get(one.url) ?? 0) === 0, { timeout: 60_000, interval: 10 })
        .toBe(true);
    },
  };
}

test('a rolling restart under load fails no request', async () => {
  const standing = new Set([await stand(), await stand()]);
  cleanUps.push(() => Promise.all([...standing].map(({ close }) => close())));
  const { url, sendsNobodyTo } = await balance(standing);
  const [record] = await server.query(
    `insert into record_3 (bucket, tenant_id, record_type_id, record_number, status_id)
     values (3, $1, $2, 700, $3) returning id::int`,
    [server.north.id, server.north.types.orders, server.north.statuses.order],
  );
  const headers = {
    'content-type': 'application/json',
    authorization: ana.service ?? '',
    backend_jwt: ana.backend ?? '',
    tenant_id: String(ana.tenant),
  };
  const ask = async (query: string, data: object): Promise<unknown> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { data } }),
    });
    return answer.json();
  };
  const over = new AbortController();
  const failures: unknown[] = [];
  let answered = 0;
  const read = () =>
    ask(
      'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total records { id } } }',
      {
        recordTypeId: server.north.types.orders,
      },
    );
  let version = 1;
  const write = async () => {
    const answer = (await ask(
      'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }',
      { id: record?.['id'], version, description: `Version ${version}` },
    )) as { data?: { updateRecordHeader?: { version: number } } };
    version = answer.data?.updateRecordHeader?.version ?? version;
    return answer;
  };
  const clients = [read, read, read, write].map(async (work) => {
    while (!over.signal.aborted) {
      const answer = await work().catch((error: unknown) => ({ errors: error }));
      answered += 1;
      if ((answer as { errors?: unknown }).errors !== undefined) failures.push(answer);
    }
  });
  const more = async () => {
    const enough = answered + 5;
    await expect.poll(() => answered, { timeout: 60_000, interval: 10 }).toBeGreaterThan(enough);
  };
  const first = [...standing];
  for (const old of first) {
    standing.add(await stand());
    await more();
    // As long as it takes: a grace by the clock would be over for whoever is held up meanwhile.
    const draining = old.drain(sendsNobodyTo(old));
    await more();
    await draining;
    standing.delete(old);
    await old.close();
  }
  over.abort();
  await Promise.all(clients);
  expect(failures).toEqual([]);
  // Nothing that was acknowledged is lost, and nothing was done twice.
  expect(
    await server.query('select version, description from record_3 where id = $1', [record?.['id']]),
  ).toEqual([{ version, description: `Version ${version - 1}` }]);
});

test('a stop does not wait for windows that poll: they are sent away first', async () => {
  const standing = await stand();
  cleanUps.push(() => standing.close());
  const socket = await openSocket(standing.url, handshakeOf(ana), { transports: ['polling'] });
  const left = once(socket.socket as never, 'disconnect');
  const beganMs = performance.now();
  await standing.drain(Promise.resolve());
  expect(performance.now() - beganMs).toBeLessThan(5000);
  await left;
});

test('while the database is away every answer says so, and afterwards all is as ever', async () => {
  const seen = new Set<unknown>();
  const ask = async () => {
    const answer = await server.ask('{ getSaasUsers { id } }', ana);
    seen.add(answer.errors?.[0]?.extensions['code'] ?? 'fine');
  };
  const over = new AbortController();
  const clients = [1, 2, 3].map(async () => {
    while (!over.signal.aborted) await ask();
  });
  const other = await startAnother(server);
  cleanUps.push(() => other.close());
  for (let round = 0; round < 10; round += 1) {
    await other.database.asHome((connection) =>
      connection.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name = 'rowhouse'`,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  over.abort();
  await Promise.all(clients);
  expect([...seen].filter((code) => code !== 'fine' && code !== 'UNAVAILABLE')).toEqual([]);
  expect(seen).toContain('UNAVAILABLE');
  seen.clear();
  await ask();
  expect([...seen]).toEqual(['fine']);
});
