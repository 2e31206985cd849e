// What others change appears in the open grid: rows at hand are read again where they stand, marked, and never moved
// or taken away; new ones are counted until the person asks for them. Rows in row edit keep what they began with.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { request } from '../../../platform/graphql/request.ts';
import { watchRecordType } from '../../../platform/socket.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { findRecords } from '../api.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';

type LiveSetting = {
  recordTypeId: number;
  /** Nothing is heard before the first rows stand: the page comes first. */
  isReady: boolean;
  /** The rows at hand, and what they were asked by. */
  rows: readonly RecordRow[];
  asked: object;
  /** One's own changes come by the same way: they are looked at when they have been answered. */
  isSaving: boolean;
  store: GridStore;
  showChanged: (records: readonly RecordRow[]) => void;
  refresh: () => void;
};

export type LiveRecords = {
  /** Changed by others since the rows were asked for. */
  readonly changed: ReadonlySet<number>;
  /** How many came into sight since then. */
  readonly created: number;
  /** The rows are asked for anew: nothing is marked any more. */
  forget: () => void;
};

/** A change and its neighbours are read together, and one's own answer comes before the word of it. */
const gatherMs = 300;
/** One question takes as many ids; a change of more is read as a whole page. */
const mostAtOnce = 200;
const none: ReadonlySet<number> = new Set();

type Heard = { from: object; changed: ReadonlySet<number>; created: ReadonlySet<number> };

export function useLiveRecords(setting: LiveSetting): LiveRecords {
  const { recordTypeId, isReady, asked } = setting;
  const [heard, setHeard] = useState<Heard>({ from: asked, changed: none, created: none });
  const present = useRef(setting);
  useEffect(() => {
    present.current = setting;
  });

  useEffect(() => {
    if (!isReady) return undefined;
    const waiting = new Map<number, 'updated' | 'created' | 'removed'>();
    let timer: number | undefined;
    let isOver = false;

    async function look(): Promise<void> {
      const { rows, asked: from, isSaving } = present.current;
      if (isSaving) {
        timer = window.setTimeout(() => void look(), gatherMs);
        return;
      }
      const kinds = new Map(waiting);
      waiting.clear();
      timer = undefined;
      const shown = new Set(rows.map(({ id }) => id));
      const ids = [...kinds.keys()].filter((id) => shown.has(id));
      const fresh = [...kinds].flatMap(([id, kind]) => (kind === 'created' && !shown.has(id) ? [id] : []));
      if (fresh.length > 0)
        setHeard((before) => ({
          ...since(before, from),
          created: withAll(since(before, from).created, fresh),
        }));
      if (ids.length > mostAtOnce) present.current.refresh();
      else if (ids.length > 0) await readAgain(ids, from);
    }

    async function readAgain(ids: readonly number[], from: object): Promise<void> {
      const data = { ids: [...ids], recordTypeId };
      const pagination = { offset: 0, limit: ids.length };
      const answer = await request(findRecords, { data, pagination }).catch(() => null);
      if (answer === null || isOver || present.current.asked !== from) return;
      const found = new Map(answer.findRecordHeader.records.map((record) => [record.id, record]));
      const wanted = new Set(ids);
      const changed = present.current.rows.flatMap((row): RecordRow[] => {
        if (!wanted.has(row.id)) return [];
        const now = found.get(row.id);
        // What is out of sight now stays where it stands, as a deleted row does, until the rows are asked for anew.
        if (now === undefined) return row.enabled === false ? [] : [{ ...row, enabled: false }];
        return now.version > row.version ? [now] : [];
      });
      if (changed.length === 0) return;
      const { store, showChanged } = present.current;
      showChanged(changed);
      setHeard((before) => ({
        ...since(before, from),
        changed: withAll(
          since(before, from).changed,
          changed.map(({ id }) => id),
        ),
      }));
      const [first] = changed;
      store.announce(
        changed.length === 1 && first !== undefined
          ? `Changed by somebody else: ${rowLabel(first)}`
          : `${changed.length} records were changed by others`,
      );
    }

    const stop = watchRecordType(recordTypeId, ({ whole, changes }) => {
      if (whole) present.current.refresh();
      if (whole || changes.length === 0) return;
      for (const { id, kind } of changes) waiting.set(id, kind);
      timer ??= window.setTimeout(() => void look(), gatherMs);
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [recordTypeId, isReady]);

  const forget = useCallback(() => setHeard((before) => ({ ...before, changed: none, created: none })), []);
  const { changed, created } = since(heard, asked);
  // Rows that were on their way when the word came may hold what is new.
  const { rows } = setting;
  const missing = useMemo(() => countMissing(created, rows), [created, rows]);
  return { changed, created: missing, forget };
}

/** Other rows, no news of the ones before. */
const since = (heard: Heard, asked: object): Heard =>
  heard.from === asked ? heard : { from: asked, changed: none, created: none };

const withAll = (present: ReadonlySet<number>, more: readonly number[]): ReadonlySet<number> =>
  new Set([...present, ...more]);

function countMissing(ids: ReadonlySet<number>, rows: readonly RecordRow[]): number {
  if (ids.size === 0) return 0;
  return ids.size - rows.filter(({ id }) => ids.has(id)).length;
}
