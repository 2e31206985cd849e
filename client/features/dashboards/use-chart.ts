import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { pivotOf, pivotQuestions } from '@rowhouse/domain/dashboards/pivot.ts';
import { plotOf } from '@rowhouse/domain/dashboards/plot.ts';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { todayHere, viewerZone } from '../../platform/clock.ts';
import { watchRecordTypes } from '../../platform/watch-record-types.ts';
import { aggregate, type ShownChart } from './api.ts';
import { askedOf, filtersOf, knownChart, type ChartPlaces } from './chart.ts';

/** However much is changed, the numbers are asked for no more often. */
const restMs = 5000;

const numbersKey = ['dashboards', 'numbers'] as const;

/** The numbers of one chart. Each is asked for by itself, and fails by itself. */
export function useChart(chart: ShownChart, { toQuery }: ChartPlaces) {
  const asked = {
    ...toQuery(chart.recordTypeId, filtersOf(chart)),
    ...askedOf(chart),
    timeZone: viewerZone(),
  } as Parameters<typeof aggregate>[0];
  const found = useQuery({
    queryKey: [...numbersKey, asked],
    queryFn: ({ signal }) => aggregate(asked, signal),
    // While a filter changes nothing stands empty.
    placeholderData: (before) => before,
  });
  const { data } = found;
  const plot = useMemo(
    () =>
      data === undefined
        ? null
        : plotOf(knownChart(chart), data, { timeZone: viewerZone(), today: todayHere() }),
    [chart, data],
  );
  return {
    plot,
    failure: data === undefined ? found.error : null,
    retry: () => void found.refetch(),
  };
}

/** The questions of a pivot table: its cells, the totals of its rows and columns, and the subtotals. */
export function usePivot(chart: ShownChart, { toQuery }: ChartPlaces) {
  const known = useMemo(() => knownChart(chart), [chart]);
  const records = toQuery(chart.recordTypeId, filtersOf(chart));
  const { cells, rows, columns, subtotals } = pivotQuestions(known);
  const asked = [cells, rows, columns, ...(subtotals === null ? [] : [subtotals.cells, subtotals.rows])];
  const found = useQueries({
    queries: asked.map((question) => {
      const data = { ...records, ...question, timeZone: viewerZone() } as Parameters<typeof aggregate>[0];
      return {
        queryKey: [...numbersKey, data],
        queryFn: ({ signal }: { signal: AbortSignal }) => aggregate(data, signal),
        placeholderData: keepPreviousData,
      };
    }),
  });
  const [ofCells, ofRows, ofColumns, ofSubtotalCells, ofSubtotals] = found.map(({ data }) => data);
  const hasSubtotals = subtotals !== null;
  const pivot = useMemo(() => {
    if (ofCells === undefined || ofRows === undefined || ofColumns === undefined) return null;
    const answers = { cells: ofCells, rows: ofRows, columns: ofColumns };
    if (!hasSubtotals) return pivotOf(known, { ...answers, subtotals: null }, viewerZone());
    if (ofSubtotalCells === undefined || ofSubtotals === undefined) return null;
    return pivotOf(
      known,
      { ...answers, subtotals: { cells: ofSubtotalCells, rows: ofSubtotals } },
      viewerZone(),
    );
  }, [known, hasSubtotals, ofCells, ofRows, ofColumns, ofSubtotalCells, ofSubtotals]);
  return {
    pivot,
    failure: pivot === null ? (found.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => void Promise.all(found.map(({ refetch }) => refetch())),
  };
}

/** As of when the numbers that are shown are true, by the server's clock: that of the oldest. */
export function useAsOf(): string | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((tell: () => void) => cache.subscribe(tell), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ queryKey: numbersKey, type: 'active' });
    const moments = shown.flatMap(({ state }) => (state.data as { asOf: string } | undefined)?.asOf ?? []);
    return moments.toSorted()[0] ?? null;
  });
}

/** Committed changes bring the numbers up to date. */
export function useBoardFollows(recordTypeIds: readonly number[]): void {
  const client = useQueryClient();
  const watched = [...new Set(recordTypeIds)].join(',');
  useEffect(() => {
    if (watched === '') return undefined;
    return watchRecordTypes(
      watched.split(',').map(Number),
      ({ whole, changes }) => whole || changes.length > 0,
      () => void client.invalidateQueries({ queryKey: numbersKey }),
      restMs,
    );
  }, [client, watched]);
}
