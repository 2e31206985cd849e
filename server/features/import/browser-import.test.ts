// A file that is imported in the browser: sent in parts, judged whole, brought in by the background, stopped and undone.
import {
  noParent,
  notParent,
  notYetMade,
  recordThere,
  rowThere,
  tooDeep,
  reportHeaders,
} from '@rowhouse/domain/import/screen-rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { aTenant } from '../../seed/builders.ts';

const partSize = 10;
const leaf = 'record_6';
let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Manages everything. */
let ana: Credentials;
/** Makes orders; Weight is hidden, Batch is read only, and nothing may be changed in bulk. */
let bob: Credentials;
/** Sees orders alone. */
let sue: Credentials;

beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: partSize });
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());

function createWorld() {
  const { people } = server;
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Imports', bucket: 6 });
    const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    const reader = await tenant.withRole({ name: 'Reader', defaultFieldAccess: 'Editable' });
    await tenant.withMember(people.ana, manager);
    await tenant.withMember(people.bob, clerk);
    await tenant.withMember(people.sue, reader);
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const sizes = await tenant.withList({ name: 'Sizes', values: ['Small', 'Large'] });
    const fields = [
      { name: 'Weight', dataType: 'decimal' },
      { name: 'Total', dataType: 'currency' },
      { name: 'Size', dataType: 'dropdown', list: sizes },
      { name: 'Note', dataType: 'string', slot: 'overflow' },
      { name: 'Batch', dataType: 'string' },
      { name: 'Day', dataType: 'date' },
    ] as const;
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Closed'],
      fields: [...fields],
    });
    const numbered = await tenant.withRecordType({
      name: 'Tickets',
      statuses: ['New'],
      fields: [{ name: 'Kind', dataType: 'string' }],
    });
    await connection.query(
      `insert into number_series (tenant_id, record_type_id, started_from) values ($1, $2, 500)`,
      [tenant.id, numbered.id],
    );
    await connection.query(
      `insert into number_series_counter (tenant_id, record_type_id, next_number) values ($1, $2, 500)`,
      [tenant.id, numbered.id],
    );
    await connection.query(`update field set default_value = 'plain' where tenant_id = $1 and id = $2`, [
      tenant.id,
      numbered.fields.get('Kind')?.id,
    ]);
    await tenant.withFieldAccess(clerk, orders, [
      { field: 'Weight', access: 'NotAllowed' },
      { field: 'Batch', access: 'ViewOnly' },
      { field: 'isProject', access: 'ViewOnly' },
    ]);
    const item = (name: string, recordType: typeof orders) => ({
      name,
      route: name.toLowerCase(),
      recordType,
    });
    const items = [item('Orders', orders), item('Tickets', numbered)];
    const menu = await tenant.withMenu([
      { name: 'Group', route: 'group', sections: [{ name: 'Section', route: 'section', items }] },
    ]);
    for (const id of menu.values()) {
      await tenant.withActions(manager, id, ['view', 'create records', 'soft delete', 'bulk update']);
      await tenant.withActions(administrator, id, ['view', 'create records', 'soft delete', 'bulk update']);
      await tenant.withActions(clerk, id, ['view', 'create records']);
      await tenant.withActions(reader, id, ['view', 'bulk update']);
    }
    const key = (name: string) => `f${orders.fields.get(name)?.id ?? 0}`;
    return { tenant, orders, numbered, key, roles: { manager, clerk, reader, administrator } };
  });
}

async function get<Result>(document: string, viewer: Credentials, data: object): Promise<Result> {
  const answer = await server.ask(document, viewer, { data });
  if (answer.errors !== undefined || answer.data === null) throw new Error(JSON.stringify(answer.errors));
  return Object.values(answer.data)[0] as Result;
}

async function refusal(document: string, data: object, viewer = ana) {
  const { errors } = await server.ask(document, viewer, { data });
  return { message: errors?.[0]?.message, code: errors?.[0]?.extensions['code'] };
}

const createDocument = `mutation ($data: CreateImportInput!) {
  createImport(data: $data) { id fields { key name required } fieldKeys mayUpdate } }`;
const addDocument = `mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }`;
const judgeDocument = `mutation ($data: JudgeImportInput!) { judgeImport(data: $data) {
  judgement making changing unchanged faulty decimals dayFirst problems
  rows { row outcome fault values { column shown source fault } } faults { row fault cells }
  reasons { reason count rows } reasonCount } }`;
const startDocument = `mutation ($data: StartImportInput!) { startImport(data: $data) { bulkChangeId } }`;
const faultsDocument = `query ($data: FindImportFaultsInput!) {
  findImportFaults(data: $data) { headers total reasons { reason count rows } reasonCount faults { row fault cells values { column shown source fault } } } }`;
const told = `id kind state fileName importId made total updated unchanged refused isUndone`;
const findDocument = `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { ${told} } }`;
const stopDocument = `mutation ($data: FindBulkChangeInput!) { stopBulkChange(data: $data) { ${told} } }`;
const undoDocument = `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { ${told} } }`;

type Created = {
  id: number;
  fields: { key: string; name: string; required: boolean }[];
  fieldKeys: (string | null)[];
  mayUpdate: boolean;
};
type Value = { column: number; shown: string; source: string; fault: string | null };
type Judged = {
  judgement: number;
  making: number;
  changing: number;
  unchanged: number;
  faulty: number;
  decimals: string;
  dayFirst: boolean;
  problems: string[];
  rows: { row: number; outcome: string; fault: string | null; values: Value[] }[];
  faults: { row: number; fault: string; cells: string[] }[];
  reasons: { reason: string; count: number; rows: number[] }[];
  reasonCount: number;
};
type Told = {
  id: number;
  state: string;
  made: number;
  total: number;
  updated: number;
  unchanged: number;
  refused: number;
};

/** A file that was sent: the header, and its rows. */
async function send(
  [headers, ...rows]: readonly (readonly string[])[],
  viewer = ana,
  recordTypeId: number = world.orders.id,
): Promise<Created> {
  const data = { recordTypeId, fileName: 'orders.csv', headers };
  const created = await get<Created>(createDocument, viewer, data);
  const sent = rows.map((cells, index) => ({ row: index + 2, cells }));
  if (sent.length > 0) await get(addDocument, viewer, { id: created.id, rows: sent });
  return created;
}

const judge = ({ id, fieldKeys }: Created, choices: object = {}, viewer = ana) =>
  get<Judged>(judgeDocument, viewer, { id, ...choicesOf(fieldKeys), ...choices });

const choicesOf = (fieldKeys: readonly (string | null)[]) => ({
  columns: fieldKeys.flatMap((fieldKey, column) => (fieldKey === null ? [] : [{ column, fieldKey }])),
  dayFirst: false,
  existing: 'UPDATE',
});

async function ended(id: number, viewer = ana): Promise<Told> {
  const find = () => get<Told>(findDocument, viewer, { id });
  await expect.poll(async () => (await find()).state, { timeout: 30_000 }).not.toBe('RUNNING');
  return find();
}

async function bringIn(
  rows: readonly (readonly string[])[],
  choices: object = {},
  viewer = ana,
): Promise<Told> {
  const sent = await send(rows, viewer);
  const { judgement } = await judge(sent, choices, viewer);
  const { bulkChangeId } = await get<{ bulkChangeId: number }>(startDocument, viewer, {
    id: sent.id,
    judgement,
  });
  return ended(bulkChangeId, viewer);
}

const column = (name: string) => world.orders.fields.get(name)?.slot ?? '';
const ordersOf = (from: number, to: number) =>
  server.query(
    `select record_number::int as number, version, enabled, ${column('Total')}::text as total, x ->> '${world.orders.fields.get('Note')?.id}' as note,
       ${column('Batch')} as batch, created_by::int as by
     from ${leaf} where record_type_id = $1 and record_number between $2 and $3 order by record_number, id`,
    [world.orders.id, from, to],
  );

const header = ['Record Number', 'Status', 'Total', 'Note'];
const row = (number: number, total = '1.50', note = 'a note') => [String(number), 'Open', total, note];
const rowsFrom = (first: number, count: number) => [
  header,
  ...Array.from({ length: count }, (_, index) => row(first + index)),
];

describe('a file', () => {
  test('is judged whole, made part by part, and told with its file by the audit log', async () => {
    const sent = await send(rowsFrom(100, 25));
    expect(sent.fieldKeys).toEqual(['recordNumber', 'status', world.key('Total'), world.key('Note')]);
    const judged = await judge(sent);
    expect(judged).toMatchObject({ making: 25, changing: 0, faulty: 0, decimals: 'POINT', problems: [] });
    expect(await ordersOf(100, 124)).toEqual([]);
    const { judgement } = judged;
    const { bulkChangeId: id } = await get<{ bulkChangeId: number }>(startDocument, ana, {
      id: sent.id,
      judgement,
    });
    expect(await ended(id)).toMatchObject({
      kind: 'IMPORT',
      state: 'FINISHED',
      fileName: 'orders.csv',
      importId: sent.id,
      made: 25,
      updated: 25,
      refused: 0,
    });
    const made = await ordersOf(100, 124);
    expect(made).toHaveLength(25);
    expect(made[0]).toMatchObject({ number: 100, total: '1.5', note: 'a note', by: server.people.ana });
    const sources = await server.query(
      `select distinct source ->> 'kind' as kind, source ->> 'file' as file from audit_log
       where entity = 'record' and (source ->> 'bulkChangeId')::bigint = $1`,
      [id],
    );
    expect(sources).toEqual([{ kind: 'IMPORT', file: 'orders.csv' }]);
    expect(await refusal(startDocument, { id: sent.id, judgement })).toMatchObject({ code: 'INVALID' });
  });

  test('changes records whose number exists, leaves what its empty cells say nothing of, and is taken back by one undo', async () => {
    await bringIn([header, row(200, '1.00', 'first'), row(201, '2.00', 'second'), row(202, '3.00', 'third')]);
    const change = await bringIn([
      header,
      row(200, '10.00', ''),
      row(201, '2.00', 'second'),
      row(203, '4.00', 'new'),
    ]);
    expect(change).toMatchObject({ made: 1, updated: 2, unchanged: 1, refused: 0 });
    expect(await ordersOf(200, 203)).toMatchObject([
      { number: 200, version: 2, total: '10', note: 'first' },
      { number: 201, version: 1, total: '2', note: 'second' },
      { number: 202, version: 1 },
      { number: 203, enabled: true, total: '4', note: 'new' },
    ]);
    const undo = await get<Told>(undoDocument, ana, { id: change.id });
    expect(await ended(undo.id)).toMatchObject({ state: 'FINISHED', updated: 2, fileName: 'orders.csv' });
    expect(await ordersOf(200, 203)).toMatchObject([
      { number: 200, total: '1', note: 'first' },
      { number: 201, version: 1 },
      { number: 202, version: 1 },
      { number: 203, enabled: false },
    ]);
    // The number of a deleted record is free: the same file comes in again.
    expect(await bringIn([header, row(203, '4.00', 'again')])).toMatchObject({ made: 1, updated: 1 });
  });

  test('undone, leaves a record that somebody changed since', async () => {
    const change = await bringIn(rowsFrom(230, 2));
    await server.query(
      `update ${leaf} set description = 'mine', version = version + 1 where record_type_id = $1 and record_number = 231`,
      [world.orders.id],
    );
    const undo = await get<Told>(undoDocument, ana, { id: change.id });
    expect(await ended(undo.id)).toMatchObject({ updated: 1 });
    expect(await ordersOf(230, 231)).toMatchObject([{ enabled: false }, { enabled: true }]);
  });

  test('with faults says each of them, brings in the others, and keeps the rows with their reasons', async () => {
    const sent = await send([
      header,
      row(300),
      row(301, '1,5a'),
      row(300),
      ['303', 'Nothing', '1', ''],
      ['', 'Open', '1', ''],
      row(305, '2.00', '=1+1'),
      ['306', 'Open'],
    ]);
    const judged = await judge(sent);
    expect(judged).toMatchObject({ making: 3, faulty: 4 });
    expect(judged.faults.map(({ row: at, fault }) => [at, fault])).toEqual([
      [3, expect.stringContaining('Total')],
      [4, rowThere],
      [5, "Status: Orders has no status 'Nothing'."],
      [6, 'Record Number is required'],
    ]);
    const { bulkChangeId: id } = await get<{ bulkChangeId: number }>(startDocument, ana, {
      id: sent.id,
      judgement: judged.judgement,
    });
    expect(await ended(id)).toMatchObject({ made: 3, refused: 4, total: 7 });
    // A text that begins like a formula is a text.
    expect(await ordersOf(305, 305)).toMatchObject([{ note: '=1+1' }]);
    const kept = await get<{ total: number; faults: { row: number; cells: string[] }[] }>(
      faultsDocument,
      ana,
      { id: sent.id },
    );
    expect(kept.total).toBe(4);
    expect(kept.faults[0]).toMatchObject({ row: 3, cells: row(301, '1,5a') });
  });

  test('is shown cell by cell as it will stand: read, filled in, left as it is, or marked with why not', async () => {
    const wide = ['Record Number', 'Status', 'Total', 'Size', 'Day', 'Approved By', 'Note'];
    const [person] = await server.query('select email from app_user where id = $1', [server.people.ana]);
    await bringIn([header, row(380)]);
    const sent = await send([
      wide,
      ['381', 'open', '1234.5', 'small', '13/02/2026', String(person?.['email']), ' a '],
      ['380', '', '', 'LARGE', '', '', ''],
      ['382', 'Opened', 'x', '', '01/02/2026', '', ''],
    ]);
    const judged = await judge(sent, { dayFirst: null });
    const shown = judged.rows.map(({ values }) => values.map((one) => one.shown));
    const sources = judged.rows.map(({ values }) => values.map(({ source }) => source[0]).join(''));
    expect(shown[0]?.slice(0, 5)).toEqual(['381', 'Open', '1,234.50', 'Small', '02/13/2026']);
    expect(shown[0]?.[5]).not.toContain('@');
    expect(shown[1]).toEqual(['380', '', '', 'Large', '', '', '']);
    expect(sources).toEqual(['FFFFFFF', 'FKKFKKK', 'FFFEFEE']);
    expect(judged.rows[2]?.values.map(({ fault }) => fault)).toEqual([
      null,
      "Status: Orders has no status 'Opened'.",
      'Total must be a number',
      null,
      null,
      null,
      null,
    ]);
  });

  test('shows the last rows too, and takes no error of a spreadsheet for a text', async () => {
    const noted = ['Record Number', 'Status', 'Note'];
    const rows = Array.from({ length: 15 }, (_, index) => [String(3_800 + index), 'Open', 'a']);
    const judged = await judge(await send([noted, ...rows, ['3815', 'Open', '#N/A'], ['', 'Open', 'Total']]));
    expect(judged.rows.map((one) => one.row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 18]);
    expect(judged.rows.at(-2)?.values[2]?.fault).toBe(
      "Note: '#N/A' is an error of the spreadsheet and no value.",
    );
  });

  test('says the reason of many rows once, with the way to them', async () => {
    const faulty = Array.from({ length: 7 }, (_, index) => row(385 + index, 'much'));
    const sent = await send([header, row(384), ...faulty, ['384', 'Nothing', 'much', '']]);
    const judged = await judge(sent);
    expect(judged).toMatchObject({ making: 1, faulty: 8, reasonCount: 3 });
    expect(judged.reasons).toEqual([
      { reason: 'Total must be a number', count: 8, rows: [3, 4, 5, 6, 7] },
      { reason: "Status: Orders has no status 'Nothing'.", count: 1, rows: [10] },
      { reason: rowThere, count: 1, rows: [10] },
    ]);
    type Page = { total: number; faults: { row: number; values: Value[] }[] };
    const rowsOf = (reason: string) => get<Page>(faultsDocument, ana, { id: sent.id, reason });
    expect((await rowsOf('Total must be a number')).total).toBe(8);
    const found = await rowsOf("Status: Orders has no status 'Nothing'.");
    expect(found).toMatchObject({ total: 1, faults: [{ row: 10 }] });
    expect(found.faults[0]?.values.map(({ fault }) => fault !== null)).toEqual([false, true, true, false]);
    expect((await rowsOf('Total')).total).toBe(0);
    const counted = (withReasons: boolean) => get<Page>(faultsDocument, ana, { id: sent.id, withReasons });
    expect(await counted(true)).toMatchObject({ reasons: judged.reasons, reasonCount: 3 });
    expect(await counted(false)).toMatchObject({ reasons: [], reasonCount: 0 });
  });

  test('of amounts that may be thousands is asked about, and a text of a workbook is refused', async () => {
    const unclear = await send([header, row(395, '1.500')]);
    const asked = { id: unclear.id, ...choicesOf(unclear.fieldKeys) };
    expect((await refusal(judgeDocument, asked)).message).toContain("'1.500' in row 2 may be 1.500 or 1500.");
    expect((await judge(unclear, { decimals: 'COMMA' })).rows[0]?.values[2]?.shown).toBe('1,500.00');
    expect((await judge(unclear, { decimals: 'POINT' })).rows[0]?.values[2]?.shown).toBe('1.50');
    const ofWorkbook = await judge(unclear, { decimals: 'POINT', workbook: true });
    expect(ofWorkbook.rows[0]?.values[2]).toMatchObject({
      shown: '1.500',
      fault: 'Total: 1.500 can be read in two ways: write 1500 or 1.50.',
    });
  });

  test('of a workbook is asked about where its texts may be thousands, and its numbers stay as they are', async () => {
    const workbook = { workbook: true };
    const unclear = await send([header, row(396, '16,448'), row(397, '3.5')]);
    const asked = { id: unclear.id, ...choicesOf(unclear.fieldKeys), ...workbook };
    expect((await refusal(judgeDocument, asked)).message).toContain(
      "'16,448' in row 2 may be 16448 or 16.448.",
    );
    const settled = await send([header, row(396, '16,40'), row(397, '3.5'), row(398, '1.234,50')]);
    const judged = await judge(settled, workbook);
    expect(judged).toMatchObject({ making: 3, decimals: 'COMMA' });
    expect(judged.rows.map(({ values }) => values[2]?.shown)).toEqual(['16.40', '3.50', '1,234.50']);
  });

  test('with decimal commas says so by itself, and is asked about where it can be read in two ways', async () => {
    const comma = await send([header, row(320, '3,54'), row(321, '1.234,50')]);
    expect(await judge(comma, { delimiter: ';' })).toMatchObject({ making: 2, decimals: 'COMMA' });
    const unclear = await send([header, row(322, '16,448')]);
    const asked = { id: unclear.id, ...choicesOf(unclear.fieldKeys), delimiter: ';' };
    expect((await refusal(judgeDocument, asked)).message).toContain('can be read in two ways');
    expect(await judge(unclear, { decimals: 'POINT' })).toMatchObject({ making: 1 });
    expect(await bringIn([header, row(323, '3,50')], { decimals: 'COMMA' })).toMatchObject({ made: 1 });
    expect(await ordersOf(323, 323)).toMatchObject([{ total: '3.5' }]);
  });

  test('that came back with its reasons has commas of its own: its numbers are asked about', async () => {
    const report = await send([
      [...reportHeaders, ...header],
      ['2', 'Because', ...row(399, '16,448')],
    ]);
    const asked = { id: report.id, ...choicesOf(report.fieldKeys), delimiter: ',' };
    expect((await refusal(judgeDocument, asked)).message).toContain(
      "'16,448' in row 2 may be 16448 or 16.448.",
    );
  });

  test('with days first says so by itself, and is asked about where it has both', async () => {
    const dated = ['Record Number', 'Status', 'Day'];
    const found = { dayFirst: null };
    const sent = await send([dated, ['326', 'Open', '04/05/2026'], ['327', 'Open', '13/05/2026']]);
    expect(await judge(sent, found)).toMatchObject({ making: 2, faulty: 0, dayFirst: true });
    expect(await judge(sent)).toMatchObject({ making: 1, faulty: 1, dayFirst: false });
    const either = await send([dated, ['326', 'Open', '04/05/2026']]);
    expect(
      await refusal(judgeDocument, { id: either.id, ...choicesOf(either.fieldKeys), ...found }),
    ).toMatchObject({
      message: expect.stringContaining("'04/05/2026' in row 2 may be 4 May 2026 or 5 Apr 2026."),
    });
    expect(await judge(either, { dayFirst: true })).toMatchObject({ making: 1, dayFirst: true });
    const same = await send([dated, ['326', 'Open', '04/04/2026'], ['327', 'Open', '13.05.2026']]);
    expect(await judge(same, found)).toMatchObject({ making: 2, dayFirst: null });
    const both = await send([dated, ['326', 'Open', '13/05/2026'], ['327', 'Open', '05/13/2026']]);
    const asked = { id: both.id, ...choicesOf(both.fieldKeys), ...found };
    expect(await refusal(judgeDocument, asked)).toMatchObject({
      message: expect.stringContaining("Choose 'Day first' or 'Month first'."),
    });
    const rows = [dated, ['328', 'Open', '04/05/2026'], ['329', 'Open', '13/05/2026']];
    expect(await bringIn(rows, found)).toMatchObject({ made: 2 });
    expect(
      await server.query(
        `select ${column('Day')}::date::text as day from ${leaf} where record_type_id = $1 and record_number between 328 and 329 order by 1`,
        [world.orders.id],
      ),
    ).toEqual([{ day: '2026-05-04' }, { day: '2026-05-13' }]);
  });

  test('refuses numbers that are there where only new records are wanted', async () => {
    await bringIn(rowsFrom(340, 1));
    const judged = await judge(await send(rowsFrom(340, 2)), { existing: 'REFUSE' });
    expect(judged).toMatchObject({ making: 1, faulty: 1 });
    expect(judged.faults[0]?.fault).toBe(recordThere);
  });

  test('without numbers is numbered by the series, and defaults fill what it leaves out', async () => {
    const sent = await send(
      [
        ['Status', 'Record Number'],
        ['New', ''],
        ['New', '500'],
        ['New', ''],
      ],
      ana,
      world.numbered.id,
    );
    const judged = await judge(sent);
    expect(judged).toMatchObject({ making: 3, faulty: 0 });
    const { bulkChangeId: id } = await get<{ bulkChangeId: number }>(startDocument, ana, {
      id: sent.id,
      judgement: judged.judgement,
    });
    expect(await ended(id)).toMatchObject({ made: 3 });
    const rows = await server.query(
      `select record_number::int as number, ${world.numbered.fields.get('Kind')?.slot} as kind from ${leaf}
       where record_type_id = $1 order by record_number`,
      [world.numbered.id],
    );
    expect(rows).toEqual([500, 501, 502].map((number) => ({ number, kind: 'plain' })));
  });
});

describe('a role', () => {
  test('fills no field that it may not write, and hears of none that it may not see', async () => {
    const sent = await send(
      [
        ['Record Number', 'Status', 'Weight', 'Batch'],
        ['400', 'Open', '5', 'x'],
      ],
      bob,
    );
    expect(sent.fieldKeys).toEqual(['recordNumber', 'status', null, null]);
    expect(sent.mayUpdate).toBe(false);
    expect(sent.fields.map(({ name }) => name)).not.toContain('Weight');
    const asked = { id: sent.id, dayFirst: false, existing: 'REFUSE' };
    const to = (fieldKey: string) => ({ ...asked, columns: [{ column: 2, fieldKey }] });
    expect(await refusal(judgeDocument, to(world.key('Weight')), bob)).toEqual({
      message: `There is no field '${world.key('Weight')}' here.`,
      code: 'INVALID',
    });
    expect(await refusal(judgeDocument, to('f987654'), bob)).toEqual({
      message: "There is no field 'f987654' here.",
      code: 'INVALID',
    });
    expect(await refusal(judgeDocument, to(world.key('Batch')), bob)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(judgeDocument, { ...asked, columns: [], existing: 'UPDATE' }, bob)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('that makes no records imports nothing, and what another person sent is not there', async () => {
    const sent = await send(rowsFrom(420, 1));
    expect(
      await refusal(
        createDocument,
        { recordTypeId: world.orders.id, fileName: 'a.csv', headers: ['a'] },
        sue,
      ),
    ).toMatchObject({ code: 'FORBIDDEN' });
    const nobodys = await refusal(faultsDocument, { id: 987_654 }, bob);
    expect(nobodys.code).toBe('NOT_FOUND');
    expect(await refusal(faultsDocument, { id: sent.id }, bob)).toEqual(nobodys);
    expect(await refusal(addDocument, { id: sent.id, rows: [{ row: 9, cells: ['1'] }] }, bob)).toEqual(
      nobodys,
    );
  });

  test('is asked for each part: what it may not do any more is refused with its reason', async () => {
    const sent = await send(rowsFrom(430, 25));
    const { judgement } = await judge(sent);
    const id = await holdsNumbering(async () => {
      const { bulkChangeId } = await get<{ bulkChangeId: number }>(startDocument, ana, {
        id: sent.id,
        judgement,
      });
      await untilWaiting();
      await giveAna(world.roles.reader);
      return bulkChangeId;
    });
    const counted = () => server.query('select state, updated, refused from bulk_change where id = $1', [id]);
    await expect.poll(async () => (await counted())[0]?.['state'], { timeout: 30_000 }).toBe('FINISHED');
    const [{ updated, refused } = {}] = await counted();
    // The part under way was begun while they might.
    expect([updated, refused]).toEqual([partSize, 25 - partSize]);
    expect(await ordersOf(430, 454)).toHaveLength(partSize);
    await giveAna(world.roles.manager);
    ana = await server.enter('ana', world.tenant);
    const faults = await get<{ total: number; faults: { fault: string }[] }>(faultsDocument, ana, {
      id: sent.id,
    });
    expect(faults.total).toBe(25 - partSize);
    expect(new Set(faults.faults.map(({ fault }) => fault))).toEqual(
      new Set(['Your role may not create records here.']),
    );
  });
});

const giveAna = (role: number) =>
  server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
    world.tenant.id,
    server.people.ana,
    role,
  ]);

/** Holds what every part that makes records needs, so that the import stands still for the time of the work. */
const holdsNumbering = <Result>(work: () => Promise<Result>): Promise<Result> =>
  server.database.asOwnerOf(world.tenant.id, (connection) =>
    inTransaction(connection, async () => {
      await connection.query('select pg_advisory_xact_lock(74703, ($1::bigint % 2147483647)::int)', [
        world.orders.id,
      ]);
      return work();
    }),
  );

test('is stopped: what came in stays, and can be undone', async () => {
  const sent = await send(rowsFrom(500, 45));
  const { judgement } = await judge(sent);
  const { id, stopped } = await holdsNumbering(async () => {
    const { bulkChangeId } = await get<{ bulkChangeId: number }>(startDocument, ana, {
      id: sent.id,
      judgement,
    });
    await untilWaiting();
    // It is told of when the part under way has ended.
    return { id: bulkChangeId, stopped: get<Told>(stopDocument, ana, { id: bulkChangeId }) };
  });
  expect(await stopped).toMatchObject({ state: 'STOPPED' });
  const { made, state } = await ended(id);
  expect(state).toBe('STOPPED');
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(45);
  expect(await ordersOf(500, 544)).toHaveLength(made);
  const undo = await get<Told>(undoDocument, ana, { id });
  expect(await ended(undo.id)).toMatchObject({ updated: made });
  expect((await ordersOf(500, 544)).every(({ enabled }) => enabled === false)).toBe(true);
});

async function untilWaiting(): Promise<void> {
  const waiting = () =>
    server.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThan(0);
}

test('when records were made is said by who administers, and once', async () => {
  const dated = [...header, 'Created At'];
  const sent = await send([
    dated,
    [...row(560), '01/02/2020 10:30'],
    [...row(561), ''],
    [...row(562), '01/02/2999'],
  ]);
  expect(sent.fieldKeys.at(-1)).toBe(null);
  await giveAna(world.roles.administrator);
  const administrator = await server.enter('ana', world.tenant);
  const own = await send(
    [dated, [...row(560), '01/02/2020 10:30'], [...row(561), ''], [...row(562), '01/02/2999']],
    administrator,
  );
  expect(own.fieldKeys.at(-1)).toBe('createdAt');
  const judged = await judge(own, {}, administrator);
  expect(judged).toMatchObject({ making: 2, faulty: 1 });
  expect(judged.faults[0]?.fault).toBe(notYetMade);
  const { judgement } = judged;
  const { bulkChangeId } = await get<{ bulkChangeId: number }>(startDocument, administrator, {
    id: own.id,
    judgement,
  });
  expect(await ended(bulkChangeId, administrator)).toMatchObject({ made: 2 });
  const made = await server.query(
    `select record_number::int as number, created_at < '2020-01-03' as old from ${leaf}
     where record_type_id = $1 and record_number in (560, 561) order by 1`,
    [world.orders.id],
  );
  await giveAna(world.roles.manager);
  ana = await server.enter('ana', world.tenant);
  expect(made).toEqual([
    { number: 560, old: true },
    { number: 561, old: false },
  ]);
});

test('a new record stands under the one whose number the file gives, which may be of the file itself', async () => {
  await bringIn(rowsFrom(700, 1));
  const placed = [...header, 'Parent'];
  const under = (number: number, parent: string) => [...row(number), parent];
  const rows = [
    placed,
    under(701, '700'),
    under(702, '701'),
    under(703, '999'),
    under(704, '705'),
    under(705, ''),
  ];
  const sent = await send(rows);
  expect(sent.fieldKeys.at(-1)).toBe('parent');
  const judged = await judge(sent);
  expect(judged.faults.map(({ row: at, fault }) => [at, fault])).toEqual([
    [4, noParent(999)],
    [5, noParent(705)],
  ]);
  const { bulkChangeId } = await get<{ bulkChangeId: number }>(startDocument, ana, {
    id: sent.id,
    judgement: judged.judgement,
  });
  expect(await ended(bulkChangeId)).toMatchObject({ made: 3, refused: 2 });
  const standing = await server.query(
    `select r.record_number::int as number, r.level, p.record_number::int as parent from ${leaf} r
     left join ${leaf} p on p.id = r.parent_id where r.record_type_id = $1 and r.record_number between 700 and 705 order by 1`,
    [world.orders.id],
  );
  expect(standing).toEqual([
    { number: 700, level: 0, parent: null },
    { number: 701, level: 1, parent: 700 },
    { number: 702, level: 2, parent: 701 },
    { number: 705, level: 0, parent: null },
  ]);
  const undo = await get<Told>(undoDocument, ana, { id: bulkChangeId });
  expect(await ended(undo.id)).toMatchObject({ updated: 3 });
  // Who may not change where records stand is offered no such column.
  expect((await send(rows.slice(0, 2), bob)).fieldKeys.at(-1)).toBe(null);
});

test('records come back under what they stood under, of their own type and of another, from their own export', async () => {
  await bringIn(rowsFrom(730, 1));
  const ticket = await send(
    [
      ['Status', 'Record Number'],
      ['New', '731'],
    ],
    ana,
    world.numbered.id,
  );
  const judged = await judge(ticket);
  expect(judged).toMatchObject({ making: 1, faulty: 0 });
  const { judgement } = judged;
  const started = await get<{ bulkChangeId: number }>(startDocument, ana, { id: ticket.id, judgement });
  expect(await ended(started.bulkChangeId)).toMatchObject({ made: 1 });
  const first = await bringIn([
    [...header, 'Parent'],
    [...row(732), 'Tickets 731'],
    [...row(733), '732'],
    [...row(734), '730'],
    [...row(735), 'orders 734'],
  ]);
  expect(first).toMatchObject({ made: 4, refused: 0 });
  const standing = () =>
    server.query(
      `select r.record_number::int as number, r.level, p.record_number::int as parent,
         p.record_type_id = r.record_type_id as "isOfType" from ${leaf} r join ${leaf} p on p.id = r.parent_id
       where r.enabled and r.record_type_id = $1 and r.record_number between 730 and 739 order by 1`,
      [world.orders.id],
    );
  const before = await standing();
  expect(before).toEqual([
    { number: 732, level: 1, parent: 731, isOfType: false },
    { number: 733, level: 2, parent: 732, isOfType: true },
    { number: 734, level: 1, parent: 730, isOfType: true },
    { number: 735, level: 2, parent: 734, isOfType: true },
  ]);
  const written = await exportOrders(732, 735);
  expect(written.map((cells) => cells.at(-1))).toEqual(['Parent', 'Tickets 731', '730', '732', '734']);
  // Into records that stand it changes nothing; once they are deleted it makes them anew.
  expect(await judge(await send(written))).toMatchObject({ making: 0, unchanged: 4, faulty: 0 });
  await server.query(
    `update ${leaf} set enabled = false where record_type_id = $1 and record_number between 732 and 735`,
    [world.orders.id],
  );
  expect(await bringIn(written)).toMatchObject({ made: 4, refused: 0 });
  expect(await standing()).toEqual(before);
});

/** The orders of these numbers by their level, as a file of the grid has them. */
async function exportOrders(from: number, to: number): Promise<string[][]> {
  const number = (operator: string, value: number, priority: number) => ({
    fieldId: 0,
    field: 'recordNumber',
    logicOperator: 'AND',
    priority,
    filterCriteria: { operator, value: String(value) },
  });
  const query = {
    recordTypeId: world.orders.id,
    filters: [number('greaterOrEqual', from, 0), number('lessOrEqual', to, 1)],
    sort: [
      { field: 'level', sort: 'ASC' },
      { field: 'recordNumber', sort: 'ASC' },
    ],
  };
  const columns = ['recordNumber', 'status', world.key('Total'), world.key('Note')];
  const { url } = await get<{ url: string }>(
    'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
    ana,
    { query, columns, withParent: true },
  );
  const { body } = await server.app.inject({ url });
  const lines = body.slice(1).trimEnd().split('\r\n');
  return lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
}

test('a file that was exported changes nothing but what is changed in it, whatever may be chosen by then', async () => {
  const headers = ['Record Number', 'Status', 'Size', 'Received At', 'Record Date', 'Note'];
  const [first, second] = [836, 837].map((number) => [
    String(number),
    'Open',
    'Large',
    '03/04/2026 10:15 AM',
    '01/02/2026',
    'a note',
  ]) as [string[], string[]];
  expect(await bringIn([headers, first, second])).toMatchObject({ made: 2, refused: 0 });
  const received = () =>
    server.query(
      `select to_char(received_at at time zone 'UTC', 'HH24:MI:SS') as at, record_date::text as day from ${leaf}
       where record_type_id = $1 and record_number in (836, 837) order by record_number`,
      [world.orders.id],
    );
  // Since then: they were received at some second, dated ahead, and what they have is no longer offered.
  await server.query(
    `update ${leaf} set received_at = received_at + interval '41.5 s', record_date = '2199-12-31'
     where record_type_id = $1 and record_number in (836, 837)`,
    [world.orders.id],
  );
  const offer = (isOffered: boolean) =>
    server.query('update list_value set enabled = $2 where tenant_id = $1 and value = $3', [
      world.tenant.id,
      isOffered,
      'Large',
    ]);
  await offer(false);
  try {
    const stands = (cells: string[], size = 'Large (Disabled)') => cells.with(2, size).with(4, '12/31/2199');
    const exported = [headers, stands(first), stands(second, 'large')];
    expect(await judge(await send(exported))).toMatchObject({ changing: 0, unchanged: 2, faulty: 0 });
    const edited = [headers, stands(first).with(5, 'another note'), stands(second)];
    expect(await bringIn(edited)).toMatchObject({ total: 2, updated: 1, unchanged: 1, refused: 0 });
    expect(await received()).toEqual([
      { at: '10:15:41', day: '2199-12-31' },
      { at: '10:15:41', day: '2199-12-31' },
    ]);
    // Another minute is a change, and what a record does not have may not be chosen.
    const others = [headers, stands(first).with(3, '03/04/2026 10:16 AM')];
    expect(await judge(await send(others))).toMatchObject({ changing: 1, faulty: 0 });
    const made = await judge(await send([headers, stands(first).with(0, '838').with(4, '01/02/2026')]));
    expect(made).toMatchObject({ making: 0, faulty: 1 });
    expect(made.faults[0]?.fault).toContain('This value is disabled and cannot be chosen.');
    const small = await bringIn([headers, first.with(0, '839').with(2, 'Small')]);
    expect(small).toMatchObject({ made: 1 });
    const moved = await judge(await send([headers, first.with(0, '839')]));
    expect(moved).toMatchObject({ changing: 0, faulty: 1 });
  } finally {
    await offer(true);
  }
});

test('a parent that no record of the role is, that stands too deep or that is unreadable is said', async () => {
  await bringIn(rowsFrom(740, 1));
  const placed = [...header, 'Parent'];
  const chain = Array.from({ length: 20 }, (_, at) => [...row(741 + at), String(740 + at)]);
  const sent = await send([
    placed,
    ...chain,
    [...row(770), 'the first'],
    [...row(771), 'Tickets 99999'],
    [...row(772), 'Nothing 1'],
  ]);
  const { faults } = await judge(sent);
  expect(faults.map(({ row: at, fault }) => [at, fault])).toEqual([
    [21, tooDeep],
    [22, notParent],
    [23, noParent(99999, 'Tickets')],
    [24, noParent(1, 'Nothing')],
  ]);
  // Whose role does not open tickets reads of one that is there what it reads of one that is not.
  const open = (isOpen: boolean) =>
    server.query(
      `update role_menu_item_action a set enabled = $3 from menu_item m, membership p
       where m.tenant_id = a.tenant_id and m.id = a.menu_item_id and m.record_type_id = $1
         and p.tenant_id = a.tenant_id and p.role_id = a.role_id and p.user_id = $2`,
      [world.numbered.id, server.people.ana, isOpen],
    );
  await open(false);
  const blind = await judge(await send([placed, [...row(775), 'Tickets 731']]));
  expect(blind.faults.map(({ fault }) => fault)).toEqual([noParent(731, 'Tickets')]);
  await open(true);
});

test('a judgement that was followed by another is not started', async () => {
  const sent = await send(rowsFrom(600, 1));
  const first = await judge(sent);
  await judge(sent, { existing: 'REFUSE' });
  expect(await refusal(startDocument, { id: sent.id, judgement: first.judgement })).toMatchObject({
    code: 'CONFLICT',
  });
});

test('a part that is sent twice stands once, and limits have their sentence', async () => {
  const sent = await send(rowsFrom(620, 2));
  const again = { id: sent.id, rows: [{ row: 2, cells: row(620) }] };
  expect(await get<{ rowCount: number }>(addDocument, ana, again)).toEqual({ rowCount: 2 });
  const many = {
    id: sent.id,
    rows: Array.from({ length: 2001 }, (_, at) => ({ row: at + 2, cells: ['1'] })),
  };
  expect((await refusal(addDocument, many)).message).toContain('A part has from 1 to 2000 rows.');
  const empty = await send([header]);
  expect((await refusal(judgeDocument, { id: empty.id, ...choicesOf(empty.fieldKeys) })).message).toContain(
    'no rows',
  );
});
