import { describe, expect, test } from 'vitest';
import { createArchiveNames, longestArchiveName } from './archive-names.ts';
import { writeManifest } from './manifest.ts';
import { whyNotBulkDownload } from './rules.ts';
import { zipFileName } from './zip-name.ts';

describe('what a zip is called', () => {
  const moment = Date.parse('2026-11-20T23:05:59Z');
  test.each([
    ['Purchase orders', 'UTC', 'Purchase orders_documents_2026-11-20 23:05.zip'],
    ['Purchase orders', 'Pacific/Auckland', 'Purchase orders_documents_2026-11-21 12:05.zip'],
    ['Bills/Credits: "new"', 'UTC', 'Bills_Credits_ _new__documents_2026-11-20 23:05.zip'],
    ['Rechnungen Ü', 'UTC', 'Rechnungen Ü_documents_2026-11-20 23:05.zip'],
    ['\u202e', 'UTC', '__documents_2026-11-20 23:05.zip'],
    ['  ', 'UTC', 'Records_documents_2026-11-20 23:05.zip'],
  ])('%j in %s: %s', (type, zone, name) => expect(zipFileName(type, moment, zone)).toBe(name));
});

describe('what a file is called in a zip', () => {
  test.each([
    ['PO-1001.pdf', 'PO-1001.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\boot.ini', '_.._boot.ini'],
    ['C:\\x.pdf', 'C__x.pdf'],
    ['..', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['CON', '_CON'],
    ['con.pdf', '_con.pdf'],
    ['Lpt1.tar.gz', '_Lpt1.tar.gz'],
    ['console.pdf', 'console.pdf'],
    ['trailing. . ', 'trailing'],
    ['line\nbreak\u0000.pdf', 'line_break_.pdf'],
    ['in\u202efdp.exe', 'in_fdp.exe'],
    ['half \ud800.pdf', 'half \ufffd.pdf'],
    ['=cmd|calc.pdf', '=cmd_calc.pdf'],
  ])('%j: %j', (wanted, name) => expect(createArchiveNames()(wanted)).toBe(name));

  test('is no other’s, upper and lower case and forms of Unicode aside', () => {
    const nameOf = createArchiveNames(['manifest.csv']);
    expect(
      ['a.pdf', 'A.PDF', 'a.pdf', 'a (2).pdf', 'Manifest.csv', 'é.pdf', 'e\u0301.pdf'].map(nameOf),
    ).toEqual(['a.pdf', 'A (2).PDF', 'a (3).pdf', 'a (2) (2).pdf', 'Manifest (2).csv', 'é.pdf', 'é (2).pdf']);
  });

  test('is cut to what fits, by whole characters, and keeps its extension and number', () => {
    const nameOf = createArchiveNames();
    const names = ['Ü', '𝒳', 'x'].flatMap((letter) => [1, 2].map(() => nameOf(`${letter.repeat(400)}.pdf`)));
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(longestArchiveName);
      expect(name).toMatch(/( \(2\))?\.pdf$/);
      expect(name.isWellFormed()).toBe(true);
    }
    expect(new Set(names).size).toBe(6);
  });
});

test('the manifest says what is in the zip and what is not, and holds no formulas', () => {
  const lines = [
    { record: '1001', fileName: '=cmd.pdf', packed: { sizeBytes: 3, sha256: 'ab' } },
    { record: '1002', fileName: 'a, "b".pdf', packed: null },
  ];
  expect(writeManifest(true, lines)).toBe(
    '\uFEFFRecord Number,File Name,Size (bytes),SHA-256\r\n1001,\'=cmd.pdf,3,ab\r\n1002,"a, ""b"".pdf",,File not found\r\n',
  );
  expect(writeManifest(false, [])).toBe('\uFEFFRecord ID,File Name,Size (bytes),SHA-256\r\n');
});

test.each([
  [[], 1, 'Your role cannot download the files of these records together.'],
  [['bulk download'], 0, 'Choose at least one record.'],
  [['bulk download'], 100, null],
  [['bulk download'], 101, 'The maximum number of records that can be edited/downloaded/deleted is 100.'],
] as const)('with %j, %i records: %s', (actions, count, why) => {
  expect(whyNotBulkDownload(new Set(actions), count)).toBe(why);
});
