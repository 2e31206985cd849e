// What others change moves the cards of a board or a calendar: what is in sight is asked for again, and marked with who
// changed it.
import { useEffect, useState } from 'react';
import { watchRecordType } from '../../../platform/socket.ts';
import { findLastChanges, subjectOf } from '../last-changes.ts';
import type { Moving } from './move-record.ts';

/** A change and its neighbours are one reason to ask, and one's own answer comes before the word of it. */
const gatherMs = 300;
const mostMarked = 200;
const noMarks: ReadonlyMap<number, string> = new Map();

/**
 * @param question what is shown: with another the marks of the one before are gone
 * @returns by record, the sentence that says who changed it
 */
export function useLiveLayout(
  recordTypeId: number,
  question: string,
  { readQuietly, settle }: Pick<Moving, 'readQuietly' | 'settle'>,
): ReadonlyMap<number, string> {
  const [marked, setMarked] = useState({ question, marks: noMarks });
  useEffect(() => {
    const others = new Set<number>();
    let timer: number | undefined;
    let isOver = false;
    async function look() {
      timer = undefined;
      const ids = [...others].slice(0, mostMarked);
      others.clear();
      const [who] = await Promise.all([findLastChanges(recordTypeId, ids), readQuietly(() => isOver)]);
      if (isOver || ids.length === 0) return;
      for (const id of ids) settle(id);
      const added = ids.map((id): [number, string] => {
        const change = who.get(id);
        return [id, change ? `${subjectOf(change)} changed it ${change.ago}` : 'Changed by somebody else'];
      });
      setMarked((before) => ({
        question,
        marks: new Map([...(before.question === question ? before.marks : []), ...added]),
      }));
    }
    const stop = watchRecordType(recordTypeId, ({ whole, changes }, isOlder) => {
      if (!whole && !isOlder && changes.length === 0) return;
      for (const { id, own } of changes) if (own !== true) others.add(id);
      timer ??= window.setTimeout(() => void look(), gatherMs);
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [recordTypeId, question, readQuietly, settle]);
  return marked.question === question ? marked.marks : noMarks;
}
