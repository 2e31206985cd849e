import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listImportFields, listLineImportFields } from '@rowhouse/domain/import/import-field.ts';
import { planMapping } from '@rowhouse/domain/import/mapping.ts';
import type { ListId } from '@rowhouse/domain/kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';
import type { BuiltRecordType } from '../../seed/build-record-type.ts';
import { importRecords } from './import-records.ts';
import { LinesByRecord } from './lines-file.ts';
import { openTable } from './read-table.ts';
import { openRejectionReport } from './rejection-report.ts';

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
  own.database.asOwner(async (connection) => {
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

type Options = { lines?: string; createsListValues?: boolean; dryRun?: boolean; set?: [string, string][] };

async function bring(target: Built, csv: string, options: Options = {}) {
  const config = await loadTenantConfig(own.database, target.tenantId);
  const recordType = config?.recordTypes.get(target.orders.id);
  if (config == null || recordType === undefined) throw new Error('There is no such type.');
  const open = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    return openTable(path.join(folder, name));
  };
  const table = await open('orders.csv', csv);
  const plan = (
    headers: readonly string[],
    fields: ReturnType<typeof listImportFields>,
    spoken: string[],
    set: [string, string][],
  ) => planMapping({ headers, fields, owner: 'Orders', map: [], set, spoken });
  const mapping = plan(table.headers, listImportFields(recordType), [], options.set ?? []);
  expect(mapping.problems).toEqual([]);
  const { lines: lineType } = target.orders;
  const lineFields = [...(lineType?.fields ?? [])].map(([name, { id }]) => ({
    id,
    name,
    dataType: name === 'Quantity' ? 'number' : 'string',
    required: name === 'Product',
    listId: null as ListId | null,
  }));
  const lineTable = options.lines === undefined ? null : await open('lines.csv', options.lines);
  const reportPath = path.join(folder, 'rejected.csv');
  await rm(reportPath, { force: true });
  const report = openRejectionReport(reportPath);
  const summary = await importRecords({
    database: own.database,
    config,
    recordType,
    userId: null,
    records: { table, name: 'orders.csv', mapping },
    lines:
      lineTable === null || lineType === null
        ? null
        : {
            name: 'lines.csv',
            typeId: lineType.id,
            mapping: plan(lineTable.headers, listLineImportFields(lineFields), ['Order'], []),
            byRecord: await LinesByRecord.read({
              table: lineTable,
              keyIndex: lineTable.headers.indexOf('Order'),
              path: 'lines.csv',
            }),
          },
    translations: [],
    createsListValues: options.createsListValues ?? false,
    dryRun: options.dryRun ?? false,
    dayFirst: false,
    timeZone: 'UTC',
    today: '2026-11-20',
    report,
    onProgress: () => undefined,
  });
  await report.close();
  const written = await readFile(reportPath, 'utf8').catch(() => '');
  return { summary, rejections: written.replace('\uFEFF', '').split('\r\n').slice(1).filter(Boolean) };
}

const ask = (text: string, values: readonly unknown[] = []) =>
  own.database.asOwner(async (connection) => (await connection.query(text, values)).rows);
const recordsOf = ({ tenantId }: Built) =>
  ask('select * from record where tenant_id = $1 and record_number <> 9000 order by record_number', [
    tenantId,
  ]);
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
    expect(summary.sums.get('Total due')).toBe(123_450n);
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
      `orders.csv,2,Vendor,Vendor: the list Vendors has no 'Nobody'. Import with --create-list-values to add it.,Nobody`,
      'orders.csv,2,Order date,"Order date Invalid date format, format should be MM/DD/YYYY",02/31/2011',
      'orders.csv,3,Record Number,Record Number must be a number,x',
      `orders.csv,3,Status,Status: Orders has no status 'Paid'.,Paid`,
      `orders.csv,4,Vendor,Vendor: 'Old Mill': This value is disabled and cannot be chosen.,Old Mill`,
      'orders.csv,6,Record Number,Row 5 has this record number already.,104',
      'orders.csv,7,,This row has 2 cells; the header has 5.,',
      `orders.csv,8,Total due,Total due must be a number,"'=1+1"`,
    ]);
    expect((await recordsOf(here)).map((record) => record['record_number'])).toEqual(['104']);
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
      'lines.csv,3,Quantity,Quantity must be a number,many',
      'lines.csv,5,,orders.csv has no record for this line.,',
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

describe('a file that is none', () => {
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
