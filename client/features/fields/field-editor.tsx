// An editor for each data type. Whatever the type, the value is the text in which it is stored, '' when empty.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { isChecked, readIds, writeIds } from '@rowhouse/domain/kernel/formats.ts';
import { lazy, Suspense, type ReactNode, type Ref } from 'react';
import { CheckInput } from '../../ui/inputs/check-input.tsx';
import { DateInput, DateTimeInput } from '../../ui/inputs/date-input.tsx';
import { NumberInput } from '../../ui/inputs/number-input.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { OptionsPicker } from '../../ui/inputs/options-picker.tsx';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { TimeInput } from '../../ui/inputs/time-input.tsx';

const PhoneEditor = lazy(async () => ({ default: (await import('./phone-editor.tsx')).PhoneEditor }));

export type FieldEditorProps = {
  field: { readonly name: string; readonly dataType: DataType };
  /** Absent while the list is on its way. */
  options: readonly Option[] | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  required: boolean;
  error: string | null;
  /** For dates: the last day that is offered. */
  latest?: string;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

const noOptions: readonly Option[] = [];
const mostPasted = 1000;

/** Objects and attachments are edited elsewhere. */
export const hasEditor = (dataType: DataType): boolean => dataType !== 'object' && dataType !== 'attachment';

export function FieldEditor(props: FieldEditorProps): ReactNode {
  const { field, options, value, onChange, onBlur, required, error, latest, ref } = props;
  const frame = { label: field.name, required, error, onBlur, ref };
  const text = { ...frame, value, onChange };
  const choice = { ...text, options: options ?? noOptions, loading: options === undefined };
  switch (field.dataType) {
    case 'dropdown':
    case 'single-select':
      return <OptionPicker {...choice} />;
    case 'multiselect':
    case 'multiselect-checkbox':
      return (
        <OptionsPicker
          {...choice}
          mostPasted={mostPasted}
          value={readIds(value).map(String)}
          onChange={(ids) => onChange(ids.length === 0 ? '' : writeIds(ids.map(Number)))}
        />
      );
    case 'date':
      return <DateInput {...text} latest={latest} />;
    case 'datetime':
      return <DateTimeInput {...text} />;
    case 'time':
      return <TimeInput {...text} />;
    case 'number':
      return <NumberInput {...text} decimals={0} />;
    case 'decimal':
    case 'float':
      return <NumberInput {...text} decimals={null} />;
    case 'currency':
      return <NumberInput {...text} decimals={2} grouped />;
    case 'checkbox':
    case 'boolean':
      return (
        <CheckInput {...frame} checked={isChecked(value)} onChange={(checked) => onChange(String(checked))} />
      );
    case 'textarea':
      return <TextArea {...text} />;
    case 'phone':
      return (
        <Suspense fallback={<TextInput {...text} disabled />}>
          <PhoneEditor {...text} />
        </Suspense>
      );
    case 'url':
      return <TextInput {...text} inputMode="url" placeholder="https://" />;
    case 'email':
      return <TextInput {...text} inputMode="email" placeholder="name@example.com" />;
    case 'string':
      return <TextInput {...text} />;
    case 'object':
    case 'attachment':
      return null;
  }
}
