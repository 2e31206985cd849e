import type { ObjectDisplay } from '@rowhouse/domain/objects/display.ts';
import type { ReactNode } from 'react';
import styles from './record-cell.module.css';
import type { RecordColumn } from './record-columns.tsx';
import type { RecordField } from '../record-field.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import { findAdditionalValue, type RecordRow } from '../record-row.ts';

type Open = (record: RecordRow, key: string) => void;

/** The columns of the grid, those that hold objects with a button in each cell. */
export function withObjectCells(
  columns: readonly RecordColumn[],
  fields: ReadonlyMap<string, RecordField>,
  objects: RecordObjects,
  open: Open,
): readonly RecordColumn[] {
  return columns.map((column) => {
    const kind = objects.kindOf(column.id);
    const field = fields.get(column.id);
    if (kind === null || field === undefined) return column;
    const displayOf = (record: RecordRow): ObjectDisplay | null => {
      const stored = findAdditionalValue(record, field.id);
      // Of a list nothing is chosen yet: that is an empty cell, as of any other list.
      if (kind === 'listed' && stored === null) return null;
      return objects.display(field.key, stored);
    };
    return {
      ...column,
      text: (record) => displayOf(record)?.text ?? '',
      render: (record) => {
        const display = displayOf(record);
        if (display !== null) return objectButton(display, () => open(record, field.key));
        return kind === 'listed' ? column.render?.(record) : null;
      },
    };
  });
}

function objectButton(display: ObjectDisplay, onOpen: () => void): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={display.whyNone === undefined ? styles.object : styles.noDisplay}
      onClick={onOpen}
    >
      {display.whyNone ?? display.text}
    </button>
  );
}
