import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import styles from './record-pager.module.css';
import type { RecordList } from './use-record-list.ts';

type RecordPagerProps = { list: RecordList; onGo: (step: 1 | -1) => void };

/** The place in the list that the record was opened from, and the way to its neighbours. */
export function RecordPager({ list, onGo }: RecordPagerProps) {
  const { at, total, previous, next, isStray } = list;
  return (
    <div role="group" aria-label="Place in the list" className={styles.pager}>
      <span className={styles.where}>
        {isStray && <span className={styles.stray}>No longer in this list</span>}
        <span className={styles.place}>
          <strong>{showCount(at)}</strong>
          {total !== null && ` of ${showCount(total)}`}
        </span>
      </span>
      <Turn
        icon="chevron-up"
        words="Previous record"
        end="This is the first record of the list"
        id={previous}
        onClick={() => onGo(-1)}
      />
      <Turn
        icon="chevron-down"
        words="Next record"
        end="This is the last record of the list"
        id={next}
        onClick={() => onGo(1)}
      />
    </div>
  );
}

type TurnProps = { icon: IconName; words: string; end: string; id: number | null; onClick: () => void };

/** At an end it can still be reached, and says so. */
function Turn({ icon, words, end, id, onClick }: TurnProps) {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={id === null ? `${words}. ${end}` : words}
      title={id === null ? end : words}
      aria-disabled={id === null || undefined}
      onClick={() => {
        if (id !== null) onClick();
      }}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}
