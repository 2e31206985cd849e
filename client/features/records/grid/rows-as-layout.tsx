// The records of the screen as a board or a calendar; each comes when it is first looked at.
import { Suspense } from 'react';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { isFiltered } from './grid-actions.ts';
import { useShown, type GridScreen } from './grid-screen.ts';
import { Nothing } from './nothing.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const RecordBoard = lazyPart(async () => ({ default: (await import('../board/board.tsx')).RecordBoard }));
const RecordCalendar = lazyPart(async () => ({
  default: (await import('../calendar/calendar.tsx')).RecordCalendar,
}));

export function RowsAsLayout({ screen, layout }: { screen: GridScreen; layout: ShownLayout }) {
  const { context, presetFilters } = useShown(screen, (shown) => shown);
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      {layout.layout.kind === 'BOARD' ? (
        <RecordBoard
          screen={screen}
          shown={layout}
          emptyState={
            <Nothing context={context} isFiltered={isFiltered(context) || presetFilters.length > 0} />
          }
        />
      ) : (
        <RecordCalendar screen={screen} shown={layout} />
      )}
    </Suspense>
  );
}
