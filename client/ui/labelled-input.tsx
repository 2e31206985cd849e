import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { Icon } from './icons.tsx';
import styles from './labelled-input.module.css';

export type LabelledInputProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** Behind the label, with a red asterisk where the page has other fields that may stay empty. */
  mark?: 'required' | 'optional' | undefined;
  /** What is expected, until there is a fault. */
  hint?: string | undefined;
  /** Why the value cannot stand; announced, and tied to the field. */
  fault?: string | undefined;
  /** Digits and letters that are compared one by one. */
  isCode?: boolean;
  /** On the label's line, at the right; the keyboard comes to it after the input. */
  aside?: ReactNode;
  /** A button inside the input's right end. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The label stands above the field and the fault below it. For pages that cannot carry the weight of a form kit. */
export function LabelledInput({
  label,
  mark,
  hint,
  fault,
  isCode = false,
  aside,
  end,
  ref,
  ...input
}: LabelledInputProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const belowId = useId();
  const below = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {mark === 'required' && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
        {mark === 'optional' && <span className={styles.quiet}> (optional)</span>}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={styles.input}
          data-code={isCode || undefined}
          data-with-end={end !== undefined || undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={below === undefined ? undefined : belowId}
        />
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      {fault === undefined && hint !== undefined && (
        <p id={belowId} className={styles.hint}>
          {hint}
        </p>
      )}
      <div role="alert">
        {fault !== undefined && (
          <p id={belowId} className={styles.fault}>
            <Icon name="close" size={16} />
            <span>{fault}</span>
          </p>
        )}
      </div>
    </div>
  );
}
