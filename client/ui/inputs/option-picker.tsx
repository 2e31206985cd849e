import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import type { FilterOptionsState } from '@mui/material/useAutocomplete';
import TextField from '@mui/material/TextField';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { findLandmark } from '../find-landmark.ts';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { asOptions, labelOf, type Option, type OptionAct } from './option.ts';
import styles from './option-picker.module.css';
import { useDisabledOptions, type DisabledOptions } from './use-disabled-options.ts';

type OptionPickerProps = FieldFrameProps & {
  options: readonly Option[];
  /** The id; '' for none. */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  loading?: boolean;
  /** Without it the choice can be taken back. */
  isFirm?: boolean;
  /** It stands where a button was pressed: the list is open and the focus is in it. */
  isOpenAtFirst?: boolean;
  placeholder?: string;
  acts?: readonly OptionAct[];
  disabledOptions?: DisabledOptions | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Nobody reads more than these; typing narrows. */
const mostShown = 100;
export const narrow = createFilterOptions<Option>({
  limit: mostShown,
  stringify: ({ name, detail }) => `${name} ${detail ?? ''}`,
});

const noActs: readonly OptionAct[] = [];

/**
 * Acts below the options: they stay while one types, and what was typed stays in the input when one is done.
 * @param label of what is chosen
 */
export function useOptionActs(acts: readonly OptionAct[], label: string) {
  const [typed, setTyped] = useState(label);
  const options = asOptions(acts);
  const ids = new Set(acts.map(({ id }) => id));
  const find = (id: string) => acts.find((act) => act.id === id);
  /** An act took the focus: the input was not left. */
  const isAway = useRef(false);
  const [isOpen, setOpen] = useState(false);
  /** What was ticked shows more of the list, which stays open for it. */
  const staysOpen = useRef(false);
  return {
    isAct: (id: string) => ids.has(id),
    withActs: (offered: readonly Option[]) => [...offered, ...options],
    narrow: (all: Option[], state: FilterOptionsState<Option>) => [
      ...narrow(
        all.filter(({ id }) => !ids.has(id)),
        state,
      ),
      ...all.filter(({ id }) => ids.has(id)),
    ],
    /** False where the id is no act. */
    run(id: string): boolean {
      const act = find(id);
      if (act?.ticked !== undefined) staysOpen.current = true;
      else if (act !== undefined) isAway.current = true;
      act?.run(typed === label ? '' : typed.trim());
      return act !== undefined;
    },
    /** Where somebody goes to an act and comes back, the input is still to be written. */
    leaving: (onBlur: (() => void) | undefined) => ({
      onFocus() {
        isAway.current = false;
      },
      onBlur() {
        if (!isAway.current) onBlur?.();
      },
    }),
    input: {
      inputValue: typed,
      onInputChange: (_: unknown, next: string) => {
        if (!options.some(({ name }) => name === next)) setTyped(next);
      },
    },
    popup: {
      // An open list answers Enter by itself, also where it has nothing to choose: the form is not sent by it.
      onKeyDown: (event: KeyboardEvent) => {
        if (isOpen && event.key === 'Enter') event.preventDefault();
      },
      open: isOpen,
      onOpen: () => setOpen(true),
      onClose() {
        setOpen(staysOpen.current);
        staysOpen.current = false;
      },
    },
  };
}

/** The list hangs in the landmark or dialog of its input. */
export const listSlots = (inputId: string) => ({
  paper: { className: styles.paper },
  listbox: { className: styles.listbox },
  popper: { container: () => findLandmark(document.getElementById(inputId)) },
});

/** One of many. A disabled option cannot be newly chosen, and is hidden while it is neither the value nor asked for. */
export function OptionPicker({
  options,
  value,
  onChange,
  onBlur,
  acts = noActs,
  disabledOptions,
  ref,
  ...props
}: OptionPickerProps) {
  const { label, required, error, hint, hideLabel, disabled, loading, isFirm, isOpenAtFirst, placeholder } =
    props;
  const { offered, mayTake, tick } = useDisabledOptions(options, (id) => id === value, disabledOptions);
  const chosen = options.find((option) => option.id === value) ?? null;
  const acting = useOptionActs([...acts, ...tick], chosen === null ? '' : labelOf(chosen));
  return (
    <FieldFrame {...{ label, required, error, hint, hideLabel }}>
      {(framed) => (
        <Autocomplete
          id={framed.id}
          size="small"
          options={acting.withActs(offered)}
          value={chosen}
          disabled={disabled}
          loading={loading}
          disableClearable={isFirm && chosen !== null}
          autoHighlight
          {...(isOpenAtFirst && { openOnFocus: true })}
          filterOptions={acting.narrow}
          {...acting.input}
          {...acting.popup}
          getOptionLabel={labelOf}
          getOptionKey={({ id }) => id}
          getOptionDisabled={(option) => !mayTake(option)}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, option) => {
            if (option === null || !acting.run(option.id)) onChange(option?.id ?? '');
          }}
          {...acting.leaving(onBlur)}
          className={styles.picker}
          popupIcon={<Icon name="chevron-down" size={16} />}
          clearIcon={<Icon name="close" size={16} />}
          slotProps={listSlots(framed.id)}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item} {...checkedOf(option)} data-act={acting.isAct(option.id) || undefined}>
              <OptionWords option={option} />
            </li>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={ref}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that had the focus
              autoFocus={isOpenAtFirst}
              {...(isOpenAtFirst && { onFocus: selectAll })}
              placeholder={placeholder}
              error={error != null}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...framed } }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}

/** What is typed takes the place of what was chosen. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select();

export function OptionWords({ option }: { option: Option }) {
  if (option.ticked !== undefined) return <TickWords option={option} />;
  return (
    <span className={styles.words}>
      <span>{labelOf(option)}</span>
      {option.detail !== undefined && option.detail !== option.name && (
        <span className={styles.detail}>{option.detail}</span>
      )}
      {option.whyNot !== undefined && <span className={styles.detail}>{option.whyNot}</span>}
    </span>
  );
}

/** What the row of an act that is ticked says of itself. */
export const checkedOf = ({ ticked }: Option) => (ticked === undefined ? {} : { 'aria-checked': ticked });

const TickWords = ({ option }: { option: Option }) => (
  <span className={styles.tick}>
    <span className={styles.box}>{option.ticked && <Icon name="check" size={14} />}</span>
    {option.name}
  </span>
);
