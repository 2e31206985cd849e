import { useState } from 'react';

/** How a kind of value is written by a person; whoever uses the input knows its rules. */
export type Reading = {
  /** The value that a text reads as, or the text itself where it reads as none: nothing that was typed is lost. */
  read: (typed: string) => string;
  /** How a value reads while nobody types. */
  show: (value: string) => string;
};

type Typed = Reading & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
};

/**
 * What stands in the input is what was typed, letter by letter, until the input is left; only then it is shown as its
 * value reads. Coming to the input changes nothing in it, so that the browser selects all of it for who comes by Tab.
 */
export function useTyped({ value, onChange, onBlur, read, show }: Typed) {
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  return {
    // A value that was put there otherwise since is not what was typed.
    value: typed !== null && typed.value === value ? typed.text : show(value),
    onChange: (text: string) => {
      const next = read(text);
      setTyped({ text, value: next });
      onChange(next);
    },
    onBlur: () => {
      setTyped(null);
      onBlur?.();
    },
  };
}
