import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { RecordRoute } from './record-routes.ts';
import { keepLayout, readKeptLayout, readPageView, writePageView, type PageView } from './record-view.ts';

/** How the page is divided and what its pane shows, and how both are changed: in the address, and remembered. */
export function usePageView(recordTypeId: number, route: RecordRoute, hasDocument: boolean) {
  const [params, setParams] = useSearchParams();
  const isWide = useMediaQuery('(width >= 1200px)');
  const address = params.toString();
  const view = useMemo(
    () =>
      readPageView(new URLSearchParams(address), {
        route,
        kept: readKeptLayout(recordTypeId),
        isWide,
        hasDocument,
      }),
    [address, recordTypeId, route, isWide, hasDocument],
  );
  // The newest, which the screen may not show yet: a change stands on the one before it, and takes none of it away.
  const newest = useRef(address);
  useEffect(() => {
    newest.current = address;
  }, [address]);
  const change = useCallback(
    (next: Partial<PageView>) => {
      if (next.mode !== undefined || next.percent !== undefined)
        keepLayout(recordTypeId, {
          mode: next.mode ?? view.mode,
          percent: next.percent ?? view.percent,
        });
      const after = writePageView(next, new URLSearchParams(newest.current));
      if (after.toString() === newest.current) return;
      newest.current = after.toString();
      setParams(after, { replace: true });
    },
    [recordTypeId, view, setParams],
  );
  return [view, change] as const;
}
