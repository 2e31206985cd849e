import type { LineCells } from './use-line-cells.ts';
import type { Line, LineType } from './line.ts';

/** What leaving the panel would lose. */
export type UnsavedLines = { readonly count: () => number; readonly discard: () => void };

/** What a line comes to as it is written, by field key. */
export type WrittenLine = Pick<Line, 'values'>;

export type LineItemsPanelProps = {
  /** The one that the page shows, which may gather that of the record. */
  recordTypeId: number;
  record: { readonly id: number; readonly label: string };
  types: readonly LineType[];
  cells: LineCells;
  mayEdit: boolean;
  mayExport: boolean;
  /** Told what leaving would lose; null when the panel is gone. */
  onUnsaved: (unsaved: UnsavedLines | null) => void;
  /** Told the lines of one kind as they are written, while one is not saved; else null. */
  onWritten: (recordId: number, typeId: number, lines: readonly WrittenLine[] | null) => void;
};
