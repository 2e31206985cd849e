import { recordSourceKinds, sourceNames } from '@rowhouse/domain/audit-log/change-source.ts';
import Button from '@mui/material/Button';
import { useId, useState, type ReactNode } from 'react';
import { Select } from '../../ui/inputs/select.tsx';
import { Icon } from '../../ui/icons.tsx';
import { anyHistory, partNames, type Chosen } from './history-choice.ts';
import styles from './record-history.module.css';

export type NamedField = { readonly key: string; readonly name: string };

type HistoryFiltersProps = {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  fields: readonly NamedField[];
  people: readonly { readonly id: number; readonly name: string }[];
  /** How many entries there are; '' until that is known. */
  words: string;
  /** What else stands in the bar. */
  children?: ReactNode;
};

/** In a narrow place behind one button. */
export function HistoryFilters({ chosen, onChoose, fields, people, words, children }: HistoryFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = Object.values(chosen).filter((value) => value !== '').length;
  const choose =
    <Name extends keyof Chosen>(name: Name) =>
    (value: string) =>
      onChoose({ ...chosen, [name]: value });
  return (
    <div className={styles.bar}>
      <Button
        className={styles.more}
        variant="outlined"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        startIcon={<Icon name="filter" size={16} />}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div id={id} className={styles.filters} data-open={isOpen || undefined}>
        <Filter name="Field" value={chosen.what} onChoose={choose('what')}>
          <option value="">All</option>
          {Object.entries(partNames).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          {fields.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Filter>
        <Filter name="Person" value={chosen.person} onChoose={choose('person')}>
          <option value="">All</option>
          {people.map(({ id: person, name }) => (
            <option key={person} value={person}>
              {name}
            </option>
          ))}
        </Filter>
        <Filter name="From" value={chosen.source} onChoose={choose('source')}>
          <option value="">All</option>
          {recordSourceKinds.map((kind) => (
            <option key={kind} value={kind}>
              {sourceNames[kind]}
            </option>
          ))}
        </Filter>
        <Filter name="Since" value={chosen.since} onChoose={choose('since')}>
          <option value="">Created</option>
          <option value="1">Today</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
        </Filter>
        {count > 0 && (
          <Button size="small" onClick={() => onChoose(anyHistory)}>
            Reset
          </Button>
        )}
      </div>
      <span role="status" className={styles.count}>
        {words}
      </span>
      {children}
    </div>
  );
}

type FilterProps = { name: string; value: string; onChoose: (value: string) => void; children: ReactNode };

function Filter({ name, value, onChoose, children }: FilterProps) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{name}</label>
      <Select small id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {children}
      </Select>
    </div>
  );
}
