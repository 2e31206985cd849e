import { maskNational, readPhone, writePhone } from '@rowhouse/domain/kernel/formats.ts';
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { useState, type Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from '../../ui/inputs/field-frame.tsx';
import styles from './phone-editor.module.css';

type PhoneEditorProps = FieldFrameProps & {
  /** [countrycode,number], or ''. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
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

const longestNational = 14;

/** The mask of ten digits; where a country's numbers are longer, the last group goes on. */
const show = (national: string, code: string): string =>
  code !== '1' && national.length > 10 ? maskNational(national) + national.slice(10) : maskNational(national);

export function PhoneEditor({ value, onChange, onBlur, ref, ...frame }: PhoneEditorProps) {
  const phone = readPhone(value);
  const [country, setCountry] = useState<CountryCode>(
    () => countries.find(({ code }) => code === phone?.countryCode)?.country ?? home,
  );
  const code = getCountryCallingCode(country);
  const national = phone?.national ?? '';

  function write(nextCode: string, typed: string) {
    const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
    const kept = digits.slice(0, nextCode === '1' ? 10 : longestNational);
    onChange(kept === '' ? '' : writePhone({ countryCode: nextCode, national: kept }));
  }

  return (
    <FieldFrame {...frame}>
      {(framed) => (
        <div className={styles.line}>
          <select
            className={styles.country}
            aria-label={`Country code of ${frame.label}`}
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
            {...framed}
            ref={ref}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            className={styles.national}
            placeholder="(###) ###-####"
            value={show(national, code)}
            onChange={(event) => write(code, event.target.value)}
            onBlur={onBlur}
          />
        </div>
      )}
    </FieldFrame>
  );
}
