import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listImportFields, listLineImportFields } from '@rowhouse/domain/import/import-field.ts';
import { planMapping } from '@rowhouse/domain/import/mapping.ts';
import type { DecimalSign } from '@rowhouse/domain/values/read-number.ts';
import { writeDecimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { ListId } from '@rowhouse/domain/kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';
import type { BuiltRecordType } from '../../seed/build-record-type.ts';
import type { ImportSummary, RecordNumbers } from './import-request.ts';
import { importRecords } from './import-records.ts';
import { LinesByRecord } from './lines-file.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { openTable } from './read-table.ts';
import { openRejectionReport } from './rejection-report.ts';
import type { RejectedRow } from './rejection-report.ts';

type Built = { tenantId: Parameters<typeof loadTenantConfig>[1]; orders: BuiltRecordType };

let own: TestDatabase;
let folder: string;
let here: Built;
let elsewhere: Built;

beforeAll(async () => {
  own = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-import-'));
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
beforeEach(async () => {
  count += 1;
  here = await build(`Here ${count}`);
  elsewhere = await build(`Elsewhere ${count}`);
});

/** Both in one bucket, so that what is kept apart is kept apart by its tenant. */
const build = (name: string): Promise<Built> =>
  own.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket: 5 });
    const vendors = await tenant.withList({
      name: 'Vendors',
      values: ['Blue Lantern', { value: 'Old Mill', enabled: false }],
    });
    const tags = await tenant.withList({ name: 'Tags', values: ['Rush'] });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Pending', 'Done'],
      fields: [
        { name: 'Vendor', dataType: 'dropdown', list: vendors },
        { name: 'Tags', dataType: 'multiselect', list: tags },
        { name: 'Order date', dataType: 'date' },
        { name: 'Total due', dataType: 'currency' },
        { name: 'Note', dataType: 'textarea' },
        { name: 'Spare weight', dataType: 'decimal', slot: 'overflow' },
      ],
      lines: {
        name: 'Lines',
        fields: [
          { name: 'Product', dataType: 'string', required: true },
          { name: 'Quantity', dataType: 'number' },
        ],
      },
    });
    await tenant.withRecords(orders, [{ recordNumber: 9000, status: 'Done' }]);
    return { tenantId: tenant.id, orders };
  });

type Options = {
  lines?: string;
  createsListValues?: boolean;
  dryRun?: boolean;
  set?: [string, string][];
  /** The column that makes rows of the file lines of one record. */
  oneFile?: string;
  numbers?: RecordNumbers;
  rounds?: boolean;
  century?: number;
  decimalSign?: DecimalSign;
};

async function bring(target: Built, csv: string, options: Options = {}) {
  const config = await loadTenantConfig(own.database, target.tenantId);
  const recordType = config?.recordTypes.get(target.orders.id);
  if (config == null || recordType === undefined) throw new Error('There is no such type.');
  // Two may bring in files of one name at once.
  const inside = await mkdtemp(path.join(folder, 'files-'));
  const open = async (name: string, text: string) => {
    await writeFile(path.join(inside, name), text);
    return openTable(path.join(inside, name));
  };
  const table = await open('orders.csv', csv);
  const plan = (
    headers: readonly string[],
    fields: ReturnType<typeof listImportFields>,
    spoken: string[],
    set: [string, string][],
    elsewhere: string[] = [],
  ) => planMapping({ headers, fields, owner: 'Orders', map: [], set, spoken, elsewhere });
  const { lines: lineType } = target.orders;
  const lineFields = [...(lineType?.fields ?? [])].map(([name, { id }]) => ({
    id,
    name,
    dataType: name === 'Quantity' ? 'number' : 'string',
    required: name === 'Product',
    listId: null as ListId | null,
    formula: null,
  }));
  const { oneFile } = options;
  const lineText = options.lines ?? (oneFile === undefined ? undefined : csv);
  const lineTable = lineText === undefined ? null : await open('lines.csv', lineText);
  const lineKey = oneFile ?? 'Order';
  const lineMapping =
    lineTable === null ? null : plan(lineTable.headers, listLineImportFields(lineFields), [lineKey], []);
  const fields = listImportFields(recordType).filter(
    ({ key }) => options.numbers === undefined || key !== 'recordNumber',
  );
  const taken = oneFile === undefined ? [] : (lineMapping?.columns.map(({ header }) => header) ?? []);
  const mapping = plan(table.headers, fields, [], options.set ?? [], taken);
  expect(mapping.problems).toEqual([]);
  const keyIndex = table.headers.indexOf(oneFile ?? 'Record Number');
  const reportPath = path.join(folder, 'rejected.csv');
  await rm(reportPath, { force: true });
  const written = openRejectionReport([
    { file: 'orders.csv', path: reportPath, headers: table.headers },
    { file: 'lines.csv', path: path.join(folder, 'rejected-lines.csv'), headers: lineTable?.headers ?? [] },
  ]);
  const rejections: string[] = [];
  const report = {
    ...written,
    add: (rejected: readonly RejectedRow[]) => {
      for (const { file, row, reasons } of rejected)
        for (const { column, sentence } of reasons) rejections.push(`${file},${row},${column}: ${sentence}`);
      return written.add(rejected);
    },
  };
  const summary = await importRecords({
    database: own.database,
    config,
    recordType,
    userId: null,
    records: { table, name: 'orders.csv', mapping, keyIndex: keyIndex === -1 ? null : keyIndex },
    lines:
      lineTable === null || lineType === null || lineMapping === null
        ? null
        : {
            name: oneFile === undefined ? 'lines.csv' : 'orders.csv',
            typeId: lineType.id,
            isSameFile: oneFile !== undefined,
            mapping: lineMapping,
            byRecord: await LinesByRecord.read({
              table: lineTable,
              keyIndex: lineTable.headers.indexOf(lineKey),
              path: 'lines.csv',
            }),
          },
    numbers: options.numbers ?? null,
    translations: [],
    createsListValues: options.createsListValues ?? false,
    dryRun: options.dryRun ?? false,
    dayFirst: false,
    timeZone: 'UTC',
    century: options.century,
    decimalSign: options.decimalSign ?? '.',
    rounds: options.rounds ?? false,
    today: '2026-11-20',
    report,
    onProgress: () => undefined,
  });
  await report.close();
  const reported = await readFile(reportPath, 'utf8').catch(() => '');
  return { summary, rejections, reported: reported.replace('\uFEFF', '') };
}

const ask = (text: string, values: readonly unknown[] = []) =>
  own.database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);
const recordsOf = ({ tenantId }: Built) =>
  ask('select * from record where tenant_id = $1 and record_number <> 9000 order by record_number', [
    tenantId,
  ]);
const sumsOf = ({ sums }: ImportSummary, name: string) => {
  const { stands, inFile } = sums.get(name)!;
  return [stands, inFile].map(writeDecimal);
};
const slotOf = ({ orders }: Built, name: string) => orders.fields.get(name)?.slot ?? '';

describe('an import', () => {
  test('brings records in with every value in its place, counted and audited', async () => {
    const csv = `Record Number,Status,Vendor,Tags,Order Date,Total Due,Note,Spare Weight
101,pending,blue lantern,Rush,Apr 16 2011 12:00AM,"1,234.50","two
lines, and ""quotes""",2.25
102,Done,,,,,,
`;
    const { summary, rejections } = await bring(here, csv);
    expect(rejections).toEqual([]);
    expect(summary).toMatchObject({ read: 2, imported: 2, skipped: 0, rejected: 0 });
    expect(sumsOf(summary, 'Total due')).toEqual(['1234.50', '1234.50']);
    const [first, second] = await recordsOf(here);
    const fieldId = (name: string) => String(here.orders.fields.get(name)?.id);
    expect(first).toMatchObject({
      record_number: '101',
      status_id: String(here.orders.statuses.get('Pending')),
      enabled: true,
      version: 1,
      [slotOf(here, 'Total due')]: 1234.5,
      [slotOf(here, 'Order date')]: new Date('2011-04-16T00:00:00Z'),
      x: { [fieldId('Note')]: 'two\nlines, and "quotes"', [fieldId('Spare weight')]: 2.25 },
    });
    expect(second).toMatchObject({ record_number: '102', [slotOf(here, 'Vendor')]: null, x: null });
    const [counter] = await ask(
      'select sum(enabled_count)::int as enabled, sum(all_count)::int as all from record_type_counter where record_type_id = $1',
      [here.orders.id],
    );
    expect(counter).toEqual({ enabled: 3, all: 3 });
    const audited = await ask(
      `select 1 from audit_log where entity = 'record' and action = 'create' and entity_id = $1`,
      [first?.['id']],
    );
    expect(audited).toHaveLength(1);
  });

  test('computes what has a formula, from the lines that come with a record', async () => {
    const quantity = here.orders.lines?.fields.get('Quantity')?.id;
    const formulas = {
      'Total due': `sum([l${quantity}]) / 3`,
      'Spare weight': `count([l${quantity}]) + 0.5`,
    };
    for (const [name, formula] of Object.entries(formulas))
      await ask('update field set formula = $1 where id = $2', [formula, here.orders.fields.get(name)?.id]);
    // The column stands in the file, and nothing of it is taken.
    const csv = 'Record Number,Status,Total due\n101,Pending,77\n102,Pending,77\n';
    const lines = 'Order,Product,Quantity\n101,Tea,4\n101,Milk,6\n';
    const { summary } = await bring(here, csv, { lines });
    expect(summary).toMatchObject({ imported: 2, importedLines: 2, rejected: 0 });
    const spare = String(here.orders.fields.get('Spare weight')?.id);
    expect(await recordsOf(here)).toMatchObject([
      { record_number: '101', version: 1, [slotOf(here, 'Total due')]: 3.33, x: { [spare]: 2.5 } },
      { record_number: '102', version: 1, [slotOf(here, 'Total due')]: 0, x: { [spare]: 0.5 } },
    ]);
  });

  test('reads a file with its mark, semicolons and Windows line ends', async () => {
    const { summary } = await bring(
      here,
      '\uFEFFRecord Number;Status;Note\r\n101;Done;"a;b"\r\n\r\n102;Done;é\r\n',
    );
    expect(summary).toMatchObject({ read: 2, imported: 2 });
    const [first, second] = await recordsOf(here);
    expect(Object.values((first?.['x'] ?? {}) as object)).toEqual(['a;b']);
    expect(Object.values((second?.['x'] ?? {}) as object)).toEqual(['é']);
  });

  test('takes the quote away with which an export guards a formula, and no other', async () => {
    const notes = ['=1+1', "'=1+1", '\uff1d1', "'tis", '-5'];
    const rows = notes.map((note, index) => csvLine([String(101 + index), 'Done', note]));
    await bring(here, `Record Number,Status,Note\n${rows.join('')}`);
    const fieldId = String(here.orders.fields.get('Note')?.id);
    expect((await recordsOf(here)).map(({ x }) => (x as Record<string, string>)[fieldId])).toEqual(notes);
  });

  test('rejects a row with its number, every wrong column and the reason, and brings the others in', async () => {
    const csv = `Record Number,Status,Vendor,Order date,Total due
101,Pending,Nobody,02/31/2011,12
x,Paid,,,
103,Done,Old Mill,,
104,Done,Blue Lantern,,5
104,Done,,,
105,Done
106,Done,,,=1+1
`;
    const { summary, rejections } = await bring(here, csv);
    expect(summary).toMatchObject({ read: 7, imported: 1, rejected: 6 });
    expect(rejections).toEqual([
      `orders.csv,2,Vendor: Vendor: the list Vendors has no 'Nobody'. Import with --create-list-values to add it.`,
      'orders.csv,2,Order date: Order date Invalid date format, format should be MM/DD/YYYY',
      'orders.csv,3,Record Number: Record Number must be a number',
      `orders.csv,3,Status: Status: Orders has no status 'Paid'.`,
      `orders.csv,4,Vendor: Vendor: 'Old Mill': This value is disabled and cannot be chosen.`,
      'orders.csv,6,Record Number: Row 5 has this record number already.',
      'orders.csv,7,: This row has 2 cells; the header has 5.',
      'orders.csv,8,Total due: Total due must be a number',
    ]);
    expect((await recordsOf(here)).map((record) => record['record_number'])).toEqual(['104']);
  });

  test('asks the conditions of the fields of lines', async () => {
    const idOf = (name: string) => here.orders.lines?.fields.get(name)?.id;
    await ask(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'REQUIRED', $4::jsonb)`,
      [
        here.tenantId,
        here.orders.id,
        idOf('Quantity'),
        JSON.stringify([
          { field: `l${idOf('Product')}`, operator: 'equals', value: 'Nut', logicOperator: 'AND' },
        ]),
      ],
    );
    const csv = 'Record Number,Status\n101,Done\n102,Done\n';
    const lines = 'Order,Product,Quantity\n101,Bolt,\n102,Nut,\n';
    const { summary, rejections } = await bring(here, csv, { lines });
    expect(summary).toMatchObject({ imported: 1, importedLines: 1, rejected: 1 });
    expect(rejections).toEqual(['lines.csv,3,Quantity: Quantity is required when Product equals Nut.']);
  });

  test('takes a record with its lines or not at all', async () => {
    const csv = 'Record Number,Status\n101,Done\n102,Done\n103,Done\n';
    const lines = `Order,Product,Quantity
101,Bolt,3
102,Nut,many
101,Nut,4
999,Rim,1
102,Rim,2
`;
    const { summary, rejections } = await bring(here, csv, { lines });
    expect(summary).toMatchObject({ imported: 2, importedLines: 2, rejected: 1, orphanLines: 1 });
    expect(rejections).toEqual([
      'lines.csv,3,Quantity: Quantity must be a number',
      'lines.csv,5,: orders.csv has no record for this line.',
    ]);
    const kept = await ask(
      `select r.record_number, l.position, l.field_values from line_item l join record r on r.id = l.record_id
       where l.tenant_id = $1 order by 1, 2`,
      [here.tenantId],
    );
    const fields = here.orders.lines?.fields;
    const [product, quantity] = [String(fields?.get('Product')?.id), String(fields?.get('Quantity')?.id)];
    expect(kept).toEqual([
      { record_number: '101', position: 1, field_values: { [product]: 'Bolt', [quantity]: '3' } },
      { record_number: '101', position: 2, field_values: { [product]: 'Nut', [quantity]: '4' } },
    ]);
  });

  test('adds what a list does not have when that is said, once, and only for rows that come in', async () => {
    const csv = `Record Number,Status,Vendor,Tags
101,Done,New One,Rush;Late
102,Done,new one,Late
103,Paid,Never Seen,
`;
    const { summary } = await bring(here, csv, { createsListValues: true });
    expect(summary).toMatchObject({ imported: 2, rejected: 1, createdListValues: 2 });
    const added = await ask(
      `select value, position from list_value where tenant_id = $1 and value in ('New One', 'new one', 'Late', 'Never Seen') order by value`,
      [here.tenantId],
    );
    expect(added).toEqual([
      { value: 'Late', position: 2 },
      { value: 'New One', position: 3 },
    ]);
    const [first, second] = await recordsOf(here);
    const slot = slotOf(here, 'Vendor');
    expect(first?.[slot]).toBe(second?.[slot]);
    const again = await bring(here, 'Record Number,Status,Vendor\n104,Done,NEW ONE\n', {
      createsListValues: true,
    });
    expect(again.summary).toMatchObject({ imported: 1, createdListValues: 0 });
  });

  test('run twice passes over the numbers that are there, deleted ones too', async () => {
    const csv = 'Record Number,Status\n101,Done\n102,Done\n9000,Done\n';
    expect((await bring(here, csv)).summary).toMatchObject({ imported: 2, skipped: 1 });
    await ask('update record set enabled = false where tenant_id = $1 and record_number = 101', [
      here.tenantId,
    ]);
    expect((await bring(here, `${csv}103,Done\n`)).summary).toMatchObject({ imported: 1, skipped: 3 });
    expect(await recordsOf(here)).toHaveLength(3);
  });

  test('two at once bring every number in once', async () => {
    const numbers = Array.from({ length: 2500 }, (_, index) => `${index + 1},Done`).join('\n');
    const csv = `Record Number,Status\n${numbers}\n`;
    const both = await Promise.all([bring(here, csv), bring(here, csv)]);
    expect(both.reduce((sum, { summary }) => sum + summary.imported, 0)).toBe(2500);
    const [found] = await ask(
      'select count(*)::int as all, count(distinct record_number)::int as different from record where tenant_id = $1 and record_number <> 9000',
      [here.tenantId],
    );
    expect(found).toEqual({ all: 2500, different: 2500 });
  });

  test('touches no other tenant: neither its records nor its numbers nor its lists', async () => {
    await bring(elsewhere, 'Record Number,Status,Vendor\n101,Done,Theirs\n', { createsListValues: true });
    const { summary, rejections } = await bring(
      here,
      'Record Number,Status,Vendor\n101,Done,\n102,Done,Theirs\n',
    );
    expect(summary).toMatchObject({ imported: 1, skipped: 0, rejected: 1 });
    expect(rejections[0]).toContain("the list Vendors has no 'Theirs'");
    expect(await recordsOf(elsewhere)).toHaveLength(1);
  });

  test('a dry run says the same and changes nothing', async () => {
    const csv = 'Record Number,Status,Vendor\n101,Done,New One\n102,Paid,\n9000,Done,\n';
    const { summary, rejections } = await bring(here, csv, { createsListValues: true, dryRun: true });
    expect(summary).toMatchObject({ imported: 1, rejected: 1, skipped: 1, createdListValues: 1 });
    expect(rejections).toHaveLength(1);
    expect(await recordsOf(here)).toEqual([]);
    expect(
      await ask(`select 1 from list_value where tenant_id = $1 and value = 'New One'`, [here.tenantId]),
    ).toEqual([]);
  });
});

describe('amounts', () => {
  const csv = 'Record Number,Status,Total due\n101,Done,16.448\n102,Done,1.005\n103,Done,2.50\n';

  test('with more than two decimals are rejected, and rounded half up when that is said', async () => {
    const refused = await bring(here, csv);
    expect(refused.summary).toMatchObject({ imported: 1, rejected: 2, rounded: 0 });
    expect(refused.rejections[0]).toBe(
      'orders.csv,2,Total due: Total due: An amount has two decimals. Import with --round to round it.',
    );
    expect(sumsOf(refused.summary, 'Total due')).toEqual(['2.50', '19.953']);
    const rounded = await bring(here, csv, { rounds: true });
    expect(rounded.summary).toMatchObject({ imported: 2, skipped: 1, rejected: 0, rounded: 3 - 1 });
    const slot = slotOf(here, 'Total due');
    expect((await recordsOf(here)).map((record) => record[slot])).toEqual([16.45, 1.01, 2.5]);
    expect(sumsOf(rounded.summary, 'Total due')).toEqual(['19.96', '19.953']);
  });

  test('sum up to what stands in the database, that of an earlier run too, to the cent', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `${index + 1},Done,${(index % 7) / 10}`);
    const all = ['Record Number,Status,Total due', ...rows].join('\n');
    const sum = rows.reduce((total, row) => total + Number(row.split(',')[2]) * 10, 0) / 10;
    await bring(here, ['Record Number,Status,Total due', ...rows.slice(0, 700)].join('\n'));
    const again = await bring(here, all);
    expect(again.summary).toMatchObject({ imported: 800, skipped: 700 });
    expect(sumsOf(again.summary, 'Total due')).toEqual([sum.toFixed(1), sum.toFixed(1)]);
    const dry = await bring(here, all, { dryRun: true });
    expect(sumsOf(dry.summary, 'Total due').map(Number)).toEqual([sum, sum]);
  });

  test('are read with decimals behind a comma when that is said', async () => {
    const comma = 'Record Number;Status;Total due\n101;Done;1.234,56\n102;Done;16,44\n103;Done;3.54\n';
    const { summary, rejections } = await bring(here, comma, { decimalSign: ',' });
    expect(sumsOf(summary, 'Total due')).toEqual(['1251.00', '1251.00']);
    expect(rejections).toEqual([
      'orders.csv,4,Total due: Total due: Write 1234,56: two decimals, a comma before them.',
    ]);
  });
});

describe('one file with a row for each line', () => {
  const numbers = { first: 500, passesOver: true };
  const csv = `Order,Status,Order date,Product,Quantity
US-1,Done,03/01/19,Bolt,3
US-2,Done,03/02/19,Nut,1
US-1,Done,03/01/19,Rim,4
US-3,Done,03/03/19,Hub,many
US-4,Done,03/04/19,Tyre,1
US-3,Done,03/03/19,Hub,1
US-4,Pending,03/04/19,Tube,1
`;
  const how = { oneFile: 'Order', numbers, century: 2000 };

  test('brings its rows in as lines of records that the system numbers, and is run again', async () => {
    const { summary, rejections, reported } = await bring(here, csv, how);
    expect(summary).toMatchObject({ read: 7, imported: 2, importedLines: 3, rejected: 4, orphanLines: 0 });
    expect(rejections).toEqual([
      'orders.csv,5,Quantity: Quantity must be a number',
      "orders.csv,8,Status: Status is 'Pending' here and 'Done' in row 6, where the record begins",
    ]);
    expect((await recordsOf(here)).map((record) => Number(record['record_number']))).toEqual([500, 501]);
    // The report is a file of the same form: put right, it brings the rest.
    expect(reported.split('\r\n').slice(0, 3)).toEqual([
      'Rejected row,Rejected because,Order,Status,Order date,Product,Quantity',
      '5,Quantity must be a number,US-3,Done,03/03/19,Hub,many',
      '7,,US-3,Done,03/03/19,Hub,1',
    ]);
    expect((await bring(here, csv, how)).summary).toMatchObject({ imported: 0, skipped: 2 });
    const mended = reported.replace('Hub,many', 'Hub,5').replace('US-4,Pending', 'US-4,Done');
    const rest = await bring(here, mended, { ...how, numbers: { first: 502, passesOver: true } });
    expect(rest.summary).toMatchObject({ imported: 2, importedLines: 4, rejected: 0 });
  });

  test('from the next free number on nothing is passed over', async () => {
    const next = { ...how, numbers: { first: 9001, passesOver: false } };
    const good = csv.replace('many', '5').replace('Pending', 'Done');
    expect((await bring(here, good, next)).summary).toMatchObject({ imported: 4, skipped: 0, rejected: 0 });
  });
});

describe('a file that is none', () => {
  test.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'is a workbook of an old Excel'],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), 'is a workbook or another packed file'],
    ['a PDF', Buffer.from('%PDF-1.7 \0'), 'is a PDF'],
    [
      'a picture',
      Buffer.from(Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? 0 : 200))),
      'is no text',
    ],
    ['UTF-16 without its mark', Buffer.from('name,city\nBolt,Bonn\n', 'utf16le'), '--encoding utf-16le'],
  ])('%s is refused in one sentence', async (_, bytes, sentence) => {
    await writeFile(path.join(folder, 'odd.csv'), bytes);
    await expect(openTable(path.join(folder, 'odd.csv'))).rejects.toThrow(sentence);
  });

  test('line breaks of an old Macintosh part rows', async () => {
    await writeFile(path.join(folder, 'mac.csv'), 'a,b\r1,"x\ny"\r2,z\r');
    const table = await openTable(path.join(folder, 'mac.csv'));
    expect(table.headers).toEqual(['a', 'b']);
    const read: string[][] = [];
    for await (const rows of table.rows()) read.push(...rows.map(({ cells }) => [...cells]));
    expect(read).toEqual([
      ['1', 'x\ny'],
      ['2', 'z'],
    ]);
  });

  test.each([
    ['an empty one', '', 'is empty.'],
    [
      'one whose quote is never closed',
      `Record Number,Status\n1,"Done\n${'x'.repeat(5_000_000)}`,
      'a quote in it is never closed',
    ],
  ])('%s is refused', async (_, text, sentence) => {
    await writeFile(path.join(folder, 'odd.csv'), text);
    const read = async () => {
      for await (const rows of (await openTable(path.join(folder, 'odd.csv'))).rows()) void rows;
    };
    await expect(read()).rejects.toThrow(sentence);
  });

  test('that is not there is refused', async () => {
    await expect(openTable(path.join(folder, 'nowhere.csv'))).rejects.toThrow('There is no file');
  });

  test('letters of Windows are read as such', async () => {
    await writeFile(path.join(folder, 'windows.csv'), Buffer.from('name\ncaf\xe9\n', 'latin1'));
    const table = await openTable(path.join(folder, 'windows.csv'));
    expect(table.encoding).toBe('windows-1252');
    for await (const rows of table.rows()) expect(rows[0]?.cells).toEqual(['café']);
  });

  test('letters and quotes that a chunk cuts are whole', async () => {
    const row = `"ä""${'é'.repeat(1000)}","x\r\ny"\r\n`;
    await writeFile(path.join(folder, 'long.csv'), `a,b\r\n${row.repeat(700)}`);
    const table = await openTable(path.join(folder, 'long.csv'));
    let read = 0;
    for await (const rows of table.rows()) {
      for (const { cells, whyNot } of rows) {
        read += 1;
        expect(whyNot).toBeNull();
        expect(cells).toEqual([`ä"${'é'.repeat(1000)}`, 'x\r\ny']);
      }
    }
    expect(read).toBe(700);
  });
});
