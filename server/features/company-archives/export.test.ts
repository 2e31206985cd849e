// A company taken out from its page: what is in the file, who gets it and for how long, and what becomes of one that fails.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { exportFailed, exportLinkOver, exportOver } from '@rowhouse/domain/company-archives/rules.ts';
import { startGuardedServer } from '../../../testing/security/guarded-server.ts';
import { callerOf, password, readCall } from '../../../testing/security/sign-in-server.ts';
import { proofNeeded } from '../../../testing/test-server.ts';
import type { Credentials } from '../../../testing/test-server.ts';
import { checkArchive } from '../../platform/company-archive/archive-reader.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { noteProgress } from './sql.ts';

let server: Awaited<ReturnType<typeof startGuardedServer>>;
let mia: Credentials;
beforeAll(async () => {
  server = await startGuardedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query('delete from company_export');
  mia = await enterProved('mia', server.north);
});

/** Enters, and shows once more who it is. */
async function enterProved(name: string, tenant: { id: number }): Promise<Credentials> {
  const credentials = await server.enter(name, tenant);
  readCall('prove', await callerOf(server)('prove', { password }, credentials));
  return credentials;
}

type Told = Record<string, unknown> & { state: string };
const parts = 'state step done total records files missingFiles sizeBytes keptUntil askedBy { name }';
const find = async (who = mia): Promise<Told | null> =>
  (await server.ask(`{ findCompanyExport { ${parts} } }`, who)).data?.['findCompanyExport'] as Told | null;
const start = async (who = mia): Promise<Told> => {
  const answer = await server.ask(`mutation { startCompanyExport { ${parts} } }`, who);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['startCompanyExport'] as Told;
};
const ended = (who = mia): Promise<Told> =>
  vi.waitFor(
    async () => {
      const found = await find(who);
      expect(found?.state).not.toBe('RUNNING');
      return found as Told;
    },
    { timeout: 20_000, interval: 50 },
  );
const link = (who = mia) => server.ask('mutation { createCompanyExportLink { url fileName } }', who);
const linkOf = async (who = mia) =>
  (await link(who)).data?.['createCompanyExportLink'] as { url: string; fileName: string };
const open = (url: string) => server.app.inject({ method: 'GET', url });
const nothing = { statusCode: 404, body: exportLinkOver };

/** Begins one that waits for a table which it reads, for the time of the work. */
const whileItWaits = (work: (waiting: number) => Promise<unknown>): Promise<unknown> =>
  server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, async () => {
      await connection.query('lock table record_comment in access exclusive mode');
      await start();
      const waiting = await vi.waitFor(
        async () => {
          const [found] = await server.query(
            `select pid from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and application_name = 'rowhouse session'`,
          );
          expect(found).toBeDefined();
          return Number(found?.['pid']);
        },
        { timeout: 20_000, interval: 50 },
      );
      await work(waiting);
    }),
  );

/** What the link gives, as a file that was read and checked whole. */
async function check(content: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-export-'));
  const file = path.join(folder, 'saved.tar.gz');
  await writeFile(file, content);
  const checked = await checkArchive(file);
  await rm(folder, { recursive: true });
  return checked;
}

test('its administrator gets all of it, nothing of another company, and an entry says who took it', async () => {
  expect(await find()).toBeNull();
  expect(await start()).toMatchObject({ state: 'RUNNING', keptUntil: null });
  const told = await ended();
  const [counted] = await server.query('select count(*)::int as n from record where tenant_id = $1', [
    server.north.id,
  ]);
  expect(told).toMatchObject({ state: 'FINISHED', records: counted?.['n'], keptUntil: expect.any(String) });
  const { url, fileName } = await linkOf();
  expect(fileName).toMatch(/^north-\d{4}-\d\d-\d\d\.tar\.gz$/);
  const answer = await open(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain(`attachment; filename="${fileName}"`);
  expect(answer.rawPayload.length).toBe(told['sizeBytes']);
  const { head } = await check(answer.rawPayload);
  expect(head.company.name).toBe('North');
  const text = gunzipSync(answer.rawPayload).toString('utf8');
  expect(text).toContain('cleo@example.com');
  expect(text).not.toContain('sam@example.com');
  expect(
    await server.query(
      `select user_id::int as by, source from audit_log where tenant_id = $1 and entity = 'tenant' and action = 'export'`,
      [server.north.id],
    ),
  ).toEqual([{ by: server.people.mia, source: null }]);
});

test('how far it has come stands for whoever looks, and says that somebody is at it', async () => {
  await whileItWaits(async () => {
    const [run] = await server.query('select id from company_export');
    const turn = {
      tenantId: tenantId(server.north.id),
      id: Number(run?.['id']),
      userId: userId(server.people.mia),
      objectKey: '',
    };
    expect(await noteProgress(server.database, turn, { step: 'FILES', done: 3, total: 2 })).toBe(true);
    expect(await find()).toMatchObject({ state: 'RUNNING', step: 'FILES', done: 3, total: 3 });
  });
  expect(await ended()).toMatchObject({ state: 'FINISHED' });
});

test('a connection that goes in the middle is no end of it: it is begun anew by itself', async () => {
  await whileItWaits((waiting) => server.query('select pg_terminate_backend($1)', [waiting]));
  expect(await ended()).toMatchObject({ state: 'FINISHED' });
  expect((await open((await linkOf()).url)).statusCode).toBe(200);
});

test('nothing is exported or taken away by who has not just shown who it is, in this session', async () => {
  const begin = (who: Credentials) => server.ask(`mutation { startCompanyExport { ${parts} } }`, who);
  const other = await server.enter('mia', server.north);
  expect((await begin(other)).errors).toEqual([proofNeeded]);
  expect(await find()).toBeNull();
  await start();
  await ended();
  expect((await link(other)).errors).toEqual([proofNeeded]);
  expect((await link()).errors).toBeUndefined();
  const wrong = await callerOf(server)('prove', { password: 'wrong one' }, other);
  expect(wrong.status).toBe(400);
  expect((await link(other)).errors).toEqual([proofNeeded]);
  server.clock.at += 11 * 60_000;
  expect((await link()).errors).toEqual([proofNeeded]);
  expect((await begin(mia)).errors).toEqual([proofNeeded]);
  // Who may not export is told nothing of it.
  const cleo = await server.enter('cleo', server.north);
  expect((await begin(cleo)).errors?.[0]?.message).toMatch(/^Only an administrator/);
  const noted = await server.query(
    `select count(*)::int as n from audit_log where tenant_id = $1 and action = 'proved-again' and user_id = $2`,
    [server.north.id, server.people.mia],
  );
  expect(Number(noted[0]?.['n'])).toBeGreaterThan(0);
});

test('of two who ask at once there is one export, and a later one takes the place of the earlier', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  expect(one['askedAt']).toBe(other['askedAt']);
  expect(await server.query('select from company_export')).toHaveLength(1);
  await ended();
  await start();
  await ended();
  await vi.waitFor(async () => expect(await server.query('select from company_export')).toHaveLength(1));
});

test('a link is good while its bearer administers the company, for some minutes, and while the file is kept', async () => {
  await start();
  await ended();
  const { url } = await linkOf();
  const [{ key = '' } = {}] = (await server.query('select object_key as key from company_export')) as {
    key: string;
  }[];
  const role = (id: number) =>
    server.query(
      `update membership set role_id = $1, version = version + 1 where tenant_id = $2 and user_id = $3`,
      [id, server.north.id, server.people.mia],
    );
  await role(server.north.roles.clerk);
  expect(await open(url)).toMatchObject(nothing);
  await role(server.north.roles.manager);
  expect((await open(url)).statusCode).toBe(200);
  expect(await open(`${url.slice(0, -3)}xyz`)).toMatchObject(nothing);
  server.clock.at += 6 * 60_000;
  expect(await open(url)).toMatchObject(nothing);
  const { url: fresh } = await linkOf(await enterProved('mia', server.north));
  await server.query(`update company_export set ended_at = now() - interval '25 hours'`);
  expect(await open(fresh)).toMatchObject(nothing);
  const again = await link(await server.enter('mia', server.north));
  expect(again.errors?.[0]).toMatchObject({ message: exportOver });
  await server.companyExports.sweep();
  expect(await server.query('select from company_export')).toEqual([]);
  expect(await server.storage.open(key)).toBeNull();
});

test('one that fails says so and leaves nothing, and the next one comes', async () => {
  const put = vi.spyOn(server.storage, 'put').mockImplementationOnce(async (_key, content) => {
    if (content instanceof Readable) for await (const _ of content) break;
    throw new Error('The disk is full.');
  });
  await start();
  expect(await ended()).toMatchObject({ state: 'FAILED', keptUntil: null });
  expect(exportFailed).toContain('nothing of it is kept');
  expect((await link()).errors?.[0]).toMatchObject({ message: exportOver });
  put.mockRestore();
  await start();
  expect((await ended()).state).toBe('FINISHED');
});

test('what a killed process left is begun anew', async () => {
  await server.query(
    `insert into company_export (tenant_id, user_id, object_key, tried_at) values ($1, $2, $3, now() - interval '3 minutes')`,
    [server.north.id, server.people.mia, `${server.north.id}/left.gz`],
  );
  server.companyExports.wake();
  expect((await ended()).state).toBe('FINISHED');
});

test('another company sees nothing of it, and a new, empty one exports itself', async () => {
  await start();
  await ended();
  const sam = await server.enter('sam', server.south);
  expect(await find(sam)).toBeNull();
  expect((await link(sam)).errors?.[0]).toMatchObject({ message: exportOver });
  const made = await server.ask(
    'mutation ($data: CreateTenantInput!) { createTenant(data: $data) { id } }',
    mia,
    { data: { name: 'New', url: 'new-one' } },
  );
  const owner = await enterProved('mia', made.data?.['createTenant'] as { id: number });
  await start(owner);
  expect(await ended(owner)).toMatchObject({ state: 'FINISHED', records: 0, files: 0 });
  const { url } = await linkOf(owner);
  expect((await check((await open(url)).rawPayload)).head.company.name).toBe('New');
});
