// The status of a row in edit: where its record may not go is closed in the list, with the reason.
import { viewerZone } from '../../../platform/clock.ts';
import { columnEdit } from '../../../values/column-edit.tsx';
import { namesOf } from '../../../values/shown-text.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStoredValue } from '../row-edit/row-values.ts';
import { withMoves } from '../status-moves.ts';
import type { OwnPath } from '../use-status-path.ts';
import type { RecordColumn } from './record-columns.tsx';

type Setting = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly options: FieldOptions;
  readonly path: OwnPath | null;
  /** What is not saved yet of a row, by field. */
  readonly draftOf: (recordId: number) => ReadonlyMap<string, string> | undefined;
};

const statusKey = 'status';

export function withStatusMoves(
  columns: readonly RecordColumn[],
  { fields, options, path, draftOf }: Setting,
): readonly RecordColumn[] {
  const field = fields.get(statusKey);
  const statuses = options.get(statusKey);
  if (path === null || field === undefined || statuses === undefined) return columns;
  const names = namesOf(statuses);
  return columns.map((column) => {
    if (column.id !== statusKey || column.edit === undefined) return column;
    return {
      ...column,
      edit: {
        ...column.edit,
        editor(props, record: RecordRow) {
          const open = statusesOf(record, draftOf(record.id), { fields, statuses, path });
          return columnEdit(field, open, names, viewerZone()).editor(props);
        },
      },
    };
  });
}

type Ways = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly statuses: readonly Option[];
  readonly path: OwnPath;
};

/** @param draft what is not saved yet of the row, by field */
export const statusesOf = (
  record: RecordRow,
  draft: ReadonlyMap<string, string> | undefined,
  { fields, statuses, path }: Ways,
): readonly Option[] | undefined =>
  withMoves(statuses, path, {
    from: record.statusId?.id ?? null,
    createdBy: record.createdBy === undefined ? undefined : (record.createdBy?.id ?? null),
    read(key) {
      const one = fields.get(key);
      return draft?.get(key) ?? (one && findStoredValue(one, record));
    },
  });
