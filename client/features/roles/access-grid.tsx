// The matrix is the grid of the records: windows both ways, ranges by keys and drag, copy and paste. What it adds are
// the letters of the levels, and that a head or a name marks its whole column or row.
import { useCallback, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Grid } from '../../ui/grid/grid.tsx';
import type { CellWrite as TextWrite, GridColumn } from '../../ui/grid/grid-column.ts';
import type { GridMenuItem } from '../../ui/grid/grid-menu.tsx';
import { GridMessage } from '../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../ui/grid/grid-store.ts';
import { widthOfText } from '../../ui/grid/text-width.ts';
import { Icon } from '../../ui/icons.tsx';
import { useSheetKeys } from '../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { askWhyCell } from './ask-why-cell.ts';
import { accessKeys } from './access-keys.ts';
import styles from './access.module.css';
import type { AccessDraft, CellWrite } from './access-draft.ts';
import {
  cellKey,
  levelOfLetter,
  levels,
  levelsOf,
  readLevel,
  type AccessKind,
  type AccessModel,
  type AccessRow,
  type Level,
} from './access-model.ts';
import type { AccessRole } from './api.ts';

const nameOfHead = ({ name, enabled, members }: AccessRole): string =>
  `${name}${enabled ? '' : ' (Disabled)'} (${members})`;

/** A head is whole where its name is not a very long one; no column is narrower than its words. */
const widthOfHead = (name: string): number => Math.min(260, Math.max(148, widthOfText(name, 'strong') + 34));

type AccessGridProps = {
  kind: AccessKind;
  label: string;
  /** The heads of the first two columns. */
  heads: readonly [string, string];
  model: AccessModel;
  rows: readonly AccessRow[];
  roles: readonly AccessRole[];
  draft: AccessDraft;
  conflicts: ReadonlySet<string>;
  onWrite: (writes: readonly CellWrite[]) => void;
};

type ShownCell = { readonly level: Level; readonly mark: '' | 'changed' | 'conflict' };
type ShownRow = {
  readonly row: AccessRow;
  readonly cells: ReadonlyMap<number, ShownCell>;
  readonly seal: string;
};

export function AccessGrid(props: AccessGridProps) {
  const { kind, heads, model, rows, roles, draft, onWrite } = props;
  const [store] = useState(createGridStore);
  const shown = useShownRows(props);
  const rowsById = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  useSheetKeys('screen', async () => [accessKeys]);

  const columns = useMemo(
    (): GridColumn<ShownRow>[] => [
      {
        id: 'name',
        header: heads[0],
        width: 190,
        pin: 'left',
        text: ({ row }) => row.name,
        render: renderName,
      },
      { id: 'place', header: heads[1], width: 200, pin: 'left', text: ({ row }) => row.place },
      ...roles.map((role): GridColumn<ShownRow> => ({
        id: String(role.id),
        header: nameOfHead(role),
        width: widthOfHead(nameOfHead(role)),
        text: ({ cells }) => levels[cells.get(role.id)!.level].word,
        render: ({ row, cells }) => <LevelCell row={row} cell={cells.get(role.id)!} />,
      })),
    ],
    [heads, roles],
  );

  const fill = (rowIds: Iterable<string>, columnIds: Iterable<string>, level: Level) => {
    const roleIds = [...columnIds].map(Number).filter((id) => Number.isInteger(id));
    const writes = [...rowIds].flatMap((id) => {
      const row = rowsById.get(id);
      return row === undefined ? [] : roleIds.map((roleId): CellWrite => ({ row, roleId, level }));
    });
    if (writes.length === 0) return;
    onWrite(writes);
    store.announce(`${writes.length === 1 ? 'One cell' : `${writes.length} cells`}: ${levels[level].word}`);
  };
  /** The marked range if the cell is in it, else the cell; a name stands for its row. */
  const fillFrom = (rowId: string, column: string, level: Level) => {
    const range = store.getRange();
    if (range?.rows.has(rowId) && range.columns.has(column))
      fill([...range.rows].map(String), range.columns, level);
    else fill([rowId], isRole(column) ? [column] : roles.map(({ id }) => String(id)), level);
  };

  const items = (title: string, act: (level: Level) => void): GridMenuItem[] =>
    levelsOf(kind).map((level) => ({
      id: level,
      label: `${title}: ${levels[level].word}`,
      icon: <Icon name={levels[level].icon} size={16} />,
      onSelect: () => act(level),
    }));

  /** What is saved is explained; a draft is nobody's access yet. */
  function whyItem(row: AccessRow, roleId: number): GridMenuItem[] {
    const role = roles.find(({ id }) => id === roleId);
    if (role?.enabled !== true || draft.has(cellKey(row.id, roleId))) return [];
    return [
      {
        id: 'why',
        label: 'Why is it so?',
        icon: <Icon name="help" size={16} />,
        onSelect: () => askWhyCell(row, role),
      },
    ];
  }

  function openCell({ row }: ShownRow, column: string, key: string): boolean {
    if (key === 'Enter' || key === 'F2') {
      if (!isRole(column)) return true;
      const now = draft.get(cellKey(row.id, Number(column)))?.after ?? model.levelOf(row, Number(column));
      const all = levelsOf(kind).filter((level) => !(row.isFixed && level === 'Editable'));
      fillFrom(row.id, column, all[(all.indexOf(now) + 1) % all.length]!);
      return true;
    }
    const level = levelOfLetter(kind, key);
    if (level === null) store.announce(`Type ${sayLetters(kind)}.`);
    else fillFrom(row.id, column, level);
    return true;
  }

  function writeTexts(texts: readonly TextWrite[], leftOut = 0) {
    const writes: CellWrite[] = [];
    for (const { row: rowId, column, text } of texts) {
      const row = rowsById.get(String(rowId));
      if (row === undefined || !isRole(column)) continue;
      const level = text === '' ? null : readLevel(kind, text);
      if (level === null) {
        const role = roles.find(({ id }) => String(id) === column)?.name ?? '';
        snackbars.error(
          `“${text}” for ${row.name} and ${role} is none of ${levelsOf(kind)
            .map((one) => levels[one].word)
            .join(', ')}. Nothing was pasted.`,
        );
        return;
      }
      writes.push({ row, roleId: Number(column), level });
    }
    if (writes.length > 0) onWrite(writes);
    store.announce(`${writes.length} cells changed${leftOut > 0 ? `, ${leftOut} were beyond the last` : ''}`);
  }

  /** From one end of the shown rows, or of the roles, to the other. */
  function mark(rowIds: readonly string[], columnIds: readonly string[]) {
    const [firstRow, firstColumn] = [rowIds[0], columnIds[0]];
    if (firstRow === undefined || firstColumn === undefined) return;
    store.setActive({ row: firstRow, column: firstColumn });
    store.setRange({
      anchor: { row: rowIds.at(-1)!, column: columnIds.at(-1)! },
      rows: new Set(rowIds),
      columns: new Set(columnIds),
    });
    store.announce(`${rowIds.length * columnIds.length} cells marked`);
  }
  const allRows = () => rows.map(({ id }) => id);
  const allRoles = () => roles.map(({ id }) => String(id));

  function onKeyDown(event: KeyboardEvent) {
    const active = store.getActive();
    if (active === null || event.altKey || event.metaKey) return;
    const range = store.getRange();
    const isSpace = event.key === ' ' && event.ctrlKey !== event.shiftKey;
    const level = event.ctrlKey ? null : levelOfLetter(kind, event.key);
    if (isSpace && isRole(active.column) && event.ctrlKey) mark(allRows(), [active.column]);
    else if (isSpace && active.row !== null && event.shiftKey) mark([String(active.row)], allRoles());
    else if (active.row === null && isRole(active.column) && level !== null)
      fill(allRows(), [active.column], level);
    // A range that was carried on to the end of the rows ends at the menu of the row.
    else if (range !== null && !isRole(active.column) && level !== null)
      fill([...range.rows].map(String), range.columns, level);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A click on a head marks its column, one on a name its row. */
  function onClick(event: MouseEvent) {
    const active = store.getActive();
    const cell = (event.target as Element).closest('[role=columnheader], [role=gridcell]');
    if (active === null || cell === null || event.shiftKey || store.getRange() !== null) return;
    if ((event.target as Element).closest('[data-resize], button') !== null) return;
    if (active.row === null && isRole(active.column)) mark(allRows(), [active.column]);
    else if (active.row !== null && !isRole(active.column)) mark([String(active.row)], allRoles());
  }

  const begin = useCallback(() => false, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the grid in it takes the focus and the keys
    <div className={styles.grid} onKeyDownCapture={onKeyDown} onClick={onClick}>
      <Grid
        label={props.label}
        store={store}
        columns={columns}
        rows={shown}
        rowId={idOf}
        rowLabel={labelOf}
        totalRows={shown.length}
        firstRowIndex={0}
        status="ready"
        density={0.7}
        emptyState={<GridMessage title="Nothing is found">Find by another name, or choose all.</GridMessage>}
        failedState={null}
        onCellOpen={openCell}
        headerMenu={(column) =>
          isRole(column) ? items('Whole column', (level) => fill(allRows(), [column], level)) : []
        }
        rowMenu={({ row }, column) =>
          column !== undefined && isRole(column)
            ? [
                ...items(sayMarked(store.getRange()), (level) => fillFrom(row.id, column, level)),
                ...whyItem(row, Number(column)),
              ]
            : items('Whole row', (level) => fill([row.id], allRoles(), level))
        }
        editing={{ begin, write: (writes, _kind, leftOut) => writeTexts(writes, leftOut) }}
      />
    </div>
  );
}

const idOf = ({ row }: ShownRow): string => row.id;
const labelOf = ({ row }: ShownRow): string => `${row.name}, ${row.place}`;
const isRole = (column: string): boolean => /^\d+$/.test(column);
const renderName = ({ row }: ShownRow) => <span className={styles.name}>{row.name}</span>;

function sayMarked(range: { rows: ReadonlySet<unknown>; columns: ReadonlySet<string> } | null): string {
  const count = range === null ? 1 : range.rows.size * [...range.columns].filter(isRole).length;
  return count === 1 ? 'Cell' : `${count} cells`;
}

const sayLetters = (kind: AccessKind): string =>
  levelsOf(kind)
    .map((level) => `${levels[level].letter.toUpperCase()} for ${levels[level].word}`)
    .join(', ');

function LevelCell({ row, cell: { level, mark } }: { row: AccessRow; cell: ShownCell }) {
  return (
    <span className={styles.level} data-level={level} data-mark={mark || undefined}>
      <Icon name={row.isFixed && level === 'ViewOnly' ? 'lock' : levels[level].icon} size={14} />
      <span className={styles.word}>{levels[level].word}</span>
      {mark !== '' && (
        <span className="rh-visually-hidden">
          {mark === 'changed' ? ', not saved' : ', changed by somebody else'}
        </span>
      )}
    </span>
  );
}

/** A row of which nothing changed keeps its object, and is not rendered again. */
function useShownRows({ rows, roles, model, draft, conflicts }: AccessGridProps): readonly ShownRow[] {
  const [known] = useState(() => new Map<string, ShownRow>());
  return useMemo(
    () =>
      rows.map((row) => {
        const cells = new Map<number, ShownCell>();
        let seal = '';
        for (const { id } of roles) {
          const key = cellKey(row.id, id);
          const change = draft.get(key);
          const level = change?.after ?? model.levelOf(row, id);
          const mark = change === undefined ? '' : conflicts.has(key) ? 'conflict' : 'changed';
          cells.set(id, { level, mark });
          seal += `${id}${level}${mark} `;
        }
        const before = known.get(row.id);
        if (before?.seal === seal && before.row.name === row.name && before.row.place === row.place)
          return before;
        const made = { row, cells, seal };
        known.set(row.id, made);
        return made;
      }),
    [rows, roles, model, draft, conflicts, known],
  );
}
