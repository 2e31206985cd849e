// An archive brought in from the browser by who runs the installation: read whole before anything is made, refused by sentences,
// and gone when it is of no use any more.
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { archivePartBytes, notAnOperator } from '@rowhouse/domain/company-archives/import-rules.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { startGuardedServer } from '../../../testing/security/guarded-server.ts';
import { callerOf, password, readCall } from '../../../testing/security/sign-in-server.ts';
import type { Credentials } from '../../../testing/test-server.ts';
import { exportCompany } from '../../platform/company-archive/export-company.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';

let server: Awaited<ReturnType<typeof startGuardedServer>>;
let mia: Credentials;
let good: Buffer;
beforeAll(async () => {
  server = await startGuardedServer({ operators: ['mia@example.com'] });
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-import-'));
  const file = path.join(folder, 'north.tar.gz');
  await exportCompany(server, tenantId(server.north.id), file);
  good = await readFile(file);
  await rm(folder, { recursive: true });
  mia = await server.signIn('mia');
  readCall('prove', await callerOf(server)('prove', { password }, mia));
});
afterAll(() => server.close());
beforeEach(() => server.query('delete from company_import'));

type Told = { state: string; problem: string | null; received: number } & Record<string, unknown>;
const parts = `state received problem plan { name url recordTypes records files people newcomerCount newcomers }
  made { id name url records isMember pausedMails }`;
const find = async (): Promise<Told> => {
  const answer = await server.ask(`{ findCompanyImport { ${parts} } }`, mia);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['findCompanyImport'] as Told;
};
const settled = (): Promise<Told> =>
  vi.waitFor(
    async () => {
      const found = await find();
      expect(['CHECKING', 'RUNNING']).not.toContain(found.state);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
const upload = (sizeBytes: number, who = mia) =>
  server.ask(
    'mutation ($data: StartCompanyUploadInput!) { startCompanyUpload(data: $data) { url partBytes } }',
    who,
    { data: { fileName: 'north.tar.gz', sizeBytes } },
  );
const place = async (sizeBytes: number): Promise<string> => {
  const answer = await upload(sizeBytes);
  expect(answer.errors).toBeUndefined();
  return (answer.data as { startCompanyUpload: { url: string } }).startCompanyUpload.url;
};
const put = (url: string, part: number, payload: Buffer) =>
  server.app.inject({
    method: 'PUT',
    url: `${url}?part=${part}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  });
const begin = (name: string, url: string, isMove = false, who = mia) =>
  server.ask(
    `mutation ($data: StartCompanyImportInput!) { startCompanyImport(data: $data) { ${parts} } }`,
    who,
    { data: { name, url, isMove } },
  );
async function send(content: Buffer): Promise<Told> {
  const answer = await put(await place(content.length), 1, content);
  expect(answer.statusCode).toBe(200);
  return settled();
}
const standing = async () => ({
  companies: await server.query('select id, url from tenant order by id'),
  people: await server.query('select id, email from app_user order by id'),
});

test('it is read, shown, and then a company is made of it, which its people enter', async () => {
  await server.query(`update app_user set email = 'gone@example.com' where email = 'cleo@example.com'`);
  const before = await standing();
  const checked = await send(good);
  expect(checked).toMatchObject({
    state: 'CHECKED',
    plan: { name: 'North', url: 'north', newcomerCount: 1, newcomers: ['cleo@example.com'] },
    made: null,
  });
  const unproved = await begin('North', 'north', false, await server.signIn('mia'));
  expect(unproved.errors?.[0]?.extensions['details']).toEqual({ reason: 'ProofNeeded', proof: 'PASSWORD' });
  expect(await standing()).toEqual(before);
  expect((await begin('North', 'north')).errors).toBeUndefined();
  expect(await settled()).toMatchObject({
    state: 'CHECKED',
    problem: "Another company has the address 'north'. Choose another.",
  });
  expect((await begin('North, copied', 'north-copied')).errors).toBeUndefined();
  const { state, made } = (await settled()) as Told & { made: { id: number; pausedMails: number } };
  expect({ state, made }).toMatchObject({
    state: 'FINISHED',
    made: { name: 'North, copied', url: 'north-copied', isMember: true },
  });
  expect(made.pausedMails).toBeGreaterThan(0);
  const inside = await server.enter('mia', made);
  expect((await server.ask('{ getTenantProfile { name } }', inside)).data).toEqual({
    getTenantProfile: { name: 'North, copied' },
  });
  expect(
    await server.query(
      `select user_id::int as by from audit_log where tenant_id = $1 and entity = 'tenant' and action = 'import'`,
      [made.id],
    ),
  ).toEqual([{ by: server.people.mia }]);
  await server.query(`update app_user set email = 'back@example.com' where email = 'cleo@example.com'`);
  await server.query(`update app_user set email = 'cleo@example.com' where email = 'gone@example.com'`);
});

test('a connection that goes in the middle is no end of it: what is half goes, and it is begun anew by itself', async () => {
  await send(good);
  await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, async () => {
      await connection.query('lock table menu_group in share mode');
      expect((await begin('North, again', 'north-again')).errors).toBeUndefined();
      await expect
        .poll(
          () =>
            server.query(
              `select pg_terminate_backend(pid) as ended from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into menu_group %'`,
            ),
          { timeout: 20_000 },
        )
        .toEqual([{ ended: true }]);
    }),
  );
  expect(await settled()).toMatchObject({ state: 'FINISHED', problem: null, made: { url: 'north-again' } });
  expect(await server.query(`select name from tenant where name = 'North, again'`)).toHaveLength(1);
});

test('a database that goes when all of it stands makes no second one, and its end is told', async () => {
  await send(good);
  await server.query('create sequence endings');
  await server.query(
    `create function fail_once() returns trigger language plpgsql as $$ begin
       if new.state = 'FINISHED' and nextval('endings') = 1 then raise exception 'terminated' using errcode = '57P01'; end if;
       return new; end $$`,
  );
  await server.query(
    'create trigger fail_once before update on company_import for each row execute function fail_once()',
  );
  try {
    await begin('North, once more', 'north-once-more');
    expect(await settled()).toMatchObject({ state: 'FINISHED', made: { url: 'north-once-more' } });
    expect(await server.query('select last_value::int as ends from endings')).toEqual([{ ends: 2 }]);
  } finally {
    await server.query('drop trigger fail_once on company_import');
  }
  expect(await server.query(`select from tenant where name = 'North, once more'`)).toHaveLength(1);
});

describe('nothing is made of', () => {
  const tar = () => gunzipSync(good);
  const replaced = (from: string, to: string) => {
    const changed = tar();
    changed.write(to, changed.indexOf(from));
    return gzipSync(changed, { level: 1 });
  };
  test.each<[string, () => Buffer, RegExp]>([
    ['a text', () => Buffer.from('name,amount\n1,2\n'), /^north\.tar\.gz is no archive of a company\.$/],
    ['another archive', () => gzipSync(Buffer.alloc(2048)), /is damaged|is no archive/],
    ['one that was cut off', () => good.subarray(0, good.length - 400), /is damaged/],
    ['one that was changed', () => replaced('"Papers"', '"Papars"'), /is damaged/],
    ['what unpacks without an end', () => gzipSync(Buffer.alloc(90_000_000, 1)), /is damaged|is no archive/],
  ])('%s', async (_, content, sentence) => {
    const before = await standing();
    expect(await send(content())).toMatchObject({
      state: 'REFUSED',
      problem: expect.stringMatching(sentence),
      plan: null,
    });
    expect((await begin('Forged', 'forged')).errors?.[0]).toMatchObject({
      message: 'There is no archive here. Choose the file again.',
    });
    expect(await standing()).toEqual(before);
  });
});

test('parts come in their order, once, and no more than was said', async () => {
  const url = await place(30);
  const refused = (answer: Awaited<ReturnType<typeof put>>) => ({
    status: answer.statusCode,
    said: answer.json<{ message: string }>().message,
  });
  const early = await put(url, 2, Buffer.alloc(10));
  expect(refused(early)).toEqual({ status: 400, said: 'The parts of the file did not come in their order.' });
  expect((await put(url, 1, Buffer.alloc(10))).json()).toEqual({ received: 10 });
  expect((await put(url, 1, Buffer.alloc(10))).json()).toEqual({ received: 10 });
  const long = await put(url, 2, Buffer.alloc(21));
  expect(refused(long)).toEqual({ status: 400, said: 'The file is longer than was said.' });
  expect(refused(await put(url, 2, Buffer.alloc(0)))).toMatchObject({ status: 400 });
  expect((await find()).received).toBe(10);
  const large = await place(archivePartBytes * 3);
  const over = await put(large, 1, Buffer.alloc(archivePartBytes + 1));
  expect(over.statusCode).toBeGreaterThanOrEqual(400);
  // The first upload is over: the second took its place.
  expect((await put(url, 2, Buffer.alloc(10))).statusCode).toBe(404);
  vi.spyOn(server.storage, 'freeBytes').mockResolvedValueOnce(1000);
  expect((await upload(5_000_000)).errors?.[0]).toMatchObject({
    message: 'There is no room for 5.0 MB where files are kept. Nothing was sent.',
  });
});

test('who does not run the installation is refused, and so is a link whose bearer no longer does', async () => {
  const cleo = await server.signIn('cleo');
  const sentence = notAnOperator().message;
  expect((await upload(10, cleo)).errors?.[0]).toMatchObject({ message: sentence });
  expect((await server.ask('{ findCompanyImport { state } }', cleo)).errors?.[0]).toMatchObject({
    message: sentence,
  });
  const url = await place(10);
  await server.query(`update app_user set validated = false where email = 'mia@example.com'`);
  expect((await put(url, 1, Buffer.alloc(10))).statusCode).toBe(404);
  expect((await upload(10)).errors?.[0]).toMatchObject({ message: sentence });
  await server.query(`update app_user set validated = true where email = 'mia@example.com'`);
  expect((await put(`${url.slice(0, -3)}xyz`, 1, Buffer.alloc(10))).statusCode).toBe(404);
});

test('what a killed process left half is taken away and brought in anew', async () => {
  await send(good);
  const { rows } = await server.database.asOwnerOfAll((connection) =>
    connection.query(
      `with half as (insert into tenant (name, url, enabled, bucket, delete_after) values ('Half', 'half', false, 1, now() + interval '3 hours') returning id),
         arrival as (insert into company_arrival (tenant_id) select id from half)
       update company_import set state = 'RUNNING', made_tenant_id = half.id, tried_at = now() - interval '3 minutes',
         wanted = '{"name": "Half", "url": "half", "isMove": true}' from half returning made_tenant_id as id`,
    ),
  );
  server.companyImports.wake();
  expect(await settled()).toMatchObject({ state: 'FINISHED', made: { url: 'half', pausedMails: 0 } });
  expect(await server.query('select from tenant where id = $1', [rows[0]?.['id']])).toEqual([]);
});

test('what is sent and not brought in goes after a day, with its parts', async () => {
  await send(good);
  const [{ prefix = '' } = {}] = (await server.query(
    'select object_prefix as prefix from company_import',
  )) as { prefix: string }[];
  await server.query(
    `update company_import set asked_at = now() - interval '25 hours', tried_at = now() - interval '25 hours'`,
  );
  await server.companyImports.sweep();
  expect(await server.query('select from company_import')).toEqual([]);
  expect(await server.storage.open(`${prefix}/000001.part`)).toBeNull();
});
