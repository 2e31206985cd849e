import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { CommentReader } from './api.ts';
import { Avatar } from './comment-item.tsx';
import styles from './record-comments.module.css';

type MentionListProps = {
  id: string;
  readers: readonly CommentReader[];
  current: number;
  isMore: boolean;
  onChoose: (reader: CommentReader) => void;
};

/** Who can be mentioned; its keys are those of the text that it belongs to. */
export function MentionList({ id, readers, current, isMore, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className={styles.people}>
      <p className={styles.peopleTitle} id={`${id}-title`}>
        People who can see this record
      </p>
      <div ref={list} id={id} role="listbox" aria-labelledby={`${id}-title`} className={styles.options}>
        {readers.map((reader, index) => (
          // The text hears the keys; a click must not take the focus from it.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text hears the keys
          <div
            key={reader.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            aria-disabled={!reader.maySeeRecord}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(reader)}
          >
            <Avatar name={reader.name} id={reader.id} />
            <span className={styles.who}>
              <span className={styles.whoName}>{reader.name}</span>
              <span className={styles.whoMore}>
                {reader.maySeeRecord ? reader.email : 'cannot see this record'}
              </span>
            </span>
            {!reader.maySeeRecord && <Icon name="barred" size={16} />}
            {reader.maySeeRecord && index === current && <kbd aria-hidden="true">Enter</kbd>}
          </div>
        ))}
      </div>
      {isMore && <p className={styles.peopleMore}>Type on to find others</p>}
    </div>
  );
}
