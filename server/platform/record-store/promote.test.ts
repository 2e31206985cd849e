// A type that has grown moves to a bucket of its own while people read and write: nobody must notice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { asInput, askPages } from '../../../testing/record-model/ask-pages.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { matches } from '../../../testing/record-model/matches.ts';
import { stopAfter } from '../../../testing/record-model/stop-after.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../log.ts';
import { lockForWriteStatement } from '../membership-state.ts';
import { promoteLargeTypes } from './promote.ts';

let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: EveryFieldType;
beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server);
  world = await createEveryFieldType(server, { count: 1500, otherCount: 300, seed: 11 });
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const log = createLog('fatal');
const update =
  'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version poNumber } }';
const register = 'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }';
const byId =
  'query ($ids: [Id!]) { findRecordHeader(data: { ids: $ids }, pagination: { offset: 0, limit: 3000 }) { total records { id version poNumber } } }';

type Saved = { id: number; version: number; poNumber: number };

async function ask<Answer>(
  asked: Pick<TestServer, 'ask'>,
  document: string,
  variables: object,
): Promise<Answer> {
  const answer = await asked.ask(document, world.manager, variables);
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return Object.values(answer.data ?? {})[0] as Answer;
}

const one = async (query: string): Promise<number> =>
  Number(Object.values((await server.query(query))[0] ?? {})[0]);

const newRecord = () => ({
  recordType: world.type.id,
  recordNumber: 1,
  description: 'New',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Other',
  statusId: Number([...world.field('status').names.keys()][0]),
  problemCodeId: Number([...world.field('problemCode').names.keys()][0]),
  recordDate: '2026-01-01',
  poNumber: 5,
});

test('readers miss nothing and see nothing twice, writers lose nothing and are told of no false conflict', async () => {
  const field = world.field('additional checkbox in the overflow');
  const criteria = { operator: 'checked' as const };
  const stable = world.records.filter((record) => matches(field, record, criteria)).map(({ id }) => id);
  const filters = [asInput({ field, criteria, logicOperator: 'AND', priority: 0 })];
  const sort = [{ fieldId: 0, field: 'id', sort: 'ASC' as const }];
  const data = { recordTypeId: world.type.id, enabled: false, filters, sort };
  const processes = [server, another];
  const updated = new Map<number, number>();
  const moving = { isOn: true };
  let [reads, writes, made] = [0, 0, 0];

  const readWhole = async (index: number) => {
    while (moving.isOn) {
      const [page] = await askPages(processes[index % 2]!, world.manager, [{ data }]);
      expect(page).toEqual({ ids: stable, total: stable.length, totalState: 'EXACT' });
      reads += 1;
    }
  };
  const readInPages = async () => {
    const size = 90;
    while (moving.isOn) {
      const found: number[] = [];
      for (let offset = 0; offset < stable.length; offset += size) {
        const [page] = await askPages(another, world.manager, [
          { data, pagination: { offset, limit: size } },
        ]);
        found.push(...(page?.ids ?? []));
      }
      expect(found).toEqual(stable);
      reads += 1;
    }
  };
  const readByIds = async () => {
    while (moving.isOn) {
      const ids = stable.filter(() => Math.random() < 0.1);
      const page = await ask<{ total: number; records: Saved[] }>(server, byId, { ids });
      expect([page.total, page.records.map(({ id }) => id)]).toEqual([ids.length, ids]);
      reads += 1;
    }
  };
  /** Every one of them is alone on its records: whatever it is refused would be a false conflict. */
  const write = async (index: number) => {
    const own = world.records
      .filter(({ enabled }, position) => enabled && position % 3 === index)
      .map(({ id }) => id);
    for (let turn = 0; moving.isOn; turn += 1) {
      const id = own[(turn * 37) % own.length]!;
      const version = (updated.get(id) ?? 0) + 1;
      const saved = await ask<Saved>(processes[turn % 2]!, update, {
        data: { id, version, poNumber: version },
      });
      expect(saved).toEqual({ version: version + 1, poNumber: version });
      updated.set(id, version);
      writes += 1;
    }
  };
  const make = async () => {
    while (moving.isOn) {
      await ask(processes[made % 2]!, register, { data: newRecord() });
      made += 1;
    }
  };
  const move = async () => {
    const ended = await promoteLargeTypes(server.database, log, 1000, 25).finally(
      () => (moving.isOn = false),
    );
    expect(ended).toEqual([world.type.id]);
  };
  const auditsBefore = await one(`select count(*) from audit_log where action = 'create'`);
  await Promise.all([
    move(),
    readWhole(0),
    readWhole(1),
    readInPages(),
    readByIds(),
    write(0),
    write(1),
    make(),
  ]);

  expect(Math.min(reads, writes, made)).toBeGreaterThan(10);
  expect(await one(`select count(*) from record_5 where record_type_id = ${world.type.id}`)).toBe(0);
  expect(await one('select count(*) from record_1000')).toBe(1500 + made);
  const stored = await server.query(
    'select id::int, version, po_number::int as po from record_1000 where version > 1 order by id',
  );
  expect(stored).toEqual(
    [...updated]
      .toSorted(([left], [right]) => left - right)
      .map(([id, times]) => ({ id, version: times + 1, po: times })),
  );
  expect(await one(`select count(*) from audit_log where action = 'update'`)).toBe(writes);
  expect(await one(`select count(*) from audit_log where action = 'create'`)).toBe(auditsBefore + made);
  const [all] = await askPages(server, world.manager, [
    { data: { recordTypeId: world.type.id, enabled: false } },
  ]);
  expect(all).toMatchObject({ total: 1500 + made, totalState: 'EXACT' });
});

test('two who change one record meet as ever: every change is kept or refused with the current values', async () => {
  const { id } = world.otherRecords[0]!;
  const moving = { isOn: true };
  let kept = 0;
  const refusals = new Set<unknown>();
  const increase = async (asked: Pick<TestServer, 'ask'>) => {
    while (moving.isOn) {
      const { records } = await ask<{ records: Saved[] }>(asked, byId, { ids: [id] });
      const { version, poNumber } = records[0]!;
      const data = { id, version, poNumber: (poNumber ?? 0) + 1 };
      const answer = await asked.ask(update, world.manager, { data });
      if (answer.errors === undefined) kept += 1;
      else refusals.add(answer.errors[0]?.extensions['code']);
    }
  };
  await server.query('update record_5 set po_number = 0 where id = $1', [id]);
  const [before] = (await ask<{ records: Saved[] }>(server, byId, { ids: [id] })).records;
  const move = () => promoteLargeTypes(server.database, log, 200, 5).finally(() => (moving.isOn = false));
  await Promise.all([move(), increase(server), increase(another), increase(server)]);
  const [after] = (await ask<{ records: Saved[] }>(server, byId, { ids: [id] })).records;
  expect([...refusals].filter((code) => code !== 'CONFLICT')).toEqual([]);
  expect(after).toEqual({ id, version: before!.version + kept, poNumber: kept });
});

/** The other type, to where it came from, so that it can move once more. */
async function moveBack(from: number): Promise<void> {
  const [{ list } = { list: '' }] = await server.query(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
     where attrelid = 'record'::regclass and attnum > 0 and not attisdropped and attname <> 'bucket'`,
  );
  await server.query(
    `begin; set local app.moving_records = 'on';
     insert into record_5 (bucket, ${String(list)}) select 5, ${String(list)} from record_${from};
     delete from record_${from};
     update record_type set bucket = 5 where id = ${world.other.id}; commit`,
  );
}

test('a move that was cut off is read right, written to, and goes on', async () => {
  await moveBack(1001);
  await expect(promoteLargeTypes(stopAfter(server.database, 4), log, 200, 100)).rejects.toThrow('cut off');
  expect([await one('select count(*) from record_5'), await one('select count(*) from record_1002')]).toEqual(
    [100, 200],
  );
  const ids = world.otherRecords.map(({ id }) => id);
  const data = {
    recordTypeId: world.other.id,
    enabled: false,
    sort: [{ field: 'id', sort: 'ASC' as const, fieldId: 0 }],
  };
  const whole = async () => (await askPages(another, world.manager, [{ data }]))[0];
  expect(await whole()).toEqual({ ids, total: 300, totalState: 'EXACT' });

  for (const table of ['record_5', 'record_1002']) {
    const id = await one(`select id from ${table} where version = 1 and enabled limit 1`);
    const saved = await ask<Saved>(another, update, { data: { id, version: 1, poNumber: 12 } });
    expect(saved).toEqual({ version: 2, poNumber: 12 });
  }
  const { id: made } = await ask<{ id: number }>(server, register, {
    data: {
      ...newRecord(),
      recordType: world.other.id,
      statusId: world.other.statuses.get('paid'),
      problemCodeId: world.other.problemCodes.get('odd'),
    },
  });
  expect(await one(`select count(*) from record_1002 where id = ${made}`)).toBe(1);

  expect(await promoteLargeTypes(server.database, log, 200, 40)).toEqual([world.other.id]);
  expect([await one('select count(*) from record_5'), await one('select count(*) from record_1002')]).toEqual(
    [0, 301],
  );
  expect(await whole()).toEqual({ ids: [...ids, made], total: 301, totalState: 'EXACT' });
  expect(await one('select count(*) from record_type where moving_from is not null')).toBe(0);
});

test('a move waits for whoever is writing, and takes along what they wrote', async () => {
  await moveBack(1002);
  const scope = { tenantId: world.tenant.id, userId: null };
  let endWriting = () => {};
  const isWriting = new Promise<void>((resolve) => (endWriting = resolve));
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const writing = another.database.withTenant(scope, async (transaction) => {
    await transaction.run([
      lockForWriteStatement(world.tenant.id),
      {
        text: 'insert into record_5 (bucket, tenant_id, record_type_id, record_number) values (5, $1, $2, 4711)',
        values: [world.tenant.id, world.other.id],
      },
    ]);
    begun();
    await isWriting;
  });
  await hasBegun;
  const moving = promoteLargeTypes(server.database, log, 200);
  await expect.poll(() => one('select count(*) from pg_locks where not granted')).toBeGreaterThan(0);
  expect(await one(`select bucket from record_type where id = ${world.other.id}`)).toBe(5);
  endWriting();
  await writing;
  expect(await moving).toEqual([world.other.id]);
  const bucket = await one(`select bucket from record_type where id = ${world.other.id}`);
  expect(await one(`select count(*) from record_${bucket} where record_number = 4711`)).toBe(1);
});

/** What a connection wrote is counted when it has time, at the latest when it ends. */
async function countedByNow(): Promise<void> {
  const others = await server.query(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const pids = others.map(({ pid }) => pid);
  await server.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  await expect
    .poll(() => server.query('select pid from pg_stat_activity where pid = any($1::int[])', [pids]))
    .toEqual([]);
  await server.query('select pg_stat_force_next_flush()');
}

test('a bucket that a type left has indexes of the size of what stayed, and so has its own', async () => {
  const [{ bucket } = { bucket: null }] = await server.query('select bucket from record_type where id = $1', [
    world.other.id,
  ]);
  await moveBack(Number(bucket));
  await countedByNow();
  // A whole look at all buckets, after which none has grown.
  const taken = new Map<number, number>();
  const whole = { taken, signal: AbortSignal.abort() };
  expect(await promoteLargeTypes(server.database, log, 1_000_000, 50, whole)).toEqual([]);
  expect(await promoteLargeTypes(server.database, log, 200, 50, { taken })).toEqual([]);
  // Told to stop, it leaves the rest to the next call.
  expect(await promoteLargeTypes(server.database, log, 200, 50, { signal: whole.signal })).toEqual([]);
  expect(await promoteLargeTypes(server.database, log, 200, 50)).toEqual([world.other.id]);
  const own = await one(`select bucket from record_type where id = ${world.other.id}`);
  for (const leaf of ['record_5', `record_${own}`]) {
    const size = () => one(`select pg_indexes_size('${leaf}')`);
    const after = await size();
    await server.query(`reindex table ${leaf}`);
    expect([leaf, after]).toEqual([leaf, await size()]);
  }
  expect(await one('select count(*) from pg_index where not indisvalid')).toBe(0);
});
