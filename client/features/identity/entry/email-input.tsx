import { LabelledInput, type LabelledInputProps } from '../../../ui/labelled-input.tsx';

/** The name of the account, which password stores keep beside the password. */
export function EmailInput(input: Omit<LabelledInputProps, 'label' | 'name' | 'type'>) {
  return (
    <LabelledInput
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...input}
      label="Email"
      name="email"
      type="email"
    />
  );
}
