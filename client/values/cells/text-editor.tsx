// Editors into which a value is written as text: words, numbers, dates, times. Uncontrolled: a key renders nothing.
import { Suspense, useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import { CellPopover } from '../../ui/grid/cell-popover.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './cell-editors.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Calendar = lazyPart(async () => ({ default: (await import('../../ui/inputs/calendar.tsx')).Calendar }));

type TextEditorProps = CellEditorProps & {
  /** The value as it is written into the editor. */
  shown: string;
  read: (typed: string) => string;
  placeholder?: string | undefined;
  inputMode?: 'numeric' | 'decimal' | 'url' | 'email' | undefined;
};

type Written = HTMLInputElement | HTMLTextAreaElement;

/** Focused at once: what was typed to open it goes on, what stood there is selected. */
function useWritten<Element extends Written>({ value, shown, typed, read, ref }: TextEditorProps) {
  const input = useRef<Element>(null);
  // What nobody touched is the value that it was, whatever its text leaves out (seconds, a third decimal).
  useImperativeHandle(ref, () => ({
    read: () => {
      const { value: text } = input.current!;
      return text === shown ? value : read(text);
    },
  }));
  useEffect(() => {
    const element = input.current!;
    element.focus({ preventScroll: true });
    if (typed === '') element.select();
    else element.setSelectionRange(element.value.length, element.value.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  return input;
}

const attributesOf = ({
  label,
  required,
  describedBy,
  typed,
  shown,
  placeholder,
  inputMode,
}: TextEditorProps) => ({
  className: 'rh-editor-input',
  'aria-label': label,
  'aria-required': required || undefined,
  'aria-describedby': describedBy,
  defaultValue: typed === '' ? shown : typed,
  placeholder,
  inputMode,
});

export function TextEditor(props: TextEditorProps) {
  const input = useWritten<HTMLInputElement>(props);
  return <input {...attributesOf(props)} ref={input} type="text" autoComplete="off" />;
}

/** Larger than its cell. Enter takes the text; with Shift or Alt it breaks the line. */
export function TextAreaEditor(props: TextEditorProps) {
  const input = useWritten<HTMLTextAreaElement>(props);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.altKey || event.shiftKey)) return;
    event.stopPropagation();
    if (!event.altKey) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end');
  }
  return (
    <CellPopover side="over" className={styles.textArea}>
      <textarea {...attributesOf(props)} ref={input} rows={5} onKeyDown={onKeyDown} />
      <p className={styles.hint}>Enter to take it, Shift+Enter for a new line</p>
    </CellPopover>
  );
}

/** Written, or chosen in the calendar that Alt+↓ and the button open; a chosen day keeps the time that was there. */
export function DateEditor(props: TextEditorProps) {
  const input = useWritten<HTMLInputElement>(props);
  const [day, setDay] = useState<{ value: Date | null } | null>(null);

  function open() {
    const current = props.read(input.current!.value);
    const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(current);
    const date = parts
      ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
      : new Date(/^\d{4}-.*Z$/.test(current) ? current : Number.NaN);
    setDay({ value: Number.isNaN(date.getTime()) ? null : date });
  }
  function close() {
    setDay(null);
    input.current!.focus({ preventScroll: true });
  }
  function choose(date: Date) {
    const time = /\s+\d{1,2}:\d{2}.*$/.exec(input.current!.value)?.[0] ?? '';
    const two = (number: number) => String(number).padStart(2, '0');
    const written = `${two(date.getMonth() + 1)}/${two(date.getDate())}/${String(date.getFullYear()).padStart(4, '0')}${time}`;
    writeInto(input.current!, written);
    close();
  }

  return (
    <div className={styles.withButton}>
      <input
        {...attributesOf(props)}
        ref={input}
        type="text"
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return;
          event.preventDefault();
          open();
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        className={styles.button}
        aria-label={`Open calendar of ${props.label}`}
        aria-expanded={day !== null}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (day ? close() : open())}
      >
        <Icon name="calendar" size={16} />
      </button>
      {day && (
        <CellPopover
          role="dialog"
          aria-label={props.label}
          onKeyDown={(event) => {
            // The calendar's own keys stay its own.
            event.stopPropagation();
            if (event.key !== 'Escape' && event.key !== 'Tab') return;
            event.preventDefault();
            close();
          }}
        >
          <Suspense fallback={<div className={styles.calendarSpace} />}>
            <Calendar value={day.value} latest={null} onChoose={choose} />
          </Suspense>
        </CellPopover>
      )}
    </div>
  );
}

/** As if it were typed: who listens to the editor hears of it. */
function writeInto(input: HTMLInputElement, text: string) {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
