import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { FocusEvent, Ref } from 'react';
import { findLandmark } from '../find-landmark.ts';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { labelOf, mayChoose, type Option } from './option.ts';
import styles from './option-picker.module.css';

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
  ref?: Ref<HTMLInputElement>;
};

/** Nobody reads more than these; typing narrows. */
const mostShown = 100;
export const narrow = createFilterOptions<Option>({
  limit: mostShown,
  stringify: ({ name, detail }) => `${name} ${detail ?? ''}`,
});

/** The list hangs in the landmark or dialog of its input. */
export const listSlots = (inputId: string) => ({
  paper: { className: styles.paper },
  listbox: { className: styles.listbox },
  popper: { container: () => findLandmark(document.getElementById(inputId)) },
});

/** One of many. A disabled option is only there while it is the value, and cannot be newly chosen. */
export function OptionPicker({ options, value, onChange, onBlur, ref, ...props }: OptionPickerProps) {
  const { label, required, error, hint, hideLabel, disabled, loading, isFirm, isOpenAtFirst, placeholder } =
    props;
  const offered = options.filter((option) => option.enabled || option.id === value);
  const chosen = options.find((option) => option.id === value) ?? null;
  return (
    <FieldFrame {...{ label, required, error, hint, hideLabel }}>
      {(framed) => (
        <Autocomplete
          id={framed.id}
          size="small"
          options={offered}
          value={chosen}
          disabled={disabled}
          loading={loading}
          disableClearable={isFirm && chosen !== null}
          autoHighlight
          {...(isOpenAtFirst && { openOnFocus: true })}
          filterOptions={narrow}
          getOptionLabel={labelOf}
          getOptionKey={({ id }) => id}
          getOptionDisabled={(option) => !mayChoose(option)}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, option) => onChange(option?.id ?? '')}
          onBlur={onBlur}
          className={styles.picker}
          popupIcon={<Icon name="chevron-down" size={16} />}
          clearIcon={<Icon name="close" size={16} />}
          slotProps={listSlots(framed.id)}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
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
