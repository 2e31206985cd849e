import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { GridColumn, GridColumnState } from '../../../ui/grid/grid-column.ts';
import { columnEdit } from '../../../values/column-edit.tsx';
import { renderText } from '../../../values/render-text.tsx';
import { namesOf, textOfStored, type Names } from '../../../values/shown-text.ts';
import { viewOf } from '../../../values/views.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import { columnsAsTheyStart, type ColumnChoice } from '../grid/grid-view.ts';
import type { RecordRoute } from '../record-page/record-routes.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { textOf } from '../record-text.ts';
import { storedValue } from '../row-edit/row-values.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { ColumnStart } from './start-order.ts';

export type RecordColumn = GridColumn<RecordRow>;

const wordy = new Set(['description', 'issuedByCompanyName', 'issuedToCompanyName']);
/** Their digits name something and count nothing: they stand as words do. */
const identifiers = new Set(['id', 'recordNumber', 'poNumber']);

const wordyWidth = 220;
/**
 * Until rows are there to be measured (fitted-columns.ts). A header is never cut at the width that a column starts with,
 * its pin and arrow beside it.
 */
const widthOf = (field: RecordField): number =>
  Math.max(
    wordy.has(field.key) ? wordyWidth : viewOf(field.dataType).width,
    field.name.length * 8 + (field.currency == null ? 64 : 100),
  );

export function toColumns(
  fields: readonly RecordField[],
  options: FieldOptions,
  timeZone: string,
  canEdit = false,
): readonly RecordColumn[] {
  return fields.map((field) => {
    const names = namesOf(options.get(field.key) ?? noOptions);
    const render = renderText(field);
    const text = (record: RecordRow) => textOf(field, record, names, timeZone);
    return {
      id: field.key,
      header: field.name,
      ...(field.currency != null && { unit: field.currency }),
      width: widthOf(field),
      kind: viewOf(field.dataType).kind,
      ...(identifiers.has(field.key) && { align: 'start' as const }),
      sortable: field.sortable,
      text,
      render: (record) => render(text(record)),
      ...(canEdit && editOf(field, options, names, timeZone)),
    };
  });
}

function editOf(field: RecordField, options: FieldOptions, names: Names, timeZone: string) {
  const reason = whyReadOnly(field);
  if (reason !== null)
    return {
      whyReadOnly: reason,
      ...(field.formula != null && {
        computed: (stored: string) => (stored === '' ? '' : textOfStored(field, stored, names, timeZone)),
      }),
    };
  const value = (record: RecordRow) => storedValue(field, record);
  return { edit: { ...columnEdit(field, options.get(field.key), names, timeZone), value } };
}

/** Specification 2: links to other screens of the record, N/A without access. */
export type LinkColumn = {
  readonly id: string;
  readonly header: string;
  readonly grant: MenuAction;
  readonly route: RecordRoute;
};

export const linkColumns: readonly LinkColumn[] = [
  {
    id: 'recordViewerUrl',
    header: 'Record Viewer URL',
    grant: 'record viewer access',
    route: 'record-details-viewer',
  },
  {
    id: 'dynamicViewsUrl',
    header: 'Dynamic Views URL',
    grant: 'dynamic data views',
    route: 'data-focus-view',
  },
];

/** As they are without access; where there is some, the screen makes links of them. */
export const toLinkColumns = (): readonly RecordColumn[] =>
  linkColumns.map(({ id, header }) => ({ id, header, width: 180, sortable: false, text: () => notThere }));

const notThere = 'N/A';

/** The order of the screen: a named order, and after it what it does not name. */
export function toColumnState(
  choice: ColumnChoice,
  start: ColumnStart,
  columns: readonly RecordColumn[],
): GridColumnState {
  const ids = columns.map(({ id }) => id);
  const known = new Set(ids);
  const there = (keys: readonly string[]) => keys.filter((key) => known.has(key));
  const named = there(choice.order ?? []);
  const namedSet = new Set(named);
  const left = there(choice.left ?? start.left);
  return {
    order: [...named, ...ids.filter((id) => !namedSet.has(id))],
    hidden: there(choice.hidden ?? start.hidden),
    widths: choice.widths,
    pinned: { left, right: there(choice.right ?? []).filter((id) => !left.includes(id)) },
  };
}

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
const sameSet = (one: readonly string[], other: readonly string[]) => same(one.toSorted(), other.toSorted());

/** What differs from how the columns start, so that an address stays short. */
export function toColumnChoice(
  state: GridColumnState,
  start: ColumnStart,
  columns: readonly RecordColumn[],
): ColumnChoice {
  const beginning = toColumnState(columnsAsTheyStart, start, columns);
  return {
    order: same(state.order, beginning.order) ? null : state.order,
    hidden: sameSet(state.hidden, beginning.hidden) ? null : state.hidden,
    left: same(state.pinned.left, beginning.pinned.left) ? null : state.pinned.left,
    right: state.pinned.right.length === 0 ? null : state.pinned.right,
    widths: state.widths,
  };
}
