import Checkbox from '@mui/material/Checkbox';
import type { Ref } from 'react';
import styles from './check-input.module.css';
import type { FieldFrameProps } from './field-frame.tsx';
import { useId } from 'react';

type CheckInputProps = Omit<FieldFrameProps, 'hideLabel'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function CheckInput(props: CheckInputProps) {
  const { label, required = false, error, hint, checked, onChange, onBlur, disabled, ref } = props;
  const belowId = useId();
  const below = error ?? hint;
  return (
    <div>
      <label className={styles.line}>
        <Checkbox
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          slotProps={{
            input: {
              ref,
              'aria-invalid': error == null ? undefined : true,
              'aria-describedby': below == null ? undefined : belowId,
              'aria-required': required || undefined,
            },
          }}
        />
        <span>
          {label}
          {required && (
            <span className={styles.asterisk} aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
      </label>
      {below != null && (
        <p id={belowId} className={error == null ? styles.hint : styles.error}>
          {below}
        </p>
      )}
    </div>
  );
}
