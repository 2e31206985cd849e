import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import type { RecordTypeSummary } from './api.ts';
import styles from './record-types.module.css';

type RelatedTypesProps = {
  types: readonly RecordTypeSummary[];
  /** Ids in their order: '3,5'. */
  related: string;
  onSet: (related: string) => void;
};

/** What a super type gathers. */
export function RelatedTypes({ types, related, onSet }: RelatedTypesProps) {
  const ids = related.split(',').filter(Boolean).map(Number);
  return (
    <fieldset className={styles.related}>
      <legend className={styles.subtitle}>Gathers</legend>
      {types
        .filter(({ isSuper }) => !isSuper)
        .map(({ id, name }) => (
          <LabelledCheckbox
            key={id}
            label={name}
            checked={ids.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onSet((checked ? [...ids, id] : ids.filter((one) => one !== id)).join())
            }
          />
        ))}
      <p className={styles.quiet}>Who may open the super type sees the records of all of these.</p>
    </fieldset>
  );
}
