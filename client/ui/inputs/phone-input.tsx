// A country and a number in one line. It brings the list of all countries along, so it is loaded where it is needed.
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { countries, home } from './countries.ts';
import styles from './phone-input.module.css';
import { Select } from './select.tsx';

/** How phones are read and shown; whoever uses the input knows the rules. */
export type PhoneReading = {
  /** A stored phone, or the text itself where it is none: no digit is left away. */
  read: (typed: string, countryCode: string) => string;
  /** The parts of a stored phone. */
  parts: (value: string) => { countryCode: string; national: string } | null;
  mask: (countryCode: string, national: string) => string;
};

type PhoneInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onBlur' | 'type' | 'inputMode' | 'className'
> & {
  /** For the name of the country's list. */
  label: string;
  /** A stored phone, or what was typed and is none; '' for nothing. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  reading: PhoneReading;
  /** As high as the fields at the door. */
  tall?: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Of the countries that share a code, the one that is meant when nothing else is known. */
const mainCountries: Readonly<Record<string, CountryCode>> = {
  '44': 'GB',
  '7': 'RU',
  '358': 'FI',
  '61': 'AU',
};

const countryOf = (code: string): CountryCode | undefined =>
  mainCountries[code] ?? countries.find((entry) => entry.code === code)?.country;

export function PhoneInput({
  label,
  value,
  onChange,
  onBlur,
  reading,
  tall = false,
  ...input
}: PhoneInputProps) {
  const phone = reading.parts(value);
  const [chosen, setChosen] = useState<CountryCode>(home);
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  // The code of the phone counts, and of the countries that share it the one that was chosen.
  const country =
    phone === null || getCountryCallingCode(chosen) === phone.countryCode
      ? chosen
      : (countryOf(phone.countryCode) ?? chosen);
  const code = getCountryCallingCode(country);
  const shown = phone === null ? value : reading.mask(phone.countryCode, phone.national);

  function write(text: string) {
    const next = reading.read(text, code);
    const read = reading.parts(next);
    // Only what is nothing but the number is masked while it is typed: a country code before it stays in sight.
    const isNumberOnly = read !== null && text.replace(/\D/g, '') === read.national && !text.includes('+');
    setTyped({ text: isNumberOnly ? reading.mask(read.countryCode, read.national) : text, value: next });
    onChange(next);
  }

  return (
    <div className={styles.line} data-tall={tall || undefined}>
      <div className={styles.country}>
        <Select
          aria-label={`Country code of ${label}`}
          value={country}
          onChange={(event) => {
            const next = event.target.value as CountryCode;
            setChosen(next);
            setTyped(null);
            onChange(reading.read(phone?.national ?? value, getCountryCallingCode(next)));
          }}
        >
          {countries.map((entry) => (
            <option key={entry.country} value={entry.country}>
              {`${entry.name} (+${entry.code})`}
            </option>
          ))}
        </Select>
      </div>
      <input
        autoComplete="off"
        placeholder={code === '1' ? '(###) ###-####' : undefined}
        {...input}
        type="tel"
        inputMode="tel"
        className={styles.national}
        value={typed !== null && typed.value === value ? typed.text : shown}
        onChange={(event) => write(event.target.value)}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
      />
    </div>
  );
}
