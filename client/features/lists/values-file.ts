// The values of a list as a CSV file, out and in.
import { readListLines } from '@rowhouse/domain/lists/rules.ts';
import { startDownload } from '../../platform/download.ts';
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

/** The first column of a CSV file, without its heading; rows whose State is Inactive are left out. */
export async function readValues(file: File): Promise<string[]> {
  const csv = await loadCsv();
  const { data } = csv.parse<string[]>((await file.text()).replace(/^\uFEFF/, ''), { skipEmptyLines: true });
  const [heading, ...rows] = data;
  const hasHeading = /^value$/i.test(heading?.[0]?.trim() ?? '');
  return (hasHeading ? rows : data)
    .filter((cells) => !(hasHeading && /^inactive$/i.test(cells[1]?.trim() ?? '')))
    .flatMap((cells) =>
      readListLines((cells[0] ?? '').replace(/^'(?=[=+\-@\t\r])/, '').replace(/\s+/g, ' ')),
    );
}
