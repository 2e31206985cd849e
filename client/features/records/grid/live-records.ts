// What others change appears in the open grid: rows at hand are read again where they stand, marked, and never moved
// or taken away; new ones are counted until the person asks for them. Rows in row edit keep what they began with.
// What the person changed themselves, in a bulk change or in another tab, is read again without a word.
import type { RecordChange } from '@rowhouse/domain/realtime/messages.ts';
import { mergeChanges } from '@rowhouse/domain/realtime/visible-change.ts';
import { takeOldAnswers } from '../../../platform/graphql/asked-first.ts';
import { watchRecordType } from '../../../platform/socket.ts';
import { createObserved } from '../../../platform/observed.ts';
import type { RecordRow } from '../record-row.ts';
import type { Heard, LiveParts } from './read-changes.ts';

/** A change and its neighbours are read together, and one's own answer comes before the word of it. */
const gatherMs = 300;
/** Rows that could not be read, or are being changed by the person, are looked at again. */
const againMs = 1500;
const none: ReadonlySet<number> = new Set();
const noMarks: ReadonlyMap<number, string> = new Map();

const nothing: Heard = { from: {}, changed: noMarks, created: none };

export function createLiveRecords(parts: LiveParts) {
  const { recordTypeId, isSaving } = parts;
  const heard = createObserved<Heard>(nothing);
  const hear = (from: object, more: (before: Heard) => Partial<Heard>) => {
    const before = since(heard.get(), from);
    heard.set({ ...before, ...more(before) });
  };

  /** While the grid is open, from when its first rows stand: the page comes first. */
  function watch(): () => void {
    const waiting = new Map<number, RecordChange>();
    let hasMissed = false;
    let timer: number | undefined;
    let isOver = false;
    const schedule = (waitMs = gatherMs) => {
      timer ??= window.setTimeout(() => void look(), waitMs);
    };

    async function look(): Promise<void> {
      const code = await import('./read-changes.ts').catch(() => null);
      timer = undefined;
      if (isOver || code === null) return;
      if (isSaving()) return schedule();
      const changes = [...waiting.values()];
      const wasMissed = hasMissed;
      waiting.clear();
      hasMissed = false;
      const isRead = await code.readChanges({ ...parts, hear, isOver: () => isOver }, changes, wasMissed);
      if (isRead) return;
      hasMissed = true;
      schedule(againMs);
    }

    const stop = watchRecordType(recordTypeId, ({ whole, changes }, isOlder) => {
      // From here on nothing is missed; the rows may be older.
      if (takeOldAnswers() || whole || isOlder) hasMissed = true;
      else if (changes.length === 0) return;
      for (const change of mergeChanges([...waiting.values(), ...changes])) waiting.set(change.id, change);
      schedule();
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }

  return {
    heard,
    watch,
    /** Changed by others since the rows were asked for, with the sentence that says by whom and when. */
    changedOf: (now: Heard, asked: object) => since(now, asked).changed,
    /** How many came into sight since then. Rows that were on their way when the word came may hold what is new. */
    countCreated(now: Heard, asked: object, rows: readonly RecordRow[]): number {
      const { created } = since(now, asked);
      return created.size === 0 ? 0 : created.size - rows.filter(({ id }) => created.has(id)).length;
    },
    /** The rows are asked for anew: nothing is marked any more. */
    forget: () => heard.set(nothing),
  };
}

/** Other rows, no news of the ones before. */
const since = (heard: Heard, asked: object): Heard =>
  heard.from === asked ? heard : { from: asked, changed: noMarks, created: none };
