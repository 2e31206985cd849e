import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { presentUser, type FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { takesMany } from '@rowhouse/domain/records/operators.ts';
import { useMemo } from 'react';
import { DateInput, DateTimeInput } from '../../../ui/inputs/date-input.tsx';
import { cutNumber, NumberInput } from '../../../ui/inputs/number-input.tsx';
import { OptionPicker } from '../../../ui/inputs/option-picker.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import { OptionsPicker, ValuesInput } from '../../../ui/inputs/options-picker.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { TimeInput } from '../../../ui/inputs/time-input.tsx';
import { presentUserName } from './filter-words.ts';
import { holdsUsers, isRelation, type RecordField } from '../record-field.ts';

type FilterValueProps = {
  label: string;
  field: RecordField;
  options: readonly Option[];
  condition: FilterCondition;
  error: string | null;
  onChange: (condition: FilterCondition) => void;
  onBlur: () => void;
};

/** "Is any of" takes at least this many pasted values. */
const mostPasted = 1000;
const me: Option = { id: presentUser, name: presentUserName, enabled: true };

export function FilterValue({ label, field, options, condition, error, onChange, onBlur }: FilterValueProps) {
  const offered = useMemo(() => {
    // One may look for what is no longer offered: in a filter a disabled value can be chosen, and says that it is.
    const all = options.map((option) =>
      option.enabled ? option : { ...option, name: `${option.name} (Disabled)`, enabled: true },
    );
    return holdsUsers(field) ? [me, ...all] : all;
  }, [field, options]);
  const frame = { label, error, hideLabel: true, onBlur } as const;
  const family = valueFamily(field.dataType);

  if (takesMany(condition.operator)) {
    const many = {
      ...frame,
      value: condition.values ?? [],
      onChange: (values: string[]) => onChange({ ...condition, values }),
      mostPasted,
    };
    if (isRelation(field)) return <OptionsPicker {...many} options={offered} placeholder="Choose or paste" />;
    const isNumber = family === 'number';
    return (
      <ValuesInput
        {...many}
        commas={isNumber}
        clean={isNumber ? (typed) => cutNumber(typed, null) : undefined}
        placeholder="Type and press Enter, or paste"
      />
    );
  }

  const one = {
    ...frame,
    value: condition.value ?? '',
    onChange: (value: string) => onChange({ ...condition, value }),
  };
  switch (family) {
    case 'relation':
    case 'relations':
      return <OptionPicker {...one} options={offered} placeholder="Choose" />;
    case 'number':
      return <NumberInput {...one} decimals={2} placeholder="0.00" />;
    case 'date':
      return <DateInput {...one} />;
    case 'datetime':
      return <DateTimeInput {...one} />;
    case 'time':
      return <TimeInput {...one} />;
    default:
      return <TextInput {...one} placeholder="Value" />;
  }
}
