import { maskNational, readPhone, writePhone } from '@rowhouse/domain/kernel/formats.ts';
import type { Ref } from 'react';
import { FieldFrame, type FieldFrameProps } from '../../ui/inputs/field-frame.tsx';
import { PhoneInput } from '../../ui/inputs/phone-input.tsx';

type PhoneEditorProps = FieldFrameProps & {
  /** [countrycode,number], or ''. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

export function PhoneEditor({ value, onChange, onBlur, ref, ...frame }: PhoneEditorProps) {
  return (
    <FieldFrame {...frame}>
      {(framed) => (
        <PhoneInput
          {...framed}
          ref={ref}
          label={frame.label}
          value={readPhone(value)}
          onChange={(phone) => onChange(phone === null ? '' : writePhone(phone))}
          onBlur={onBlur}
          mask={maskNational}
        />
      )}
    </FieldFrame>
  );
}
