import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressChange } from '../../../ui/use-address-change.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { RecordRoute } from './record-routes.ts';
import { keepLayout, readKeptLayout, readPageView, writePageView, type PageView } from './record-view.ts';

/** How the page is divided and what its pane shows, and how both are changed: in the address, and remembered. */
export function usePageView(recordTypeId: number, route: RecordRoute, hasDocument: boolean) {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
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
  const change = useCallback(
    (next: Partial<PageView>) => {
      if (next.mode !== undefined || next.percent !== undefined)
        keepLayout(recordTypeId, {
          mode: next.mode ?? view.mode,
          percent: next.percent ?? view.percent,
        });
      changeAddress((before) => writePageView(next, before));
    },
    [recordTypeId, view, changeAddress],
  );
  return [view, change] as const;
}
