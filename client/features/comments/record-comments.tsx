import Button from '@mui/material/Button';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { isLiveLost, subscribeToLiveLoss } from '../../platform/socket.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useObserved } from '../../platform/observed.ts';
import { useSheetKeys } from '../../ui/screen-keys/screen-keys.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Comment, CommentedRecord } from './api.ts';
import { CommentField, type CommentFieldHandle } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentTalk, Talk } from './comment-talk.ts';
import { authorOf, dayOf } from './comment-words.ts';
import styles from './record-comments.module.css';
import { UnsentItem } from './unsent-item.tsx';
import { useReadWhenShown } from './use-read-when-shown.ts';

const talkKeys = {
  title: 'In comments',
  keys: [
    { keys: ['Ctrl+Enter'], does: 'sends the comment' },
    { keys: ['@'], does: 'names somebody' },
    { keys: ['ArrowUp'], where: 'in the empty field', does: 'edits your last comment' },
    { keys: ['Escape'], does: 'leaves the field' },
  ],
};

type RecordCommentsProps = CommentedRecord & {
  talk: CommentTalk;
  /** Whether the record can be written in, as far as the page knows. */
  mayWrite: boolean;
  /** The number of a comment that is shown first, where it is among the last ones. */
  shownFirst?: number | null;
};

/** What people say about a record, and the field to say something. Fills its container. */
export function RecordComments(props: RecordCommentsProps) {
  const { recordId, recordTypeId } = props;
  return <OpenTalk key={`${recordTypeId}:${recordId}`} {...props} />;
}

function OpenTalk({ talk, recordId, recordTypeId, mayWrite, shownFirst = null }: RecordCommentsProps) {
  const confirm = useConfirm();
  const record = useMemo(() => ({ recordId, recordTypeId }), [recordId, recordTypeId]);
  useSheetKeys('panel', async () => [talkKeys]);
  const state = useObserved<Talk>(talk);
  const isLost = useSyncExternalStore(subscribeToLiveLoss, isLiveLost);
  const { editedId } = state;
  /** The one whose editor takes the focus: it was opened here, and not found as it was left. */
  const [begunId, setBegunId] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const scroller = useKeptScroll(state, shownFirst);
  const field = useRef<CommentFieldHandle>(null);

  const { comments, unsent } = state;
  const whyNot = state.whyNotWrite ?? (mayWrite ? null : 'Comments can be read only here.');
  useReadWhenShown(scroller, state, talk.markRead);
  const heard = useHeard(comments);

  const edit = useCallback(
    (id: number) => {
      const comment = talk.get().comments?.find((one) => one.id === id);
      if (comment === undefined) return;
      setRefusal(null);
      setBegunId(id);
      talk.edited.begin(comment);
    },
    [talk],
  );
  const leaveEdit = (): void => {
    talk.edited.leave();
    field.current?.focus();
  };
  const save = (id: number, text: string): boolean => {
    talk.edit(id, text).then(leaveEdit, (failure: unknown) => setRefusal(toSentence(failure)));
    return false;
  };
  const remove = useCallback(
    async (comment: Comment) => {
      await confirm({
        title: 'Are you sure you want to delete this comment?',
        body: 'That you wrote one here, and deleted it, stays. Its text stays in the history of the record.',
        confirmLabel: 'Delete',
        tone: 'danger',
        onConfirm: () => talk.remove(comment.id),
      });
      field.current?.focus();
    },
    [confirm, talk],
  );
  const editLast = (): void => {
    const last = comments?.findLast(({ isOwn, deletedAt }) => isOwn && deletedAt == null);
    if (last !== undefined) edit(last.id);
  };

  if (state.failure !== null)
    return (
      <div className={styles.room}>
        <EmptyState
          title="The comments could not be loaded"
          icon="warning"
          action={
            <Button variant="outlined" onClick={() => talk.reload()}>
              Retry
            </Button>
          }
        >
          {state.failure}
        </EmptyState>
      </div>
    );
  return (
    <div className={styles.room}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="group"
        aria-label="Comments of the record"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
        tabIndex={0}
      >
        {comments === null ? (
          <Skeletons />
        ) : comments.length + unsent.length === 0 ? (
          <EmptyState title="No comments yet" icon="comment">
            {whyNot === null ? 'What is said about this record stands here.' : undefined}
          </EmptyState>
        ) : (
          <>
            {state.isMore && (
              <p className={styles.earlier}>
                <Button
                  size="small"
                  variant="text"
                  disabled={state.isLoadingEarlier}
                  onClick={() => void talk.loadEarlier()}
                >
                  {state.isLoadingEarlier ? 'Loading…' : 'Show earlier comments'}
                </Button>
              </p>
            )}
            <ul className={styles.list}>
              {withRules(comments, state.newAfter).map(({ comment, day, newCount }) => (
                <Fragment key={comment.id}>
                  {day !== null && <Rule>{day}</Rule>}
                  {newCount > 0 && <Rule isNew>{`${newCount} new`}</Rule>}
                  <CommentItem
                    comment={comment}
                    mayChange={comment.isOwn && whyNot === null}
                    editor={
                      editedId === comment.id && (
                        <Editor
                          record={record}
                          comment={comment}
                          initial={talk.edited.read()}
                          takesFocus={begunId === comment.id}
                          error={refusal}
                          onChange={talk.edited.write}
                          onSave={save}
                          onLeave={leaveEdit}
                        />
                      )
                    }
                    onEdit={edit}
                    onRemove={remove}
                  />
                </Fragment>
              ))}
              {unsent.map((one) => (
                <UnsentItem
                  key={one.key}
                  unsent={one}
                  onRetry={() => talk.retry(one.key)}
                  onEdit={() => field.current?.fill(joinTexts(talk.takeBack(one.key), talk.draft.read()))}
                  onRemove={() => talk.takeBack(one.key)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <div aria-live="polite">
        <VisuallyHidden>{heard}</VisuallyHidden>
      </div>
      {isLost && (
        <p className={styles.quiet} role="status">
          Reconnecting… You can go on writing.
        </p>
      )}
      {whyNot === null ? (
        <CommentField
          ref={field}
          record={record}
          label="Write a comment"
          initial={talk.draft.read()}
          verb="Send"
          onChange={(text) => talk.draft.write(text)}
          onSubmit={(text) => {
            talk.send(text);
            return true;
          }}
          onEscape={() => scroller.current?.focus()}
          onUp={editLast}
        />
      ) : (
        <p className={styles.readOnly}>
          <Icon name="lock" size={16} />
          {whyNot}
        </p>
      )}
    </div>
  );
}

const joinTexts = (one: string, other: string): string => [one, other].filter(Boolean).join('\n');

type EditorProps = {
  record: CommentedRecord;
  comment: Comment;
  initial: string;
  takesFocus: boolean;
  error: string | null;
  onChange: (text: string) => void;
  onSave: (id: number, text: string) => boolean;
  onLeave: () => void;
};

function Editor({ record, comment, takesFocus, error, onChange, onSave, onLeave, ...props }: EditorProps) {
  const field = useRef<CommentFieldHandle>(null);
  const [initial] = useState(props.initial);
  useEffect(() => {
    if (takesFocus) field.current?.fill(initial);
  }, [initial, takesFocus]);
  return (
    <CommentField
      ref={field}
      record={record}
      label="Edit the comment"
      initial={initial}
      verb="Save"
      error={error}
      onChange={onChange}
      onSubmit={(text) => onSave(comment.id, text)}
      onEscape={onLeave}
      onCancel={onLeave}
    />
  );
}

function Rule({ children, isNew = false }: { children: ReactNode; isNew?: boolean }) {
  return (
    <li className={isNew ? styles.newRule : styles.rule}>
      <span>{children}</span>
    </li>
  );
}

function Skeletons() {
  return (
    <div className={styles.skeletons} aria-label="Loading the comments" role="status">
      {[0, 1, 2].map((place) => (
        <span key={place} />
      ))}
    </div>
  );
}

type Ruled = { readonly comment: Comment; readonly day: string | null; readonly newCount: number };

/** Each comment with the rules that stand before it. */
function withRules(comments: readonly Comment[], newAfter: number | null): Ruled[] {
  const isNew = ({ number, isOwn, deletedAt }: Comment): boolean =>
    newAfter !== null && number > newAfter && !isOwn && deletedAt == null;
  const firstNew = comments.find(isNew);
  let lastDay: string | null = null;
  return comments.map((comment) => {
    const day = dayOf(comment.createdAt);
    const isOtherDay = day !== lastDay;
    lastDay = day;
    return {
      comment,
      day: isOtherDay ? day : null,
      newCount: comment === firstNew ? comments.filter(isNew).length : 0,
    };
  });
}

/** What others have said since the comments are open, for those who listen to the page. */
function useHeard(comments: readonly Comment[] | null): string {
  const [from, setFrom] = useState<number | null>(null);
  const last = comments?.at(-1);
  if (comments !== null && from === null) setFrom(last?.number ?? 0);
  if (from === null || last === undefined || last.number <= from || last.isOwn) return '';
  return `${authorOf(last)}: ${last.text ?? ''}`;
}

const nearEndPx = 48;

/** Opens at a comment that is wanted, or the first new one, else at the end; stays at the end, or where one has scrolled to. */
function useKeptScroll(state: Talk, shownFirst: number | null): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, height: 0, isAtEnd: true, isOpen: false, unsent: 0 });
  const { comments, unsent } = state;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || comments === null) return;
    const was = before.current;
    const first = comments[0]?.number ?? 0;
    const wanted = element.querySelector<HTMLElement>(`[data-number="${shownFirst ?? 0}"]`);
    const mark = wanted ?? element.querySelector<HTMLElement>(`.${styles.newRule}`);
    if (!was.isOpen) {
      wanted?.setAttribute('data-wanted', '');
      if (mark === null) element.scrollTop = element.scrollHeight;
      else element.scrollTop = mark.offsetTop - element.offsetTop - nearEndPx;
    } else if (first < was.first) element.scrollTop += element.scrollHeight - was.height;
    else if (was.isAtEnd || unsent.length > was.unsent) element.scrollTop = element.scrollHeight;
    before.current = {
      first,
      height: element.scrollHeight,
      isAtEnd: isAtEnd(element),
      isOpen: true,
      unsent: unsent.length,
    };
  }, [scroller, comments, unsent, shownFirst]);
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      if (element !== null) before.current.isAtEnd = isAtEnd(element);
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [scroller, state.failure]);
  return scroller;
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEndPx;
