import { useState } from 'react';
import { TextInput, type TextInputProps } from './text-input.tsx';

type NumberInputProps = Omit<TextInputProps, 'inputMode' | 'type'> & {
  /** How many decimals can be typed; null for any number of them. */
  decimals: number | null;
  /** Commas between thousands and fixed decimals while nobody types. */
  grouped?: boolean;
};

/** Takes away what no number has: letters stay, so that what was typed wrongly is seen and said. */
export function cutNumber(typed: string, decimals: number | null): string {
  const plain = typed.replace(/[\s,]/g, '');
  if (decimals === null) return plain;
  const pattern = decimals === 0 ? /^(-?\d*)[.].*$/ : new RegExp(`^(-?\\d*[.]\\d{0,${decimals}}).*$`);
  return plain.replace(pattern, '$1');
}

/** The value is the plain number as text, without separators. */
export function NumberInput({
  decimals,
  grouped = false,
  value,
  onChange,
  onBlur,
  ...rest
}: NumberInputProps) {
  const [typing, setTyping] = useState(false);
  const isNumber = value !== '' && Number.isFinite(Number(value));
  const shown = grouped && !typing && isNumber ? group(Number(value), decimals ?? 2) : value;
  return (
    <div
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        onBlur?.();
      }}
    >
      <TextInput
        {...rest}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        value={shown}
        onChange={(typed) => onChange(cutNumber(typed, decimals))}
      />
    </div>
  );
}

const group = (value: number, decimals: number): string =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
