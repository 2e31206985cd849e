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

const boxes: readonly Option[] = [
  { id: 'true', name: 'Checked', enabled: true },
  { id: 'false', name: 'Not checked', enabled: true },
];

type TriggerValueProps = {
  field: TransmissionField | undefined;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

/** The value that a field has reached, chosen where it is a choice. */
export function TriggerValue({ field, ...input }: TriggerValueProps) {
  if (field?.choices === null && valueOf(field.dataType).family !== 'checkbox')
    return <TextInput label="Trigger value" required {...input} />;
  const options = field?.choices === null ? boxes : choicesOf(field);
  return <OptionPicker label="Trigger value" required isFirm options={options} {...input} />;
}
