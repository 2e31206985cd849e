// The numbers under the columns: over all results of the filter by the server, over the page or the selection from the
// rows at hand.
import { measureValues } from '@rowhouse/domain/aggregates/measure-values.ts';
import { measuresOf, showMeasure, type FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { useSelection } from '../../../ui/grid/use-grid-store.ts';
import { useObserved } from '../../../platform/observed.ts';
import { storedOf } from '../filters/filter-by-value.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { rowId } from '../record-row.ts';
import { useFreshNumbers, useNumbers } from './use-numbers.ts';

export type ColumnTotal = {
  readonly kind: FieldMeasure | null;
  /** What may be chosen for the column. */
  readonly offered: readonly FieldMeasure[];
  /** Null while it is not known. */
  readonly shown: string | null;
};

export function useTotals(screen: GridScreen, areSeen: boolean) {
  const setting = useObserved(screen.totals);
  const { isShown, kinds } = setting;
  const shown = useShown(screen, (all) => all);
  const selected = useSelection(screen.store);
  const { asked, fields, rows, shownKeys, recordType, selection } = shown;
  const isOne = asked.recordId !== null;
  const isWhole = selection.bulk.all?.isSelected === true;
  const scope = isOne ? 'page' : setting.scope === 'selection' && isWhole ? 'results' : setting.scope;

  const chosen = shownKeys.flatMap((key) => {
    const field = fields.get(key);
    const kind = kinds[key];
    return field === undefined || kind === undefined || !measuresOf(field).includes(kind)
      ? []
      : { key, field, kind };
  });
  const isAsked = areSeen && isShown && scope === 'results' && chosen.length > 0;
  const { sort: _, ...query } = asked.query;
  const measures = chosen.map(({ key, kind }) => ({ kind, field: key }));
  useFreshNumbers(recordType.id, isAsked);
  const numbers = useNumbers(recordType.id, isAsked ? { ...query, timeZone: viewerZone(), measures } : null);

  const atHand = scope === 'selection' ? rows.filter((row) => selected.has(rowId(row))) : rows;
  const valueOf = (key: string): string | null => {
    const at = chosen.findIndex((one) => one.key === key);
    const one = chosen[at];
    if (one === undefined) return null;
    const { kind, field } = one;
    if (scope !== 'results')
      return showMeasure(
        kind,
        field.dataType,
        measureValues(
          kind,
          field.dataType,
          atHand.map((row) => storedOf(field, row)),
        ),
        viewerZone(),
      );
    const answer = numbers.data?.total;
    return answer === undefined ? null : showMeasure(kind, field.dataType, answer[at] ?? null, viewerZone());
  };
  const many = (count: number | undefined, what: string) =>
    `${count === undefined ? 'all' : showCount(count)} ${what}`;
  return {
    isShown,
    scope: setting.scope,
    /** Of what the numbers are, for people. */
    scopeWords: {
      results: many(shown.total, 'results'),
      page: many(rows.length, 'on this page'),
      selection: many(isWhole ? shown.total : selected.size, 'selected'),
    },
    failure: numbers.isError ? toSentence(numbers.error) : null,
    columnOf: (key: string): ColumnTotal | null => {
      const field = fields.get(key);
      const offered = field === undefined ? [] : measuresOf(field);
      if (offered.length === 0) return null;
      const kind = chosen.find((one) => one.key === key)?.kind ?? null;
      return { kind, offered, shown: kind === null ? null : valueOf(key) };
    },
  };
}

export type ShownTotals = ReturnType<typeof useTotals>;
