// What was changed in rows and not saved, here or before a reload: kept as it comes, offered again when the grid opens.
import type { KeptChange } from '../../../edit-session/edited.ts';
import { fromStored, toStored } from '../../../edit-session/kept-change.ts';
import { keepRowDrafts, listRowDrafts } from '../../../platform/storage/row-drafts.ts';
import { createObserved } from '../../../platform/observed.ts';
import { snackbars } from '../../../ui/snackbars.tsx';

type Changes = ReadonlyMap<number, KeptChange>;

export function createRowDrafts(recordTypeId: number) {
  const offered = createObserved<Changes>(new Map());
  const waiting = new Map<number, KeptChange | null>();
  let timer: number | undefined;
  let hasWarned = false;

  function flush() {
    window.clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const drafts = new Map([...waiting].map(([id, change]) => [id, change && toStored(change)]));
    waiting.clear();
    if (keepRowDrafts(recordTypeId, drafts) || hasWarned) return;
    hasWarned = true;
    snackbars.warning('This browser has no room to keep your changes: save them before you leave.');
  }

  /** After the frame that shows the change. */
  function keep(changed: ReadonlyMap<number, KeptChange | null>) {
    if (changed.size === 0) return;
    for (const [id, change] of changed) waiting.set(id, change);
    timer ??= window.setTimeout(flush);
  }

  return {
    offered,
    keep,
    /** While the grid is open. */
    watch(): () => void {
      let isWanted = true;
      async function offer() {
        const drafts = await listRowDrafts(recordTypeId);
        if (isWanted && drafts.size > 0)
          offered.set(new Map([...drafts].map(([id, change]) => [id, fromStored(change)])));
      }
      void offer();
      window.addEventListener('pagehide', flush);
      return () => {
        isWanted = false;
        window.removeEventListener('pagehide', flush);
        flush();
      };
    },
    /** They are in edit now, and kept as what changes there; without an id all of them. */
    takeUp: (id?: number) => offered.set(without(offered.get(), id)),
    discard(id?: number) {
      const gone = [...offered.get().keys()].filter((each) => id === undefined || each === id);
      keep(new Map(gone.map((each) => [each, null])));
      offered.set(without(offered.get(), id));
    },
  };
}

const without = (changes: Changes, id: number | undefined): Changes =>
  new Map(id === undefined ? [] : [...changes].filter(([each]) => each !== id));
