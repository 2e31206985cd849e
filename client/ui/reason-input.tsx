import { TextInput } from './inputs/text-input.tsx';

type ReasonInputProps = {
  /** Where it can be read later. */
  hint: string;
  /** In characters. */
  longest: number;
  value: string;
  onChange: (reason: string) => void;
};

/** Why somebody changes something. Nobody has to say it. */
export function ReasonInput({ longest, ...input }: ReasonInputProps) {
  return <TextInput label="Reason (optional)" maxLength={longest} {...input} />;
}
