import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type GridView } from './grid-view.ts';

export type ViewChange = Partial<GridView>;
export type ChangeView = (
  change: ViewChange | ((view: GridView) => ViewChange),
  options?: { replace?: boolean },
) => void;

const partsOfResult = ['filters', 'search', 'showsDeleted', 'sort', 'size', 'recordId'] as const;

/** The view that the address says, and how to change it. Whatever changes which records are shown begins at page 1. */
export function useGridView(): [GridView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const view = useMemo(() => readView(new URLSearchParams(text)), [text]);
  // The address follows a click later than the next click may come: each change builds on the one before it.
  const intended = useRef(view);
  useEffect(() => {
    intended.current = view;
  }, [view]);
  const change = useCallback<ChangeView>(
    (change, { replace = false } = {}) => {
      const before = intended.current;
      const changed = typeof change === 'function' ? change(before) : change;
      const isOtherResult = partsOfResult.some((part) => part in changed);
      const next = { ...before, ...(isOtherResult && { page: 1 }), ...changed };
      intended.current = next;
      setParams((present) => writeView(next, present), { replace });
    },
    [setParams],
  );
  return [view, change];
}
