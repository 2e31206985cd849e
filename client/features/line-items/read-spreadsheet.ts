// Cells of a spreadsheet: pasted, or from a file of comma- or tab-separated values.
import { largestTableBytes } from '@rowhouse/domain/line-items/limits.ts';
import Papa from 'papaparse';

/** An apostrophe is how a spreadsheet is told that a cell is text and no formula. */
const withoutApostrophe = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

export function readCells(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '');
  const delimiter = plain.includes('\t') ? '\t' : '';
  const { data } = Papa.parse<string[]>(plain, { delimiter, skipEmptyLines: false });
  const rows = data.map((row) => row.map(withoutApostrophe));
  // The line break behind the last row makes no row.
  return rows.at(-1)?.every((cell) => cell === '') ? rows.slice(0, -1) : rows;
}

/** The text of a chosen file, or the sentence that says why it cannot be taken. */
export async function readFileText(file: File): Promise<{ text: string } | { whyNot: string }> {
  if (file.size > largestTableBytes) return { whyNot: 'The file is larger than 5 MB. Import it in parts.' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOldWorkbook = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (isWorkbook || isOldWorkbook)
    return {
      whyNot:
        'This is a workbook. Save its sheet as CSV (UTF-8) and choose that file, or copy the cells and paste them here.',
    };
  if (bytes.includes(0)) return { whyNot: 'This is no file of text. Choose a CSV or TSV file.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}
