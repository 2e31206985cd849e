import { useId, type InputHTMLAttributes, type Ref } from 'react';
import styles from './labelled-checkbox.module.css';

type LabelledCheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  fault?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The browser's own box, for pages that cannot carry the weight of a form kit. */
export function LabelledCheckbox({ label, fault, ref, ...input }: LabelledCheckboxProps) {
  const faultId = useId();
  return (
    <div>
      <label className={styles.line}>
        <input
          {...input}
          ref={ref}
          type="checkbox"
          className={styles.box}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
        />
        <span>{label}</span>
      </label>
      <div role="alert">
        {fault !== undefined && (
          <p id={faultId} className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}
