// A field gets another data type between two parts of what began before: no value that came in is out of sight afterwards.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listImportFields, listLineImportFields } from '@rowhouse/domain/import/import-field.ts';
import { planMapping } from '@rowhouse/domain/import/mapping.ts';
import { startTestServer, type Credentials, type TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';
import { generateRecords } from '../../seed/generate-records.ts';
import { importRecords } from './import-records.ts';
import { LinesByRecord } from './lines-file.ts';
import { openTable, type Table } from './read-table.ts';
import { openRejectionReport } from './rejection-report.ts';

const partSize = 50;
const leaf = 'record_7';
/** Of the command line. */
const batchSize = 1000;
const stopped =
  'The record type was changed while the import ran. What came in stays; run the same again and it goes on.';
let server: TestServer;
let folder: string;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: partSize });
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-across-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  world = await build();
  ana = await server.enter('ana', world.tenant);
});

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Across ${count}`, bucket: 7 });
    const role = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    await tenant.withMember(server.people.ana, role);
    const bills = await tenant.withRecordType({
      name: 'Bills',
      statuses: ['Open'],
      fields: [{ name: 'Size', dataType: 'string' }],
      lines: { name: 'Goods', fields: [{ name: 'Length', dataType: 'string' }] },
    });
    const item = { name: 'Bills', route: 'bills', recordType: bills };
    const menu = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [{ name: 'Work', route: 'work', items: [item] }] },
    ]);
    for (const one of menu.values())
      await tenant.withActions(role, one, [
        'view',
        'create records',
        'soft delete',
        'bulk update',
        'line item access',
        'edit line items',
      ]);
    const sizeId = bills.fields.get('Size')?.id ?? 0;
    return { tenant, role, bills, sizeId, lengthId: bills.lines?.fields.get('Length')?.id ?? 0 };
  });

async function ask<Result>(document: string, data: object): Promise<Result> {
  const answer = await server.ask(document, ana, { data });
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return Object.values(answer.data ?? {})[0] as Result;
}

type Design = { retypes: { phase: string }[] };
const findPhases = async () =>
  (
    await ask<Design>(
      `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { retypes { phase } } }`,
      { id: world.bills.id },
    )
  ).retypes.map(({ phase }) => phase);
const untilPhase = (phase: string) => waitFor(async () => expect(await findPhases()).toEqual([phase]));
const startRetype = (over: object = { fieldId: world.sizeId }) =>
  ask(`mutation ($data: RetypeInput!) { startRetype(data: $data) { id } }`, {
    version: 1,
    dataType: 'number',
    ...over,
  });
async function retype(over?: object): Promise<void> {
  await startRetype(over);
  await untilPhase('KEPT');
}

const sizeIs = (value: string, operator = 'equals') => ({
  recordTypeId: world.bills.id,
  filters: [
    {
      fieldId: world.sizeId,
      recordAdditionalFieldByTypeId: world.sizeId,
      logicOperator: 'AND',
      priority: 1,
      filterCriteria: { operator, value },
    },
  ],
});
/** As everybody finds them. */
const countOfSize = async (value: string, operator?: string) =>
  (
    await ask<{ total: number }>(
      `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 1 }) { total } }`,
      sizeIs(value, operator),
    )
  ).total;

/** The batches of a file, and what happens between the first and the others. */
const withBetween = (table: Table, between: () => Promise<void>): Table => ({
  ...table,
  async *rows() {
    let all = 0;
    for await (const rows of table.rows()) {
      const first = rows.slice(0, Math.max(0, batchSize - all));
      yield first;
      if (all < batchSize && all + rows.length > batchSize) await between();
      all += rows.length;
      yield rows.slice(first.length);
    }
  },
});

/** Of the command line: the file again from its beginning. Its rows are lines as well where it has lengths. */
async function bring(csv: string, between: () => Promise<void> = async () => undefined) {
  const config = await loadTenantConfig(server.database, world.tenant.id);
  const recordType = config?.recordTypes.get(world.bills.id);
  const kind = [...(config?.lineItemTypes.values() ?? [])][0];
  if (config == null || recordType === undefined || kind === undefined) throw new Error('There is no type.');
  const file = path.join(folder, 'bills.csv');
  await writeFile(file, csv);
  const table = await openTable(file);
  const plan = (fields: ReturnType<typeof listImportFields>, elsewhere: string[]) =>
    planMapping({ headers: table.headers, fields, owner: 'Bills', map: [], set: [], spoken: [], elsewhere });
  const hasLines = table.headers.includes('Length');
  const report = openRejectionReport([
    { file: 'bills.csv', path: path.join(folder, 'rejected.csv'), headers: table.headers },
  ]);
  const keyIndex = table.headers.indexOf('Record Number');
  const lines = {
    name: 'bills.csv',
    typeId: kind.id,
    isSameFile: true,
    mapping: plan(listLineImportFields(kind.fields), ['Record Number', 'Status', 'Size']),
    byRecord: await LinesByRecord.read({ table: await openTable(file), keyIndex, path: file }),
  };
  const summary = await importRecords({
    database: server.database,
    config,
    recordType,
    userId: null,
    records: {
      table: withBetween(table, between),
      name: 'bills.csv',
      mapping: plan(listImportFields(recordType), ['Length']),
      keyIndex,
    },
    lines: hasLines ? lines : null,
    numbers: null,
    translations: [],
    createsListValues: false,
    dryRun: false,
    dayFirst: false,
    timeZone: 'UTC',
    century: undefined,
    decimalSign: '.',
    rounds: false,
    today: '2026-11-20',
    report,
    onProgress: () => undefined,
  }).finally(() => report.close());
  expect(summary.rejected).toBe(0);
  return summary;
}

const numbered = (header: string, cell: (index: number) => string, length = batchSize + 200) =>
  [header, ...Array.from({ length }, (_, index) => `${index + 1},Open,${cell(index)}`)].join('\n');
const sizeOf = (index: number) => (index < batchSize ? '7' : '8');

describe('an import of the command line', () => {
  test('stops when a field of its type got another data type, and goes on when it is run again', async () => {
    const csv = numbered('Record Number,Status,Size', sizeOf);
    await expect(bring(csv, retype)).rejects.toThrow(stopped);
    // What was acknowledged is there in the new type.
    expect(await countOfSize('7')).toBe(batchSize);
    expect(await countOfSize('8')).toBe(0);
    expect(await bring(csv)).toMatchObject({ imported: 200, skipped: batchSize });
    expect([await countOfSize('7'), await countOfSize('8')]).toEqual([batchSize, 200]);
  });

  test('stops for a field of its lines too', async () => {
    const csv = numbered('Record Number,Status,Length', sizeOf);
    const toWhole = { fieldId: world.lengthId, ofLines: true };
    await expect(bring(csv, () => retype(toWhole))).rejects.toThrow(stopped);
    expect(await bring(csv)).toMatchObject({ imported: 200, importedLines: 200, skipped: batchSize });
    const ids = await server.query(
      'select id::int from record where record_type_id = $1 and record_number = any($2)',
      [world.bills.id, [batchSize, batchSize + 1]],
    );
    const lines = await ask<{ value: string }[]>(
      `query ($data: FindLineItemsInput!) { findLineItems(data: $data) { value } }`,
      { recordHeadersIds: ids.map(({ id }) => Number(id)) },
    );
    expect(lines.map(({ value }) => value).toSorted()).toEqual(['7', '8']);
  });

  test('goes on when something else of the company was changed', async () => {
    const rename = () =>
      server.query(`update role set alias = 'Head' where tenant_id = $1 and id = $2`, [
        world.tenant.id,
        world.role,
      ]);
    const csv = numbered('Record Number,Status,Size', sizeOf);
    const before = await loadTenantConfig(server.database, world.tenant.id);
    expect(await bring(csv, async () => void (await rename()))).toMatchObject({ imported: batchSize + 200 });
    const after = await loadTenantConfig(server.database, world.tenant.id);
    expect(after?.versions.structure).toBeGreaterThan(before?.versions.structure ?? Infinity);
  });
});

test('records are not made up by a configuration from before', async () => {
  const config = await loadTenantConfig(server.database, world.tenant.id);
  const recordType = config?.recordTypes.get(world.bills.id);
  if (config == null || recordType === undefined) throw new Error('There is no type.');
  await retype();
  const made = generateRecords({
    database: server.database,
    config,
    recordType,
    count: 3,
    today: '2026-11-20',
  });
  await expect(made).rejects.toThrow(
    'The record type was changed while its records were made. Those that came in stay.',
  );
  expect(await server.query('select 1 from record where record_type_id = $1', [world.bills.id])).toEqual([]);
});

/** What runs in the background, held between two of its parts for the time of the work. */
async function betweenParts(
  begin: () => Promise<number>,
  work: (connection: OwnerConnection) => Promise<void>,
  before: (connection: OwnerConnection) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const { database } = server;
  let id = 0;
  let held: Promise<void> | undefined;
  await database.asOwnerOfAll((connection) =>
    inTransaction(connection, async () => {
      // The first part waits for it before it writes; the row of the change is asked for behind that part.
      await connection.query(`lock table ${leaf} in exclusive mode`);
      id = await begin();
      await untilWaiting(1);
      held = database.asOwnerOfAll((other) =>
        inTransaction(other, async () => {
          await before(other);
          await other.query('select 1 from bulk_change where id = $1 for update', [id]);
          await work(other);
        }),
      );
      await untilWaiting(2);
    }),
  );
  await held;
  server.bulkChanges.wake();
  return id;
}

const untilWaiting = (most: number) =>
  waitFor(async () => {
    const waiting = await server.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting.length).toBeGreaterThanOrEqual(most);
  });

const stateOf = async (id: number) => {
  const [change] = await server.query('select state from bulk_change where id = $1', [id]);
  return change?.['state'] ?? 'FORGOTTEN';
};
const untilEnded = (id: number) => waitFor(async () => expect(await stateOf(id)).not.toBe('RUNNING'));

/** Some are left when what waits for the row of the change has its turn, which PostgreSQL gives by chance. */
const length = 16 * partSize;

/** Sent and judged; answers how to start it. */
async function sendToBrowserImport(): Promise<() => Promise<number>> {
  const data = { recordTypeId: world.bills.id, fileName: 'bills.csv', headers: ['Number', 'Status', 'Size'] };
  const { id } = await ask<{ id: number }>(
    `mutation ($data: CreateImportInput!) { createImport(data: $data) { id } }`,
    data,
  );
  const rows = Array.from({ length }, (_, index) => ({
    row: index + 2,
    cells: [String(index + 1), 'Open', '7'],
  }));
  await ask(`mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }`, {
    id,
    rows,
  });
  const fieldKeys = ['recordNumber', 'status', `f${world.sizeId}`];
  const { judgement } = await ask<{ judgement: number }>(
    `mutation ($data: JudgeImportInput!) { judgeImport(data: $data) { judgement } }`,
    {
      id,
      columns: fieldKeys.map((fieldKey, column) => ({ column, fieldKey })),
      dayFirst: false,
      existing: 'REFUSE',
    },
  );
  return async () =>
    (
      await ask<{ bulkChangeId: number }>(
        `mutation ($data: StartImportInput!) { startImport(data: $data) { bulkChangeId } }`,
        { id, judgement },
      )
    ).bulkChangeId;
}

describe('an import of the browser', () => {
  test('goes on in the new type', async () => {
    const id = await betweenParts(await sendToBrowserImport(), async () => {
      expect(await countOfSize('7')).toBeLessThan(length);
      await retype();
    });
    await untilEnded(id);
    expect(await countOfSize('6', 'greaterThan')).toBe(length);
  });

  test('judges a part anew that was prepared before the switch and waited for it', async () => {
    const id = await betweenParts(
      await sendToBrowserImport(),
      async (connection) => {
        await startRetype();
        await untilPhase('SWITCH');
        // The switch holds the lock of the writers, and waits for the field.
        await untilWaiting(1);
        await connection.query('rollback to savepoint before_part');
        server.bulkChanges.wake();
        await untilWaiting(2);
      },
      async (connection) => {
        await connection.query('select 1 from field where id = $1 for no key update', [world.sizeId]);
        await connection.query('savepoint before_part');
      },
    );
    await untilEnded(id);
    await untilPhase('KEPT');
    expect(await countOfSize('6', 'greaterThan')).toBe(length);
  });
});

describe('a bulk change of the field', () => {
  const startOf = (from: string) => async () =>
    (
      await ask<{ id: number }>(
        `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }`,
        {
          query: sizeIs(from),
          values: { additionalFields: [{ recordAdditionalFieldByTypeId: world.sizeId, value: '9' }] },
        },
      )
    ).id;
  const refusalOfUndo = async (id: number) => {
    const undoing = `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id } }`;
    return (await server.ask(undoing, ana, { data: { id } })).errors?.[0]?.extensions['code'];
  };

  test('ends before the field is of the other type, and has no undo then', async () => {
    await bring(numbered('Record Number,Status,Size', () => 'seven', length));
    const id = await betweenParts(startOf('seven'), async () => {
      await startRetype();
      await untilPhase('SWITCH');
    });
    await untilPhase('KEPT');
    expect(await countOfSize('9')).toBe(length);
    expect(await refusalOfUndo(id)).toBe('NOT_FOUND');
  });

  test('ends before the field has its type back', async () => {
    await bring(numbered('Record Number,Status,Size', () => '7', length));
    await retype();
    const [made] = await server.query('select id::int from field_retype where field_id = $1', [world.sizeId]);
    const id = await betweenParts(startOf('7'), async () => {
      await ask(`mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { id } }`, { id: made?.['id'] });
      await untilPhase('UNDO');
    });
    await waitFor(async () => expect(await findPhases()).toEqual([]));
    expect(await countOfSize('7')).toBe(length);
    expect(await refusalOfUndo(id)).toBe('NOT_FOUND');
  });
});
