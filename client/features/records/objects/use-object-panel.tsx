// The object of one cell, opened beside the grid: which one it is, how it is saved, and how that is taken back.
import { deletedIsNotEdited } from '@rowhouse/domain/objects/rules.ts';
import { readObject, writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { request } from '../../../platform/graphql/request.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { updateRecord } from '../api.ts';
import { withObjectCells } from '../columns/object-columns.tsx';
import { createOpenObject } from './open-object.ts';
import type { RecordColumn } from '../columns/record-columns.tsx';
import type { RecordField } from '../record-field.ts';
import type { ObjectChange, ObjectOutcome, RecordObjects } from './record-objects.ts';
import { findAdditionalValue, rowLabel, type RecordRow } from '../record-row.ts';
import { toUpdateInput } from '../row-edit/row-values.ts';
import { presentOf, type SentRow } from '../row-edit/save-rows.ts';
import { undoRows } from '../row-edit/undo-rows.ts';

type PanelSetting = {
  objects: RecordObjects;
  fields: ReadonlyMap<string, RecordField>;
  columns: readonly RecordColumn[];
  store: GridStore;
  rows: readonly RecordRow[];
  /** Why no record of the type is edited, or null. */
  whyNoRow: string | null;
  showChanged: (records: readonly RecordRow[]) => void;
  offerUndo: (run: () => void) => void;
};

export type ObjectPanelState = {
  readonly columns: readonly RecordColumn[];
  /** True when the key opens the cell's object. */
  readonly onCellOpen: (record: RecordRow, key: string, pressed: string) => boolean;
  readonly panel: ReactNode;
};

export function useObjectPanel(setting: PanelSetting): ObjectPanelState {
  const { objects, fields, store, rows, showChanged, offerUndo } = setting;
  const [object] = useState(createOpenObject);
  const { open } = object;
  const opened = useSyncExternalStore(object.subscribe, object.get);
  const onCellOpen = useCallback(
    (record: RecordRow, key: string, pressed: string) => {
      const kind = objects.kindOf(key);
      const field = fields.get(key);
      if (kind === null || field === undefined || pressed.length === 1) return false;
      if (kind === 'listed') {
        // In row edit another value of the list is chosen, and F2 always means that.
        const isChosen = findAdditionalValue(record, field.id) !== null;
        if (pressed !== 'Enter' || !isChosen || store.getEdits().has(record.id)) return false;
      }
      void open(record, key);
      return true;
    },
    [objects, fields, store, open],
  );
  const openByClick = useCallback(
    (record: RecordRow, key: string) => {
      const isField = objects.kindOf(key) === 'listed' && store.getEdits().has(record.id);
      if (isField) store.setOpen({ row: record.id, column: key, typed: '' });
      else void open(record, key);
    },
    [objects, store, open],
  );
  const columns = useMemo(
    () => withObjectCells(setting.columns, fields, objects, openByClick),
    [setting.columns, fields, objects, openByClick],
  );

  // The panel takes its place from the grid: the cell that it belongs to stays in sight.
  const asked = opened?.asked;
  useEffect(() => {
    if (asked !== undefined) store.reveal('stays');
  }, [store, asked]);
  // A sheet holds the focus until it is gone.
  const isOpen = opened !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => store.reveal();
  }, [store, isOpen]);

  const isInRowEdit = useSyncExternalStore(
    store.subscribe,
    () => opened !== null && store.getEdits().has(opened.record.id),
  );
  const field = opened === null ? undefined : fields.get(opened.key);
  if (opened === null || field === undefined) return { columns, onCellOpen, panel: null };
  const inGrid = rows.find(({ id }) => id === opened.record.id);
  // Another page may be shown by now, and a row in row edit is as it was when that began.
  const record = inGrid && inGrid.version >= opened.record.version ? inGrid : opened.record;

  function take(saved: readonly RecordRow[]) {
    object.take(saved);
    showChanged(saved);
  }

  function tell(saved: RecordRow, key: string, before: ObjectChange['before']) {
    take([saved]);
    const undo = async () => {
      const values = new Map([[key, writeObject(before) ?? '']]);
      const report = await undoRows([{ id: saved.id, record: saved, before: values }], {
        send: (row) => send(fields, row),
        onProgress: () => undefined,
      });
      take(report.undone);
      const [refused] = report.refused;
      snackbars.info(
        refused === undefined
          ? 'The change is undone.'
          : `Not undone: ${rowLabel(refused.record)}: ${refused.sentence}`,
      );
    };
    let isTaken = false;
    const once = () => {
      if (!isTaken) void undo();
      isTaken = true;
    };
    offerUndo(once);
    snackbars.success('Changes Saved!', { label: 'Undo', run: once });
  }

  async function save(change: ObjectChange): Promise<ObjectOutcome> {
    const { id, key } = field!;
    const objectValuesByProperty = [...change.changes].map(([propertyId, value]) => ({ propertyId, value }));
    const additionalFields = [{ recordAdditionalFieldByTypeId: id, objectValuesByProperty }];
    try {
      const data = { id: record.id, version: change.version, additionalFields };
      tell((await request(updateRecord, { data })).updateRecordHeader, key, change.before);
      return { kind: 'saved' };
    } catch (refusal) {
      const present = presentOf(refusal);
      if (present === null) throw refusal;
      const values = readObject(findAdditionalValue(present, id));
      return { kind: 'stale', version: present.version, values };
    }
  }

  const whyReadOnly = field.access === 'Editable' ? null : `${field.name} is read-only for your role.`;
  const whyNotNow =
    record.enabled === false
      ? deletedIsNotEdited
      : isInRowEdit
        ? 'Save or close the edit of its row first.'
        : null;
  return {
    columns,
    onCellOpen,
    panel: objects.renderPanel({
      field,
      recordId: record.id,
      recordLabel: rowLabel(record),
      version: record.version,
      stored: findAdditionalValue(record, field.id),
      whyNotEditable: setting.whyNoRow ?? whyReadOnly ?? whyNotNow,
      asked: opened.asked,
      save,
      onUnsaved: object.setMayLeave,
      onClose: () => {
        store.setActive({ row: record.id, column: field.key });
        object.close();
      },
    }),
  };
}

const send = async (fields: ReadonlyMap<string, RecordField>, row: SentRow): Promise<RecordRow> =>
  (await request(updateRecord, { data: toUpdateInput(fields, row) })).updateRecordHeader;
