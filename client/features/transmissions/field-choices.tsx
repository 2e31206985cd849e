import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';

export const fieldOptions = (fields: readonly TransmissionField[]): Option[] =>
  fields.map(({ key, name, lineType }) => ({
    id: key,
    name,
    enabled: true,
    ...(lineType !== null && { detail: lineType }),
  }));

/** By their names, which is how a mapping speaks of them. */
export const choicesOf = (field: TransmissionField | undefined): Option[] =>
  (field?.choices ?? []).map(({ name }) => ({ id: name, name, enabled: true }));

/** With the one that stands there, which can be kept and not be chosen anew: it is switched off or gone. */
export const withKept = (options: Option[], value: string, name = value): Option[] =>
  value === '' || options.some(({ id }) => id === value)
    ? options
    : [...options, { id: value, name, enabled: false }];

const boxes: readonly Option[] = [
  { id: 'true', name: 'Checked', enabled: true },
  { id: 'false', name: 'Not checked', enabled: true },
];

type TriggerValueProps = {
  field: TransmissionField | undefined;
  value: string;
  /** The one that is saved. */
  kept: string;
  error: string | null;
  onChange: (value: string) => void;
};

/** The value that a field has reached, chosen where it is a choice. */
export function TriggerValue({ field, kept, ...input }: TriggerValueProps) {
  if (field?.choices === null && valueOf(field.dataType).family !== 'checkbox')
    return <TextInput label="Trigger value" required {...input} />;
  const options =
    field === undefined
      ? [{ id: kept, name: kept, enabled: true }]
      : field.choices === null
        ? boxes
        : withKept(choicesOf(field), kept);
  return <OptionPicker label="Trigger value" required isFirm options={options} {...input} />;
}
