// The comments of one record while they are on the screen, outside React: what is known of them, what is being sent, and
// how far they were read. Whatever is heard over the socket only says that it is time to ask for what came after the
// version that is known, so that a message that was lost or came twice changes nothing.
import { mergeComments } from '@rowhouse/domain/comments/merge-comments.ts';
import { onConnectionReturn } from '../../platform/connection.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { isSessionEnd, RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';
import { watchRecordComments } from '../../platform/socket.ts';
import { readDraft, removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import { createObserved, type Observed } from '../../platform/observed.ts';
import {
  createComment,
  deleteComment,
  findComments,
  markCommentsRead,
  updateComment,
  updateRecordWatch,
  type Comment,
  type CommentedRecord,
  type FoundComments,
  type Reading,
} from './api.ts';

/** A comment on its way. */
export type Unsent = {
  /** What makes sending it again harmless. */
  readonly key: string;
  readonly text: string;
  readonly state: 'sending' | 'failed';
  /** Why it was refused; null when it did not come through. */
  readonly why: string | null;
};

export type Talk = {
  /** Null until they are loaded. */
  readonly comments: readonly Comment[] | null;
  /** Whether there are earlier ones. */
  readonly isMore: boolean;
  readonly isLoadingEarlier: boolean;
  readonly reading: Reading | null;
  readonly whyNotWrite: string | null;
  readonly unsent: readonly Unsent[];
  /** The own comment that is being edited. */
  readonly editedId: number | null;
  /** What others have said after the comment of this number is new; null marks nothing as new. */
  readonly newAfter: number | null;
  /** Why they could not be loaded. */
  readonly failure: string | null;
};

export type CommentTalk = Pick<Observed<Talk>, 'get' | 'subscribe'> & {
  /** Answers how to stop. */
  start(): () => void;
  reload(): void;
  loadEarlier(): Promise<void>;
  send(text: string): void;
  retry(key: string): void;
  /** Takes an unsent comment away, and answers its text. */
  takeBack(key: string): string;
  /** Throws the refusal. */
  edit(id: number, text: string): Promise<void>;
  remove(id: number): Promise<void>;
  markRead(upTo: number): Promise<void>;
  /** Of what the viewer wants to be told. Throws the refusal. */
  setWatch(level: Reading['watchLevel']): Promise<void>;
  /** What is typed, kept over a reload. */
  readonly draft: { read(): string; write(text: string): void };
  /** The text that a comment is to have, kept likewise until it is saved or left. */
  readonly edited: {
    begin(comment: Comment): void;
    read(): string;
    write(text: string): void;
    leave(): void;
  };
};

type KeptEdit = { readonly id: number; readonly text: string };
type KeptTalk = {
  readonly text: string;
  readonly unsent: readonly Unsent[];
  readonly edit?: KeptEdit | null;
};

const isKeptEdit = (value: unknown): value is KeptEdit =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'text' in value &&
  typeof value.text === 'string';

const isKept = (value: unknown): value is KeptTalk =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'unsent' in value &&
  Array.isArray(value.unsent);

export function createCommentTalk(record: CommentedRecord): CommentTalk {
  const draftName = `comments:${record.recordId}`;
  const kept = readDraft(draftName, isKept);
  let edit = isKeptEdit(kept?.edit) ? kept.edit : null;
  const state = createObserved<Talk>({
    comments: null,
    isMore: false,
    isLoadingEarlier: false,
    reading: null,
    whyNotWrite: null,
    unsent: kept?.unsent ?? [],
    editedId: edit?.id ?? null,
    newAfter: null,
    failure: null,
  });
  let typed = kept?.text ?? '';
  let version = 0;
  let isReading = false;
  let isOwed = false;
  let isSending = false;
  let isStopped = false;

  const change = (part: Partial<Talk>): void => state.set({ ...state.get(), ...part });
  const keep = (): void => {
    const { unsent } = state.get();
    if (typed === '' && unsent.length === 0 && edit === null) removeDraft(draftName);
    else writeDraft(draftName, { text: typed, unsent, edit });
  };
  const setUnsent = (unsent: readonly Unsent[]): void => {
    change({ unsent });
    keep();
  };
  const setEdit = (next: KeptEdit | null): void => {
    edit = next;
    if (state.get().editedId !== (next?.id ?? null)) change({ editedId: next?.id ?? null });
    keep();
  };
  const setReading = (reading: Reading): void => change({ reading });

  function take(found: FoundComments): void {
    const before = state.get();
    version = Math.max(version, found.version);
    const isFirst = before.comments === null;
    const comments = mergeComments(before.comments ?? [], found.comments, before.isMore);
    const { readUpTo, unread } = found.reading;
    const hadNone = before.reading?.unread === 0;
    change({
      comments,
      failure: null,
      whyNotWrite: found.whyNotWrite,
      ...(isFirst && { isMore: found.isMore }),
      // What came while everything was read begins a new part; what was new stays marked as long as it is on the screen.
      ...(unread > 0 && (isFirst || hadNone || before.newAfter === null) && { newAfter: readUpTo }),
    });
    setReading(found.reading);
  }

  /** Asks until nothing is owed; one question at a time, so that answers cannot overtake each other. */
  async function readOn(): Promise<void> {
    isOwed = true;
    if (isReading) return;
    isReading = true;
    try {
      for (;;) {
        if (!isOwed || isStopped) return;
        isOwed = false;
        const isFirst = state.get().comments === null;
        const found = await findComments(record, isFirst ? {} : { after: version });
        take(found);
        if (!isFirst && found.isMore) isOwed = true;
      }
    } catch (failure) {
      // What is on the screen stays; the connection asks again when it is back.
      if (state.get().comments === null && !isSessionEnd(failure)) change({ failure: toSentence(failure) });
    } finally {
      isReading = false;
    }
  }

  /** One after the other, in the order in which they were written; one that did not come through stops those behind it. */
  async function sendOn(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (;;) {
        const next = state.get().unsent.find((one) => one.state === 'sending' || one.why === null);
        if (next?.state !== 'sending' || isStopped) return;
        try {
          const comment = await sendOnBadLine(() => createComment(record, next.text, next.key));
          const { comments, isMore, unsent } = state.get();
          change({ comments: mergeComments(comments ?? [], [comment], isMore), newAfter: null });
          setUnsent(unsent.filter(({ key }) => key !== next.key));
        } catch (failure) {
          fail(next.key, failure);
        }
      }
    } finally {
      isSending = false;
    }
  }

  const mayComeThrough = new Set(['UNREACHABLE', 'UNAVAILABLE', 'INTERNAL', 'LIMITED', 'UNAUTHENTICATED']);
  function fail(key: string, failure: unknown): void {
    const why =
      failure instanceof RequestFailure && !mayComeThrough.has(failure.code) ? failure.message : null;
    const stopsOthers = why === null;
    let isAfter = false;
    setUnsent(
      state.get().unsent.map((one) => {
        if (one.key === key) isAfter = true;
        else if (!isAfter || !stopsOthers) return one;
        return { ...one, state: 'failed', why: one.key === key ? why : one.why };
      }),
    );
  }

  const resend = (accepts: (one: Unsent) => boolean): void => {
    setUnsent(
      state.get().unsent.map((one) => (accepts(one) ? { ...one, state: 'sending', why: null } : one)),
    );
    void sendOn();
  };

  const hear = (comment: Comment): void => {
    const { comments, isMore } = state.get();
    change({ comments: mergeComments(comments ?? [], [comment], isMore) });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    start() {
      isStopped = false;
      void readOn();
      void sendOn();
      const stops = [
        watchRecordComments(record, () => void readOn()),
        onConnectionReturn(() => {
          void readOn();
          resend((one) => one.state === 'failed' && one.why === null);
        }),
      ];
      return () => {
        isStopped = true;
        for (const stop of stops) stop();
      };
    },
    reload() {
      change({ failure: null });
      void readOn();
    },
    async loadEarlier() {
      const { comments, isMore, isLoadingEarlier } = state.get();
      const first = comments?.[0];
      if (!isMore || isLoadingEarlier || first === undefined) return;
      change({ isLoadingEarlier: true });
      try {
        const found = await findComments(record, { before: first.number });
        change({
          comments: mergeComments(state.get().comments ?? [], found.comments, false),
          isMore: found.isMore,
        });
      } catch {
        // The button stays, and asks again.
      } finally {
        change({ isLoadingEarlier: false });
      }
    },
    send(text) {
      setUnsent([...state.get().unsent, { key: makeRandomKey(), text, state: 'sending', why: null }]);
      void sendOn();
    },
    retry: (key) => resend((one) => one.key === key || (one.state === 'failed' && one.why === null)),
    takeBack(key) {
      const { unsent } = state.get();
      setUnsent(unsent.filter((one) => one.key !== key));
      return unsent.find((one) => one.key === key)?.text ?? '';
    },
    async edit(id, text) {
      hear(await updateComment(id, text));
      if (edit?.id === id) setEdit(null);
    },
    remove: async (id) => hear(await deleteComment(id)),
    async markRead(upTo) {
      try {
        setReading(await markCommentsRead(record, upTo));
      } catch {
        // It is tried again with the next comment, or the next look.
      }
    },
    setWatch: async (level) => setReading(await updateRecordWatch(record, level)),
    draft: {
      read: () => typed,
      write(text) {
        typed = text;
        keep();
      },
    },
    edited: {
      begin: ({ id, text }) => setEdit({ id, text: text ?? '' }),
      read: () => edit?.text ?? '',
      write(text) {
        if (edit !== null) setEdit({ ...edit, text });
      },
      leave: () => setEdit(null),
    },
  };
}
