import { Notice } from '../../../ui/notice.tsx';
import type { Conversation } from './api.ts';
import type { Draft } from './conversation-draft.ts';
import styles from './conversation.module.css';

type NotAnsweringProps = {
  conversation: Conversation;
  /** What was written while it could be sent; null where nothing was. */
  draft: Draft | null;
};

const noRight = 'Your role may not answer other companies here.';

/** Why nothing can be answered here, and what becomes of what was written before. */
export function NotAnswering({ conversation: { waitsForUs, whyClosed }, draft }: NotAnsweringProps) {
  const isRole = whyClosed === null;
  if (draft === null) return isRole && waitsForUs > 0 ? <p className={styles.quiet}>{noRight}</p> : null;
  const { message } = draft;
  return (
    <Notice tone="warning">
      {isRole && `${noRight} `}
      What you wrote is not sent. It stays in this browser, and can be copied.
      {message !== '' && ` Your message: ${message}`}
    </Notice>
  );
}
