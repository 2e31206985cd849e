// Exported, brought in, exported again: the same rows, but for the ids of people and the places of files, which belong to the
// installation.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { startGuardedServer } from '../../../testing/security/guarded-server.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { openFolderStorage } from '../object-storage/object-storage.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';
import { checkArchive, readParts } from './archive-reader.ts';
import { carriedTables } from './carried.ts';
import { exportCompany } from './export-company.ts';
import { importCompany } from './import-company.ts';
import type { Row } from './translate.ts';

let server: Awaited<ReturnType<typeof startGuardedServer>>;
let elsewhere: TestDatabase;
let storageElsewhere: ObjectStorage;
let folder: string;
const inFolder = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startGuardedServer(), openTestDatabase()]);
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-archive-'));
  storageElsewhere = openFolderStorage(inFolder('elsewhere'));
  await plant();
  await exportCompany(server, tenantId(server.north.id), inFolder('north.tar.gz'));
});
afterAll(async () => {
  await Promise.all([server.close(), elsewhere.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Whatever names a person within a text of JSON. */
async function plant(): Promise<void> {
  const { north, people } = server;
  const filter = {
    columnField: 'assignedTo',
    operatorValue: 'isAnyOf',
    value: [`${people.mia}`, '@username'],
  };
  await server.query(
    `insert into grid_preference (tenant_id, record_type_id, user_id, saved_name, grid_options)
     values ($1, $2, $3, 'Of Cleo', $4)`,
    [
      north.id,
      north.types.papers,
      people.cleo,
      JSON.stringify({ filterModel: [{ ...filter, value: `${people.cleo}` }] }),
    ],
  );
  await server.query(
    `insert into dashboard (tenant_id, name, owner_user_id, embed_type, server_url, site_identifier, environment, external_id, expiration_time, sealed_key, widgets)
     values ($1, 'Planted', $2, 'SIGNED_URL', 'https://reports.example', 'site', 'test', 'me', 600, 'sealed secret', $3)`,
    [north.id, people.mia, JSON.stringify([{ chart: { filters: [filter] } }])],
  );
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
     values ($1, $2, $3, 'createdBy', 'ViewOnly', $4)
     on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update set filter_criteria = excluded.filter_criteria`,
    [
      north.id,
      north.roles.clerk,
      north.types.secrets,
      JSON.stringify({ operator: 'is', value: `${people.cleo}` }),
    ],
  );
  await server.query(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action, changes, source)
     values ($1, $2, 'record', 1, $3, 'update', $4, $5)`,
    [
      north.id,
      people.cleo,
      north.types.papers,
      JSON.stringify({ assigned_to: [null, people.mia], f7: ['1', '2'] }),
      JSON.stringify({ kind: 'BULK_CHANGE', records: 2, bulkChangeId: 9 }),
    ],
  );
}

type Told = { tables: Map<string, Row[]>; files: Map<string, string> };

/** The archive with emails in the place of people's ids, and without what an installation makes of its own. */
async function readArchive(file: string): Promise<Told> {
  const tables = new Map<string, Row[]>();
  const files = new Map<string, string>();
  const emails = new Map<unknown, unknown>();
  for await (const part of readParts(await checkArchive(file))) {
    if (part.kind === 'file') {
      const chunks: Buffer[] = [];
      for await (const chunk of part.content) chunks.push(chunk);
      files.set(JSON.stringify(part.part), Buffer.concat(chunks).toString('base64'));
      continue;
    }
    const rows = part.lines.map((line) => JSON.parse(line) as Row);
    tables.set(part.table, [...(tables.get(part.table) ?? []), ...rows]);
    if (part.table === 'people') for (const { id, email } of rows) emails.set(id, email);
  }
  const named = (id: unknown): unknown => (id === null ? null : (emails.get(id) ?? 'nobody'));
  for (const [table, rows] of tables) {
    for (const row of rows) {
      if (table === 'people') delete row['id'];
      if (table === 'record_file') delete row['object_key'];
      for (const column of carriedTables[table]?.people ?? []) row[column] = named(row[column]);
    }
    rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return { tables, files };
}

const withoutTrip = (rows: readonly Row[] = []): Row[] =>
  rows.filter(({ action }) => action !== 'import' && action !== 'export');

/** What stands in texts of JSON is compared by the tests below, for its ids are others. */
function withoutJson(told: Told): Map<string, Row[]> {
  return new Map(
    [...told.tables].map(([table, rows]) => [
      table,
      withoutTrip(rows).map(
        ({
          changes: _,
          source: __,
          grid_options: ___,
          widgets: ____,
          filter_criteria: _____,
          mentions: ______,
          ...row
        }) =>
          table === 'audit_log' &&
          ['membership', 'view_as', 'dashboard_preference', 'sign_in'].includes(String(row['entity']))
            ? { ...row, entity_id: 'somebody' }
            : row,
      ),
    ]),
  );
}

async function bringIn(
  parts: { database: Database; storage: ObjectStorage },
  as: Parameters<typeof importCompany>[2],
): Promise<Awaited<ReturnType<typeof importCompany>>> {
  return importCompany(parts, await checkArchive(inFolder('north.tar.gz')), as);
}

describe('in another installation, where other people have these ids', () => {
  let imported: Awaited<ReturnType<typeof importCompany>>;
  const idsByEmail = new Map<string, number>();
  let accounts: Row[] = [];
  beforeAll(async () => {
    await elsewhere.database.asHome(async (connection) => {
      await connection.query(
        `insert into app_user (email, first_name) select 'stranger' || n || '@example.com', 'Stranger' from generate_series(1, 20) n`,
      );
      await connection.query(
        `insert into app_user (email, first_name, enabled) values ('MIA@example.com', 'Other', false)`,
      );
    });
    const parts = { database: elsewhere.database, storage: storageElsewhere };
    imported = await bringIn(parts, { name: 'North', url: 'north', isMove: true });
    await exportCompany(parts, imported.id, inFolder('again.tar.gz'));
    const { rows } = await elsewhere.database.asHome((connection) =>
      connection.query('select id, lower(email) as email, first_name, enabled, auth_user_id from app_user'),
    );
    for (const row of rows) idsByEmail.set(String(row['email']), Number(row['id']));
    accounts = rows;
  });

  test('every row and every byte of every file is the same', async () => {
    const [before, after] = [
      await readArchive(inFolder('north.tar.gz')),
      await readArchive(inFolder('again.tar.gz')),
    ];
    before.tables
      .get('people')
      ?.forEach((row) => (row['email'] === 'mia@example.com' ? (row['first_name'] = 'Other') : null));
    for (const told of [before, after])
      told.tables.set(
        'people',
        (told.tables.get('people') ?? []).map(({ email }) => ({ email: String(email).toLowerCase() })),
      );
    for (const told of [before, after])
      for (const rows of told.tables.values())
        for (const row of rows)
          for (const [key, value] of Object.entries(row))
            if (typeof value === 'string' && value.includes('@example.com')) row[key] = value.toLowerCase();
    expect(before.tables.size).toBeGreaterThan(25);
    expect([...after.tables.keys()]).toEqual([...before.tables.keys()]);
    const [told, toldAgain] = [withoutJson(before), withoutJson(after)];
    for (const [table, rows] of told)
      expect({ table, rows: sorted(toldAgain.get(table)) }).toEqual({ table, rows: sorted(rows) });
    expect(before.files.size).toBeGreaterThan(1);
    expect(after.files).toEqual(before.files);
  });

  const sorted = (rows: readonly Row[] = []): string[] => rows.map((row) => JSON.stringify(row)).sort();

  test('people are the same ones wherever they are named', async () => {
    const mia = idsByEmail.get('mia@example.com');
    const cleo = idsByEmail.get('cleo@example.com');
    expect(cleo).toBeGreaterThan(20);
    const { tables } = await readArchive(inFolder('again.tar.gz'));
    const find = (table: string, is: (row: Row) => boolean): Row | undefined => tables.get(table)?.find(is);
    expect(find('grid_preference', (row) => row['saved_name'] === 'Of Cleo')?.['grid_options']).toMatchObject(
      {
        filterModel: [{ columnField: 'assignedTo', value: `${cleo}` }],
      },
    );
    expect(find('dashboard', (row) => row['name'] === 'Planted')?.['widgets']).toMatchObject([
      { chart: { filters: [{ value: [`${mia}`, '@username'] }] } },
    ]);
    expect(
      find(
        'role_field_access',
        (row) => row['base_field'] === 'createdBy' && row['filter_criteria'] !== null,
      )?.['filter_criteria'],
    ).toEqual({ operator: 'is', value: `${cleo}` });
    expect(
      find(
        'audit_log',
        ({ changes }) =>
          (changes as Row | null)?.['f7'] !== undefined && JSON.stringify(changes).includes('assigned_to'),
      ),
    ).toMatchObject({
      changes: { assigned_to: [null, mia], f7: ['1', '2'] },
      source: { kind: 'BULK_CHANGE', records: 2 },
    });
  });

  test('an account that was there is as it was, and nobody was given a way to sign in', () => {
    expect(accounts.find(({ email }) => email === 'mia@example.com')).toMatchObject({
      first_name: 'Other',
      enabled: false,
    });
    expect(accounts.filter(({ auth_user_id: signsIn }) => signsIn !== null)).toEqual([]);
  });

  test('no secret is in it', async () => {
    const text = JSON.stringify([...(await readArchive(inFolder('north.tar.gz'))).tables]);
    expect(text).not.toContain('sealed secret');
    expect(text).not.toMatch(/password|token_hash|sealed_key|auth_user_id/);
  });

  test('it counts on behind what came', async () => {
    const { rows } = await elsewhere.database.asOwnerOfAll((connection) =>
      connection.query(
        `select nextval('record_id_seq') > (select coalesce(max(id), 0) from record) as records,
                nextval(pg_get_serial_sequence('role', 'id')) > (select max(id) from role) as roles`,
      ),
    );
    expect(rows).toEqual([{ records: true, roles: true }]);
  });
});

test('under another address of the same installation, people enter it and find the same records', async () => {
  const { id, pausedMails } = await bringIn(server, { name: 'North again', url: 'north-again' });
  const grid =
    'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total records { id recordNumber } } }';
  const data = { recordTypeId: server.north.types.papers, enabled: true };
  const seen = async (tenant: { id: number }) =>
    server.ask(grid, await server.enter('mia', tenant), { data });
  const there = await seen({ id });
  expect(there.errors).toBeUndefined();
  expect(there.data).toEqual((await seen(server.north)).data);
  // The other one sends its mails; this one waits until somebody says that they go out from here.
  expect(pausedMails).toBeGreaterThan(0);
  const sends = `select tenant_id = $1 as here, count(*)::int as count from mail_schedule_reader where ended is null and tenant_id in ($1, $2) group by 1`;
  expect(await server.query(sends, [id, server.north.id])).toEqual([{ here: false, count: pausedMails }]);
  const resumed = await server.ask(
    'mutation { resumeMailSchedules { schedules { readers { ended nextAt } } } }',
    await server.enter('mia', { id }),
  );
  expect(resumed.errors).toBeUndefined();
  expect(await server.query(`${sends} order by 1`, [id, server.north.id])).toEqual([
    { here: false, count: pausedMails },
    { here: true, count: pausedMails },
  ]);
  // It begins with no address of the other, and neither has anything of the other's files.
  expect(await server.query(`select url, enabled, delete_after from tenant where id = $1`, [id])).toEqual([
    { url: 'north-again', enabled: true, delete_after: null },
  ]);
  expect(
    await server.query(
      `select count(*)::int as shared from record_file a join record_file b using (object_key) where a.tenant_id <> b.tenant_id`,
    ),
  ).toEqual([{ shared: 0 }]);
});

test('an address that is taken refuses it, and leaves nothing', async () => {
  const before = await server.query('select count(*)::int as companies from tenant');
  await expect(bringIn(server, { name: 'North', url: 'south' })).rejects.toThrow(
    "Another company has the address 'south'.",
  );
  expect(await server.query('select count(*)::int as companies from tenant')).toEqual(before);
});
