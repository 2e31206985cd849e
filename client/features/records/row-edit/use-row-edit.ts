// The row edit of the screen as its components have it: what it shows, and what the screen shows of the page for it.
import { useEffect, useMemo, useRef } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { useFilling } from '../../../values/choices/use-filling.ts';
import { loadPhoneEditor } from '../../../values/phone.tsx';
import type { RecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { useFieldRules } from '../use-field-rules.ts';
import type { ChangedRows } from './changed-rows.ts';
import { holdRows } from './hold-rows.ts';
import type { RowEdit, RowEditScene } from './row-edit.ts';

type RowEditSetting = Omit<RowEditScene, 'rows'> & {
  /** The rows of the page, and what they were asked by. */
  readonly page: readonly RecordRow[];
  readonly asked: object & { readonly query: RecordQuery };
  /** Whether a record can drop out of the view by being changed. */
  readonly isFiltered: boolean;
};

type Parts = { readonly edit: RowEdit; readonly changedRows: ChangedRows };

export function useRowEdit(
  { edit, changedRows }: Parts,
  { page, asked, isFiltered, ...scene }: RowEditSetting,
) {
  const { fields, options, whyNot } = scene;
  const summary = useObserved({ subscribe: edit.session.subscribe, get: edit.session.getSummary });
  const edited = useObserved({ subscribe: edit.session.subscribe, get: edit.session.getRows });
  const strays = changedRows.straysOf(useObserved(changedRows.strayed), asked);
  const rows = useHeldRows(page, edited, strays);
  useEffect(() => {
    edit.take({ fields, options, rows, whyNot });
    changedRows.take(asked, isFiltered);
  });
  useEffect(() => edit.drafts.watch(), [edit]);

  const parts = summary.changedRows === 1 ? 'One row has' : `${summary.changedRows} rows have`;
  useUnsavedWork(
    summary.changes > 0 ? `${parts} changes that are not saved. They are kept here and offered again.` : null,
  );
  const isEditing = summary.rows > 0;
  const { recordTypeId, session } = edit;
  const rules = useFieldRules(recordTypeId, isEditing);
  useEffect(() => session.setRules(rules), [session, rules]);
  const all = useMemo(() => [...fields.values()], [fields]);
  useFilling(session, all, options, isEditing);
  useEffect(() => {
    const hasPhones = [...fields.values()].some(({ dataType }) => dataType === 'phone');
    if (isEditing && hasPhones) void loadPhoneEditor();
  }, [isEditing, fields]);
  return {
    summary,
    rows,
    strays,
    isSaving: useObserved(edit.saving.progress) !== null,
  };
}

function useHeldRows(
  page: readonly RecordRow[],
  edited: ReadonlyMap<number, { readonly source: RecordRow }>,
  strays: ReadonlyMap<number, RecordRow>,
): readonly RecordRow[] {
  // A cell's change keeps the set of rows, and so the page.
  const heldKey = [...edited.keys(), ...strays.keys()].join();
  const places = useRef<ReadonlyMap<number, number>>(new Map());
  const rows = useMemo(() => {
    const held = new Map([...strays, ...[...edited].map(([id, { source }]) => [id, source] as const)]);
    return holdRows(page, held, (id) => places.current.get(id));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- heldKey stands for edited and strays
  }, [page, heldKey]);
  useEffect(() => {
    places.current = new Map(rows.map(({ id }, index) => [id, index]));
  }, [rows]);
  return rows;
}
