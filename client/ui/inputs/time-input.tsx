import { useState } from 'react';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** 'HH:mm', 24 hours. '930', '9:30' and '9:30 pm' are understood when the field is left. */
export function TimeInput({ value, onChange, onBlur, ...rest }: Omit<TextInputProps, 'inputMode' | 'type'>) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      placeholder="HH:mm"
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text);
        onChange(readTyped(text) ?? text);
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}

export function readTyped(text: string): string | null {
  const match = /^\s*(\d{1,2}):?(\d{2})\s*([ap]m?)?\s*$/i.exec(text);
  if (!match) return null;
  const [, hours, minutes, half] = match;
  const isHalved = half !== undefined;
  const hour = Number(hours);
  if (Number(minutes) > 59 || hour > (isHalved ? 12 : 23) || (isHalved && hour === 0)) return null;
  const full = isHalved ? (hour % 12) + (/^p/i.test(half) ? 12 : 0) : hour;
  return `${String(full).padStart(2, '0')}:${minutes}`;
}
