import { mostOfAReason } from '../platform/most-of-a-reason.ts';
import { TextInput } from './inputs/text-input.tsx';

type ReasonInputProps = {
  /** Where it can be read later. */
  hint: string;
  value: string;
  onChange: (reason: string) => void;
};

/** Why somebody changes something. Nobody has to say it. */
export function ReasonInput(input: ReasonInputProps) {
  return <TextInput label="Reason (optional)" maxLength={mostOfAReason} {...input} />;
}
