// The one editor that is mounted. What is typed stays in it: it is read when it closes, and checked while it is
// typed, so that no key renders a row.
import {
  Fragment,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { CellPopover } from './cell-popover.tsx';
import type { CellEditorHandle, EditorExit, GridColumn } from './grid-column.ts';

interface CellEditorFrameProps<Row> {
  column: GridColumn<Row>;
  row: Row;
  value: string;
  typed: string;
  /** Without a value nothing changes. */
  onClose: (value: string | undefined, exit: EditorExit) => void;
  /** What is typed so far shall not be lost, whatever becomes of the page; the editor stays open. */
  onKeep: (value: string) => void;
  /** A table was pasted, which an input of one line would run together: it is meant for the cells from here on. */
  onTable: (text: string) => void;
}

export function CellEditorFrame<Row>(props: CellEditorFrameProps<Row>) {
  const { column, row, value, typed, onClose, onKeep, onTable } = props;
  const edit = column.edit!;
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<CellEditorHandle>(null);
  const isClosed = useRef(false);
  const faultId = useId();
  const [opened, setOpened] = useState(value);
  const [fault, setFault] = useState(() => (typed === '' && value === '' ? null : edit.whyNot(value)));

  const latest = useRef({ onClose, onKeep });
  useEffect(() => {
    latest.current = { onClose, onKeep };
  });

  const { close, closeBySelf, closeToAsk } = useMemo(() => {
    function closeWith(read: string | undefined, exit: EditorExit) {
      if (isClosed.current) return;
      isClosed.current = true;
      // What nobody touched stays as it is now: a choice beside it may have filled it meanwhile.
      latest.current.onClose(read === opened ? undefined : read, exit);
    }
    return {
      close: closeWith,
      closeBySelf: (exit: EditorExit) => {
        const read = handle.current!.read();
        if (read !== null) closeWith(read, exit);
      },
      closeToAsk(read?: string) {
        closeWith(read, 'stay');
        return (answer: string) => latest.current.onKeep(answer);
      },
    };
  }, [opened]);

  useEffect(() => {
    const keep = () => {
      const read = handle.current?.read() ?? null;
      if (!isClosed.current && read !== null && read !== opened) latest.current.onKeep(read);
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [opened]);

  // What fills the cell while it is open is taken, as long as nobody has typed.
  useLayoutEffect(() => {
    if (value === opened || typed !== '' || isClosed.current || handle.current?.read() !== opened) return;
    setOpened(value);
    setFault(edit.whyNot(value));
  }, [edit, value, opened, typed]);

  const editor = useMemo(
    () =>
      edit.editor(
        {
          label: column.header,
          required: edit.required,
          value: opened,
          typed,
          describedBy: faultId,
          onDone: closeBySelf,
          onAsk: closeToAsk,
          ref: handle,
        },
        row,
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an open editor keeps what it was opened with
    [edit, faultId, closeBySelf, closeToAsk, opened],
  );

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    if (key === 'Enter') closeBySelf(shiftKey ? 'up' : 'down');
    else if (key === 'Tab') closeBySelf(shiftKey ? 'previous' : 'next');
    else if (key === 'Escape') close(undefined, 'stay');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim()) || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
    close(handle.current!.read() ?? undefined, 'stay');
    onTable(text);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears its editor's keys on their way up
    <div
      ref={frame}
      className="rh-editor"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onInput={() => {
        const read = handle.current!.read();
        setFault(read === null ? null : edit.whyNot(read));
      }}
      onBlur={({ relatedTarget }) => {
        // Another window in front leaves the editor as it is.
        if (!document.hasFocus() || frame.current!.contains(relatedTarget)) return;
        close(handle.current!.read() ?? undefined, 'away');
      }}
    >
      <Fragment key={opened}>{editor}</Fragment>
      {fault !== null && (
        <CellPopover side="above" id={faultId} className="rh-fault-bubble" role="alert">
          {fault}
        </CellPopover>
      )}
    </div>
  );
}
