import { sourceKinds, sourceNames } from '@rowhouse/domain/audit-log/change-source.ts';
import { auditActions, auditKinds } from '@rowhouse/domain/audit-log/kinds.ts';
import { longestAuditSearch } from '@rowhouse/domain/audit-log/company-limits.ts';
import { periods } from '@rowhouse/domain/values/periods.ts';
import Button from '@mui/material/Button';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { allConfigured, anyAudit, type AuditChoice } from './audit-choice.ts';
import styles from './company-audit.module.css';

type AuditFiltersProps = {
  choice: AuditChoice;
  onChoose: (choice: AuditChoice) => void;
  people: readonly { readonly id: number; readonly name: string }[];
};

/** Where the page is narrow behind one button. */
export function AuditFilters(props: AuditFiltersProps) {
  const isNarrow = useMediaQuery('(width < 600px)');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!isNarrow) return <AllFilters {...props} />;
  const count = Object.values(props.choice).filter((value) => value !== '').length;
  return (
    <>
      <Button
        className={styles.more!}
        variant="outlined"
        aria-expanded={isOpen}
        aria-controls={id}
        startIcon={<Icon name="filter" size={16} />}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div id={id}>{isOpen && <AllFilters {...props} />}</div>
    </>
  );
}

function AllFilters({ choice, onChoose, people }: AuditFiltersProps) {
  const isNarrowed = Object.values(choice).some((value) => value !== '');
  const choose = (name: keyof AuditChoice) => (value: string) => onChoose({ ...choice, [name]: value });
  return (
    <search className={styles.filters} aria-label="Filter the audit log">
      <TextFilter value={choice.text} onChoose={choose('text')} />
      <Filter name="When" value={choice.period} onChoose={choose('period')}>
        <option value="">Any time</option>
        {Object.entries(periods).map(([period, words]) =>
          period === 'next7Days' ? null : (
            <option key={period} value={period}>
              {words.charAt(0).toUpperCase() + words.slice(1)}
            </option>
          ),
        )}
      </Filter>
      <Filter name="Person" value={choice.person} onChoose={choose('person')}>
        <option value="">All</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Filter>
      <Filter name="What" value={choice.kind} onChoose={choose('kind')}>
        <option value="">All</option>
        <option value={allConfigured}>All configuration</option>
        {Object.entries(auditKinds).map(([kind, { name }]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Filter>
      <Filter name="Activity" value={choice.action} onChoose={choose('action')}>
        <option value="">All</option>
        {Object.entries(auditActions).map(([action, { name }]) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </Filter>
      <Filter name="From" value={choice.from} onChoose={choose('from')}>
        <option value="">All</option>
        {sourceKinds.map((kind) => (
          <option key={kind} value={kind}>
            {sourceNames[kind]}
          </option>
        ))}
      </Filter>
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

type FilterProps = { name: string; value: string; onChoose: (value: string) => void; children: ReactNode };

function Filter({ name, value, onChoose, children }: FilterProps) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{name}</label>
      <Select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {children}
      </Select>
    </div>
  );
}
