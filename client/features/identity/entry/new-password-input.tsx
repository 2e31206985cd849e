import { shortestPassword } from '@rowhouse/domain/identity/limits.ts';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';

type NewPasswordInputProps = {
  label?: string;
  mark?: 'required';
  fault?: string | undefined;
  takeFocus?: boolean;
};

/** A password that is chosen now. */
export function NewPasswordInput({ label = 'New password', takeFocus, ...input }: NewPasswordInputProps) {
  return (
    <PasswordInput
      {...input}
      ref={takeFocus ? focusAtFirst : undefined}
      label={label}
      name="password"
      autoComplete="new-password"
      required
      hint={`At least ${shortestPassword} characters. A few words are easy to keep in mind.`}
    />
  );
}
