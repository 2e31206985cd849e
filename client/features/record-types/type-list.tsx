import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { useState } from 'react';
import { FindInput } from '../../ui/find-input.tsx';
import type { RecordTypeSummary } from './api.ts';
import styles from './record-types.module.css';

type TypeListProps = { types: readonly RecordTypeSummary[]; onChoose: (id: number) => void };

/** The company's record types by name. */
export function TypeList({ types, onChoose }: TypeListProps) {
  const [sought, setSought] = useState('');
  const found = types.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <div className={`${styles.stack} ${styles.list}`}>
      <FindInput label="Find a record type" value={sought} onChange={setSought} />
      {found.length === 0 && <p className={styles.quiet}>No items found</p>}
      {found.length > 0 && (
        <ul className={styles.types} aria-label="Record types">
          {found.map((type) => (
            <li key={type.id}>
              <button
                type="button"
                className={styles.type}
                data-off={!type.enabled || undefined}
                onClick={() => onChoose(type.id)}
              >
                <span className={styles.typeName}>{type.name}</span>
                <span className={styles.note}>{aboutOf(type)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function aboutOf({
  isSuper,
  enabled,
  recordsTotal,
  fieldsTotal,
  menuPath,
  deleteAfter,
}: RecordTypeSummary): string {
  if (deleteAfter != null) return `deleted after ${showDay(deleteAfter.slice(0, 10))}`;
  const parts = [
    recordsTotal === 1 ? 'one record' : `${recordsTotal.toLocaleString('en-US')} records`,
    isSuper ? 'super' : fieldsTotal === 1 ? 'one field' : `${fieldsTotal} fields`,
    ...(menuPath === null ? ['not in the menu'] : []),
  ];
  return enabled ? parts.join(', ') : 'switched off';
}
