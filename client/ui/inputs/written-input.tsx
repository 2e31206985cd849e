import { TextInput, type TextInputProps } from './text-input.tsx';
import { useTyped, type Reading } from './use-typed.ts';

type WrittenInputProps = TextInputProps & Reading;

/** A line into which a value is written that is more than its text: a number, a time of day. */
export function WrittenInput({ value, onChange, onBlur, read, show, ...rest }: WrittenInputProps) {
  return <TextInput {...rest} {...useTyped({ value, onChange, onBlur, read, show })} />;
}
