import { useCallback, useEffect, useRef, useState } from 'react';
import { keepRowDrafts, listRowDrafts } from '../../../platform/storage/row-drafts.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import type { KeptChange } from './edit-session.ts';

/** What was changed and not saved, here or before a reload: kept as it comes, offered again when the grid opens. */
export function useRowDrafts(recordTypeId: number) {
  const [offered, setOffered] = useState<ReadonlyMap<number, KeptChange>>(new Map());
  useEffect(() => {
    let isWanted = true;
    async function offer() {
      const drafts = await listRowDrafts(recordTypeId);
      if (!isWanted || drafts.size === 0) return;
      setOffered(
        new Map(
          [...drafts].map(([id, { version, original, values }]) => [
            id,
            { version, original: new Map(Object.entries(original)), values: new Map(Object.entries(values)) },
          ]),
        ),
      );
    }
    void offer();
    return () => {
      isWanted = false;
    };
  }, [recordTypeId]);

  const waiting = useRef(new Map<number, KeptChange | null>());
  const timer = useRef<number>(undefined);
  const hasWarned = useRef(false);
  const flush = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    if (waiting.current.size === 0) return;
    const drafts = new Map(
      [...waiting.current].map(([id, change]) => [
        id,
        change && {
          version: change.version,
          original: Object.fromEntries(change.original),
          values: Object.fromEntries(change.values),
        },
      ]),
    );
    waiting.current.clear();
    if (keepRowDrafts(recordTypeId, drafts) || hasWarned.current) return;
    hasWarned.current = true;
    snackbars.warning('This browser has no room to keep your changes: save them before you leave.');
  }, [recordTypeId]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  /** After the frame that shows the change. */
  const keep = useCallback(
    (id: number, change: KeptChange | null) => {
      waiting.current.set(id, change);
      if (timer.current === undefined) timer.current = window.setTimeout(flush);
    },
    [flush],
  );

  const without = (ids: readonly number[]) => {
    const gone = new Set(ids);
    setOffered((before) => new Map([...before].filter(([id]) => !gone.has(id))));
  };
  return {
    offered,
    keep,
    /** They are in row edit now, and kept from here on as what changes there. */
    takeUp(ids: readonly number[]) {
      for (const id of ids) keep(id, offered.get(id)!);
      without([...offered.keys()]);
    },
    async discard(confirm: Confirm) {
      const count = offered.size;
      const discards = await confirm({
        title: 'Are you sure you want to discard your changes?',
        body:
          count === 1 ? 'The changes of one row go for good.' : `The changes of ${count} rows go for good.`,
        confirmLabel: 'Discard',
        cancelLabel: 'Keep them',
        tone: 'danger',
      });
      if (!discards) return;
      for (const id of offered.keys()) keep(id, null);
      without([...offered.keys()]);
    },
  };
}
