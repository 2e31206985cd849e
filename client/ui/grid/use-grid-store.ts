import { useCallback, useSyncExternalStore } from 'react';
import type { RowId } from './grid-column.ts';
import type { GridStore, RowSnapshot } from './grid-store.ts';

export function useRowSnapshot(store: GridStore, id: RowId): RowSnapshot {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.getRow(id), [store, id]),
  );
}

export function useSelection(store: GridStore): ReadonlySet<RowId> {
  return useSyncExternalStore(store.subscribe, store.getSelection);
}

/** The column of the active cell, when that is a header. */
export function useActiveHeader(store: GridStore): string | null {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => {
      const active = store.getActive();
      return active?.row === null ? active.column : null;
    }, [store]),
  );
}

export function useExpandedRow(store: GridStore): RowId | null {
  return useSyncExternalStore(store.subscribe, store.getExpanded);
}
