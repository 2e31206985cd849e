import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useState, type ClipboardEvent, type Ref } from 'react';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { checkedOf, listSlots, OptionWords, useOptionActs } from './option-picker.tsx';
import { labelOf, type Option, type OptionAct } from './option.ts';
import styles from './option-picker.module.css';
import { matchPasted, splitPasted } from './paste.ts';
import { useDisabledOptions, type DisabledOptions } from './use-disabled-options.ts';

type OptionsPickerProps = FieldFrameProps & {
  options: readonly Option[];
  /** Ids. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  onBlur?: () => void;
  disabled?: boolean;
  loading?: boolean;
  placeholder?: string;
  acts?: readonly OptionAct[];
  disabledOptions?: DisabledOptions | undefined;
  /** How many may be pasted at once. */
  mostPasted: number;
  ref?: Ref<HTMLInputElement>;
};

const mostChips = 6;
const noActs: readonly OptionAct[] = [];

/** Some of many. Names, e-mail addresses or ids can be pasted, one to a line. */
export function OptionsPicker({
  options,
  value,
  onChange,
  onBlur,
  mostPasted,
  acts = noActs,
  disabledOptions,
  ref,
  ...props
}: OptionsPickerProps) {
  const { label, required, error, hint, hideLabel, disabled, loading, placeholder } = props;
  const [remark, setRemark] = useState<string | null>(null);
  const chosenIds = new Set(value);
  const { offered, mayTake, tick } = useDisabledOptions(options, (id) => chosenIds.has(id), disabledOptions);
  const acting = useOptionActs([...acts, ...tick], '');
  const byId = new Map(options.map((option) => [option.id, option]));
  const chosen = useSteady(value.map((id) => byId.get(id) ?? { id, name: id, enabled: true }));

  function paste(event: ClipboardEvent) {
    const pasted = splitPasted(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const found = matchPasted(
      pasted.slice(0, mostPasted),
      options.filter((option) => mayTake(option) || chosenIds.has(option.id)),
    );
    onChange([...new Set([...value, ...found.ids])]);
    setRemark(remarkOn(found.unknown, pasted.length, mostPasted));
  }

  return (
    <FieldFrame {...{ label, required, error, hint: remark ?? hint, hideLabel }}>
      {(framed) => (
        <Autocomplete
          multiple
          id={framed.id}
          size="small"
          options={acting.withActs(offered)}
          value={chosen}
          disabled={disabled}
          loading={loading}
          disableCloseOnSelect
          autoHighlight
          filterOptions={acting.narrow}
          {...acting.input}
          {...acting.popup}
          getOptionLabel={labelOf}
          getOptionKey={({ id }) => id}
          getOptionDisabled={(option) => !mayTake(option) && !chosenIds.has(option.id)}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, picked) => {
            const last = picked.at(-1);
            if (last !== undefined && acting.run(last.id)) return;
            setRemark(null);
            onChange(picked.map(({ id }) => id));
          }}
          {...acting.leaving(onBlur)}
          className={styles.picker}
          popupIcon={<Icon name="chevron-down" size={16} />}
          clearIcon={<Icon name="close" size={16} />}
          slotProps={listSlots(framed.id)}
          renderValue={(picked, getItemProps) => renderChips(picked.map(labelOf), getItemProps)}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item} {...checkedOf(option)} data-act={acting.isAct(option.id) || undefined}>
              <OptionWords option={option} />
            </li>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={ref}
              placeholder={value.length === 0 ? placeholder : undefined}
              error={error != null}
              onPaste={paste}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...framed } }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}

/** The same array while the same are chosen: at another one the input takes back what was typed. */
function useSteady(next: Option[]): Option[] {
  const [last, setLast] = useState(next);
  const isSame =
    next.length === last.length &&
    next.every(({ id, name }, at) => id === last[at]!.id && name === last[at]!.name);
  if (!isSame) setLast(next);
  return isSame ? last : next;
}

type ValuesInputProps = Omit<OptionsPickerProps, 'options' | 'loading'> & {
  /** The values of what was typed or pasted; a comma parts no words, which may hold one. */
  split?: ((written: string) => string[]) | undefined;
};

/** Values that no list offers: Enter takes what was typed, and many can be pasted, one to a line. */
export function ValuesInput({
  value,
  onChange,
  onBlur,
  mostPasted,
  split = splitWords,
  ref,
  ...props
}: ValuesInputProps) {
  const { label, required, error, hint, hideLabel, disabled, placeholder } = props;
  const [typed, setTyped] = useState('');
  const [remark, setRemark] = useState<string | null>(null);

  function add(values: readonly string[]) {
    onChange([...new Set([...value, ...values])]);
  }
  function paste(event: ClipboardEvent) {
    const pasted = split(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted.slice(0, mostPasted));
    setRemark(remarkOn([], pasted.length, mostPasted));
  }

  return (
    <FieldFrame {...{ label, required, error, hint: remark ?? hint, hideLabel }}>
      {(framed) => (
        <Autocomplete
          multiple
          freeSolo
          id={framed.id}
          className={styles.picker}
          clearIcon={<Icon name="close" size={16} />}
          size="small"
          options={[]}
          value={[...value]}
          inputValue={typed}
          disabled={disabled}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, picked) => {
            setRemark(null);
            onChange([...new Set(picked.flatMap((text) => (value.includes(text) ? [text] : split(text))))]);
          }}
          onBlur={() => {
            // What was typed and not yet entered counts: leaving the field is no way to lose it.
            if (typed.trim() !== '') add(split(typed));
            setTyped('');
            onBlur?.();
          }}
          renderValue={(picked, getItemProps) => renderChips(picked, getItemProps)}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={ref}
              placeholder={value.length === 0 ? placeholder : undefined}
              error={error != null}
              onPaste={paste}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...framed } }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}

const splitWords = (written: string): string[] => splitPasted(written, false);

function renderChips(
  labels: readonly string[],
  getItemProps: (item: { index: number }) => { key: number } & Record<string, unknown>,
) {
  const shown = labels.slice(0, mostChips).map((label, index) => {
    const { key, ...item } = getItemProps({ index });
    return (
      <Chip key={key} size="small" label={label} deleteIcon={<Icon name="close" size={16} />} {...item} />
    );
  });
  const rest = labels.length - shown.length;
  return rest > 0 ? [...shown, <span key="rest" className={styles.more}>{`and ${rest} more`}</span>] : shown;
}

function remarkOn(unknown: readonly string[], count: number, most: number): string | null {
  const sentences = [];
  if (unknown.length > 0) {
    const some = unknown.slice(0, 3).join(', ');
    sentences.push(
      `${unknown.length} of the pasted values ${unknown.length === 1 ? 'is' : 'are'} not in the list: ${some}${unknown.length > 3 ? ', …' : ''}.`,
    );
  }
  if (count > most) sentences.push(`Only the first ${most} pasted values were taken.`);
  return sentences.length > 0 ? sentences.join(' ') : null;
}
