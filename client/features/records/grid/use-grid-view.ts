import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { carriesView, readView, writeView, type GridView } from './grid-view.ts';

export type ViewChange = Partial<GridView>;
export type ChangeView = (
  change: ViewChange | ((view: GridView) => ViewChange),
  options?: { replace?: boolean },
) => void;

const partsOfResult = [
  'filters',
  'search',
  'showsDeleted',
  'isTree',
  'groups',
  'sort',
  'size',
  'recordId',
] as const;

/**
 * The view that the address says, and how to change it. The address follows a change a moment later: until then
 * the changed view is shown already, and a further change builds on it. Whatever changes which records are shown
 * begins at page 1. An address that says nothing of a view means `opening`, the grid preference that it opens with,
 * and comes to say so: a copy of it shows a colleague the same.
 */
export function useGridView(opening: GridView | null): [GridView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const ofAddress = useMemo(() => readAddress(address, opening), [address, opening]);
  useEffect(() => {
    if (opening !== null && !carriesView(new URLSearchParams(address)))
      setParams((current) => writeView(opening, current), { replace: true });
  }, [opening, address, setParams]);
  const [ahead, setAhead] = useState<{ view: GridView; of: string } | null>(null);
  // Once followed it is over: who goes back to that address sees what it says.
  if (ahead !== null && ahead.of !== address) setAhead(null);
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
      setParams((current) => writeView(next, current), { replace });
    },
    [setParams],
  );
  return [view, change];
}

function readAddress(address: string, opening: GridView | null): GridView {
  const params = new URLSearchParams(address);
  if (opening === null) return readView(params);
  if (!carriesView(params)) return opening;
  const view = readView(params);
  return { ...view, preference: view.preference ?? opening.preference };
}
