// The inputs of forms and of filters, one for each family of values. They are reached through the views.
import { withCurrency } from '@rowhouse/domain/fields/rules.ts';
import { isDay, readShownDay, showDay, showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { isChecked, readIds, showPhone, writeIds } from '@rowhouse/domain/kernel/formats.ts';
import { readDigits } from '@rowhouse/domain/values/read-number.ts';
import { sayExpected } from '@rowhouse/domain/values/say-expected.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { ReactNode } from 'react';
import { viewerZone } from '../../platform/clock.ts';
import { CheckInput } from '../../ui/inputs/check-input.tsx';
import { DateInput, DateTimeInput, DayOrTimeInput } from '../../ui/inputs/date-input.tsx';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import { OptionsPicker, ValuesInput } from '../../ui/inputs/options-picker.tsx';
import { splitPasted } from '../../ui/inputs/paste.ts';
import { TextArea, TextInput } from '../../ui/inputs/text-input.tsx';
import { WrittenInput } from '../../ui/inputs/written-input.tsx';
import { createLate } from '../../ui/late.tsx';
import { choiceActs } from '../choice-acts.ts';
import { noOptions } from '../value-field.ts';
import type { FieldEditorProps, FilterListProps, FilterProps } from '../value-view.ts';

/** "Is any of" takes at least this many pasted values. */
const mostPasted = 1000;
const asItIs = (value: string) => value;

const frameOf = ({ field, required, error, onBlur, ref }: FieldEditorProps) => ({
  label: withCurrency(field.name, field.currency),
  required,
  error: sayExpected(field.dataType, error),
  ...(field.help && { hint: field.help }),
  onBlur,
  ref,
});
const inputOf = (props: FieldEditorProps) => ({
  ...frameOf(props),
  value: props.value,
  onChange: props.onChange,
});
const writtenOf = (props: FieldEditorProps) => ({
  ...inputOf(props),
  read: (typed: string) => valueOf(props.field.dataType).read(typed, viewerZone()),
});
const choiceOf = (props: FieldEditorProps) => ({
  ...inputOf(props),
  options: props.options ?? noOptions,
  disabledOptions: 'seen' as const,
  loading: props.options === undefined,
});

/** One may look for what is no longer offered: records still hold it. */
const takesDisabled = { disabledOptions: 'chosen' } as const;

/** It brings the countries of the world along. */
const latePhone = createLate(() => import('./phone-form.tsx'));

type Form = (props: FieldEditorProps) => ReactNode;

export const TextForm: Form = (props) => <TextInput {...inputOf(props)} />;
export const LongTextForm: Form = (props) => <TextArea {...inputOf(props)} />;
export const EmailForm: Form = (props) => (
  <TextInput {...inputOf(props)} inputMode="email" placeholder="name@example.com" />
);
export const AddressForm: Form = (props) => (
  <TextInput {...inputOf(props)} inputMode="url" placeholder="https://" />
);
export const PhoneForm = latePhone.part<FieldEditorProps>(
  ({ PhoneForm: There }) => There,
  (props) => <TextInput {...inputOf(props)} value={showPhone(props.value) || props.value} disabled />,
);
const nameOf = () => '';
const numberForm =
  (inputMode: 'numeric' | 'decimal'): Form =>
  (props) => (
    <WrittenInput
      {...writtenOf(props)}
      show={(value) => valueOf(props.field.dataType).show(value, { timeZone: viewerZone(), nameOf })}
      inputMode={inputMode}
    />
  );
export const WholeForm = numberForm('numeric');
export const DecimalForm = numberForm('decimal');
export const MoneyForm = numberForm('decimal');
export const DayForm: Form = (props) => (
  <DateInput {...writtenOf(props)} latest={props.latest} show={showDay} />
);
export const MomentForm: Form = (props) => <DateTimeInput {...writtenOf(props)} show={showHere} />;
export const TimeForm: Form = (props) => (
  <WrittenInput {...writtenOf(props)} show={asItIs} placeholder="HH:mm" />
);
export const CheckForm: Form = (props) => (
  <CheckInput
    {...frameOf(props)}
    checked={isChecked(props.value)}
    onChange={(checked) => props.onChange(String(checked))}
  />
);
export const ChoiceForm: Form = (props) => (
  <OptionPicker
    {...choiceOf(props)}
    acts={choiceActs(props.field, props.options, props.value, () => props.onChange)}
  />
);
export const ChoicesForm: Form = (props) => (
  <OptionsPicker
    {...choiceOf(props)}
    acts={choiceActs(
      props.field,
      props.options,
      '',
      () => (id) => props.onChange(writeIds([...new Set([...readIds(props.value), Number(id)])])),
    )}
    mostPasted={mostPasted}
    value={readIds(props.value).map(String)}
    onChange={(ids) => props.onChange(ids.length === 0 ? '' : writeIds(ids.map(Number)))}
  />
);

const showHere = (value: string): string => showInstant(value, viewerZone());

type Filter = (props: FilterProps) => ReactNode;
type FilterList = (props: FilterListProps) => ReactNode;

export const TextFilter: Filter = ({ options: _options, read: _read, ...props }) => (
  <TextInput {...props} placeholder="Value" />
);
export const NumberFilter: Filter = ({ options: _options, ...props }) => (
  <WrittenInput {...props} read={readOne} show={asItIs} inputMode="decimal" placeholder="0.00" />
);
export const DayFilter: Filter = ({ options: _options, ...props }) => <DateInput {...props} show={showDay} />;
/** A day alone is all of it. */
export const MomentFilter: Filter = ({ options: _options, read, ...props }) => (
  <DayOrTimeInput
    {...props}
    read={(typed) => readShownDay(typed) ?? read(typed)}
    show={(value) => (isDay(value) ? showDay(value) : showHere(value))}
  />
);
export const TimeFilter: Filter = ({ options: _options, ...props }) => (
  <WrittenInput {...props} show={asItIs} placeholder="HH:mm" />
);
export const ChoiceFilter: Filter = ({ read: _read, ...props }) => (
  <OptionPicker {...props} {...takesDisabled} placeholder="Choose" />
);

export const ChoiceFilterList: FilterList = ({ read: _read, ...props }) => (
  <OptionsPicker {...props} {...takesDisabled} mostPasted={mostPasted} placeholder="Choose or paste" />
);
export const TextFilterList: FilterList = ({ options: _options, read: _read, ...props }) => (
  <ValuesInput {...props} mostPasted={mostPasted} placeholder={typeOrPaste} />
);
export const NumberFilterList: FilterList = ({ options: _options, read: _read, ...props }) => (
  <ValuesInput {...props} mostPasted={mostPasted} split={splitNumbers} placeholder={typeOrPaste} />
);

const typeOrPaste = 'Type and press Enter, or paste';
const readOne = (typed: string) => readDigits(typed) ?? typed.trim();

/** 7,419 is one number, 7419,7418 and 7419 7418 are two: commas part thousands only where thousands are. */
const splitNumbers = (typed: string): string[] =>
  (readDigits(typed) === null ? splitPasted(typed) : [typed]).flatMap((part) =>
    readDigits(part) === null ? part.split(/\s+/) : [readOne(part)],
  );
