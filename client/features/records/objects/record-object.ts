// The object of one cell, opened beside the grid: which one it is, how it is saved, and how that is taken back.
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { loadOrSay } from '../../../ui/load-or-say.ts';
import { updateRecord } from '../api.ts';
import type { RecordField } from '../record-field.ts';
import { findAdditionalValue, type RecordRow, type SavedRecord } from '../record-row.ts';
import { currentRecord } from '../row-edit/send-records.ts';
import { createOpenObject } from './open-object.ts';
import type { ObjectChange, ObjectOutcome, RecordObjects } from './record-objects.ts';

type Parts = {
  readonly recordTypeId: number;
  readonly lastDeed: LastDeed;
  readonly showChanged: (records: readonly RecordRow[]) => void;
};

export type RecordObject = ReturnType<typeof createRecordObject>;

export function createRecordObject({ recordTypeId, lastDeed, showChanged }: Parts) {
  const object = createOpenObject();

  function take(saved: readonly RecordRow[]) {
    object.take(saved);
    showChanged(saved);
  }

  function tell(saved: SavedRecord) {
    take([saved]);
    lastDeed.tell('Changes Saved!', async () => {
      const undoing = await loadOrSay(() => import('../undo-changes.ts'));
      if (undoing === null) return;
      const report = await undoing.undoSaved(recordTypeId, [saved]);
      take(report.undone);
      undoing.tellUndone(report);
    });
  }

  async function save(record: RecordRow, { id }: RecordField, change: ObjectChange): Promise<ObjectOutcome> {
    const objectValuesByProperty = [...change.changes].map(([propertyId, value]) => ({ propertyId, value }));
    const additionalFields = [{ recordAdditionalFieldByTypeId: id, objectValuesByProperty }];
    try {
      const { version, idempotencyKey } = change;
      const data = { id: record.id, version, additionalFields, idempotencyKey };
      tell(await updateRecord(data));
      return { kind: 'saved' };
    } catch (refusal) {
      const isStale = refusal instanceof RequestFailure && refusal.code === 'CONFLICT';
      const current = isStale ? currentRecord(refusal.details) : null;
      if (current === null) throw refusal;
      const values = readObject(findAdditionalValue(current, id));
      return { kind: 'stale', version: current.version, values };
    }
  }

  return { ...object, save };
}

type GridParts = Parts & {
  readonly store: GridStore;
  readonly getShown: () => {
    readonly objects: RecordObjects;
    readonly fields: ReadonlyMap<string, RecordField>;
  };
};

/** The same of a cell of the grid, opened by key and by click. */
export function createCellObject({ store, getShown, ...parts }: GridParts) {
  const object = createRecordObject(parts);
  return {
    ...object,
    /** True when the key opens the cell's object. */
    openByKey(record: RecordRow, key: string, pressed: string): boolean {
      const { objects, fields } = getShown();
      const kind = objects.kindOf(key);
      const field = fields.get(key);
      if (kind === null || field === undefined || pressed.length === 1) return false;
      if (kind === 'listed') {
        // In row edit another value of the list is chosen, and F2 always means that.
        const isChosen = findAdditionalValue(record, field.id) !== null;
        if (pressed !== 'Enter' || !isChosen || store.getEdits().has(record.id)) return false;
      }
      void object.open(record, key);
      return true;
    },
    openByClick(record: RecordRow, key: string): void {
      const isField = getShown().objects.kindOf(key) === 'listed' && store.getEdits().has(record.id);
      if (isField) store.setOpen({ row: record.id, column: key, typed: '' });
      else void object.open(record, key);
    },
  };
}
