import { recordSourceKinds } from '@rowhouse/domain/audit-log/change-source.ts';
import Button from '@mui/material/Button';
import { useId, useState, type ReactNode } from 'react';
import { all, FiltersButton, LogFilter, peopleChoices, sourceChoices } from './log-filter.tsx';
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

const sinceChoices = [
  ['', 'Created'],
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** In a narrow place behind one button. */
export function HistoryFilters({ chosen, onChoose, fields, people, words, children }: HistoryFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = Object.values(chosen).filter((value) => value !== '').length;
  const filters = [
    {
      key: 'what',
      name: 'Field',
      choices: [
        all,
        ...Object.entries(partNames),
        ...fields.map((field) => [field.key, field.name] as const),
      ],
    },
    { key: 'person', name: 'Person', choices: peopleChoices(people) },
    { key: 'source', name: 'From', choices: sourceChoices(recordSourceKinds) },
    { key: 'since', name: 'Since', choices: sinceChoices },
  ] as const;
  return (
    <div className={styles.bar}>
      <FiltersButton
        className={styles.more}
        size="small"
        count={count}
        isOpen={isOpen}
        controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className={styles.filters} data-open={isOpen || undefined}>
        {filters.map(({ key, name, choices }) => (
          <LogFilter
            key={key}
            small
            className={styles.filter}
            name={name}
            value={chosen[key]}
            choices={choices}
            onChoose={(value) => onChoose({ ...chosen, [key]: value })}
          />
        ))}
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
