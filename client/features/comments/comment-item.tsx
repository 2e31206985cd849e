import { memo, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { Comment } from './api.ts';
import { authorOf, initialsOf, timeOf, toneOf } from './comment-words.ts';
import styles from './record-comments.module.css';
import { splitText } from './split-text.ts';

type CommentItemProps = {
  comment: Comment;
  /** Own comments, where something can be changed. */
  mayChange: boolean;
  /** In place of the text, while it is edited. */
  editor: ReactNode;
  onEdit: (id: number) => void;
  onRemove: (comment: Comment) => void;
};

export const CommentItem = memo(function CommentItem({
  comment,
  mayChange,
  editor,
  onEdit,
  onRemove,
}: CommentItemProps) {
  const author = authorOf(comment);
  const time = timeOf(comment.createdAt);
  const isDeleted = comment.deletedAt != null;
  return (
    <li className={styles.comment} data-number={comment.number}>
      <Avatar name={author} id={comment.user?.id ?? 0} />
      <div className={styles.said}>
        <p className={styles.head}>
          <span className={styles.name}>{author}</span>
          <time dateTime={comment.createdAt} className={styles.time}>
            {time}
          </time>
          <span className={styles.end}>
            {comment.editedAt != null && !isDeleted && <span className={styles.edited}>edited</span>}
            {mayChange && !isDeleted && !editor && (
              <span className={styles.deeds}>
                <button
                  type="button"
                  aria-label={`Edit the comment of ${time}`}
                  onClick={() => onEdit(comment.id)}
                >
                  <Icon name="edit" size={16} />
                </button>
                <button
                  type="button"
                  aria-label={`Delete the comment of ${time}`}
                  onClick={() => onRemove(comment)}
                >
                  <Icon name="trash" size={16} />
                </button>
              </span>
            )}
          </span>
        </p>
        {editor ||
          (isDeleted ? <p className={styles.gone}>{`Deleted by ${author}`}</p> : <Text {...comment} />)}
      </div>
    </li>
  );
});

export function Avatar({ name, id }: { name: string; id: number }) {
  return (
    <span className={styles.avatar} data-tone={toneOf(id)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function Text({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) {
  return (
    <p className={styles.text}>
      {splitText(text ?? '', mentions).map((part, index) => {
        const key = index;
        if (part.kind === 'link')
          return (
            <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
              {part.text}
            </a>
          );
        if (part.kind === 'mention')
          return (
            <span key={key} className={styles.mention}>
              {part.text}
            </span>
          );
        return part.text;
      })}
    </p>
  );
}
