import { useEffect } from 'react';
import type { EditSession } from '../../../edit-session/edit-session.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { useUnsavedResults, type LinesAsWritten } from './unsaved-results.ts';

type DetailResultsProps = {
  store: GridStore;
  fields: readonly RecordField[];
  record: RecordRow;
  session: EditSession<RecordRow, number, RecordField>;
  lines: LinesAsWritten;
};

/** Shows in the row of an open record what its computed fields come to by the lines under it. */
export function DetailResults({ store, ...parts }: DetailResultsProps) {
  const results = useUnsavedResults(parts);
  const { id } = parts.record;
  useEffect(() => {
    store.setFollows(id, results.size === 0 ? null : results);
    return () => store.setFollows(id, null);
  }, [store, id, results]);
  return null;
}
