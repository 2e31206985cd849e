import { showSize } from '../kernel/formats.ts';
import { describe, expect, test } from 'vitest';
import {
  isSameFile,
  nameFiles,
  readAttachedFile,
  readAttachedFiles,
  writeAttachedFile,
  writeAttachedFiles,
} from './attached-file.ts';
import { takenExtensions, whyNotContent } from './file-types.ts';
import { largestRecordFileBytes, longestFileName } from './limits.ts';
import { findExtension, toFileName, whyNotFile, renameFile } from './rules.ts';

describe('the name of a file', () => {
  test.each([
    ['Bill of Löding.pdf', 'Bill of Löding.pdf'],
    ['発注書 2026.xlsx', '発注書 2026.xlsx'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\fakepath\\Scan 1.png', 'Scan 1.png'],
    ['a\u0000b\r\nc.pdf', 'abc.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['  two   spaces .pdf. ', 'two spaces .pdf'],
    ['half \ud83d.pdf', 'half \ufffd.pdf'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['', ''],
  ])('%j is kept as %j', (given, kept) => {
    expect(toFileName(given)).toBe(kept);
  });

  test('is cut before its extension', () => {
    const name = toFileName(`${'😀'.repeat(300)}.pdf`);
    expect(name).toMatch(/^(😀)+\.pdf$/u);
    expect(name.length).toBeLessThanOrEqual(longestFileName);
  });

  test.each([
    ['a.pdf', 'pdf'],
    ['a.tar.GZ', 'gz'],
    ['a', null],
    ['.pdf', null],
    ['a.', null],
    ['a.p df', null],
    ['a.averylongextension', null],
  ])('%j has the extension %j', (name, extension) => {
    expect(findExtension(name)).toBe(extension);
  });
});

describe('a file', () => {
  test.each([
    // Specification 9, as it stands there and not as the code has it.
    ['f1', 'a.png', 10_484_736, null],
    ['f1', 'a.png', 10_484_737, 'The file size exceeds the 10 MB limit.'],
    ['f1', 'README', 1, 'invalid file type'],
    ['f1', 'a.exe', 1, 'Files of the type .exe are not taken.'],
    ['f1', 'a.html', 1, 'Files of the type .html are not taken.'],
    ['f1', 'a.svg', 1, 'Files of the type .svg are not taken.'],
    ['f1', 'a.pdf', 0, 'The file is empty.'],
    ['recordFile', 'a.PDF', largestRecordFileBytes, null],
    ['recordFile', 'a.pdf', largestRecordFileBytes + 1, 'The file size exceeds the 3 MB limit.'],
    ['recordFile', 'a.png', 1, 'The record file must be a PDF.'],
    ['recordFile', 'pdf', 1, 'invalid file type'],
  ])('for %s, %s of %i bytes: %j', (key, name, sizeBytes, whyNot) => {
    expect(whyNotFile(key, { name, sizeBytes })).toBe(whyNot);
  });
});

describe('the content of a file', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test.each([
    ['pdf', '%PDF-1.7\n'],
    ['pdf', '\u00ef\u00bb\u00bf%PDF-1.7\n'],
    ['png', '\u0089PNG\r\n\u001a\n....'],
    ['jpg', '\u00ff\u00d8\u00ff\u00e0'],
    ['jpeg', '\u00ff\u00d8\u00ff\u00e1'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF....WEBPVP8 '],
    ['tif', 'II*\u0000'],
    ['docx', 'PK\u0003\u0004'],
    ['xls', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['txt', 'Grüße\r\n\tand more'],
    ['csv', '\u00ff\u00fea\u0000;\u0000'],
    ['mp4', '....ftypisom'],
  ])('is that of a .%s', (extension, content) => {
    expect(whyNotContent(extension, bytes(content))).toBeNull();
  });

  test.each([
    ['pdf', '<html>'],
    ['pdf', ''],
    ['png', '%PDF-1.7'],
    ['jpg', 'MZ\u0090\u0000'],
    ['docx', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['txt', 'a\u0000b'],
    ['webp', 'RIFF....WAVEfmt '],
    ['exe', 'MZ'],
  ])('that is none of a .%s is refused: %j', (extension, content) => {
    expect(whyNotContent(extension, bytes(content))).toBe(
      `The content of the file is not that of a .${extension} file.`,
    );
  });

  test('of no type runs in a browser', () => {
    for (const extension of ['html', 'htm', 'svg', 'xhtml', 'js', 'exe', 'bat', 'cmd', 'com', 'msi', 'lnk'])
      expect(takenExtensions).not.toContain(extension);
  });
});

describe('a stored value', () => {
  const file = { id: 5, name: 'Scan "1".png', sizeBytes: 1234 };

  test('is read as it was written, however its keys stand', () => {
    expect(readAttachedFile(writeAttachedFile(file))).toEqual(file);
    expect(readAttachedFile('{"sizeBytes": null, "name": "a.pdf", "id": 6, "more": []}')).toEqual({
      id: 6,
      name: 'a.pdf',
      sizeBytes: null,
    });
  });

  test.each([
    null,
    '',
    '0',
    'a.pdf',
    '{',
    '{}',
    '[]',
    '{"id":"5","name":"a"}',
    '{"id":0,"name":"a"}',
    '{"id":1}',
  ])('that is none reads as no file: %j', (value) => {
    expect(readAttachedFile(value)).toBeNull();
  });

  test('is the same by its id alone', () => {
    expect(isSameFile(writeAttachedFile(file), '{"id":5,"name":"Scan.png"}')).toBe(true);
    expect(isSameFile(writeAttachedFile(file), '{"id":6,"name":"Scan.png"}')).toBe(false);
    expect(isSameFile('', '')).toBe(false);
    expect(
      isSameFile(
        '[{"id":5,"name":"a.pdf"},{"id":6,"name":"b.pdf"}]',
        '[{"id":6,"name":"b.pdf"},{"id":5,"name":"a.pdf"}]',
      ),
    ).toBe(false);
  });

  test.each([
    [1, '1 kB'],
    [12_345, '13 kB'],
    [1_500_000, '1.5 MB'],
    [10_484_736, '10 MB'],
  ])('of %i bytes is said to have %s', (bytes, text) => {
    expect(showSize(bytes)).toBe(text);
  });
});

describe('several files', () => {
  const plan = { id: 5, name: 'Plan.pdf', sizeBytes: 9 };
  const photo = { id: 6, name: 'Photo.png', sizeBytes: null };
  test('one is kept as an object, as it always was, several as a list, none as nothing', () => {
    expect(writeAttachedFiles([])).toBe('');
    expect(writeAttachedFiles([plan])).toBe(writeAttachedFile(plan));
    expect(readAttachedFiles(writeAttachedFiles([plan, photo]))).toEqual([plan, photo]);
    expect(readAttachedFiles(writeAttachedFile(plan))).toEqual([plan]);
    expect(readAttachedFile(writeAttachedFiles([plan, photo]))).toEqual(plan);
    expect(nameFiles([plan, photo])).toBe('Plan.pdf, Photo.png');
  });
  test('a list is read whole or not at all, and an id once', () => {
    expect(readAttachedFiles(JSON.stringify([plan, plan]))).toEqual([plan]);
    for (const value of ['[', '[null]', '[[]]', JSON.stringify([plan, { id: 0 }]), '[1]', '[]', ''])
      expect(readAttachedFiles(value)).toEqual([]);
  });
});

describe('a file that is renamed', () => {
  test('keeps its extension, whatever is typed', () => {
    expect(renameFile('Scan.pdf', 'Contract')).toBe('Contract.pdf');
    expect(renameFile('Scan.pdf', 'Contract.exe')).toBe('Contract.exe.pdf');
    expect(renameFile('Scan.pdf', 'Invoice 12/2026')).toBe('Invoice 12-2026.pdf');
    expect(renameFile('Scan.pdf', '..\\../etc/passwd')).toBe('..-..-etc-passwd.pdf');
    expect(renameFile('Scan.pdf', 'x'.repeat(400))).toMatch(/^x{196}\.pdf$/);
  });
  test('needs a name', () => {
    for (const typed of ['', '   ', '\u202e', '.']) expect(renameFile('Scan.pdf', typed)).toBeNull();
  });
});
