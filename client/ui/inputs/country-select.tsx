// A country by its name. It brings the list of all countries along, so it is loaded where it is needed.
import type { Ref } from 'react';
import { countries } from './countries.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { Select } from './select.tsx';

type CountrySelectProps = FieldFrameProps & {
  value: string;
  onChange: (name: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLSelectElement>;
};

export function CountrySelect({ value, onChange, onBlur, ref, ...frame }: CountrySelectProps) {
  return (
    <FieldFrame {...frame}>
      {(framed) => (
        <Select
          {...framed}
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        >
          <option value="">Choose</option>
          {countries.map(({ country, name }) => (
            <option key={country} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
