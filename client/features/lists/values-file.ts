// The values of a list: out as a CSV file, in from one or from a workbook.
import { readListLines } from '@rowhouse/domain/lists/rules.ts';
import { startDownload } from '../../platform/download.ts';
import { openTableFile } from '../../platform/table-file/open-table-file.ts';
import type { DraftValue } from './values-draft.ts';

const loadCsv = async () => (await import('papaparse')).default;

/** The columns Value and State, in the order of the list. */
export async function downloadValues(name: string, draft: readonly DraftValue[]): Promise<void> {
  const csv = await loadCsv();
  const rows = draft.map(({ value, enabled }) => ({ Value: value, State: enabled ? 'Active' : 'Inactive' }));
  // Spreadsheets take a file for UTF-8 by this mark, and a cell that begins like a formula for its text by the quote.
  const text = `\uFEFF${csv.unparse(rows, { columns: ['Value', 'State'], escapeFormulae: true })}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  startDownload(url, `${name.replace(/[\\/:*?"<>|]/g, '_')}.csv`);
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The first column of a CSV file or of the first sheet of a workbook, without its heading; rows whose State is Inactive
 * are left out. What cannot be read is thrown as a WorkbookFault.
 */
export async function readValues(file: File): Promise<string[]> {
  const opened = await openTableFile(file, {}, AbortSignal.timeout(longestMs));
  try {
    const { headers } = opened.reading;
    const hasHeading = /^value$/i.test(headers[0]?.trim() ?? '');
    const rows: (readonly string[])[] = hasHeading ? [] : [headers];
    for (let part = await opened.next(); part !== null; part = await opened.next())
      rows.push(...part.map(({ cells }) => cells));
    return rows
      .filter((cells) => !(hasHeading && /^inactive$/i.test(cells[1]?.trim() ?? '')))
      .flatMap((cells) =>
        readListLines((cells[0] ?? '').replace(/^'(?=[=+\-@\t\r])/, '').replace(/\s+/g, ' ')),
      );
  } finally {
    opened.close();
  }
}

const longestMs = 60_000;
