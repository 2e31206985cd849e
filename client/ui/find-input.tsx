import type { Ref } from 'react';
import styles from './find-input.module.css';
import { Icon } from './icons.tsx';

type FindInputProps = {
  /** What it finds, and in what: 'Find a list'. */
  label: string;
  value: string;
  onChange: (sought: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/** The field that narrows what stands below it, while it is typed in. */
export function FindInput({ label, value, onChange, ref }: FindInputProps) {
  return (
    <label className={styles.find}>
      <Icon name="search" size={16} />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
