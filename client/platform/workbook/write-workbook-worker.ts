// Writes a workbook of one sheet, away from the page: thousands of lines take their time.
import { sheetName } from '@rowhouse/domain/workbooks/sheet-name.ts';
import writeExcelFile from 'write-excel-file/universal';

/** A text is a text, whatever it begins with: nothing in it is run. */
export type WrittenCell = string | { readonly number: number; readonly format?: string };

export type WrittenSheet = {
  readonly name: string;
  readonly header: readonly { readonly text: string; readonly isRequired: boolean }[];
  readonly rows: readonly (readonly WrittenCell[])[];
};

const errorColour = '#B42318';
const widest = 40;

async function write({ name, header, rows }: WrittenSheet): Promise<Blob> {
  const titles = header.map(({ text, isRequired }) => ({
    value: isRequired ? `${text} *` : text,
    type: String,
    fontWeight: 'bold' as const,
    ...(isRequired && { textColor: errorColour }),
  }));
  const cells = rows.map((row) => row.map(toCell));
  const columns = header.map(({ text }) => ({ width: Math.min(widest, Math.max(12, text.length + 4)) }));
  return writeExcelFile([titles, ...cells], { sheet: sheetName(name), columns, stickyRowsCount: 1 }).toBlob();
}

function toCell(cell: WrittenCell) {
  if (typeof cell === 'string') return cell === '' ? null : { value: cell, type: String };
  return { value: cell.number, type: Number, ...(cell.format !== undefined && { format: cell.format }) };
}

addEventListener('message', ({ data }: MessageEvent<WrittenSheet>) => {
  void write(data).then(
    (content) => postMessage(content),
    () => postMessage(null),
  );
});
