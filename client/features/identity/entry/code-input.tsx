import type { FormEvent } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { codeLength } from './code-check.ts';

type CodeInputProps = {
  hint?: string;
  fault?: string | undefined;
  defaultValue?: string;
  takeFocus?: boolean;
};

/** Six digits, from an app or from a mail. Spaces and hyphens that were copied along fall away. */
export function CodeInput({ takeFocus = false, ...input }: CodeInputProps) {
  return (
    <LabelledInput
      {...input}
      ref={takeFocus ? focusAtFirst : undefined}
      label="6-digit code"
      name="code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      isCode
      onInput={keepDigits}
    />
  );
}

function keepDigits({ currentTarget }: FormEvent<HTMLInputElement>): void {
  const kept = currentTarget.value.replace(/\D/g, '').slice(0, codeLength);
  if (kept !== currentTarget.value) currentTarget.value = kept;
}
