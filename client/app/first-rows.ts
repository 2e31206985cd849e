import { defaultPageSize } from '@rowhouse/domain/records/limits.ts';
import { toKnownFields } from '../features/fields/known-fields.ts';
import { columnStartOf, inStartOrder } from '../features/records/columns/start-order.ts';
import { defaultSort, startView } from '../features/records/grid/grid-view.ts';
import { readKeptView } from '../features/records/grid/kept-view.ts';
import { toRecordQuery, toSwitches } from '../features/records/record-query.ts';
import type { RecordField } from '../features/records/record-field.ts';
import type { FilterAndSortRecordsQueryVariables } from '../platform/graphql/documents.generated.ts';

type Field = Omit<RecordField, 'dataType'> & { readonly dataType: string };
type Chosen = { readonly userGridPreference: unknown; readonly roleGridPreference: unknown } | null;

/**
 * What a grid asks that opens as it starts: at its bare address, without a default view, and as nobody has left it here.
 * Null for every other grid.
 */
export function toFirstRows(
  { id, isSuper }: { readonly id: number; readonly isSuper: boolean },
  fields: readonly Field[],
  chosen: Chosen,
): FilterAndSortRecordsQueryVariables | null {
  const hasView = (chosen?.userGridPreference ?? chosen?.roleGridPreference ?? null) !== null;
  if (hasView || location.search !== '' || readKeptView(id) !== null) return null;
  const known: readonly RecordField[] = toKnownFields(fields);
  const sorted = known.find(({ key }) => key === defaultSort[0]?.column);
  if (sorted?.sortable !== true) return null;
  const ordered = inStartOrder(known);
  const hidden = new Set(columnStartOf(known, isSuper).hidden);
  const shown = ordered.map(({ key }) => key).filter((key) => !hidden.has(key));
  return {
    data: toRecordQuery(id, startView),
    pagination: { offset: 0, limit: defaultPageSize },
    ...toSwitches(shown),
  };
}
