// Row edit of the benchmark's page: the application's own editors, rules and session over the sample's rows.
import { columnEdit } from '../../../client/values/column-edit.tsx';
import { createEditSession } from '../../../client/edit-session/edit-session.ts';
import { recordKind } from '../../../client/features/records/row-edit/record-kind.ts';
import { planWrites } from '../../../client/features/records/row-edit/plan-writes.ts';
import type { RecordField } from '../../../client/features/records/record-field.ts';
import type { RecordRow } from '../../../client/features/records/record-row.ts';
import type { ColumnEdit, GridEditing } from '../../../client/ui/grid/grid-column.ts';
import type { GridStore } from '../../../client/ui/grid/grid-store.ts';
import { statuses, type SampleColumn, type SampleKind, type SampleRow } from './sample.ts';

const dataTypes: Record<SampleKind, RecordField['dataType']> = {
  link: 'string',
  text: 'string',
  chip: 'dropdown',
  number: 'currency',
  date: 'date',
};
const options = statuses.map((name, index) => ({ id: String(index + 1), name, enabled: true }));
const names = new Map(options.map((option) => [option.id, option]));

/** As it is stored, of what the sample shows. */
function stored(kind: SampleKind, shown: string): string {
  switch (kind) {
    case 'chip':
      return String(statuses.indexOf(shown) + 1);
    case 'number':
      return shown.replace(/[$,]/g, '');
    case 'date':
      return `${shown.slice(6)}-${shown.slice(0, 2)}-${shown.slice(3, 5)}`;
    default:
      return shown;
  }
}

export function createRowEdit(store: GridStore, columns: readonly SampleColumn[]) {
  const fields = new Map(
    columns.map(({ id, header, kind }, index) => {
      const field = { id: index + 1, key: id, name: header, dataType: dataTypes[kind], required: false };
      return [id, { ...field, access: 'Editable' } as RecordField] as const;
    }),
  );
  const setting = { fields, options: new Map([['status', options]]), timeZone: 'UTC' };
  const session = createEditSession(recordKind, { publish: (looks) => store.setEdits(looks) });
  session.setFields(fields.values());

  const toRecord = (row: SampleRow) =>
    ({
      id: Number(row.id.slice(1)),
      version: 1,
      additionalFields: columns.map(({ id, kind }, index) => ({
        tag: `1;1;${index + 1}`,
        value: stored(kind, row[id]!),
      })),
    }) as unknown as RecordRow;

  const columnEdits = new Map(
    columns.map(({ id, kind }): [string, ColumnEdit<SampleRow>] => {
      const edit = columnEdit(fields.get(id)!, kind === 'chip' ? options : undefined, names, 'UTC');
      return [id, { ...edit, value: (row) => stored(kind, row[id]!) }];
    }),
  );
  const editing: GridEditing = {
    begin: () => false,
    write: (writes, kind) => session.write(planWrites(writes, kind, setting).changes),
  };

  return {
    columnEdits,
    editing,
    /** These rows and no others. */
    begin(rows: readonly SampleRow[]) {
      session.leave([...session.getRows().keys()]);
      session.begin(rows.map(toRecord));
    },
    /** What a spreadsheet would put on the clipboard. */
    table(rowCount: number, columnCount: number): string {
      const cell = (row: number, { kind }: SampleColumn) => {
        if (kind === 'chip') return statuses[row % statuses.length]!;
        if (kind === 'number') return `$${1000 + row}.25`;
        return kind === 'date' ? `0${1 + (row % 9)}/11/2026` : `Pasted ${row}`;
      };
      const line = (row: number) => columns.slice(0, columnCount).map((column) => cell(row, column));
      return Array.from({ length: rowCount }, (_, row) => `${line(row).join('\t')}\r\n`).join('');
    },
  };
}
