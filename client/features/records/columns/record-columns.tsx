import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { GridColumn, GridColumnState } from '../../../ui/grid/grid-column.ts';
import { columnsAsTheyStart, type ColumnChoice } from '../grid/grid-view.ts';
import { renderCell } from './record-cell.tsx';
import { isBase, noOptions, type FieldOptions, type RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { textOf, type Names } from '../record-text.ts';
import { columnEdit } from '../row-edit/column-edit.tsx';
import { whyReadOnly } from '../row-edit/why-read-only.ts';

export type RecordColumn = GridColumn<RecordRow>;

const widths: Partial<Record<RecordField['dataType'], number>> = {
  number: 120,
  decimal: 120,
  float: 120,
  currency: 130,
  date: 124,
  datetime: 184,
  time: 104,
  checkbox: 96,
  boolean: 96,
  textarea: 260,
  dropdown: 192,
  'single-select': 192,
  multiselect: 220,
  'multiselect-checkbox': 220,
  email: 220,
  url: 220,
  phone: 160,
  attachment: 220,
};
const wordy = new Set(['description', 'issuedByCompanyName', 'issuedToCompanyName']);
/** Their digits name something and count nothing: they stand as words do. */
const identifiers = new Set(['id', 'recordNumber', 'poNumber']);

/** A header is never cut at the width that a column starts with, its pin and arrow beside it. */
const widthOf = (field: RecordField): number =>
  Math.max(widths[field.dataType] ?? (wordy.has(field.key) ? 220 : 168), field.name.length * 8 + 64);

function kindOf(field: RecordField): GridColumn<RecordRow>['kind'] {
  const family = valueFamily(field.dataType);
  if (family === 'number') return 'number';
  return family === 'date' || family === 'datetime' || family === 'time' ? 'date' : 'text';
}

export function toColumns(
  fields: readonly RecordField[],
  options: FieldOptions,
  timeZone: string,
  canEdit = false,
): readonly RecordColumn[] {
  return fields.map((field) => {
    const names: Names = new Map((options.get(field.key) ?? noOptions).map((option) => [option.id, option]));
    const text = (record: RecordRow) => textOf(field, record, names, timeZone);
    return {
      id: field.key,
      header: field.name,
      width: widthOf(field),
      kind: kindOf(field),
      ...(identifiers.has(field.key) && { align: 'start' as const }),
      sortable: field.sortable,
      text,
      render: renderCell(field, text),
      ...(canEdit && editOf(field, options, names, timeZone)),
    };
  });
}

function editOf(field: RecordField, options: FieldOptions, names: Names, timeZone: string) {
  const reason = whyReadOnly(field);
  if (reason !== null) return { whyReadOnly: reason };
  return { edit: columnEdit(field, options.get(field.key), names, timeZone) };
}

/** Specification 2: links to other screens of the record, N/A without access. */
export type LinkColumn = {
  readonly id: string;
  readonly header: string;
  readonly grant: MenuAction;
  /** The first segment of the screen's path after the tenant. */
  readonly route: string;
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

/** The screens of a record that stand. A link is offered only to one that does. */
const standingRoutes: ReadonlySet<string> = new Set([]);

export function toLinkColumns(
  grants: ReadonlySet<MenuAction>,
  tenantPath: string,
  recordTypeId: number,
): readonly RecordColumn[] {
  return linkColumns.map(({ id, header, grant, route }) => {
    const leadsSomewhere = grants.has(grant) && standingRoutes.has(route);
    const path = (record: RecordRow) =>
      `${tenantPath}/${route}?recordId=${record.id}&recordType=${record.recordType?.id ?? recordTypeId}`;
    return {
      id,
      header,
      width: 180,
      sortable: false,
      text: (record) => (leadsSomewhere ? new URL(path(record), window.location.origin).href : 'N/A'),
      ...(leadsSomewhere && {
        render: (record: RecordRow) => (
          <a href={path(record)} tabIndex={-1}>
            {header}
          </a>
        ),
      }),
    };
  });
}

export type ColumnStart = { readonly hidden: readonly string[]; readonly left: readonly string[] };

/** What is the same for all records of a type, or of use to few: there, and shown when it is asked for. */
const quiet: ReadonlySet<string> = new Set(['id', 'tenant', 'recordType', 'isProject', 'level']);

/** Which columns are hidden and pinned until somebody chooses. */
export const columnStartOf = (fields: readonly RecordField[], isSuper: boolean): ColumnStart => ({
  hidden: fields
    .filter(({ key, visibility }) => !visibility || (quiet.has(key) && !(isSuper && key === 'recordType')))
    .map(({ key }) => key),
  left: fields.some(({ key, visibility }) => key === 'recordNumber' && visibility) ? ['recordNumber'] : [],
});

const foremost = ['recordNumber', 'recordType', 'status', 'problemCode'];

/** What tells records apart comes first, then what the tenant added to the type, then what every record has. */
export function inStartOrder(fields: readonly RecordField[]): readonly RecordField[] {
  const rank = (field: RecordField) => {
    const place = foremost.indexOf(field.key);
    if (place >= 0) return place;
    return isBase(field) ? foremost.length + 1 : foremost.length;
  };
  return fields.toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
}

/** The order of the screen: a named order, and after it what it does not name. */
export function toColumnState(
  choice: ColumnChoice,
  start: ColumnStart,
  columns: readonly RecordColumn[],
): GridColumnState {
  const ids = columns.map(({ id }) => id);
  const known = new Set(ids);
  const present = (keys: readonly string[]) => keys.filter((key) => known.has(key));
  const named = present(choice.order ?? []);
  const namedSet = new Set(named);
  const left = present(choice.left ?? start.left);
  return {
    order: [...named, ...ids.filter((id) => !namedSet.has(id))],
    hidden: present(choice.hidden ?? start.hidden),
    widths: choice.widths,
    pinned: { left, right: present(choice.right ?? []).filter((id) => !left.includes(id)) },
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
