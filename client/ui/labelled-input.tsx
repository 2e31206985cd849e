import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { Icon } from './icons.tsx';
import styles from './labelled-input.module.css';

type LabelledInputProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** Why the value cannot stand; announced, and tied to the field. */
  fault?: string | undefined;
  /** On the label's line, at the right. */
  aside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** The label stands above the field and the fault below it. For pages that cannot carry the weight of a form kit. */
export function LabelledInput({ label, fault, aside, ref, ...input }: LabelledInputProps) {
  const id = useId();
  const faultId = useId();
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </div>
      <input
        {...input}
        ref={ref}
        id={id}
        className={styles.input}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
      />
      <div role="alert">
        {fault !== undefined && (
          <p id={faultId} className={styles.fault}>
            <Icon name="close" size={16} />
            <span>{fault}</span>
          </p>
        )}
      </div>
    </div>
  );
}
