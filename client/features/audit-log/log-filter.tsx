// What narrows a list of changes: the button behind which it stands where there is little room, and one choice of it.
import { sourceNames, type SourceKind } from '@rowhouse/domain/audit-log/change-source.ts';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useId } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Select } from '../../ui/inputs/select.tsx';

type FiltersButtonProps = Pick<ButtonProps, 'size' | 'onClick'> & {
  className: string | undefined;
  /** How many choices narrow the list. */
  count: number;
  isOpen: boolean;
  /** The id of what it opens. */
  controls: string;
};

export const FiltersButton = ({ className, count, isOpen, controls, ...button }: FiltersButtonProps) => (
  <Button
    className={className!}
    variant="outlined"
    aria-expanded={isOpen}
    aria-controls={controls}
    startIcon={<Icon name="filter" size={16} />}
    {...button}
  >
    {count === 0 ? 'Filters' : `Filters (${count})`}
  </Button>
);

type LogFilterProps = {
  name: string;
  value: string;
  /** What may be chosen, and its words; '' stands for all. */
  choices: Iterable<readonly [value: string, words: string]>;
  small?: boolean;
  className: string | undefined;
  onChoose: (value: string) => void;
};

export function LogFilter({ name, value, choices, small = false, className, onChoose }: LogFilterProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{name}</label>
      <Select id={id} small={small} value={value} onChange={(event) => onChoose(event.target.value)}>
        {Array.from(choices, ([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  );
}

type Named = { readonly id: number; readonly name: string };

export const all = ['', 'All'] as const;
export const sourceChoices = (kinds: readonly SourceKind[]) => [
  all,
  ...kinds.map((kind) => [kind, sourceNames[kind]] as const),
];
export const peopleChoices = (people: readonly Named[]) => [
  all,
  ...people.map(({ id, name }) => [String(id), name] as const),
];
