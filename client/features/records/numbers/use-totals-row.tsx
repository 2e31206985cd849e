import { filtersOfMeasure } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { TotalsCell } from './totals-cell.tsx';
import { useTotals } from './use-totals.ts';

/** The row under the rows, where the person wants one. */
export function useTotalsRow(screen: GridScreen) {
  const totals = useTotals(screen, true);
  const { fields, view, change } = useShown(screen, (shown) => shown);
  const render = (column: string) => {
    const total = totals.columnOf(column);
    if (total === null) return null;
    const narrowing = total.kind === null ? [] : filtersOfMeasure(total.kind, column);
    const isRoom = view.filters.length + narrowing.length <= mostFilters;
    return (
      <TotalsCell
        name={fields.get(column)?.name ?? column}
        total={total}
        scope={totals.scopeWords[totals.scope]}
        onChoose={(kind) => screen.totals.choose(column, kind)}
        onOpen={
          narrowing.length === 0 || !isRoom
            ? null
            : () => change({ filters: [...view.filters, ...narrowing], recordId: null })
        }
      />
    );
  };
  return { shown: totals, foot: totals.isShown ? { label: 'Totals', render } : undefined };
}
