import type { InputHTMLAttributes, Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import styles from './text-input.module.css';

export type TextInputProps = FieldFrameProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
} & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'placeholder' | 'inputMode' | 'type' | 'maxLength' | 'autoComplete' | 'disabled' | 'name'
  >;

export function TextInput({ label, required, error, hint, hideLabel, onChange, ...input }: TextInputProps) {
  return (
    <FieldFrame {...{ label, required, error, hint, hideLabel }}>
      {(framed) => (
        <input
          autoComplete="off"
          {...framed}
          {...input}
          className={styles.input}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

export type TextAreaProps = FieldFrameProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

export function TextArea({ label, required, error, hint, hideLabel, onChange, ...input }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, required, error, hint, hideLabel }}>
      {(framed) => (
        <textarea
          {...framed}
          {...input}
          rows={3}
          className={styles.input}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
