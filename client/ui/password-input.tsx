import { useState } from 'react';
import { Icon } from './icons.tsx';
import { LabelledInput, type LabelledInputProps } from './labelled-input.tsx';
import styles from './password-input.module.css';

type PasswordInputProps = Omit<LabelledInputProps, 'type' | 'end'>;

/** With a button that shows what was typed: a new password then need not be typed twice. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <LabelledInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={styles.show}
          aria-label="Show what is typed"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}
