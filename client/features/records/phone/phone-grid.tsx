// The grid screen where there is no room for columns: one row of tools, cards, and sheets for all that is a menu,
// a panel or a row in edit elsewhere. The view, the rows, the store and the actions are the same.
import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet.tsx';
import type { GridColumnState, GridEditing } from '../../../ui/grid/grid-column.ts';
import type { GridMenuItem } from '../../../ui/grid/grid-menu.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { FieldOptions } from '../../../values/value-field.ts';
import {
  actionsOfOne,
  bulkActions,
  editRows,
  isAllSelected,
  layoutActions,
  resetFilters,
  toolActions,
} from '../grid/grid-actions.ts';
import type {
  GridAction,
  GridActionContext,
  SelectionAction,
  SelectionContext,
} from '../grid/grid-actions.ts';
import { iconOf } from '../grid/action-button.tsx';
import type { PanelName } from '../grid/grid-toolbar.tsx';
import { SearchBox } from '../grid/search-box.tsx';
import type { RecordColumn } from '../columns/record-columns.tsx';
import type { RecordDetail } from '../record-detail.ts';
import type { RecordField } from '../record-field.ts';
import { rowId, type RecordRow } from '../record-row.ts';
import { cardFieldsOf } from './card-fields.ts';
import styles from './phone-grid.module.css';
import { RecordCards } from './record-cards.tsx';
import { RecordSheet } from './record-sheet.tsx';

type Cards = ComponentProps<typeof RecordCards>;

type PhoneGridProps = Pick<
  Cards,
  | 'label'
  | 'store'
  | 'rows'
  | 'headOf'
  | 'toggleGroup'
  | 'rowTone'
  | 'marksOf'
  | 'totalRows'
  | 'firstRowIndex'
  | 'viewKey'
  | 'status'
  | 'emptyState'
  | 'failedState'
  | 'hrefOf'
> & {
  rowMenu: (record: RecordRow) => readonly GridMenuItem[];
  context: GridActionContext;
  selection: SelectionContext;
  selectionOf: (record: RecordRow) => SelectionContext;
  /** In the menu of the header's checkbox on a wide screen. */
  selectionMenu: readonly GridMenuItem[];
  columns: readonly RecordColumn[];
  columnState: GridColumnState;
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  filtersCount: number;
  /** What is applied besides filters, such as the one record of a link. */
  applied: ReactNode;
  preferences: ReactNode;
  search: {
    readonly isOpen: boolean;
    readonly input: RefObject<HTMLInputElement | null>;
    readonly close: () => void;
  };
  editing: GridEditing | undefined;
  detail: RecordDetail | undefined;
  /** Whether something else lies over the grid, as the panel of an object. */
  isCovered: boolean;
  onEdit: (recordId: number) => void;
  onPanel: (name: PanelName, anchor: HTMLElement) => void;
  footer: ReactNode;
  /** What stands in the place of the cards; null: nothing. */
  instead: ReactNode;
};

type Sheet = 'tools' | 'sort' | 'selection' | 'record actions' | null;

export function PhoneGrid(props: PhoneGridProps) {
  const { store, rows, context, selection, columns, columnState, fields, isCovered } = props;
  const [sheet, setSheet] = useState<Sheet>(null);
  const [selects, setSelects] = useState(false);
  const [opened, setOpened] = useState<{ readonly id: number; readonly isDeleted: boolean } | null>(null);
  const [editedAt, setEditedAt] = useState(0);
  const closesWhenSaved = useRef(false);
  const edits = useSyncExternalStore(store.subscribe, store.getEdits);
  // Once saved, the record is back among the cards: what was saved, and Undo, are said there.
  useEffect(() => {
    if (edits.size > 0 || !closesWhenSaved.current) return;
    closesWhenSaved.current = false;
    setOpened(null);
  }, [edits]);
  const inSheet: SelectionContext = {
    ...selection,
    save: () => {
      closesWhenSaved.current = true;
      selection.save();
    },
    closeEdit: () => {
      closesWhenSaved.current = false;
      selection.closeEdit();
    },
  };
  const hasSelection = selection.selected.size > 0;
  // With the last one selected the selecting is over, by a tap or because the records are gone.
  const [hadSelection, setHadSelection] = useState(hasSelection);
  if (hadSelection !== hasSelection) {
    setHadSelection(hasSelection);
    if (!hasSelection) setSelects(false);
  }
  const isSelecting = props.instead === null && (selects || hasSelection);

  const actionsOf = (one: RecordRow): readonly SheetAction[][] => [
    [...props.rowMenu(one)],
    actionsOfOne.flatMap((action) => actionOf(action, props.selectionOf(one))),
  ];

  const hidden = new Set(columnState.hidden);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shownColumns = columnState.order.flatMap((id) => (hidden.has(id) ? [] : (byId.get(id) ?? [])));
  const cardFields = cardFieldsOf(
    columns,
    fields,
    shownColumns.map(({ id }) => id),
  );

  const editedIds = [...edits.keys()].map(Number);
  const place = Math.min(editedAt, Math.max(0, editedIds.length - 1));
  const sheetId = editedIds[place] ?? opened?.id ?? null;
  const record = sheetId === null ? undefined : rows.find((row) => rowId(row) === sheetId);
  // Deleted or restored, the record is back among the cards, where that is told and can be undone.
  const isOther = record === undefined || isDeletedRow(record) !== opened?.isDeleted;
  if (opened !== null && isOther && edits.size === 0 && props.status === 'ready') setOpened(null);
  const stopSelecting = () => {
    setSelects(false);
    selection.deselect();
  };

  return (
    <div className={styles.phone}>
      {isSelecting ? (
        <SelectionRow
          name={props.label}
          selection={selection}
          onActions={() => setSheet('selection')}
          onStop={stopSelecting}
        />
      ) : (
        <ToolRow {...props} onTools={() => setSheet('tools')} />
      )}
      {props.applied}
      {props.instead ?? (
        <div className={styles.list}>
          <RecordCards
            label={props.label}
            store={store}
            rows={rows}
            headOf={props.headOf}
            toggleGroup={props.toggleGroup}
            fields={cardFields}
            rowTone={props.rowTone}
            marksOf={props.marksOf}
            totalRows={props.totalRows}
            firstRowIndex={props.firstRowIndex}
            viewKey={props.viewKey}
            status={props.status}
            emptyState={props.emptyState}
            failedState={props.failedState}
            hrefOf={props.hrefOf}
            actionsOf={actionsOf}
            isSelecting={isSelecting}
            onSelecting={() => setSelects(true)}
            onOpen={(one) => setOpened({ id: rowId(one), isDeleted: isDeletedRow(one) })}
          />
          {props.footer}
        </div>
      )}
      {sheet === 'tools' && (
        <ActionSheet
          title="Tools"
          groups={toolsOf(props, setSheet, setSelects)}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'sort' && (
        <ActionSheet title="Sort" groups={[sortsOf(context, shownColumns)]} onClose={() => setSheet(null)} />
      )}
      {sheet === 'selection' && (
        <ActionSheet
          title={countOf(selection)}
          groups={[
            [editRows, ...bulkActions].flatMap((action) => actionOf(action, selection)),
            props.selectionMenu,
          ]}
          onClose={() => setSheet(null)}
        />
      )}
      {record && !isCovered && (
        <RecordSheet
          key={sheetId}
          record={record}
          columns={shownColumns}
          fields={fields}
          options={props.options}
          store={store}
          editing={props.editing}
          detail={props.detail}
          context={inSheet}
          steps={
            editedIds.length > 1
              ? { place: place + 1, total: editedIds.length, go: (by) => setEditedAt(place + by) }
              : null
          }
          onEdit={() => {
            setEditedAt(0);
            props.onEdit(rowId(record));
          }}
          onActions={() => setSheet('record actions')}
          onClose={() => setOpened(null)}
        />
      )}
      {record && sheet === 'record actions' && (
        <ActionSheet
          title={`Actions for record ${record.recordNumber ?? record.id}`}
          groups={actionsOf(record)}
          onClose={() => setSheet(null)}
        />
      )}
    </div>
  );
}

const isDeletedRow = ({ enabled }: RecordRow): boolean => enabled === false;

function ToolRow(props: PhoneGridProps & { onTools: () => void }) {
  const { context, filtersCount, preferences, search, label } = props;
  const toolsId = useId();
  const isSearching = search.isOpen || context.view.search !== '';
  return (
    <div role="group" aria-label={`Tools of ${label}`} className={styles.tools}>
      {isSearching ? (
        <>
          <SearchBox name={label} context={context} input={search.input} onEmptyEscape={search.close} />
          <button
            type="button"
            className={styles.icon}
            aria-label="Close search"
            onClick={() => {
              context.change({ search: '' }, { replace: true });
              search.close();
            }}
          >
            <Icon name="close" size={20} />
          </button>
        </>
      ) : (
        <>
          <div className={styles.preferences}>{preferences}</div>
          <button
            type="button"
            className={styles.icon}
            aria-label={`Find in ${label}`}
            aria-keyshortcuts="/"
            onClick={context.focusSearch}
          >
            <Icon name="search" size={20} />
          </button>
        </>
      )}
      <button
        id={toolsId}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        data-tools
        onClick={props.onTools}
      >
        <Icon name="filter" />
        {isSearching ? <VisuallyHidden>Tools</VisuallyHidden> : 'Tools'}
        {filtersCount > 0 && (
          <span className={styles.badge}>
            {filtersCount}
            <VisuallyHidden> filters applied</VisuallyHidden>
          </span>
        )}
      </button>
    </div>
  );
}

const countOf = (selection: SelectionContext): string =>
  isAllSelected(selection)
    ? `All ${selection.bulk.all?.count ?? 0} results selected`
    : `${selection.selected.size} selected`;

type SelectionRowProps = {
  name: string;
  selection: SelectionContext;
  onActions: () => void;
  onStop: () => void;
};

/** As high as the tools that it stands for. */
function SelectionRow({ name, selection, onActions, onStop }: SelectionRowProps) {
  return (
    <div
      role="group"
      aria-label={`Selected rows of ${name}`}
      className={`${styles.tools} ${styles.selected}`}
    >
      <button type="button" className={styles.icon} aria-label="Deselect" onClick={onStop}>
        <Icon name="close" size={20} />
      </button>
      <p className={styles.count}>{countOf(selection)}</p>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onActions}>
        Actions
        <Icon name="chevron-up" size={16} />
      </button>
    </div>
  );
}

function actionOf(action: SelectionAction, context: SelectionContext): SheetAction[] {
  if (action.isOffered?.(context) === false) return [];
  const reason =
    context.selected.size === 0 ? 'Nothing is selected yet.' : (action.whyNot?.(context) ?? undefined);
  return [
    {
      id: action.id,
      label: action.label(context),
      icon: action.icon,
      disabledReason: reason,
      onSelect: () => action.run(context),
    },
  ];
}

function toolsOf(
  { context, filtersCount, onPanel }: PhoneGridProps,
  setSheet: (sheet: Sheet) => void,
  setSelects: (selects: boolean) => void,
): SheetAction[][] {
  // The panel opens at the button, which has the focus again by then.
  const open = (name: PanelName) => () => {
    const anchor = document.querySelector<HTMLElement>('[data-tools]');
    if (anchor) onPanel(name, anchor);
  };
  const toAction = (action: GridAction): SheetAction[] => {
    if (action.isOffered?.(context) === false) return [];
    return [
      {
        id: action.id,
        label: action.label(context),
        icon: iconOf(action, context),
        disabledReason: action.whyNot?.(context) ?? undefined,
        onSelect: () => action.run(context),
      },
    ];
  };
  const levels = context.view.groups.length;
  const groups = levels > 0 && <span className={styles.badge}>{levels}</span>;
  const ruleCount = context.view.colours.length;
  const rules = ruleCount > 0 && <span className={styles.badge}>{ruleCount}</span>;
  const count = filtersCount > 0 && <span className={styles.badge}>{filtersCount}</span>;
  return [
    [
      { id: 'filters', label: 'Filters', icon: 'filter', aside: count, onSelect: open('filters') },
      ...(resetFilters.whyNot?.(context) === null ? toAction(resetFilters) : []),
      { id: 'sort', label: 'Sort', icon: 'sort', onSelect: () => setSheet('sort') },
      { id: 'columns', label: 'Columns', icon: 'columns', onSelect: open('columns') },
      ...(context.layout === null
        ? [
            { id: 'group', label: 'Group', icon: 'group' as const, aside: groups, onSelect: open('group') },
            {
              id: 'colors',
              label: 'Colours',
              icon: 'palette' as const,
              aside: rules,
              onSelect: open('colors'),
            },
          ]
        : []),
    ],
    [
      { id: 'totals', label: 'Totals', icon: 'sum', onSelect: open('totals') },
      { id: 'summary', label: 'Summary', icon: 'sum', onSelect: open('summary') },
    ],
    layoutActions.flatMap((action) =>
      toAction(action).map((one) => ({
        ...one,
        label: `Show as ${one.label.toLowerCase()}`,
        aside: action.isOn?.(context) === true && <Icon name="check" />,
      })),
    ),
    context.layout === null
      ? [{ id: 'select', label: 'Select records', icon: 'check', onSelect: () => setSelects(true) }]
      : [],
    toolActions.flatMap(toAction),
  ];
}

/** Descending first, and the other way round at the second tap: Specification 4. One key; the first of several shows. */
function sortsOf(
  { view: { sort }, change }: GridActionContext,
  columns: readonly RecordColumn[],
): SheetAction[] {
  const [first] = sort;
  return columns
    .filter(({ sortable }) => sortable !== false)
    .toSorted((one, other) => Number(other.id === first?.column) - Number(one.id === first?.column))
    .map(({ id, header }) => {
      const current = first?.column === id ? first.direction : null;
      return {
        id,
        label: header,
        ...(current !== null && {
          icon: current === 'desc' ? ('arrow-down' as const) : ('arrow-up' as const),
          aside: current === 'desc' ? 'descending' : 'ascending',
        }),
        onSelect: () => change({ sort: [{ column: id, direction: current === 'desc' ? 'asc' : 'desc' }] }),
      };
    });
}
