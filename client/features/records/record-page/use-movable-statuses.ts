import { useMemo, useSyncExternalStore } from 'react';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStoredValue } from '../row-edit/row-values.ts';
import { withMoves } from '../status-moves.ts';
import { useStatusPath } from '../use-status-path.ts';
import type { RecordEdit } from './record-edit.ts';

/** The options of the page, of which the statuses say where this record may not go, with what is not saved yet in it. */
export function useMovableStatuses(
  options: FieldOptions,
  { session }: RecordEdit,
  record: RecordRow,
  fields: ReadonlyMap<string, RecordField>,
  recordTypeId: number,
): FieldOptions {
  const path = useStatusPath(recordTypeId);
  const draft = useSyncExternalStore(session.subscribe, () => session.getRows().get(record.id)?.values);
  return useMemo(() => {
    const statuses = withMoves(options.get('status'), path, {
      from: record.statusId?.id ?? null,
      createdBy: record.createdBy === undefined ? undefined : (record.createdBy?.id ?? null),
      read(key) {
        const field = fields.get(key);
        return draft?.get(key) ?? (field && findStoredValue(field, record));
      },
    });
    return statuses === undefined ? options : new Map([...options, ['status', statuses]]);
  }, [options, path, record, fields, draft]);
}
