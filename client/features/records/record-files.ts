import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { ReactElement } from 'react';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import type { RecordRow } from './record-row.ts';

/** Cells that hold a file: how one is chosen, and how it is opened; the page brings both. */
export type RecordFiles = {
  /** Called when row edit begins, so that the editor is there when its cell is opened. */
  readonly prepare: () => void;
  readonly renderEditor: (fieldKey: string, props: CellEditorProps) => ReactElement;
  readonly open: (fieldKey: string, record: RecordRow, file: AttachedFile) => void;
};
