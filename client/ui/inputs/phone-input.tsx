// A country and a number in one line. It brings the list of all countries along, so it is loaded where it is needed.
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { useState, type InputHTMLAttributes, type Ref } from 'react';
import styles from './phone-input.module.css';

export type PhoneNumber = { countryCode: string; national: string };

type PhoneInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'className'
> & {
  /** For the name of the country's list. */
  label: string;
  value: PhoneNumber | null;
  /** Null when no digit is left. */
  onChange: (value: PhoneNumber | null) => void;
  /** How ten digits are shown; what follows them is put behind. */
  mask: (digits: string) => string;
  /** As high as the fields at the door. */
  tall?: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
};

const home: CountryCode = 'US';
const names = new Intl.DisplayNames('en', { type: 'region' });

/** Specification 9: the United States first, as 'United States / Canada', and no Canada of its own. */
const countries = [
  { country: home, name: 'United States / Canada' },
  ...getCountries()
    .filter((country) => country !== home && country !== 'CA')
    .map((country) => ({ country, name: names.of(country) ?? country }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
].map((entry) => ({ ...entry, code: getCountryCallingCode(entry.country) }));

const masked = 10;
const longestNational = 14;

export function PhoneInput({ label, value, onChange, mask, tall = false, ...input }: PhoneInputProps) {
  const [country, setCountry] = useState<CountryCode>(
    () => countries.find(({ code }) => code === value?.countryCode)?.country ?? home,
  );
  const code = getCountryCallingCode(country);
  const national = value?.national ?? '';
  // Where a country's numbers are longer, the last group of the mask goes on.
  const rest = code === '1' ? '' : national.slice(masked);

  function write(countryCode: string, typed: string) {
    const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
    const kept = digits.slice(0, countryCode === '1' ? masked : longestNational);
    onChange(kept === '' ? null : { countryCode, national: kept });
  }

  return (
    <div className={styles.line} data-tall={tall || undefined}>
      <select
        className={styles.country}
        aria-label={`Country code of ${label}`}
        value={country}
        onChange={(event) => {
          const chosen = event.target.value as CountryCode;
          setCountry(chosen);
          write(getCountryCallingCode(chosen), national);
        }}
      >
        {countries.map((entry) => (
          <option key={entry.country} value={entry.country}>
            {`${entry.name} (+${entry.code})`}
          </option>
        ))}
      </select>
      <input
        autoComplete="off"
        placeholder="(###) ###-####"
        {...input}
        type="tel"
        inputMode="tel"
        className={styles.national}
        value={mask(national) + rest}
        onChange={(event) => write(code, event.target.value)}
      />
    </div>
  );
}
