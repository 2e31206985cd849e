// The power goes while people work: the real server in a process of its own is killed at any moment, and what it had
// acknowledged is there when it starts again, whole, and nothing is half there.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../embedded-folder.ts';
import { spawnServer } from '../fault.ts';
import type { SpawnedServer } from '../fault.ts';
import { findFreePort } from '../free-port.ts';
import { signIn } from '../http-client.ts';
import type { HttpClient } from '../http-client.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { readZip } from '../read-zip.ts';
import { createGuardedDatabase, fillGuarded } from './guarded-server.ts';
import type { GuardedTenant } from './guarded-world.ts';

const secret = 'the secret of the tests of faults, long enough';
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** What the server said to have done, and what it was asked and never answered. */
type Ledger = {
  readonly created: Map<string, number>;
  /** By record: the last version that was acknowledged, and its text. */
  readonly updated: Map<number, { version: number; text: string }>;
  readonly unanswered: { creations: Set<string>; texts: Map<number, string> };
};
const emptyLedger = (): Ledger => ({
  created: new Map(),
  updated: new Map(),
  unanswered: { creations: new Set(), texts: new Map() },
});

const create = (client: HttpClient, north: GuardedTenant, key: string) =>
  client.ask<{ registerRecordHeader: { id: number; version: number } }>(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id version } }',
    {
      data: {
        recordType: north.types.papers,
        recordNumber: 9000,
        statusId: north.statuses.open,
        problemCodeId: north.problemCodes.late,
        description: key,
        issuedByCompanyName: 'Maker',
        issuedToCompanyName: 'Taker',
        poNumber: 1,
        recordDate: '2026-01-01',
        additionalFields: [{ recordAdditionalFieldByTypeId: north.seen.string.id, value: key }],
        idempotencyKey: key,
      },
    },
  );

const update = (client: HttpClient, north: GuardedTenant, id: number, version: number, text: string) =>
  client.ask<{ updateRecordHeader: { version: number } }>(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }',
    {
      data: {
        id,
        version,
        description: text,
        // In a slot and in the overflow: both or neither.
        additionalFields: [north.seen.string, north.spill.seen].map((field) => ({
          recordAdditionalFieldByTypeId: field.id,
          value: text,
        })),
      },
    },
  );

/** Makes records and changes them until the server is gone. */
async function work(client: HttpClient, north: GuardedTenant, ledger: Ledger): Promise<void> {
  for (;;) {
    const key = randomUUID();
    ledger.unanswered.creations.add(key);
    const made = await create(client, north, key).catch(() => null);
    if (made === null) return;
    const { id } = made.registerRecordHeader;
    ledger.unanswered.creations.delete(key);
    ledger.created.set(key, id);
    for (let { version } = made.registerRecordHeader; version < 4;) {
      const text = randomUUID();
      ledger.unanswered.texts.set(id, text);
      const saved = await update(client, north, id, version, text).catch(() => null);
      if (saved === null) return;
      version = saved.updateRecordHeader.version;
      ledger.unanswered.texts.delete(id);
      ledger.updated.set(id, { version, text });
    }
  }
}

async function workUntilKilled(server: SpawnedServer, north: GuardedTenant, ledger: Ledger, least: number) {
  const client = await signIn(server.url, {
    email: 'mia@example.com',
    password: 'correct horse',
    tenant: 'north',
  });
  const before = ledger.created.size;
  const workers = Array.from({ length: 6 }, () => work(client, north, ledger));
  while (ledger.created.size - before < least) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
  await server.kill9();
  await Promise.all(workers);
}

/** Holds what stands in the database against what was acknowledged. */
async function expectWhole(database: Database, north: GuardedTenant, ledger: Ledger): Promise<void> {
  const query = (text: string, values: readonly unknown[] = []) =>
    database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);
  const { seen, spill, bucket, types } = north;
  const rows = await query(
    `select r.id::int, r.version, r.description, ${seen.string.slot} as slot, x ->> '${spill.seen.id}' as spilt, k.key,
       (select count(*)::int from audit_log a where a.entity = 'record' and a.entity_id = r.id and a.action = 'create') as created,
       (select count(*)::int from audit_log a where a.entity = 'record' and a.entity_id = r.id and a.action = 'update') as updated
     from record_${bucket} r left join idempotency_key k on k.record_id = r.id where r.record_number = 9000`,
  );
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));

  // Every acknowledged write is there.
  for (const [key, id] of ledger.created) expect(byId.get(id)?.['key'], `the record of ${key}`).toBe(key);
  for (const [id, { version, text }] of ledger.updated) {
    const row = byId.get(id);
    const unanswered = ledger.unanswered.texts.get(id);
    const wentOn = row?.['version'] === version + 1;
    expect(row).toMatchObject(
      wentOn ? { version: version + 1, description: unanswered } : { version, description: text },
    );
  }
  // What was never answered is there whole, or not at all; and nobody else wrote.
  const known = new Set([...ledger.created.keys(), ...ledger.unanswered.creations]);
  for (const row of rows) {
    expect(known.has(String(row['key'])), `a record of ${String(row['key'])}`).toBe(true);
    expect(row['slot']).toBe(row['description']);
    expect(row['spilt']).toBe(row['version'] === 1 ? null : row['description']);
    // Its audit rows go with it.
    expect(row).toMatchObject({ created: 1, updated: Number(row['version']) - 1 });
  }
  expect(
    await query(
      'select key from idempotency_key k where not exists (select from record r where r.id = k.record_id)',
    ),
  ).toEqual([]);
  const [counted] = await query(
    `select (select sum(all_count)::int from record_type_counter where record_type_id = $1) as counted,
       (select count(*)::int from record_${bucket} where record_type_id = $1) as standing`,
    [types.papers],
  );
  expect(counted?.['counted']).toBe(counted?.['standing']);
}

/** As a browser brings in a file of so many rows. To begin it answers the id of what goes on by itself from there. */
async function stageImport(client: HttpClient, north: GuardedTenant, count: number) {
  const first = async <Result>(document: string, data: object): Promise<Result> =>
    Object.values(await client.ask<Record<string, Result>>(document, { data }))[0] as Result;
  const columns = {
    recordNumber: (row: number) => String(30_000 + row),
    description: (row: number) => `Row ${row}`,
    status: () => 'Open',
    problemCode: () => 'Late',
    issuedByCompanyName: () => 'Maker',
    issuedToCompanyName: () => 'Taker',
    poNumber: () => '1',
    recordDate: () => '2026-01-01',
    [`f${north.seen.string.id}`]: (row: number) => `Text ${row}`,
  };
  const { id } = await first<{ id: number }>(
    'mutation ($data: CreateImportInput!) { createImport(data: $data) { id } }',
    { recordTypeId: north.types.papers, fileName: 'papers.csv', headers: Object.keys(columns) },
  );
  const rows = Array.from({ length: count }, (_, row) => ({
    row: row + 2,
    cells: Object.values(columns).map((cellOf) => cellOf(row)),
  }));
  for (let from = 0; from < count; from += 1000)
    await first('mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }', {
      id,
      rows: rows.slice(from, from + 1000),
    });
  const { judgement, making, faulty } = await first<{ judgement: number; making: number; faulty: number }>(
    'mutation ($data: JudgeImportInput!) { judgeImport(data: $data) { judgement making faulty } }',
    {
      id,
      columns: Object.keys(columns).map((fieldKey, column) => ({ column, fieldKey })),
      dayFirst: false,
      existing: 'UPDATE',
    },
  );
  expect({ making, faulty }).toEqual({ making: count, faulty: 0 });
  return async (): Promise<number> => {
    const { bulkChangeId } = await first<{ bulkChangeId: number }>(
      'mutation ($data: StartImportInput!) { startImport(data: $data) { bulkChangeId } }',
      { id, judgement },
    );
    return bulkChangeId;
  };
}

/** Whoever asks again with the same key gets the record that was made, or makes it now: one either way. */
async function askAgain(server: SpawnedServer, north: GuardedTenant, ledger: Ledger): Promise<void> {
  const client = await signIn(server.url, {
    email: 'mia@example.com',
    password: 'correct horse',
    tenant: 'north',
  });
  for (const key of ledger.unanswered.creations) {
    const made = await create(client, north, key);
    ledger.created.set(key, made.registerRecordHeader.id);
  }
  ledger.unanswered.creations.clear();
}

describe('on a PostgreSQL server', () => {
  async function start(more: Record<string, string> = {}) {
    const { url, drop, world } = await createGuardedDatabase();
    cleanUps.push(drop);
    const database = await openMigratedDatabase(url, { migrated: true });
    cleanUps.push(() => database.close());
    const environment = {
      DATABASE_URL: url,
      SECRET: secret,
      DEMO: 'off',
      DATABASE_POOL_SIZE: '5',
      PORT: String(await findFreePort()),
      ...more,
    };
    const spawn = async () => {
      const server = await spawnServer({ env: environment });
      cleanUps.push(() => server.kill9());
      await server.waitReady();
      return server;
    };
    return { database, url, north: world.north, spawn };
  }

  test('a server that is killed twice loses nothing that it acknowledged', { timeout: 180_000 }, async () => {
    const { database, north, spawn } = await start();
    const ledger = emptyLedger();
    let server = await spawn();
    for (let round = 0; round < 2; round += 1) {
      await workUntilKilled(server, north, ledger, 15);
      await expectSettled(database);
      await expectWhole(database, north, ledger);
      server = await spawn();
      await askAgain(server, north, ledger);
      await expectWhole(database, north, ledger);
    }
    expect(await server.stop()).toBe(0);
  });

  /** PostgreSQL ends by itself what the killed server had begun. */
  async function expectSettled(database: Database): Promise<void> {
    await expect
      .poll(
        () =>
          database.asHome(
            async (connection) =>
              (
                await connection.query(
                  `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                   and state <> 'idle' and backend_type = 'client backend'`,
                )
              ).rows.length,
          ),
        { timeout: 60_000 },
      )
      .toBe(0);
  }

  test(
    'a bulk change goes on where a killed server left it, and does nothing twice',
    { timeout: 180_000 },
    async () => {
      const { database, north, spawn } = await start();
      const query = (text: string, values: readonly unknown[] = []) =>
        database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);
      const count = 6000;
      await query(
        `insert into record_${north.bucket} (bucket, tenant_id, record_type_id, record_number, status_id, po_number)
       select ${north.bucket}, $1, $2, 20000 + n, $3, 4711 from generate_series(1, ${count}) n`,
        [north.id, north.types.papers, north.statuses.open],
      );
      const server = await spawn();
      const person = { email: 'mia@example.com', password: 'correct horse', tenant: 'north' };
      const client = await signIn(server.url, person);
      const begun = await client.ask<{ startBulkChange: { id: number; total: number } }>(
        'mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id total } }',
        {
          data: {
            query: {
              recordTypeId: north.types.papers,
              filters: [
                {
                  fieldId: 0,
                  field: 'poNumber',
                  logicOperator: 'AND',
                  priority: 0,
                  filterCriteria: { operator: 'equals', value: '4711' },
                },
              ],
            },
            values: { description: 'All of them' },
          },
        },
      );
      const { id, total } = begun.startBulkChange;
      expect(total).toBe(count);
      const told = async () => (await query('select state, updated from bulk_change where id = $1', [id]))[0];
      while (Number((await told())?.['updated']) === 0)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await server.kill9();
      await expectSettled(database);

      /** Records, entries of the audit log and the report say the same. */
      const stands = async () =>
        (
          await query(
            `select (select updated from bulk_change where id = $1) as told,
             (select count(*)::int from bulk_change_record where bulk_change_id = $1 and outcome = 'UPDATED') as reported,
             (select count(*)::int from record_${north.bucket} where po_number = 4711 and version = 2) as changed,
             (select count(*)::int from audit_log a join record_${north.bucket} r on r.id = a.entity_id
              where r.po_number = 4711 and a.entity = 'record' and a.action = 'update') as audited`,
            [id],
          )
        )[0];
      const atKill = await stands();
      const updated = Number(atKill?.['told']);
      expect(updated).toBeLessThan(count);
      expect(atKill).toEqual({ told: updated, reported: updated, changed: updated, audited: updated });

      await spawn();
      await expect.poll(told, { timeout: 60_000 }).toEqual({ state: 'FINISHED', updated: count });
      expect(await stands()).toEqual({ told: count, reported: count, changed: count, audited: count });
    },
  );

  test(
    'a server that is killed in the middle of uploads, a zip and an import: what it acknowledged is whole, and nothing is half there',
    { timeout: 180_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-files-'));
      cleanUps.push(() => rm(folder, { recursive: true, force: true }));
      const { database, north, spawn } = await start({ DATA_DIR: folder });
      const person = { email: 'mia@example.com', password: 'correct horse', tenant: 'north' };
      const mine = path.join(folder, 'files', String(north.id));
      await mkdir(mine, { recursive: true });
      // More than the connections between the two hold, so that it is on its way when the server dies.
      const large = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(30_000_000)]);
      await writeFile(path.join(mine, 'seen.pdf'), large);
      let server = await spawn();
      let client = await signIn(server.url, person);
      const take = async (fileName: string, sizeBytes: number): Promise<string> => {
        const { startFileUpload } = await client.ask<{ startFileUpload: { url: string } }>(
          'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
          { data: { recordTypeId: north.types.papers, fileName, sizeBytes } },
        );
        return server.url + startFileUpload.url;
      };
      const headers = { 'content-type': 'application/octet-stream' };
      const acknowledged = new Map<number, Buffer>();
      const sent = new Map<string, Buffer>();
      const upload = async (): Promise<void> => {
        const content = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(200_000)]);
        const name = `${randomUUID()}.pdf`;
        sent.set(name, content);
        const url = await take(name, content.length);
        const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) });
        acknowledged.set(((await answer.json()) as { id: number }).id, content);
      };
      const zip = async () => {
        const { createZipFileLink: link } = await client.ask<{ createZipFileLink: { url: string } }>(
          'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { url } }',
          { data: { ids: [north.records.one] } },
        );
        return fetch(server.url + link.url);
      };

      const beginImport = await stageImport(client, north, 4000);
      const half = request(await take('half.pdf', 1_000_000), {
        method: 'PUT',
        headers: { ...headers, 'content-length': '1000000' },
      });
      const halfEnds = once(half, 'error');
      half.write(Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(400_000)]));
      const halfZip = (await zip()).body?.getReader();
      expect((await halfZip?.read())?.done).toBe(false);
      const workers = Array.from({ length: 3 }, async () => {
        for (;;) await upload();
      });
      const over = Promise.allSettled(workers);
      const query = (text: string, values: readonly unknown[] = []) =>
        database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);
      while (acknowledged.size < 12) await new Promise((resolve) => setTimeout(resolve, 2));
      const importId = await beginImport();
      const imported = async () =>
        (await query('select state, updated from bulk_change where id = $1', [importId]))[0];
      while (Number((await imported())?.['updated']) === 0)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await server.kill9();
      await over;
      await halfEnds;
      const readOn = async () => {
        while ((await halfZip?.read())?.done === false);
      };
      // Whoever saves it learns that it is not the whole.
      await expect(readOn()).rejects.toThrow(/terminated|aborted|closed/);
      await expectSettled(database);

      const standing = async () =>
        (
          await query(
            `select count(*)::int as rows, count(distinct description)::int as told from record_${north.bucket}
             where record_number >= 30000`,
          )
        )[0];
      const atKill = Number((await imported())?.['updated']);
      expect(atKill).toBeLessThan(4000);
      expect(await standing()).toEqual({ rows: atKill, told: atKill });
      const expectFilesWhole = async () => {
        const rows = await query(
          `select id::int, object_key, original_file_name as name from record_file
           where tenant_id = $1 and (id = any($2) or original_file_name = any($3))`,
          [north.id, [...acknowledged.keys()], [...sent.keys(), 'half.pdf']],
        );
        const known = new Set(rows.map(({ id }) => Number(id)));
        expect([...acknowledged.keys()].filter((id) => !known.has(id))).toEqual([]);
        for (const { id, object_key: key, name } of rows) {
          const content = await readFile(path.join(folder, 'files', String(key)));
          expect(content.equals(acknowledged.get(Number(id)) ?? sent.get(String(name)) ?? large)).toBe(true);
        }
        // What else lies there was reserved, so the sweep finds it.
        const reserved = new Set(
          (await query('select object_key from file_upload where tenant_id = $1', [north.id])).map((row) =>
            path.basename(String(row['object_key'])),
          ),
        );
        const kept = new Set(rows.map((row) => path.basename(String(row['object_key']))));
        const lying = (await readdir(mine)).filter((name) => name !== 'seen.pdf');
        expect(lying.filter((name) => !kept.has(name) && !reserved.has(name))).toEqual([]);
      };
      await expectFilesWhole();

      server = await spawn();
      client = await signIn(server.url, person);
      const before = acknowledged.size;
      await upload();
      expect(acknowledged.size).toBe(before + 1);
      await expectFilesWhole();
      const whole = readZip(Buffer.from(await (await zip()).arrayBuffer()));
      expect(whole[0]?.content.equals(large)).toBe(true);
      await expect.poll(imported, { timeout: 60_000 }).toEqual({ state: 'FINISHED', updated: 4000 });
      expect(await standing()).toEqual({ rows: 4000, told: 4000 });
      expect(await server.stop()).toBe(0);
    },
  );

  test(
    'a server whose connections are all cut answers again, in the same process',
    { timeout: 180_000 },
    async () => {
      const { database, north, spawn } = await start();
      const server = await spawn();
      const client = await signIn(server.url, {
        email: 'mia@example.com',
        password: 'correct horse',
        tenant: 'north',
      });
      const ledger = emptyLedger();
      const total = () =>
        client.ask<{ filterAndSortRecordHeader: { total: number } }>(
          `{ filterAndSortRecordHeader(data: {recordTypeId: ${north.types.papers}}) { total } }`,
        );
      const refusals: string[] = [];
      const stopped = new AbortController();
      const workers = Array.from({ length: 6 }, async () => {
        // A worker who is refused comes back.
        while (!stopped.signal.aborted) {
          await work(client, north, ledger);
          await total().catch((error: unknown) => refusals.push(String(error)));
        }
      });
      const cut = () =>
        database.asHome((connection) =>
          connection.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
          ),
        );
      for (let round = 0; round < 3; round += 1) {
        const before = ledger.created.size;
        await cut();
        // Work goes on.
        await expect.poll(() => ledger.created.size, { timeout: 60_000 }).toBeGreaterThan(before + 5);
      }
      await cut();
      let answered = false;
      for (let attempt = 0; attempt < 5 && !answered; attempt += 1) {
        answered = await total().then(
          () => true,
          () => false,
        );
      }
      expect(answered).toBe(true);
      // The stop comes in the middle of work: what runs is finished, and nobody waited for.
      stopped.abort();
      expect(await server.stop()).toBe(0);
      await Promise.all(workers);
      for (const refusal of refusals) expect(refusal).not.toMatch(/Internal server error/);
      await expectWhole(database, north, ledger);
    },
  );
});

describe('on the embedded database', () => {
  test(
    'a server that is killed loses nothing that it acknowledged, and starts again',
    { timeout: 180_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-embedded-'));
      cleanUps.push(() => rm(folder, { recursive: true, force: true }));
      await copyEmbeddedDatabase(folder);
      const first = await openEmbeddedDatabase(folder);
      const { north } = await fillGuarded(first.database);
      await first.close();

      const environment = { DATA_DIR: folder, DATABASE_URL: '', SECRET: secret, DEMO: 'off' };
      const ledger = emptyLedger();
      for (let round = 0; round < 2; round += 1) {
        const server = await spawnServer({ env: environment });
        cleanUps.push(() => server.kill9());
        await server.waitReady();
        await askAgain(server, north, ledger);
        if (round === 0) await expectNoWaitForASecondConnection(server, north);
        await workUntilKilled(server, north, ledger, 4);
      }
      // The lock of the killed server is taken over.
      const last = await openEmbeddedDatabase(folder);
      cleanUps.push(() => last.close());
      await expectWhole(last.database, north, ledger);
    },
  );

  /** There is only one: a save that waits for another inside its transaction would wait for ever. */
  async function expectNoWaitForASecondConnection(
    server: SpawnedServer,
    north: GuardedTenant,
  ): Promise<void> {
    const cleo = await signIn(server.url, { email: 'cleo@example.com', password: 'correct horse' });
    const save = (id: number) => update(cleo, north, id, 1, 'out of sight');
    for (const id of [north.records.outside, north.records.deleted, north.records.secret]) {
      await expect(save(id)).rejects.toThrow('The record was not found.');
    }
    await update(cleo, north, north.records.one, 1, 'saved');
    await expect(save(north.records.one)).rejects.toThrow('Somebody else changed this record');
  }
});
