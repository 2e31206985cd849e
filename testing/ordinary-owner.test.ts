// Rowhouse on a PostgreSQL as docs/operating.md describes it and as every managed one is: the user of DATABASE_URL owns the
// database, may make roles, and is no superuser. From the first start to the backup, by the commands that people type.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spawnServer, type SpawnedServer } from './fault.ts';
import { signIn } from './http-client.ts';
import { databaseUrl, runAsAdmin, startTestPostgres, superuser, type TestPostgres } from './postgres.ts';
import { runRowhouse } from './run-rowhouse.ts';

const secret = 'the secret of the ordinary owner, long enough';
let postgres: TestPostgres;
let folder: string;
const servers: SpawnedServer[] = [];

const asAdmin = (statement: string, database = 'postgres') =>
  runAsAdmin(databaseUrl(postgres.adminUrl, database, superuser), statement);
const urlOf = (owner: string) => databaseUrl(postgres.adminUrl, `of_${owner}`, owner);
const envOf = (owner: string) => ({
  DATABASE_URL: urlOf(owner),
  DATA_DIR: path.join(folder, owner),
  SECRET: secret,
  NODE_ENV: 'production',
});

/** As docs/operating.md has it. */
async function makeOwner(owner: string, rights = 'createrole'): Promise<void> {
  await asAdmin(`create role ${owner} login ${rights}`);
  await asAdmin(`create database of_${owner} owner ${owner}`);
}

async function start(owner: string, further: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ env: { ...envOf(owner), DEMO: 'off', ...further } });
  servers.push(server);
  return server;
}

async function rows<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let last: Row[] = [];
    for (const statement of statements) last = (await client.query<Row>(statement)).rows;
    return last;
  } finally {
    await client.end();
  }
}

/** What a sentence tells the operator to run. */
const statementsIn = (sentence: string): string => {
  const [, statements] = / runs?(?: in this database)?: (.+;)$/m.exec(sentence) ?? [];
  if (statements === undefined) throw new Error(`It names nothing to run:\n${sentence}`);
  return statements;
};

beforeAll(async () => {
  postgres = await startTestPostgres({ inMemory: true });
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-owner-'));
  await makeOwner('plain', '');
  await makeOwner('rh');
  await makeOwner('second');
});
afterAll(async () => {
  for (const server of servers) await server.kill9();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an owner who may not make roles is told what a superuser has to run, before anything is made', async () => {
  const server = await start('plain');
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(
    'The user plain of DATABASE_URL may not make the role rowhouse_app, under which requests run. As a superuser run: create role rowhouse_app nologin; grant rowhouse_app to plain with inherit false, set true;',
  );
  const [made] = await rows(
    urlOf('plain'),
    `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
  );
  expect(made).toEqual({ tables: 0 });
});

const demo = { email: demoPeople.maya.email, password: '' };

describe('an owner who may make roles', () => {
  let server: SpawnedServer;

  test('starts, and a person signs in, enters a company, reads and changes', async () => {
    server = await start('rh', { DEMO: 'on' });
    await server.waitReady();
    demo.password = new RegExp(`${demo.email}\\s+(\\S+)`).exec(server.output())?.[1] ?? '';
    const client = await signIn(server.url, demo);
    const { SaasMenu } = await client.ask<{ SaasMenu: { id: number }[] }>('{ SaasMenu { id } }');
    expect(SaasMenu.length).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const description = await changeFirstRecord(client);
    expect(await findDescriptions(client)).toContain(description);
  });

  test('doctor finds it sound, and says what a superuser could still do for speed', async () => {
    const { code, text } = await runRowhouse(['doctor'], envOf('rh'));
    expect(text).toContain('ok    Requests can take on the role rowhouse_app');
    expect(code).toBe(0);
    await asAdmin(statementsIn(text), 'of_rh');
    const again = await runRowhouse(['doctor'], envOf('rh'));
    expect(again.text).toContain('ok    Text and array searches may use their indexes (leakproof)');
  });

  test('when the role is taken away, /readyz and doctor say so, and a start mends it', async () => {
    await asAdmin('revoke rowhouse_app from rh granted by rh');
    const answer = await fetch(`${server.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      status: 'not ready',
      parts: { database: 'refuses the role of requests' },
    });
    const { code, text } = await runRowhouse(['doctor'], envOf('rh'));
    expect(code).toBe(1);
    expect(text).toContain('fail  The user rh of DATABASE_URL may not take on the role rowhouse_app');
    expect(await server.stop()).toBe(0);

    server = await start('rh');
    await server.waitReady();
    const client = await signIn(server.url, demo);
    expect(await findDescriptions(client)).not.toEqual([]);
  });

  test('the printed backup reads every row, which without its option it could not', async () => {
    const { code, text } = await runRowhouse(['backup', path.join(folder, 'x.backup')], envOf('rh'));
    expect(code).toBe(1);
    expect(text).toMatch(/^ {2}pg_dump --enable-row-security .*"\$DATABASE_URL"$/m);
    // What pg_dump does without and with the option, as its manual says and as was seen in its own session.
    await expect(rows(urlOf('rh'), 'set row_security = off', 'select count(*) from record')).rejects.toThrow(
      /would be affected by row-level security policy/,
    );
    const tables = await rows<{ name: string }>(
      urlOf('rh'),
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname in ('public', 'pgboss') order by 1`,
    );
    const count = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
    const counting = `${count.join(' union all ')} order by 1`;
    // The server works meanwhile: its queue may grow between the two counts, which are then taken again.
    await vi.waitFor(
      async () => {
        const own = await rows<{ name: string; count: number }>(
          urlOf('rh'),
          'set row_security = on',
          counting,
        );
        expect(own).toEqual(await rows(databaseUrl(postgres.adminUrl, 'of_rh', superuser), counting));
        expect(own.find(({ name }) => name === 'public.record')?.count).toBeGreaterThan(100);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  test('what was backed up comes back by the printed commands, and the server starts on it', async () => {
    const [dumped, restored] = [
      path.join(folder, 'rowhouse.dump'),
      databaseUrl(postgres.adminUrl, 'back', 'rh'),
    ];
    const before = await findDescriptions(await signIn(server.url, demo));
    await asAdmin('create database back owner rh');
    if (await hasPostgresTools()) {
      const run = promisify(execFile);
      const { text } = await runRowhouse(['backup', 'x'], envOf('rh'));
      for (const [line] of text.matchAll(/^ {2}(pg_dump|pg_restore) .*$/gm)) {
        const url = line.trim().startsWith('pg_dump') ? urlOf('rh') : restored;
        const words = line.trim().replaceAll('"$DATABASE_URL"', url).replaceAll('rowhouse.dump', dumped);
        const [program = '', ...rest] = words.split(' ');
        await run(program, rest);
      }
    } else {
      // Debian 12 has the tools of version 15 only, which refuse newer servers: a copy of the files stands in for them.
      await server.stop();
      await asAdmin('drop database back');
      await asAdmin('create database back owner rh template of_rh');
    }
    const other = await start('rh', { DATABASE_URL: restored });
    await other.waitReady();
    expect(await findDescriptions(await signIn(other.url, demo))).toEqual(before);
  });
});

test('an owner of another database of the server is told who opens the role, and starts once it is open', async () => {
  const refused = await start('second');
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    'The user second of DATABASE_URL may not take on the role rowhouse_app, under which requests run. As a superuser, or as who made that role, run: grant rowhouse_app to second with inherit false, set true;',
  );
  await rows(urlOf('rh'), statementsIn(refused.output()));
  const server = await start('second');
  await server.waitReady();
  const { text } = await runRowhouse(['doctor'], envOf('second'));
  expect(text).toContain('warn  rh may connect here and take on rowhouse_app too');
  await asAdmin('revoke connect on database of_second from public');
  expect((await runRowhouse(['doctor'], envOf('second'))).text).not.toContain('may connect here');
});

describe('requests with a login of their own', () => {
  const appUrl = (login: string) => databaseUrl(postgres.adminUrl, 'of_rh', login);

  test('are served, and their login can do nothing but take on the role', async () => {
    await asAdmin('create role "rh-app" login');
    const server = await start('rh', { DATABASE_APP_URL: appUrl('rh-app') });
    await server.waitReady();
    const client = await signIn(server.url, demo);
    const description = await changeFirstRecord(client);
    expect(await findDescriptions(client)).toContain(description);
    const logins = await rows<{ name: string }>(
      databaseUrl(postgres.adminUrl, 'of_rh', superuser),
      `select distinct usename as name from pg_stat_activity where application_name = 'rowhouse' and datname = 'of_rh' order by 1`,
    );
    expect(logins.map(({ name }) => name)).toEqual(['rh', 'rh-app']);

    const noTenant = `select set_config('app.tenant_id', '0', false)`;
    const asRequest = (...statements: string[]) => rows(appUrl('rh-app'), ...statements);
    await expect(asRequest('select count(*) from record')).rejects.toThrow('permission denied');
    await expect(asRequest('set role rh')).rejects.toThrow('permission denied');
    expect(await asRequest('set role rowhouse_app', noTenant, 'select 1 from record_type')).toEqual([]);

    const env = { ...envOf('rh'), DATABASE_APP_URL: appUrl('rh-app') };
    const { code, text } = await runRowhouse(['doctor'], env);
    expect(text).toContain('ok    Requests have a login of their own, "rh-app", which can take on that role');
    expect(text).not.toMatch(/^warn .*rh-app.* may connect here/m);
    expect(code).toBe(0);
    expect((await runRowhouse(['doctor'], envOf('rh'))).text).toContain(
      'warn  Requests share the login of the owner',
    );
    expect(await server.stop()).toBe(0);
  });

  test.each([
    ['superuser', 'is a superuser'],
    ['in role rh', 'may become the owner'],
    ['bypassrls', 'may pass over row-level security'],
  ])('are refused one that is made with %s', async (rights, why) => {
    const login = `app_${rights.replaceAll(' ', '_')}`;
    await asAdmin(`create role ${login} login ${rights}`);
    const server = await start('rh', { DATABASE_APP_URL: appUrl(login) });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`The user ${login} of DATABASE_APP_URL ${why}`);
  });

  test('are told when that login is none', async () => {
    const server = await start('rh', { DATABASE_APP_URL: appUrl('nobody') });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('The PostgreSQL server of DATABASE_APP_URL does not let this user in');
  });
});

type Client = Awaited<ReturnType<typeof signIn>>;

async function changeFirstRecord(client: Client): Promise<string> {
  const [record] = await findRecords(client);
  const description = 'changed under an ordinary owner';
  await client.ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', {
    data: { id: record?.id, version: record?.version, description },
  });
  return description;
}

const findDescriptions = async (client: Client) =>
  (await findRecords(client)).map(({ description }) => description);

/** Of the first record type of the menu. */
async function findRecords(client: Client) {
  const { SaasMenu } = await client.ask<{
    SaasMenu: { appSections: { menuItems: { recordType: { id: number } | null }[] }[] }[];
  }>('{ SaasMenu { appSections { menuItems { recordType { id } } } } }');
  const types = SaasMenu.flatMap(({ appSections }) => appSections)
    .flatMap(({ menuItems }) => menuItems)
    .flatMap(({ recordType }) => recordType ?? []);
  for (const { id: recordTypeId } of types) {
    const { filterAndSortRecordHeader: page } = await client.ask<{
      filterAndSortRecordHeader: { records: { id: number; version: number; description: string | null }[] };
    }>(
      `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 100 }) {
         records { id version description } } }`,
      { data: { recordTypeId } },
    );
    if (page.records.length > 0) return page.records;
  }
  throw new Error('The demo has no record.');
}

/** pg_dump takes a server of its own version or older. */
async function hasPostgresTools(): Promise<boolean> {
  const [server] = await rows<{ major: number }>(
    urlOf('rh'),
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const version = await promisify(execFile)('pg_dump', ['--version']).then(
    ({ stdout }) => Number(/\d+/.exec(stdout)?.[0]),
    () => 0,
  );
  return version >= (server?.major ?? 0);
}
