import { capital } from '@rowhouse/domain/kernel/capital.ts';
import { sourceKinds } from '@rowhouse/domain/audit-log/change-source.ts';
import { auditActions, auditKinds } from '@rowhouse/domain/audit-log/kinds.ts';
import { longestAuditSearch } from '@rowhouse/domain/audit-log/company-limits.ts';
import { periods } from '@rowhouse/domain/values/periods.ts';
import Button from '@mui/material/Button';
import { useEffect, useId, useState } from 'react';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { all, FiltersButton, LogFilter, peopleChoices, sourceChoices } from '../log-filter.tsx';
import { allConfigured, anyAudit, type AuditChoice } from './audit-choice.ts';
import styles from './company-audit.module.css';

type AuditFiltersProps = {
  choice: AuditChoice;
  onChoose: (choice: AuditChoice) => void;
  people: readonly { readonly id: number; readonly name: string }[];
};

const periodChoices = [
  ['', 'Any time'],
  ...Object.entries(periods)
    .filter(([period]) => period !== 'next7Days')
    .map(([period, words]) => [period, capital(words)] as const),
] as const;
const namesOf = (things: Readonly<Record<string, { readonly name: string }>>) =>
  Object.entries(things).map(([key, { name }]) => [key, name] as const);
const kindChoices = [all, [allConfigured, 'All configuration'], ...namesOf(auditKinds)] as const;
const actionChoices = [all, ...namesOf(auditActions)];

/** Where the page is narrow behind one button. */
export function AuditFilters(props: AuditFiltersProps) {
  const isNarrow = useMediaQuery('(width < 600px)');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!isNarrow) return <AllFilters {...props} />;
  const count = Object.values(props.choice).filter((value) => value !== '').length;
  return (
    <>
      <FiltersButton
        className={styles.more}
        count={count}
        isOpen={isOpen}
        controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id}>{isOpen && <AllFilters {...props} />}</div>
    </>
  );
}

function AllFilters({ choice, onChoose, people }: AuditFiltersProps) {
  const isNarrowed = Object.values(choice).some((value) => value !== '');
  const filters = [
    { key: 'period', name: 'When', choices: periodChoices },
    { key: 'person', name: 'Person', choices: peopleChoices(people) },
    { key: 'kind', name: 'What', choices: kindChoices },
    { key: 'action', name: 'Activity', choices: actionChoices },
    { key: 'from', name: 'From', choices: sourceChoices(sourceKinds) },
  ] as const;
  const choose = (name: keyof AuditChoice) => (value: string) => onChoose({ ...choice, [name]: value });
  return (
    <search className={styles.filters} aria-label="Filter the audit log">
      <TextFilter value={choice.text} onChoose={choose('text')} />
      {filters.map(({ key, name, choices }) => (
        <LogFilter
          key={key}
          className={styles.filter}
          name={name}
          value={choice[key]}
          choices={choices}
          onChoose={choose(key)}
        />
      ))}
      {isNarrowed && (
        <Button size="small" onClick={() => onChoose(anyAudit)}>
          Reset
        </Button>
      )}
    </search>
  );
}

const pauseMs = 400;

/** Asked for when somebody stops typing, or with Enter. */
function TextFilter({ value, onChoose }: { value: string; onChoose: (text: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // Changed from elsewhere: by Reset, or by going back.
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChoose(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChoose]);
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>Find</label>
      <input
        id={id}
        type="search"
        className={styles.text}
        maxLength={longestAuditSearch}
        placeholder="Record number or text"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChoose(typed);
        }}
      />
    </div>
  );
}
