import { Icon } from '../../../ui/icons.tsx';
import type { GroupHead } from './group-heads.tsx';
import styles from './group-card.module.css';

type GroupCardProps = { head: GroupHead; index: number; top: number; onToggle: () => void };

/** A group among the cards: a press shows what is in it, its count leads to its records alone. */
export function GroupCard({ head, index, top, onToggle }: GroupCardProps) {
  const { group, isOpen, level } = head;
  const style = { top, '--level': level - 1 };
  if (group === undefined)
    return (
      <div role="listitem" className={styles.card} data-card={index} style={style}>
        <button type="button" data-open className={styles.told} onClick={head.open}>
          {head.label}
        </button>
      </div>
    );
  const [sum] = group.sums;
  return (
    <div role="listitem" className={styles.card} data-card={index} data-group style={style}>
      <button
        type="button"
        data-open
        aria-expanded={isOpen ?? undefined}
        className={styles.open}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
        <span className={styles.words}>
          <span className={styles.name}>
            <span className={styles.field}>{group.field}</span> {group.isEmpty ? <em>Empty</em> : group.name}
          </span>
          {sum !== undefined && (
            <span className={styles.sum}>
              <span className={styles.of}>{sum.words}</span> <span className="rh-figures">{sum.shown}</span>
            </span>
          )}
        </span>
      </button>
      {group.href !== null && (
        <a
          href={group.href}
          className={`${styles.count} rh-figures`}
          aria-label={`${group.count} records, show them alone`}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            head.open();
          }}
        >
          {group.count}
        </a>
      )}
    </div>
  );
}
