import { useId, type ReactNode } from 'react';
import styles from './field-frame.module.css';

export type FieldFrameProps = {
  label: string;
  /** A red asterisk, and aria-required on the input. */
  required?: boolean;
  /** What is wrong; it stands under the input, which is described by it. */
  error?: string | null;
  hint?: string;
  /** The label is spoken and not shown. */
  hideLabel?: boolean;
};

/** What the input inside must carry so that label, hint and error belong to it. */
export type FramedInput = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
};

/** A label above its input and one line under it: the same for every kind of input. */
export function FieldFrame({
  label,
  required = false,
  error,
  hint,
  hideLabel = false,
  children,
}: FieldFrameProps & { children: (input: FramedInput) => ReactNode }) {
  const id = useId();
  const below = error ?? hint;
  const belowId = `${id}-below`;
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className={hideLabel ? 'rh-visually-hidden' : styles.label}>
        {label}
        {required && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error == null ? undefined : true,
        'aria-describedby': below == null ? undefined : belowId,
        'aria-required': required ? true : undefined,
      })}
      {below != null && (
        <p id={belowId} className={error == null ? styles.hint : styles.error}>
          {below}
        </p>
      )}
    </div>
  );
}
