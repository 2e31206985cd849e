// What others do to the lines of a record appears in its open panel: lines are read again where they stand, marked, and
// put beside what is being edited, never over it.
import { useEffect, useRef, useState } from 'react';
import { whenHandsRest } from '../../platform/when-hands-rest.ts';
import { watchRecordType } from '../../platform/socket.ts';
import type { Line, LineId, LineType } from './line.ts';
import { compareLines, placeFound, type LineDifference } from './merge-lines.ts';
import { findLinesAgain } from './find-lines-again.ts';
import { askForAllLines } from './use-lines.ts';

type LiveSetting = {
  /** The one that the page watches, which may gather others. */
  recordTypeId: number;
  recordId: number;
  /** Of all kinds of lines; undefined while they are on their way. */
  lines: readonly Line[] | undefined;
  types: readonly LineType[];
  /** One's own changes come by the same way: they are looked at when they have been answered. */
  isSaving: () => boolean;
  /** Puts what stands now in the place of what was at hand. */
  onFound: (now: readonly Line[], difference: LineDifference) => void;
};

/** A change and its neighbours are read together, and one's own answer comes before the word of it. */
const gatherMs = 300;
const mostAtOnce = 250;

/** Answers the lines that others have changed or added since the panel was opened. */
export function useLiveLines(setting: LiveSetting): ReadonlySet<LineId> {
  const { recordTypeId, recordId } = setting;
  const [marked, setMarked] = useState<ReadonlySet<LineId>>(none);
  const latest = useRef(setting);
  useEffect(() => {
    latest.current = setting;
  });

  useEffect(() => {
    let waiting = new Set<number>();
    let isWhole = false;
    let timer: number | undefined;
    let isOver = false;
    const schedule = () => {
      timer ??= window.setTimeout(() => void look(), gatherMs);
    };

    async function look(): Promise<void> {
      timer = undefined;
      const { lines: before, isSaving, types } = latest.current;
      if (before === undefined || isSaving()) return schedule();
      const asked = { ids: waiting, isWhole: isWhole || waiting.size > mostAtOnce };
      waiting = new Set();
      isWhole = false;
      const now = await ask(asked, before, types).catch(() => null);
      await whenHandsRest();
      if (isOver || now === null) return;
      const { lines: after, isSaving: isSavingNow, onFound } = latest.current;
      if (after !== before || isSavingNow()) {
        // Something of one's own came in between: the answer may be older than that.
        waiting = asked.ids;
        isWhole = asked.isWhole;
        return schedule();
      }
      const difference = compareLines(before, now);
      const { added, changed, removed, isReordered } = difference;
      if (added.length + changed.length + removed.length === 0 && !isReordered) return;
      onFound(now, difference);
      setMarked((earlier) => new Set([...earlier, ...[...added, ...changed].map(({ id }) => id)]));
    }

    async function ask(
      { ids, isWhole: all }: { ids: ReadonlySet<number>; isWhole: boolean },
      before: readonly Line[],
      types: readonly LineType[],
    ): Promise<readonly Line[]> {
      if (!all) {
        const found = await findLinesAgain(recordId, [...ids]);
        const placed = placeFound(before, ids, found, kindBy(types));
        if (placed !== null) return placed;
      }
      return askForAllLines(recordId, recordTypeId);
    }

    const stop = watchRecordType(recordTypeId, ({ whole, lines = [] }, isOlder) => {
      const own = lines.find(({ id }) => id === recordId);
      if (!whole && !isOlder && own === undefined) return;
      if (whole || isOlder || own?.lineIds === null) isWhole = true;
      for (const id of own?.lineIds ?? []) waiting.add(id);
      schedule();
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [recordTypeId, recordId]);

  return marked;
}

const none: ReadonlySet<LineId> = new Set();

function kindBy(types: readonly LineType[]): (line: Line) => number {
  const kinds = new Map(types.flatMap(({ id, fields }) => fields.map(({ key }) => [key, id] as const)));
  return ({ values }) => kinds.get([...values.keys()].find((key) => kinds.has(key)) ?? '') ?? 0;
}

/** In a sentence, for the status of the panel and for who only hears it. */
export function sayDifference(
  { added, changed, removed, isReordered }: LineDifference,
  placeOf: (line: Line) => string,
): string {
  const one = (lines: readonly Line[], verb: string) => {
    const [first] = lines;
    if (first === undefined) return [];
    return lines.length === 1
      ? [`${placeOf(first)} was ${verb} by somebody else`]
      : [`${lines.length} lines were ${verb} by others`];
  };
  const said = [...one(changed, 'changed'), ...one(added, 'added'), ...one(removed, 'deleted')];
  if (said.length === 0 && isReordered) said.push('Somebody else put the lines into another order');
  return said.join(' · ');
}
