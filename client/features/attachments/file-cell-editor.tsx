import {
  readAttachedFiles,
  writeAttachedFiles,
  type AttachedFile,
} from '@rowhouse/domain/attachments/attached-file.ts';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import { CellPopover } from '../../ui/grid/cell-popover.tsx';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import styles from './file-cell-editor.module.css';
import { FilePicker, type FilePickerHandle } from './file-picker.tsx';
import { useFileUpload } from './use-file-upload.ts';

type FileCellEditorProps = CellEditorProps & { recordTypeId: number; fieldKey: string };

/** Choosing and removing are whole changes: either closes the editor. While files are on their way it stays open. */
export function FileCellEditor(props: FileCellEditorProps) {
  const { recordTypeId, fieldKey, value, label, required, describedBy, onDone, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  const picker = useRef<FilePickerHandle>(null);
  const chosen = useRef(value);
  const [files, setFiles] = useState(() => readAttachedFiles(value));

  function take(taken: readonly AttachedFile[], isOver: boolean) {
    const isHere = root.current!.contains(document.activeElement) || document.activeElement === document.body;
    chosen.current = writeAttachedFiles(taken);
    setFiles(taken);
    // What did not arrive is told here.
    if (isOver) onDone(isHere ? 'stay' : 'away');
  }
  const upload = useFileUpload({ recordTypeId, fieldKey }, files, take);
  useImperativeHandle(ref, () => ({ read: () => (upload.isUnderWay() ? null : chosen.current) }));
  useEffect(() => picker.current!.focus(), []);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, shiftKey, target } = event;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const isAtEdge = target === (shiftKey ? buttons[0] : buttons.at(-1));
    // The keys of its buttons are their own, and between them Tab is the browser's.
    if (key === 'Enter' || key === ' ' || (key === 'Tab' && !isAtEdge)) event.stopPropagation();
    if (key !== 'Escape' || upload.sending === null) return;
    event.preventDefault();
    event.stopPropagation();
    upload.cancel();
  }

  return (
    <CellPopover side="over" className={styles.editor} onKeyDown={onKeyDown}>
      <div
        ref={root}
        onBlur={(event) => {
          if (upload.isUnderWay()) event.stopPropagation();
        }}
      >
        <FilePicker
          ref={picker}
          label={label}
          fieldKey={fieldKey}
          required={required}
          describedBy={describedBy}
          files={files}
          upload={upload}
          onRemove={({ id }) =>
            take(
              files.filter((file) => file.id !== id),
              true,
            )
          }
        />
      </div>
    </CellPopover>
  );
}
