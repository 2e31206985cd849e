// A date is typed, and the calendar is there for who wants it: it is loaded when it is first opened.
// Complete and right, the value is YYYY-MM-DD (or an ISO instant); otherwise it is what was typed, so that
// nothing is lost and the rule of the field can say what is wrong.
import Popover from '@mui/material/Popover';
import { format as formatDate, isValid, parse } from 'date-fns';
import { lazy, Suspense, useRef, useState, type Ref } from 'react';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import styles from './text-input.module.css';

const Calendar = lazy(() => import('./calendar.tsx').then(({ Calendar }) => ({ default: Calendar })));

type DateInputProps = FieldFrameProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  /** YYYY-MM-DD: what the calendar offers at the latest. */
  latest?: string;
  ref?: Ref<HTMLInputElement>;
};

type Form = {
  placeholder: string;
  read: (typed: string) => Date | null;
  show: (date: Date) => string;
  fromValue: (value: string) => Date | null;
  toValue: (date: Date) => string;
};

const parsed = (text: string, pattern: string): Date | null => {
  const date = parse(text.trim(), pattern, new Date(2000, 0, 1));
  return isValid(date) && date.getFullYear() >= 1 ? date : null;
};
const fullYear = /\d{4}/;

const day: Form = {
  placeholder: 'MM/DD/YYYY',
  read: (typed) => (fullYear.test(typed) ? parsed(typed, 'MM/dd/yyyy') : null),
  show: (date) => formatDate(date, 'MM/dd/yyyy'),
  fromValue: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? parsed(value, 'yyyy-MM-dd') : null),
  toValue: (date) => formatDate(date, 'yyyy-MM-dd'),
};

const moment: Form = {
  placeholder: 'MM/DD/YYYY hh:mm AM',
  read: (typed) =>
    fullYear.test(typed) ? (parsed(typed, 'MM/dd/yyyy hh:mm a') ?? parsed(typed, 'MM/dd/yyyy HH:mm')) : null,
  show: (date) => formatDate(date, 'MM/dd/yyyy hh:mm a'),
  fromValue: (value) => {
    const date = /^\d{4}-.*(Z|[+-]\d\d:?\d\d)$/.test(value) ? new Date(value) : null;
    return date && isValid(date) ? date : null;
  },
  toValue: (date) => date.toISOString(),
};

/** A day: YYYY-MM-DD, shown MM/DD/YYYY. */
export const DateInput = (props: DateInputProps) => <Dated {...props} form={day} />;

/** An instant: ISO 8601 in UTC, shown MM/DD/YYYY hh:mm a where the viewer is. */
export const DateTimeInput = (props: DateInputProps) => <Dated {...props} form={moment} />;

function Dated({
  form,
  value,
  onChange,
  onBlur,
  disabled,
  latest,
  ref,
  ...frame
}: DateInputProps & { form: Form }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const date = form.fromValue(value);
  const shown = typed ?? (date ? form.show(date) : value);

  function choose(chosen: Date) {
    const at = date ?? new Date(2000, 0, 1);
    chosen.setHours(at.getHours(), at.getMinutes(), 0, 0);
    onChange(form.toValue(chosen));
    setAnchor(null);
  }

  return (
    <FieldFrame {...frame}>
      {(framed) => (
        <div ref={box} className={styles.withButton}>
          <input
            {...framed}
            ref={ref}
            type="text"
            autoComplete="off"
            className={styles.input}
            placeholder={form.placeholder}
            disabled={disabled}
            value={shown}
            onChange={(event) => {
              const text = event.target.value;
              setTyped(text);
              const read = form.read(text);
              onChange(read ? form.toValue(read) : text);
            }}
            onBlur={() => {
              setTyped(null);
              onBlur?.();
            }}
          />
          <button
            type="button"
            className={styles.button}
            aria-label="Open calendar"
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={() => setAnchor(box.current)}
          >
            <Icon name="calendar" />
          </button>
          <Popover
            open={anchor !== null}
            anchorEl={anchor}
            onClose={() => setAnchor(null)}
            anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
            slotProps={{ paper: { role: 'dialog', 'aria-label': frame.label } as object }}
          >
            <Suspense fallback={<div style={{ width: 'min(320px, calc(100vw - 34px))', height: 336 }} />}>
              <Calendar value={date} latest={latest ? day.fromValue(latest) : null} onChoose={choose} />
            </Suspense>
          </Popover>
        </div>
      )}
    </FieldFrame>
  );
}
