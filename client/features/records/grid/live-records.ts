// What others change appears in the open grid: rows at hand are read again where they stand, marked, and never moved
// or taken away; new ones are counted until the person asks for them. Rows in row edit keep what they began with.
// What the person changed themselves, in a bulk change or in another tab, is read again without a word.
import type { RecordChange } from '@rowhouse/domain/realtime/messages.ts';
import { mergeChanges } from '@rowhouse/domain/realtime/visible-change.ts';
import { takeOldAnswers } from '../../../platform/graphql/asked-first.ts';
import { watchRecordType } from '../../../platform/socket.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { createObserved } from '../../../platform/observed.ts';
import { findRecords } from '../api.ts';
import { agentOf, findLastChanges, subjectOf } from '../last-changes.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import type { ChangedRows } from '../row-edit/changed-rows.ts';

type LiveParts = {
  readonly recordTypeId: number;
  readonly store: GridStore;
  /** The rows at hand, and what they were asked by. */
  readonly getRows: () => { readonly rows: readonly RecordRow[]; readonly asked: object };
  /** One's own changes come by the same way: they are looked at when they have been answered. */
  readonly isSaving: () => boolean;
  readonly changedRows: ChangedRows;
  readonly refresh: () => void;
};

/** A change and its neighbours are read together, and one's own answer comes before the word of it. */
const gatherMs = 300;
/** One question takes as many ids; a change of more is read as a whole page. */
const mostAtOnce = 200;
const none: ReadonlySet<number> = new Set();
const noMarks: ReadonlyMap<number, string> = new Map();

type Heard = { from: object; changed: ReadonlyMap<number, string>; created: ReadonlySet<number> };
const nothing: Heard = { from: {}, changed: noMarks, created: none };

export function createLiveRecords(parts: LiveParts) {
  const { recordTypeId, store, getRows, isSaving, changedRows, refresh } = parts;
  const heard = createObserved<Heard>(nothing);
  const hear = (from: object, more: (before: Heard) => Partial<Heard>) => {
    const before = since(heard.get(), from);
    heard.set({ ...before, ...more(before) });
  };

  /** While the grid is open, from when its first rows stand: the page comes first. */
  function watch(): () => void {
    const waiting = new Map<number, RecordChange>();
    let timer: number | undefined;
    let isOver = false;

    async function look(): Promise<void> {
      const { rows, asked: from } = getRows();
      if (isSaving()) {
        timer = window.setTimeout(() => void look(), gatherMs);
        return;
      }
      const changes = [...waiting.values()];
      waiting.clear();
      timer = undefined;
      const shown = new Set(rows.map(({ id }) => id));
      const ids = changes.flatMap(({ id }) => (shown.has(id) ? [id] : []));
      const own = new Set(changes.flatMap((change) => (change.own ? [change.id] : [])));
      const fresh = changes.flatMap(({ id, kind }) => (kind === 'created' && !shown.has(id) ? [id] : []));
      if (fresh.length > 0) hear(from, ({ created }) => ({ created: new Set([...created, ...fresh]) }));
      if (ids.length > mostAtOnce) refresh();
      else if (ids.length > 0) await readAgain(ids, own, from);
    }

    async function readAgain(ids: readonly number[], own: ReadonlySet<number>, from: object): Promise<void> {
      const answer = await findRecords(recordTypeId, ids).catch(() => null);
      if (answer === null || isOver || getRows().asked !== from) return;
      const found = new Map(answer.map((record) => [record.id, record]));
      const wanted = new Set(ids);
      const all = getRows().rows.flatMap((row): RecordRow[] => {
        if (!wanted.has(row.id)) return [];
        const now = found.get(row.id);
        // What is out of sight now stays where it stands, as a deleted row does, until the rows are asked for anew.
        if (now === undefined) return row.enabled === false ? [] : [{ ...row, enabled: false }];
        return now.version > row.version ? [now] : [];
      });
      const mine = all.filter(({ id }) => own.has(id));
      const changed = all.filter(({ id }) => !own.has(id));
      if (mine.length > 0) changedRows.showQuietly(mine);
      if (changed.length === 0) return;
      changedRows.show(changed);
      const mark = (marks: ReadonlyMap<number, string>) =>
        hear(from, (before) => ({ changed: new Map([...before.changed, ...marks]) }));
      mark(new Map(changed.map(({ id }) => [id, 'Changed by somebody else'])));
      const who = await findLastChanges(
        recordTypeId,
        changed.map(({ id }) => id),
      );
      if (isOver || getRows().asked !== from) return;
      mark(new Map([...who].map(([id, by]) => [id, `${subjectOf(by)} changed it ${by.ago}`])));
      const [first] = changed;
      const names = new Set(changed.map(({ id }) => (who.has(id) ? agentOf(who.get(id)) : null)));
      const [by] = names;
      const single = names.size === 1 && by != null ? by : null;
      store.announce(
        changed.length === 1 && first !== undefined
          ? `Changed by ${single ?? 'somebody else'}: ${rowLabel(first)}`
          : `${changed.length} records were changed by ${single ?? 'others'}`,
      );
    }

    const stop = watchRecordType(recordTypeId, ({ whole, changes }) => {
      // From here on nothing is missed; the rows may be older.
      if (whole || takeOldAnswers()) refresh();
      if (whole || changes.length === 0) return;
      for (const change of mergeChanges([...waiting.values(), ...changes])) waiting.set(change.id, change);
      timer ??= window.setTimeout(() => void look(), gatherMs);
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
