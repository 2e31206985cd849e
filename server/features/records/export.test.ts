// The CSV of a whole result: what the grid shows, in its order, and nothing that a spreadsheet would run.
import { createHash } from 'node:crypto';
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readZip } from '../../../testing/read-zip.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { openWayTo } from '../../../testing/way-to-database.ts';
import { aTenant } from '../../seed/builders.ts';
import type { BuiltRecordType } from '../../seed/build-record-type.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
});
beforeEach(async () => {
  server.clock.at = Date.now();
  ana = await server.enter('ana', world.tenant);
});
afterAll(() => server.close());

const moments = { createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' };

function build() {
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Exporting', bucket: 8 });
    const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, role);
    const list = await tenant.withList({ name: 'Colours', values: ['Red', 'Green, light', 'Blue'] });
    const fields = [
      { name: 'Text', dataType: 'string' },
      { name: 'Long', dataType: 'textarea' },
      { name: 'Count', dataType: 'number' },
      { name: 'Share', dataType: 'decimal' },
      { name: 'Price', dataType: 'currency' },
      { name: 'Kept Price', dataType: 'currency', slot: 'overflow' },
      { name: 'Day', dataType: 'date' },
      { name: 'Kept Day', dataType: 'date', slot: 'overflow' },
      { name: 'Moment', dataType: 'datetime' },
      { name: 'Kept Moment', dataType: 'datetime', slot: 'overflow' },
      { name: 'Time', dataType: 'time' },
      { name: 'Colour', dataType: 'dropdown', list },
      { name: 'Colours', dataType: 'multiselect', list },
      { name: 'Kept Colours', dataType: 'multiselect', list, slot: 'overflow' },
      { name: 'Checked', dataType: 'checkbox' },
      { name: 'Kept Checked', dataType: 'checkbox', slot: 'overflow' },
      { name: 'Phone', dataType: 'phone' },
      { name: 'Mail', dataType: 'email' },
    ] as const;
    const sheets = await tenant.withRecordType({
      name: 'My Sheets / 1',
      statuses: ['Open', '=Open'],
      fields,
    });
    const many = await tenant.withRecordType({
      name: 'Many',
      fields: [{ name: 'Text', dataType: 'string' }],
    });
    // More than any buffer on the way holds, and no compression makes it small.
    const noise = (index: number) =>
      Array.from({ length: 10 }, (_, part) =>
        createHash('sha256').update(`${index} ${part}`).digest('base64'),
      ).join('');
    const wide = await tenant.withRecordType({
      name: 'Wide',
      fields: [{ name: 'Text', dataType: 'textarea' }],
    });
    const wideIds = await tenant.withRecords(
      wide,
      Array.from({ length: 5000 }, (_, index) => ({ recordNumber: index, fields: { Text: noise(index) } })),
    );
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [
              { name: 'Sheets', route: 'sheets', recordType: sheets },
              { name: 'Many', route: 'many', recordType: many },
              { name: 'Wide', route: 'wide', recordType: wide },
            ],
          },
        ],
      },
    ]);
    for (const item of items.values()) await tenant.withActions(role, item, ['view', 'soft delete']);
    await tenant.withRecords(sheets, [
      {
        recordNumber: 1,
        status: '=Open',
        description: '=HYPERLINK("http://x")',
        recordDate: '2024-02-29',
        assignedTo: server.people.ana,
        ...moments,
        fields: {
          Text: 'true',
          Long: 'two\nlines, "quoted"',
          Count: '-1234567',
          Share: '0.125',
          Price: '-1234.5',
          'Kept Price': '1234567.891',
          Day: '2024-02-29',
          'Kept Day': '1969-12-31',
          Moment: '2024-03-01T03:30:00Z',
          'Kept Moment': '2024-03-01T15:30:00Z',
          Time: '00:05',
          Colour: 'Green, light',
          Colours: ['Blue', 'Red'],
          'Kept Colours': ['Red'],
          Checked: 'true',
          'Kept Checked': 'false',
          Phone: '[1,5551234567]',
          Mail: 'ann@example.com',
        },
      },
      { recordNumber: 2, enabled: false, ...moments, fields: { Text: '-1+1|cmd' } },
      { recordNumber: 3, ...moments, fields: { Text: '@SUM(1)', Long: '\ttab', Phone: '[44,2079460000]' } },
      { recordNumber: 4, ...moments, fields: { Text: '-12.50', Long: '+1 (555) 123-4567' } },
      { recordNumber: 5, ...moments, fields: { Text: 't', Long: ' blank ' } },
    ]);
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      recordNumber: index % 50,
      fields: { Text: `row ${index}` },
    }));
    const ids = await tenant.withRecords(many, rows);
    const closed = await tenant.withRecordType({ name: 'Closed', fields: [] });
    const other = await aTenant(connection, { name: 'Other', bucket: 8 });
    const foreign = await other.withRecordType({ name: 'Foreign', fields: [] });
    return { tenant, role, sheets, many, wide, closed, foreign, ids, wideIds };
  });
}

const exporting = 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url fileName } }';

async function link(
  type: BuiltRecordType,
  columns: readonly string[],
  {
    query = {},
    timeZone,
    format,
  }: { query?: Partial<FilterAndSortInput>; timeZone?: string; format?: 'CSV' | 'XLSX' } = {},
): Promise<{ url: string; fileName: string }> {
  const data = {
    query: {
      recordTypeId: type.id,
      enabled: false,
      sort: [{ field: 'recordNumber', sort: 'ASC' }],
      ...query,
    },
    columns: columns.map((name) => keyOf(type, name)),
    ...(timeZone !== undefined && { timeZone }),
    ...(format !== undefined && { format }),
  };
  const answer = await server.ask(exporting, ana, { data });
  if (answer.errors !== undefined) throw new Error(answer.errors[0]?.message);
  return answer.data?.['exportRecordHeaders'] as { url: string; fileName: string };
}

const keyOf = (type: BuiltRecordType, name: string): string => {
  const field = type.fields.get(name);
  return field === undefined ? name : `f${field.id}`;
};

const download = (url: string) => server.app.inject({ method: 'GET', url });

/** Read as RFC 4180 says. */
function readCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/gy;
  for (const [, content = '', end] of text.slice(1).matchAll(cell)) {
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

async function sheet(...asked: Parameters<typeof link>): Promise<string[][]> {
  const answer = await download((await link(...asked)).url);
  expect(answer.statusCode).toBe(200);
  return readCsv(answer.body);
}

describe('a cell', () => {
  const formats: [column: string, shown: string][] = [
    ['recordNumber', '1'],
    ['status', "'=Open"],
    ['recordDate', '02/29/2024'],
    ['assignedTo', 'Ana Test'],
    ['createdAt', '03/01/2026 05:00 AM'],
    ['enabled', 'Active'],
    ['isProject', 'No'],
    ['Text', 'true'],
    ['Long', 'two\nlines, "quoted"'],
    ['Count', '-1234567'],
    ['Share', '0.125'],
    ['Price', '-1,234.50'],
    // Kept before amounts were held to two decimals: decision 030.
    ['Kept Price', '1234567.891'],
    ['Day', '02/29/2024'],
    ['Kept Day', '12/31/1969'],
    ['Moment', '02/29/2024 10:30 PM'],
    ['Kept Moment', '03/01/2024 10:30 AM'],
    ['Time', '12:05 AM'],
    ['Colour', 'Green, light'],
    ['Colours', 'Blue, Red'],
    ['Kept Colours', 'Red'],
    ['Checked', 'Yes'],
    ['Kept Checked', 'No'],
    ['Phone', '+1 5551234567'],
    ['Mail', 'ann@example.com'],
  ];
  let rows: string[][];
  beforeAll(async () => {
    server.clock.at = Date.now();
    ana = await server.enter('ana', world.tenant);
    const columns = formats.map(([column]) => column);
    rows = await sheet(world.sheets, columns, { timeZone: 'America/New_York' });
  });
  test.each(formats)('of %s shows %j as the grid does', (column, shown) => {
    const place = formats.findIndex(([name]) => name === column);
    expect(rows[1]?.[place]).toBe(shown);
  });
  test('that is empty is empty, and the head has the names of the fields', () => {
    const [head, , deleted] = rows;
    expect(head).toContain('Price (USD)');
    expect(head?.slice(0, 8)).toEqual([
      'Record Number',
      'Status',
      'Record Date',
      'Assigned To',
      'Created At',
      'Enabled',
      'Is Project',
      'Text',
    ]);
    expect(deleted?.slice(0, 6)).toEqual(['2', '', '', '', '03/01/2026 05:00 AM', 'Deleted']);
  });
});

test('formulas are made into text; numbers and phones with a sign come back as they went', async () => {
  const rows = await sheet(world.sheets, ['description', 'Text', 'Long', 'Phone']);
  expect(rows.slice(1)).toEqual([
    [`'=HYPERLINK("http://x")`, 'true', 'two\nlines, "quoted"', '+1 5551234567'],
    ['', "'-1+1|cmd", '', ''],
    ['', "'@SUM(1)", "'\ttab", '+44 2079460000'],
    ['', '-12.50', '+1 (555) 123-4567', ''],
    ['', 't', ' blank ', ''],
  ]);
});

test('the filter, the search and what is deleted hold as in the grid', async () => {
  const numbers = async (query: Partial<FilterAndSortInput>) =>
    (await sheet(world.sheets, ['recordNumber'], { query })).slice(1).flat();
  const filter = {
    fieldId: 0,
    field: 'recordNumber',
    logicOperator: 'AND' as const,
    priority: 0,
    filterCriteria: { operator: 'greaterThan' as const, value: '1' },
  };
  expect([
    await numbers({ enabled: true }),
    await numbers({ filters: [filter], sort: [{ fieldId: 0, field: 'recordNumber', sort: 'DESC' }] }),
    await numbers({ search: 'BLANK' }),
  ]).toEqual([['1', '3', '4', '5'], ['5', '4', '3', '2'], ['5']]);
});

test('5,000 records come streamed, whole and in their order, ties too', async () => {
  const rows = await sheet(world.many, ['recordNumber', 'Text', 'id']);
  const expected = world.ids
    .map((id, index) => [String(index % 50), `row ${index}`, String(id)])
    .toSorted((one, other) => Number(one[0]) - Number(other[0]) || Number(one[2]) - Number(other[2]));
  expect(rows.length).toBe(5001);
  expect(rows.slice(1)).toEqual(expected);
});

test('the file is named for the type and the day', async () => {
  server.clock.at = Date.parse('2026-11-20T23:30:00Z');
  const { fileName } = await link(world.sheets, ['id'], { timeZone: 'Asia/Tokyo' });
  expect(fileName).toBe('My_Sheets_1_2026-11-21.csv');
});

/** The cells of the sheet: a text as such, a number with the format that it is shown in. */
async function workbook(
  type: BuiltRecordType,
  columns: readonly string[],
  asked: Parameters<typeof link>[2] = {},
): Promise<{ rows: (string | [number, string] | undefined)[][]; parts: Map<string, string> }> {
  const answer = await download((await link(type, columns, { ...asked, format: 'XLSX' })).url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const parts = new Map(readZip(answer.rawPayload).map(({ name, content }) => [name, content.toString()]));
  const styles = parts.get('xl/styles.xml') ?? '';
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const formats = [...styles.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => codes.get(id) ?? '',
  );
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | [number, string] | undefined)[] = Array.from({ length: columns.length });
    const each =
      /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="inlineStr"><is><t[^>]*>(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs;
    for (const [, letters = '', style, text, number] of row.matchAll(each)) {
      const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      cells[at] =
        number === undefined ? readXml(text ?? '') : [Number(number), formats[Number(style ?? 0)] ?? ''];
    }
    return cells;
  });
  return { rows, parts };
}

const readXml = (text: string): string =>
  text
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: 'lt') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]);

describe('a workbook', () => {
  test('has numbers, amounts, days and moments as such, and the rest as the grid shows it', async () => {
    const expected: [column: string, cell: string | [number, string]][] = [
      ['recordNumber', [1, '0']],
      ['status', '=Open'],
      ['description', '=HYPERLINK("http://x")'],
      ['recordDate', [45_351, 'mm/dd/yyyy']],
      ['assignedTo', 'Ana Test'],
      ['createdAt', [46_082 + 5 / 24, 'mm/dd/yyyy hh:mm AM/PM']],
      ['enabled', 'Active'],
      ['Text', 'true'],
      ['Long', 'two\nlines, "quoted"'],
      ['Count', [-1_234_567, '0']],
      ['Share', [0.125, '']],
      ['Price', [-1234.5, '#,##0.00']],
      ['Kept Price', [1_234_567.891, '#,##0.00########']],
      ['Day', [45_351, 'mm/dd/yyyy']],
      ['Kept Day', [25_568, 'mm/dd/yyyy']],
      ['Kept Moment', [45_352 + 10.5 / 24, 'mm/dd/yyyy hh:mm AM/PM']],
      ['Time', [5 / 1440, 'hh:mm AM/PM']],
      ['Colour', 'Green, light'],
      ['Colours', 'Blue, Red'],
      ['Checked', 'Yes'],
      ['Phone', '+1 5551234567'],
      ['Mail', 'ann@example.com'],
    ];
    const columns = expected.map(([column]) => column);
    const { rows } = await workbook(world.sheets, columns, { timeZone: 'America/New_York' });
    expect(rows[0]?.slice(0, 4)).toEqual(['Record Number', 'Status', 'Description', 'Record Date']);
    expect(rows[0]).toContain('Price (USD)');
    const plain = (cell: string | [number, string] | undefined) =>
      typeof cell === 'object' ? [Number(cell[0].toFixed(9)), cell[1]] : cell;
    expect(rows[1]?.map(plain)).toEqual(expected.map(([, cell]) => plain(cell)));
    // What is empty is no cell.
    expect(rows[2]?.[columns.indexOf('Price')]).toBeUndefined();
  });

  test('runs nothing: texts that look like formulas are texts, and marked as such', async () => {
    const { rows, parts } = await workbook(world.sheets, ['Text', 'Long']);
    expect(rows.slice(1)).toEqual([
      ['true', 'two\nlines, "quoted"'],
      ['-1+1|cmd', undefined],
      ['@SUM(1)', '\ttab'],
      ['-12.50', '+1 (555) 123-4567'],
      ['t', ' blank '],
    ]);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f');
    expect(sheet).toContain('<c r="A3" s="2" t="inlineStr">');
    expect(parts.get('xl/styles.xml')).toContain('xfId="0" quotePrefix="1"/>');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="My Sheets   1"');
  });

  test('has the rows of the filter, the search and the sort, as the CSV of the same', async () => {
    const asked = [
      { query: { enabled: true } },
      { query: { search: 'BLANK' } },
      { query: { sort: [{ fieldId: 0, field: 'recordNumber', sort: 'DESC' as const }] } },
    ];
    for (const one of asked) {
      const { rows } = await workbook(world.sheets, ['recordNumber'], one);
      const csv = (await sheet(world.sheets, ['recordNumber'], one)).flat();
      expect(rows.flatMap(([cell]) => (typeof cell === 'object' ? String(cell[0]) : cell))).toEqual(csv);
    }
  });

  test('of 5,000 records is streamed, whole and in its order', async () => {
    const { rows } = await workbook(world.many, ['recordNumber', 'Text']);
    const csv = await sheet(world.many, ['recordNumber', 'Text']);
    expect(rows.map((row) => row.map((cell) => (typeof cell === 'object' ? String(cell[0]) : cell)))).toEqual(
      csv,
    );
  });

  test('is named for the type and the day', async () => {
    server.clock.at = Date.parse('2026-11-20T23:30:00Z');
    const { fileName } = await link(world.sheets, ['id'], { format: 'XLSX' });
    expect(fileName).toBe('My_Sheets_1_2026-11-20.xlsx');
  });

  test('of another company, of what the role may not open, in another format: there is none', async () => {
    const ask = (data: object) => server.ask(exporting, ana, { data });
    const foreign = await ask({ query: { recordTypeId: world.foreign.id }, columns: ['id'], format: 'XLSX' });
    const closed = await ask({ query: { recordTypeId: world.closed.id }, columns: ['id'], format: 'XLSX' });
    const unknown = await ask({ query: { recordTypeId: 999_999 }, columns: ['id'], format: 'XLSX' });
    expect(foreign.errors).toEqual(unknown.errors);
    expect(closed.errors?.[0]?.message).toBe(unknown.errors?.[0]?.message);
    const other = await ask({ query: { recordTypeId: world.sheets.id }, columns: ['id'], format: 'PDF' });
    expect(other.errors?.[0]?.message).toContain('ExportFormat');
  });
});

const gone = { code: 'NOT_FOUND', message: 'This link has been used or is over. Export once more.' };

describe('while a file is on its way', () => {
  const someRowsBytes = 50_000;
  /** What somebody does in it is done when the first rows have come and the last were not read yet. */
  async function downloadMeanwhile(
    url: string,
    act: () => Promise<unknown>,
    { app }: Pick<TestServer, 'app'> = server,
  ): Promise<Buffer> {
    const answer = await app.inject({ method: 'GET', url, payloadAsStream: true });
    const chunks: Buffer[] = [];
    let came = 0;
    for await (const chunk of answer.stream() as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      // The titles come before the first rows have been read.
      if (came < someRowsBytes && came + chunk.length >= someRowsBytes) await act();
      came += chunk.length;
    }
    return Buffer.concat(chunks);
  }
  const setEnabled = async (places: readonly number[], enabled: boolean) => {
    for (const place of places) {
      const { errors } = await server.ask(
        'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
        ana,
        { data: { id: world.wideIds[place], enabled } },
      );
      expect(errors).toBeUndefined();
    }
  };
  const gone = [2, 4500, 4999];
  const numbersWithout = (left: readonly number[]) =>
    world.wideIds.flatMap((_, index) => (left.includes(index) ? [] : [index]));
  afterEach(() => setEnabled(gone, true));

  // The second record had been sent before it was deleted.
  test('who is deleted meanwhile is left out, and every other row is there once, in its order', async () => {
    const { url } = await link(world.wide, ['recordNumber', 'Text'], { query: { enabled: true } });
    const rows = readCsv((await downloadMeanwhile(url, () => setEnabled(gone, false))).toString());
    expect(rows.slice(1).map(([number]) => Number(number))).toEqual(numbersWithout([4500, 4999]));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([2]));
  });

  test('a workbook is whole without them', async () => {
    const { url } = await link(world.wide, ['recordNumber', 'Text'], {
      query: { enabled: true },
      format: 'XLSX',
    });
    const content = await downloadMeanwhile(url, () => setEnabled(gone, false));
    const sheets = readZip(content).filter(({ name }) => name.startsWith('xl/worksheets/'));
    const cells = [...sheets[0]!.content.toString().matchAll(/<c r="A(\d+)"[^>]*><v>(\d+)<\/v>/g)];
    expect(sheets).toHaveLength(1);
    expect(cells.map(([, , number]) => Number(number))).toEqual(numbersWithout([4500, 4999]));
    expect(cells.map(([, row]) => Number(row))).toEqual(cells.map((_, index) => index + 2));
  });

  test('where deleted records are shown as well they stay, and say so', async () => {
    const { url } = await link(world.wide, ['recordNumber', 'enabled', 'Text']);
    const rows = readCsv((await downloadMeanwhile(url, () => setEnabled(gone, false))).toString()).slice(1);
    expect(rows.map(([number]) => Number(number))).toEqual(numbersWithout([]));
    expect(rows.filter(([, state]) => state === 'Deleted').map(([number]) => Number(number))).toEqual([
      4500, 4999,
    ]);
  });

  test('a database or pooler that is away for a moment breaks nothing off', async () => {
    const way = await openWayTo(server.databaseUrl);
    const other = await startAnother(server, { database: way.database });
    try {
      const { url } = await link(world.wide, ['recordNumber', 'Text']);
      const comeBackInTime = async () => {
        await expect.poll(() => way.refused(), { timeout: 30_000 }).toBeGreaterThan(2);
        way.comeBack();
      };
      let back: Promise<void> | undefined;
      const leave = async () => {
        way.leave();
        back = comeBackInTime();
      };
      const rows = readCsv((await downloadMeanwhile(url, leave, other)).toString()).slice(1);
      await back;
      expect(rows.map(([number]) => Number(number))).toEqual(numbersWithout([]));
    } finally {
      await other.close();
      await way.close();
    }
  });
});

describe('a link', () => {
  const expectGone = async (url: string) => {
    const answer = await download(url);
    expect([answer.statusCode, answer.json()]).toEqual([404, gone]);
  };

  test('works once', async () => {
    const { url } = await link(world.sheets, ['id']);
    expect((await download(url)).statusCode).toBe(200);
    await expectGone(url);
  });

  test('works for one of two who come at the same moment', async () => {
    const { url } = await link(world.sheets, ['id']);
    const codes = (await Promise.all([download(url), download(url)])).map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 404]);
  });

  test('works for a minute', async () => {
    const { url } = await link(world.sheets, ['id']);
    server.clock.at += 60_001;
    await expectGone(url);
  });

  test('that was changed works not at all', async () => {
    const { url } = await link(world.sheets, ['id']);
    await expectGone(`${url.slice(0, -2)}xx`);
    await expectGone('/exports/nothing');
  });

  const losses: [what: string, take: () => Promise<unknown>, giveBack: () => Promise<unknown>][] = [
    [
      'whoever left the company',
      () => server.query('update membership set enabled = false where tenant_id = $1', [world.tenant.id]),
      () => server.query('update membership set enabled = true where tenant_id = $1', [world.tenant.id]),
    ],
    ['whoever signed out', () => server.query('delete from auth_session'), () => Promise.resolve()],
    [
      'a role that may no longer open the type',
      () =>
        server.query('update role_menu_item_action set enabled = false where tenant_id = $1', [
          world.tenant.id,
        ]),
      () =>
        server.query('update role_menu_item_action set enabled = true where tenant_id = $1', [
          world.tenant.id,
        ]),
    ],
  ];
  test.each(losses)('gives nothing to %s', async (_, take, giveBack) => {
    const { url } = await link(world.sheets, ['id']);
    await take();
    await expectGone(url);
    await giveBack();
  });

  const hide = (name: string) =>
    server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'NotAllowed')`,
      [world.tenant.id, world.role, world.sheets.id, world.sheets.fields.get(name)?.id],
    );
  const show = () => server.query('delete from role_field_access where tenant_id = $1', [world.tenant.id]);

  test('gives no column of a workbook that was hidden meanwhile', async () => {
    const { url } = await link(world.sheets, ['recordNumber', 'Price'], { format: 'XLSX' });
    await hide('Price');
    const answer = await download(url);
    const parts = readZip(answer.rawPayload).map(({ content }) => content.toString());
    expect(parts.join('')).not.toMatch(/Price|1234\.5/);
    await show();
  });

  test('gives no column that was hidden meanwhile', async () => {
    const { url } = await link(world.sheets, ['recordNumber', 'Price']);
    await hide('Price');
    const answer = await download(url);
    expect(answer.body).not.toContain('Price');
    expect(answer.body).not.toContain('1,234.50');
    await show();
  });

  test('gives nothing of a result that was filtered or sorted by what was hidden meanwhile', async () => {
    const price = world.sheets.fields.get('Price')!;
    const filter = {
      fieldId: price.id,
      logicOperator: 'AND' as const,
      priority: 0,
      filterCriteria: { operator: 'lessThan' as const, value: '0' },
    };
    for (const query of [{ filters: [filter] }, { sort: [{ fieldId: price.id, sort: 'ASC' as const }] }]) {
      const { url } = await link(world.sheets, ['recordNumber'], { query });
      await hide('Price');
      await expectGone(url);
      await show();
    }
  });
});

const refused: [string, object, string][] = [
  ['a hidden or unknown column', { columns: ['f999999'] }, "There is no field 'f999999' here."],
  ['no column', { columns: [] }, 'Choose at least one column.'],
  ['an unknown time zone', { columns: ['id'], timeZone: 'Mars/Olympus' }, 'There is no such time zone.'],
];
test.each(refused)('%s is refused', async (_, input, sentence) => {
  const data = { query: { recordTypeId: world.sheets.id }, ...input };
  const answer = await server.ask(exporting, ana, { data });
  expect(answer.errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'INVALID' } });
});

describe('the column of the parent', () => {
  const ask = async (format: 'CSV' | 'XLSX', withParent = true) => {
    const query = {
      recordTypeId: world.sheets.id,
      enabled: false,
      sort: [{ field: 'recordNumber', sort: 'ASC' }],
    };
    const { data, errors } = await server.ask(exporting, ana, {
      data: { query, columns: ['recordNumber'], format, withParent },
    });
    expect(errors).toBeUndefined();
    const found = data?.['exportRecordHeaders'] as { url: string } | undefined;
    return download(found?.url ?? '');
  };
  const csv = async (withParent = true) => readCsv((await ask('CSV', withParent)).body);

  test('says what a record stands under, one of another type with its type, as far as the viewer sees places, and only where any does', async () => {
    expect((await csv())[0]).toEqual(['Record Number']);
    const ids = (
      await server.query(
        'select id from record where tenant_id = $1 and record_type_id = $2 and record_number in (3, 4, 5) order by record_number',
        [world.tenant.id, world.sheets.id],
      )
    ).map(({ id }) => Number(id));
    const [first, second, third] = ids;
    const move = (parentId: number, id: number) =>
      server.ask(`mutation ($data: MoveRecordsInput!) { moveRecords(data: $data) { outcome } }`, ana, {
        data: { parentId, records: [{ id }] },
      });
    await move(first!, second!);
    // A record of another type has a number of its own there.
    await move(world.ids[0]!, third!);
    const [above] = await server.query('select record_number::int as number from record where id = $1', [
      world.ids[0],
    ]);
    const parentNumber = Number(above?.['number']);
    const rows = [
      ['Record Number', 'Parent'],
      ['1', ''],
      ['2', ''],
      ['3', ''],
      ['4', '3'],
      ['5', `Many ${parentNumber}`],
    ];
    expect(await csv()).toEqual(rows);
    expect((await csv(false))[0]).toEqual(['Record Number']);
    const sheetXml = readZip((await ask('XLSX')).rawPayload)
      .find(({ name }) => name.endsWith('sheet1.xml'))!
      .content.toString();
    expect(sheetXml).toMatch(/<row r="5"[^>]*>.*<c r="B5"[^>]*><v>3<\/v><\/c><\/row>/);
    expect(sheetXml).toContain(`Many ${parentNumber}`);
    const hide = `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
      select $1, role_id, $2, 'isProject', 'NotAllowed' from membership where tenant_id = $1 and user_id = $3`;
    await server.query(hide, [world.tenant.id, world.sheets.id, server.people.ana]);
    expect((await csv())[0]).toEqual(['Record Number']);
  });
});
