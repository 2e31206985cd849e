// What two companies say about a record, line by line: mine, theirs, and what is agreed. Answers are collected and sent as one
// version; neither company writes into the other's record.
import Button from '@mui/material/Button';
import { showDay, showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { makeRandomKey } from '../../../platform/random-key.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { areLetterKeysOn } from '../../../ui/screen-keys/letter-keys.ts';
import { isLetter, useSheetKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { answerConversation, type Conversation, type ConversationLine } from './api.ts';
import { conversationKeys } from './conversation-keys.ts';
import { noDraft, readPasted, saidOf, settlePasted, sortAnswers } from './conversation-draft.ts';
import type { Draft, GivenAnswer } from './conversation-draft.ts';
import { ConversationSums } from './conversation-sums.tsx';
import { ConversationLineItem, type LineActions } from './conversation-line.tsx';
import styles from './conversation.module.css';
import { DueTime } from './due-time.tsx';
import { NotAnswering } from './not-answering.tsx';
import { TheirAnswer } from './their-answer.tsx';
import { findDraft, keepDraft, watchKept } from './kept-draft.ts';
import { useNearLines } from './use-near-lines.ts';
import { usePastConversations } from './use-conversations.ts';

const loadKeys = async () => [conversationKeys];

type RecordConversationProps = { recordId: number; conversations: readonly Conversation[] };

export function RecordConversation({ recordId, conversations }: RecordConversationProps) {
  const [onDay, setOnDay] = useState('');
  const day = /^\d{4}-\d{2}-\d{2}$/.test(onDay) ? onDay : null;
  const past = usePastConversations(recordId, day);
  const shown = day === null ? conversations : (past.data ?? []);
  return (
    <div className={styles.page} data-flows>
      <div className={styles.day}>
        <DateInput
          label="Show what was agreed on"
          value={onDay}
          read={(typed) => valueOf('date').read(typed, viewerZone())}
          show={showDay}
          onChange={setOnDay}
        />
        {onDay !== '' && (
          <Button size="small" onClick={() => setOnDay('')}>
            Back to now
          </Button>
        )}
      </div>
      {day !== null && past.error !== null && (
        <ErrorAlert
          failure={past.error}
          title="That day could not be shown"
          onRetry={() => void past.refetch()}
        />
      )}
      {day !== null && past.data?.length === 0 && <p>Nothing had been said by then.</p>}
      {shown.map((conversation) => (
        <OneConversation
          key={`${conversation.id} ${day ?? ''}`}
          conversation={conversation}
          isPast={day !== null}
        />
      ))}
    </div>
  );
}

type OneConversationProps = { conversation: Conversation; isPast: boolean };

function OneConversation({ conversation, isPast }: OneConversationProps) {
  const { id, company, lines, terms, mayAnswer, whyClosed, waitsForUs, waitsForThem, agreedHash } =
    conversation;
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => findDraft(id));
  useEffect(() => watchKept(id, setDraft), [id]);
  const [editing, setEditing] = useState<{
    line: number;
    kind: 'CHANGED' | 'BACKORDERED' | 'REJECTED';
  } | null>(null);
  const [range, setRange] = useState<ReadonlySet<number>>(new Set());
  const [failure, setFailure] = useState<unknown>(null);
  const [sending, setSending] = useState(false);
  const key = useRef<{ body: string; key: string } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { live, stale } = useMemo(() => sortAnswers(draft.answers, lines), [draft.answers, lines]);
  const isNear = useNearLines(list, lines.length);
  const isDirty = live.size > 0 || draft.message.trim() !== '';
  useSheetKeys('panel', loadKeys);
  useUnsavedWork(isDirty && mayAnswer ? 'Your answer is not sent.' : null);

  function change(next: Draft): void {
    keepDraft(id, next);
    setDraft(next);
    setFailure(null);
  }
  function keep(given: readonly GivenAnswer[]): void {
    const answers = { ...draft.answers };
    for (const { line, answer } of given) answers[line.number] = { ...answer, to: saidOf(line) };
    change({ ...draft, answers });
  }
  function takeBack(line: number): void {
    const { [line]: _, ...answers } = draft.answers;
    change({ ...draft, answers });
  }
  const accept = (of: readonly ConversationLine[]) =>
    keep(
      of
        .filter((line) => line.waitsForUs)
        .map((line) => ({ line, answer: { kind: 'ACCEPTED', values: {}, reason: '' } })),
    );
  function focusLine(number: number): void {
    list.current?.querySelector<HTMLElement>(`[data-line="${number}"]`)?.focus();
  }

  async function send(): Promise<void> {
    if (!isDirty || sending) return;
    const data = {
      id,
      version: conversation.version,
      answers: [...live].map(([line, { kind, values, reason }]) => ({
        line,
        kind,
        values: Object.entries(values).map(([item, value]) => ({ item: Number(item), value })),
        reason: reason === '' ? null : reason,
      })),
      message: draft.message,
    };
    // The same answer under the same key, however often it has to be sent.
    const body = JSON.stringify(data);
    if (key.current?.body !== body) key.current = { body, key: makeRandomKey() };
    setSending(true);
    try {
      await answerConversation({ ...data, requestKey: key.current.key });
      change(noDraft);
      setRange(new Set());
      snackbars.success(`Sent to ${company}`);
    } catch (refusal) {
      setFailure(refusal);
    }
    await client.invalidateQueries({ queryKey: ['transmissions'] });
    setSending(false);
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    if (!mayAnswer) return;
    const at = lines.findIndex(
      ({ number }) => String(number) === (event.target as HTMLElement).dataset['line'],
    );
    const line = lines[at];
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key === 'Enter') {
      event.preventDefault();
      void send();
      return;
    }
    if (line === undefined || event.altKey) return;
    if (isControl) {
      if (event.key.toLowerCase() === 'z' && draft.answers[line.number] !== undefined) {
        event.preventDefault();
        takeBack(line.number);
      }
      return;
    }
    if (isLetter(event.key) && !areLetterKeysOn()) return;
    const pressed = event.key.toLowerCase();
    const chosen = range.has(line.number) ? lines.filter(({ number }) => range.has(number)) : [line];
    if (pressed === 'a') accept(chosen);
    else if (pressed === 'c') setEditing({ line: line.number, kind: 'CHANGED' });
    else if (pressed === 'b') setEditing({ line: line.number, kind: 'BACKORDERED' });
    else if (pressed === 'r') setEditing({ line: line.number, kind: 'REJECTED' });
    else return;
    event.preventDefault();
  }

  /** Arrows walk the lines; with Shift they gather them. */
  function onWalk(event: KeyboardEvent<HTMLUListElement>): void {
    const at = lines.findIndex(
      ({ number }) => String(number) === (event.target as HTMLElement).dataset['line'],
    );
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const next = to === undefined ? undefined : lines[to];
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    if (next === undefined) return;
    if (event.shiftKey) {
      const [from, end] = at < to ? [at, to] : [to, at];
      setRange(new Set([...range, ...lines.slice(from, end + 1).map(({ number }) => number)]));
    } else setRange(new Set());
    focusLine(next.number);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    if (!mayAnswer || (event.target as HTMLElement).closest('input, textarea, select') !== null) return;
    const { pasted, unread } = readPasted(event.clipboardData.getData('text/plain'), terms, viewerZone());
    const known = settlePasted(pasted, lines, terms);
    if (known.length === 0) return;
    event.preventDefault();
    keep(known);
    const left = unread + pasted.length - known.length;
    snackbars.success(
      `${known.length === 1 ? '1 line is' : `${known.length} lines are`} answered${left === 0 ? '' : `, ${left} left out`}`,
    );
  }

  const latest = useRef<LineActions | null>(null);
  useLayoutEffect(() => {
    latest.current = {
      accept(line) {
        accept([line]);
        focusLine(line.number);
      },
      edit(line, kind) {
        setEditing(kind === null ? null : { line: line.number, kind });
        if (kind === null) focusLine(line.number);
      },
      keep(line, answer) {
        keep([{ line, answer }]);
        setEditing(null);
        focusLine(line.number);
      },
      takeBack(line) {
        takeBack(line.number);
        focusLine(line.number);
      },
    };
  });
  const [actions] = useState<LineActions>(() => ({
    accept: (line) => latest.current?.accept(line),
    edit: (line, kind) => latest.current?.edit(line, kind),
    keep: (line, answer) => latest.current?.keep(line, answer),
    takeBack: (line) => latest.current?.takeBack(line),
  }));

  const open = lines.filter(({ waitsForUs: waits }) => waits);
  return (
    <section className={styles.conversation} aria-label={`Conversation with ${company}`} onPaste={onPaste}>
      <div className={styles.head}>
        <h2 className={styles.title}>{`With ${company}`}</h2>
        <span role="status">
          {isPast ? (
            <Chip tone="grey">As it stood</Chip>
          ) : waitsForUs > 0 ? (
            <Chip tone="amber">
              {waitsForUs === 1 ? '1 line waits for ' : `${waitsForUs} lines wait for `}
              {mayAnswer ? 'you' : 'an answer'}
            </Chip>
          ) : waitsForThem > 0 ? (
            <Chip tone="blue">{`Waits for ${company}`}</Chip>
          ) : (
            <Chip tone="green">Agreed</Chip>
          )}
        </span>
        {mayAnswer && open.length > 1 && (
          <Button size="small" onClick={() => accept(open)}>{`Accept all ${open.length}`}</Button>
        )}
      </div>
      {whyClosed === null && conversation.dueAt != null && (
        <p className={styles.quiet}>
          {conversation.isOverdue ? '' : 'Your answer is due '}
          <DueTime dueAt={conversation.dueAt} isOverdue={conversation.isOverdue} />
        </p>
      )}
      {whyClosed === null && !isPast && waitsForThem > 0 && <TheirAnswer conversation={conversation} />}
      {whyClosed !== null && <p className={styles.quiet}>{whyClosed}</p>}
      {stale.length > 0 && (
        <Notice
          tone="warning"
          onDismiss={() => {
            const answers = { ...draft.answers };
            for (const { number } of stale) delete answers[number];
            change({ ...draft, answers });
          }}
        >
          {`${company} has said something new of line ${stale.map(({ number }) => number).join(', ')}. Your answer there is not sent: look at it again.`}
        </Notice>
      )}
      <ConversationSums conversation={conversation} />
      {lines.length === 0 ? (
        <p className={styles.quiet}>Its lines are hidden from your role.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its lines are walked by arrows and answered by single keys
        <ul
          ref={list}
          className={styles.lines}
          aria-label="Lines"
          onKeyDown={(event) => {
            onKeyDown(event);
            if (!event.defaultPrevented) onWalk(event);
          }}
        >
          {lines.map((line, at) => (
            <ConversationLineItem
              key={line.number}
              line={line}
              isFirst={at === 0}
              isChosen={range.has(line.number)}
              isWhole={isNear(line.number) || editing?.line === line.number}
              conversation={conversation}
              answer={live.get(line.number) ?? null}
              editing={editing?.line === line.number ? editing.kind : null}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {!mayAnswer && !isPast && lines.length > 0 && (
        <NotAnswering conversation={conversation} draft={isDirty ? draft : null} />
      )}
      {mayAnswer && (
        <div className={styles.foot}>
          {failure !== null && <ErrorAlert failure={failure} title="Your answer was not sent" />}
          <TextInput
            label="Message, read by both"
            value={draft.message}
            maxLength={1000}
            onChange={(message) => change({ ...draft, message })}
          />
          <div className={styles.send}>
            <p className={styles.quiet}>
              Neither company writes into the other’s record.{' '}
              <span className={styles.byKeys}>
                ↑ ↓ line, A accept, C change, B backorder, R reject, Shift+↓ several, Ctrl+V pastes answers by
                line number, Ctrl+Enter sends.
              </span>
            </p>
            <Button variant="contained" disabled={!isDirty || sending} onClick={() => void send()}>
              {live.size === 0 ? 'Send' : `Send answer, ${live.size === 1 ? '1 line' : `${live.size} lines`}`}
            </Button>
          </div>
        </div>
      )}
      <Versions conversation={conversation} />
      {agreedHash !== null && (
        <p className={styles.quiet}>
          {`Agreed by both, the same on both sides: `}
          <span className={styles.hash}>{`${agreedHash.slice(0, 4)} ${agreedHash.slice(4, 8)}`}</span>
        </p>
      )}
    </section>
  );
}

function Versions({ conversation: { versions, company } }: { conversation: Conversation }) {
  const zone = viewerZone();
  return (
    <section aria-label={`Versions with ${company}`}>
      <h3 className={styles.subtitle}>Versions</h3>
      <ol className={styles.rail} reversed>
        {versions.map((version) => (
          <li key={version.number}>
            <span className={styles.number}>{version.number}</span>
            <div>
              <p>
                {version.number === 1
                  ? version.isOurs
                    ? 'You sent it'
                    : `${company} sent it`
                  : version.isOurs
                    ? version.isByItself
                      ? 'Answered by itself'
                      : 'You answered'
                    : `${company} answered`}
              </p>
              <p className={styles.quiet}>
                {[showInstant(version.at, zone), version.person, sayCounts(version)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              {version.message !== null && <p className={styles.message}>{version.message}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const sayCounts = ({ accepted, changed, backordered, rejected }: Conversation['versions'][number]): string =>
  [
    [accepted, 'accepted'],
    [changed, 'changed'],
    [backordered, 'backordered'],
    [rejected, 'rejected'],
  ]
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(', ');
