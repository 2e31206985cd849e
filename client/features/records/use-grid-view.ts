import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type GridView } from './grid-view.ts';

export type ChangeView = (change: Partial<GridView>, options?: { replace?: boolean }) => void;

/** The view that the address says, and how to change it. Whatever changes which records are shown begins at page 1. */
export function useGridView(): [GridView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const view = useMemo(() => readView(new URLSearchParams(text)), [text]);
  const change = useCallback<ChangeView>(
    (change, { replace = false } = {}) =>
      setParams(
        (present) => {
          const before = readView(present);
          const isOtherResult = ['filters', 'search', 'showsDeleted', 'sort', 'size', 'recordId'].some(
            (part) => part in change,
          );
          return writeView({ ...before, ...(isOtherResult && { page: 1 }), ...change }, present);
        },
        { replace },
      ),
    [setParams],
  );
  return [view, change];
}
