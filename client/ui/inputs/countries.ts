import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';

export const home: CountryCode = 'US';
const names = new Intl.DisplayNames('en', { type: 'region' });

/** Specification 9: the United States first, as 'United States / Canada', and no Canada of its own. */
export const countries = [
  { country: home, name: 'United States / Canada' },
  ...getCountries()
    .filter((country) => country !== home && country !== 'CA')
    .map((country) => ({ country, name: names.of(country) ?? country }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
].map((entry) => ({ ...entry, code: getCountryCallingCode(entry.country) }));
