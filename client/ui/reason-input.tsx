import { LabelledInput } from './labelled-input.tsx';

type ReasonInputProps = {
  /** Where it can be read later. */
  hint: string;
  /** In characters. */
  longest: number;
  value: string;
  onChange: (reason: string) => void;
};

/** Why somebody changes something. Nobody has to say it. */
export function ReasonInput({ hint, longest, value, onChange }: ReasonInputProps) {
  return (
    <LabelledInput
      label="Reason"
      mark="optional"
      hint={hint}
      maxLength={longest}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
