// A date is typed, and the calendar is there for who wants it: it is loaded when it is first opened.
// Complete and right, the value is YYYY-MM-DD (or an ISO instant); otherwise it is what was typed, so that
// nothing is lost and the rule of the field can say what is wrong.
import Popover from '@mui/material/Popover';
import { Suspense, useRef, useState, type Ref } from 'react';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import styles from './text-input.module.css';
import { useTyped, type Reading } from './use-typed.ts';
import { lazyPart } from '../lazy-part.tsx';

const Calendar = lazyPart(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

type DateInputProps = FieldFrameProps &
  Reading & {
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
  fromValue: (value: string) => Date | null;
  toValue: (date: Date) => string;
  /** Whether a day may stand alone, and is then YYYY-MM-DD. */
  takesDay?: boolean;
};

const real = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

const day: Form = {
  placeholder: 'MM/DD/YYYY',
  fromValue: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? real(new Date(`${value}T00:00:00`)) : null),
  toValue: (date) => `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`,
};

const moment: Form = {
  placeholder: 'MM/DD/YYYY hh:mm AM',
  fromValue: (value) => (/^\d{4}-.*(Z|[+-]\d\d:?\d\d)$/.test(value) ? real(new Date(value)) : null),
  toValue: (date) => date.toISOString(),
};

const dayOrMoment: Form = { ...moment, placeholder: 'MM/DD/YYYY, or with hh:mm AM', takesDay: true };

/** A day: YYYY-MM-DD, shown MM/DD/YYYY. */
export const DateInput = (props: DateInputProps) => <Dated {...props} form={day} />;

/** An instant: ISO 8601 in UTC, shown MM/DD/YYYY hh:mm a where the viewer is. */
export const DateTimeInput = (props: DateInputProps) => <Dated {...props} form={moment} />;

/** The same, or a day without a time: YYYY-MM-DD. */
export const DayOrTimeInput = (props: DateInputProps) => <Dated {...props} form={dayOrMoment} />;

function Dated({
  form,
  value,
  onChange,
  onBlur,
  read,
  show,
  disabled,
  latest,
  ref,
  ...frame
}: DateInputProps & { form: Form }) {
  const typed = useTyped({ value, onChange, onBlur, read, show });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const dayAlone = form.takesDay ? day.fromValue(value) : null;
  const date = dayAlone ?? form.fromValue(value);

  function choose(chosen: Date) {
    const at = date ?? new Date(2000, 0, 1);
    chosen.setHours(at.getHours(), at.getMinutes(), 0, 0);
    const isDay = form.takesDay && (dayAlone !== null || date === null);
    onChange((isDay ? day : form).toValue(chosen));
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
            value={typed.value}
            onChange={(event) => typed.onChange(event.target.value)}
            onBlur={typed.onBlur}
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
