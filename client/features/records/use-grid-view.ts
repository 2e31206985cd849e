import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type GridView } from './grid-view.ts';

export type ViewChange = Partial<GridView>;
export type ChangeView = (
  change: ViewChange | ((view: GridView) => ViewChange),
  options?: { replace?: boolean },
) => void;

const partsOfResult = ['filters', 'search', 'showsDeleted', 'sort', 'size', 'recordId'] as const;

/**
 * The view that the address says, and how to change it. The address follows a change a moment later: until then
 * the changed view is shown already, and a further change builds on it. Whatever changes which records are shown
 * begins at page 1.
 */
export function useGridView(): [GridView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const ofAddress = useMemo(() => readView(new URLSearchParams(address)), [address]);
  const [ahead, setAhead] = useState<{ view: GridView; of: string } | null>(null);
  const view = ahead?.of === address ? ahead.view : ofAddress;
  const latest = useRef({ view, address });
  useEffect(() => {
    latest.current = { view, address };
  }, [view, address]);
  const change = useCallback<ChangeView>(
    (change, { replace = false } = {}) => {
      const before = latest.current;
      const changed = typeof change === 'function' ? change(before.view) : change;
      const isOtherResult = partsOfResult.some((part) => part in changed);
      const next = { ...before.view, ...(isOtherResult && { page: 1 }), ...changed };
      latest.current = { ...before, view: next };
      setAhead({ view: next, of: before.address });
      setParams((present) => writeView(next, present), { replace });
    },
    [setParams],
  );
  return [view, change];
}
