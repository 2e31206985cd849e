import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readZip } from '../../../testing/read-zip.ts';
import type { WrittenCell, WrittenTable } from './workbook-writer.ts';
import { mostCellLetters, mostSheetRows, writeWorkbook } from './workbook-writer.ts';

const table: WrittenTable = {
  name: 'Orders',
  titles: ['Name', 'Total'],
  formats: ['#,##0.00'],
  rowsCount: 1,
  modified: { day: '2026-11-20', time: '14:30' },
};

async function* each(rows: readonly (readonly WrittenCell[])[]) {
  for (const row of rows) yield await Promise.resolve(row);
}

async function partsOf(of: Partial<WrittenTable>, rows: readonly (readonly WrittenCell[])[]) {
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook({ ...table, ...of }, each(rows))) chunks.push(chunk);
  return new Map(readZip(Buffer.concat(chunks)).map(({ name, content }) => [name, content.toString()]));
}

const sheetOf = async (rows: readonly (readonly WrittenCell[])[], of: Partial<WrittenTable> = {}) =>
  (await partsOf(of, rows)).get('xl/worksheets/sheet1.xml') ?? '';

describe('a workbook', () => {
  test('without rows has its head', async () => {
    const sheet = await sheetOf([], { rowsCount: 0 });
    expect(sheet).toContain('<t xml:space="preserve">Total</t>');
    expect(sheet.match(/<row /g)).toHaveLength(1);
  });

  test.each([
    ['<b> & "c"', '&lt;b&gt; &amp; &quot;c&quot;'],
    ['a\r\nb\tc', 'a_x000D_\nb\tc'],
    ['\u0001\u001F\uFFFF', '_x0001__x001F__xFFFF_'],
    ['_x000D_', '_x005F_x000D_'],
    ['\uD800', '\uFFFD'],
    ['Löding 🧾', 'Löding 🧾'],
  ])('writes %j so that it is read as that', async (text, written) => {
    expect(await sheetOf([[text]])).toContain(`<t xml:space="preserve">${written}</t>`);
  });

  test('cuts a text at what a cell holds, and says so', async () => {
    const [, text = ''] =
      /row r="2">.*preserve">(.*?)<\/t>/.exec(await sheetOf([['a'.repeat(100_000)]])) ?? [];
    expect([text.length, text.at(-1)]).toEqual([mostCellLetters, '…']);
  });

  test('names columns as spreadsheets do', async () => {
    const titles = Array.from({ length: 704 }, (_, at) => `T${at}`);
    const sheet = await sheetOf([], { titles });
    for (const place of ['A1', 'Z1', 'AA1', 'ZZ1', 'AAA1', 'AAB1'])
      expect(sheet).toContain(`<c r="${place}" `);
  });

  test('of more rows than a sheet holds has several sheets', async () => {
    const parts = await partsOf({ rowsCount: mostSheetRows }, [['first', { number: 1, format: '#,##0.00' }]]);
    expect(parts.get('xl/workbook.xml')).toMatch(/name="Orders 1".*name="Orders 2"/);
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<c r="B2" s="3"><v>1</v></c>');
    expect(parts.get('xl/worksheets/sheet2.xml')).toContain('state="frozen"');
    expect(parts.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet2.xml');
  });

  test('breaks off where its rows do, and lets go of them where nobody reads on', async () => {
    const broken = async () => {
      async function* rows(): AsyncGenerator<readonly WrittenCell[]> {
        yield ['first'];
        await setImmediate();
        throw new Error('away');
      }
      for await (const chunk of writeWorkbook(table, rows())) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(broken()).rejects.toThrow('away');

    let isLetGo = false;
    async function* endless(): AsyncGenerator<readonly WrittenCell[]> {
      try {
        for (;;) yield await Promise.resolve(['again']);
      } finally {
        isLetGo = true;
      }
    }
    const chunks = writeWorkbook({ ...table, rowsCount: 1e6 }, endless());
    // Five small parts, the head of the sheet, and then its rows.
    for (let count = 0; count < 8; count += 1) expect((await chunks.next()).done).toBe(false);
    await chunks.return(undefined);
    expect(isLetGo).toBe(true);
  });
});
