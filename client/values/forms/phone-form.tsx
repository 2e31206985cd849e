import { phoneReading } from '@rowhouse/domain/values/read-phone.ts';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { PhoneInput } from '../../ui/inputs/phone-input.tsx';
import type { FieldEditorProps } from '../value-view.ts';

/** [countrycode,number], or what was typed and is none. */
export function PhoneForm({ field, value, onChange, onBlur, required, error, ref }: FieldEditorProps) {
  return (
    <FieldFrame label={field.name} required={required} error={error}>
      {(framed) => (
        <PhoneInput
          {...framed}
          ref={ref}
          label={field.name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          reading={phoneReading}
        />
      )}
    </FieldFrame>
  );
}
