import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import type { RecordRow } from '../record-row.ts';
import { comeBack, leaveGrid } from '../way-back.ts';

type Shown = {
  readonly recordTypeId: number;
  readonly viewKey: string;
  readonly rows: readonly RecordRow[];
  readonly store: GridStore;
};

/** Keeps how the grid is left, and brings that back with the first rows. `frame` stands around the grid. */
export function useWayBack(frame: RefObject<HTMLElement | null>, shown: Shown): void {
  const { recordTypeId, viewKey, rows, store } = shown;
  const { key: entry, state } = useLocation() as { key: string; state: unknown };
  const latest = useRef({ recordTypeId, viewKey, entry });
  useLayoutEffect(() => {
    latest.current = { recordTypeId, viewKey, entry };
  });
  useLayoutEffect(() => {
    const grid = gridIn(frame);
    return () => {
      if (grid === null) return;
      const { scrollTop: top, scrollLeft: left } = grid;
      leaveGrid({ ...latest.current, top, left, active: store.getActive() });
    };
  }, [frame, store]);
  const isThere = rows.length > 0;
  useEffect(() => {
    if (!isThere) return undefined;
    const place = comeBack({ recordTypeId, viewKey, entry, state }, new Set(rows.map(({ id }) => id)));
    if (place === null) return undefined;
    // Once the title of the page has had the focus, and the rows have their height.
    const frameId = requestAnimationFrame(() => {
      gridIn(frame)?.scrollTo(place.left, place.top);
      if (place.active === null) return;
      store.setActive(place.active);
      store.reveal();
    });
    return () => cancelAnimationFrame(frameId);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with the first rows
  }, [isThere]);
}

const gridIn = ({ current }: RefObject<HTMLElement | null>): HTMLElement | null =>
  current?.querySelector<HTMLElement>('.rh-grid') ?? null;
