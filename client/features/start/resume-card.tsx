import { Link } from 'react-router';
import { Icon } from '../../ui/icons.tsx';
import { useOneTabStop } from '../../ui/use-one-tab-stop.ts';
import { StartCard } from './start-card.tsx';
import styles from './start.module.css';

export type Resumable = {
  readonly key: string;
  readonly icon: 'edit' | 'file' | 'list';
  readonly title: string;
  readonly note: string;
  readonly to: string;
  readonly verb: 'Continue' | 'Open';
};

export function ResumeCard({ items }: { items: readonly Resumable[] }) {
  const list = useOneTabStop<HTMLUListElement>();
  if (items.length === 0) return null;
  return (
    <StartCard title="Pick up where you left off">
      <ul {...list}>
        {items.map(({ key, icon, title, note, to, verb }) => (
          <li key={key}>
            <Link to={to} className={styles.viewRow} data-stop>
              <Icon name={icon} />
              <span className={styles.words}>
                <span className={styles.party}>{title}</span>
                <span className={styles.values}>{note}</span>
              </span>
              <span className={styles.verb}>{verb}</span>
            </Link>
          </li>
        ))}
      </ul>
    </StartCard>
  );
}
