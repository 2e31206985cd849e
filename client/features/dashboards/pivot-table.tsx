// A pivot table: one stop of the keyboard, arrows walk its cells, Enter opens their records. Only the rows in sight are drawn.
import { sayPivotCut } from '@rowhouse/domain/dashboards/pivot.ts';
import type { Pivot, PivotCell, PivotPath } from '@rowhouse/domain/dashboards/pivot.ts';
import { useId, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ShownChart } from './api.ts';
import { writeCsv } from './chart-table.tsx';
import { nameMeasure } from './chart.ts';
import styles from './pivot-table.module.css';
import { useSize } from '../../ui/use-size.ts';

const rowHeight = 32;
const columnWidth = 128;
/** Rows that are drawn above and below what is in sight. */
const beyond = 6;

type PivotTableProps = {
  chart: ShownChart;
  pivot: Pivot;
  /** Null where the type has no grid. */
  toRecords: (path: PivotPath) => string | null;
};

/** From 0: the head, then the rows, then the totals; the names of a row, then its columns, then its total. */
type Cursor = { readonly row: number; readonly column: number };

export function PivotTable({ chart, pivot, toRecords }: PivotTableProps) {
  const id = useId();
  const navigate = useNavigate();
  const { element, size } = useSize<HTMLDivElement>();
  const [scrolled, setScrolled] = useState(0);
  const [cursor, setCursor] = useState<Cursor>({ row: 1, column: 1 });
  const { columns, rows } = pivot;
  const [lastRow, lastColumn] = [rows.length + 1, columns.length + 1];
  const depth = chart.groups.length - 1;
  const height = size?.height ?? 10 * rowHeight;
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - beyond);
  const end = Math.min(rows.length, Math.ceil((scrolled + height) / rowHeight) + beyond);
  const cut = sayPivotCut(pivot);
  const at = { row: Math.min(cursor.row, lastRow), column: Math.min(cursor.column, lastColumn) };

  function cellAt({ row, column }: Cursor): PivotCell | null {
    if (row === lastRow) return column === 0 || column === lastColumn ? pivot.total : totalOf(column);
    if (row === 0) return column === 0 || column === lastColumn ? null : totalOf(column);
    const own = rows[row - 1];
    if (own === undefined) return null;
    return column === 0 || column === lastColumn ? own.total : (own.cells[column - 1] ?? null);
  }
  const totalOf = (column: number) => columns[column - 1]?.total ?? null;

  function go(to: Cursor): void {
    const next = {
      row: Math.max(0, Math.min(lastRow, to.row)),
      column: Math.max(0, Math.min(lastColumn, to.column)),
    };
    setCursor(next);
    bringIntoSight(element.current, next, { lastRow, lastColumn });
  }

  function walk(event: KeyboardEvent): void {
    const { row, column } = at;
    const page = Math.max(1, Math.floor(height / rowHeight) - 3);
    const whole = event.ctrlKey || event.metaKey;
    if (event.key === 'ArrowRight') go({ row, column: column + 1 });
    else if (event.key === 'ArrowLeft') go({ row, column: column - 1 });
    else if (event.key === 'ArrowDown') go({ row: row + 1, column });
    else if (event.key === 'ArrowUp') go({ row: row - 1, column });
    else if (event.key === 'PageDown') go({ row: row + page, column });
    else if (event.key === 'PageUp') go({ row: row - page, column });
    else if (event.key === 'Home') go({ row: whole ? 0 : row, column: 0 });
    else if (event.key === 'End') go({ row: whole ? lastRow : row, column: lastColumn });
    else if (event.key === 'Enter') {
      const cell = cellAt(at);
      const to = cell === null ? null : toRecords(cell.path);
      if (to !== null) void navigate(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What every cell has: its place, for those who hear it and for the keys. */
  const placed = (row: number, column: number) => ({
    id: `${id}-${row}-${column}`,
    'aria-colindex': column === 0 ? 1 : column + depth,
    'data-active': (at.row === row && at.column === column) || undefined,
    onPointerDown: () => setCursor({ row, column }),
  });
  const figureClass = (column: number) =>
    column === lastColumn ? `${styles.figure} ${styles.total}` : styles.figure;
  const figure = (row: number, column: number, cell: PivotCell | null) => (
    <div key={column} role="gridcell" className={figureClass(column)} {...placed(row, column)}>
      <Figure cell={cell} toRecords={toRecords} />
    </div>
  );
  const heads = chart.groups.slice(0, depth);
  const layout = { '--columns': columns.length, '--heads': depth } as CSSProperties;

  return (
    <>
      <div
        ref={element}
        className={styles.scroll}
        style={layout}
        data-depth={depth}
        role="grid"
        aria-label={`${chart.title}, ${nameMeasure(chart)}. Arrows walk the cells, Enter opens the records.`}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length + depth + 1}
        aria-activedescendant={`${id}-${at.row}-${at.column}`}
        tabIndex={0}
        onKeyDown={walk}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
      >
        <Row index={1} className={styles.head}>
          {heads.map(({ name }, level) => (
            <div
              key={name}
              role="columnheader"
              className={styles.name}
              data-level={level}
              {...(level === depth - 1 ? { 'data-innermost': '', ...placed(0, 0) } : {})}
              aria-colindex={level + 1}
            >
              {name}
            </div>
          ))}
          {columns.map(({ label, total }, place) => (
            <div key={place} role="columnheader" className={styles.figure} {...placed(0, place + 1)}>
              <Figure cell={{ ...total, text: label }} toRecords={toRecords} />
            </div>
          ))}
          <div role="columnheader" className={figureClass(lastColumn)} {...placed(0, lastColumn)}>
            All
          </div>
        </Row>
        <div role="presentation" style={{ height: first * rowHeight }} />
        {rows.slice(first, end).map(({ labels, cells, total, isSubtotal }, index) => {
          const row = first + index + 1;
          const above = rows[row - 2]?.labels[0];
          return (
            <Row key={row} index={row + 1} className={isSubtotal ? styles.subtotal : styles.row}>
              {labels.map((label, level) => (
                <div
                  key={level}
                  role="rowheader"
                  className={styles.name}
                  data-level={level}
                  {...(level === depth - 1 ? { 'data-innermost': '', ...placed(row, 0) } : {})}
                  aria-colindex={level + 1}
                  title={label}
                >
                  <span
                    className={
                      level < depth - 1 && label === above ? `${styles.label} ${styles.again}` : styles.label
                    }
                  >
                    {label}
                  </span>
                </div>
              ))}
              {cells.map((cell, place) => figure(row, place + 1, cell))}
              {figure(row, lastColumn, total)}
            </Row>
          );
        })}
        <div role="presentation" style={{ height: (rows.length - end) * rowHeight }} />
        <Row index={rows.length + 2} className={styles.foot}>
          {heads.map(({ name }, level) => (
            <div
              key={name}
              role="rowheader"
              className={styles.name}
              data-level={level}
              {...(level === depth - 1 ? { 'data-innermost': '', ...placed(lastRow, 0) } : {})}
              aria-colindex={level + 1}
            >
              {level === 0 ? 'All' : <span className="rh-visually-hidden">All</span>}
            </div>
          ))}
          {columns.map((_column, place) => figure(lastRow, place + 1, totalOf(place + 1)))}
          {figure(lastRow, lastColumn, pivot.total)}
        </Row>
      </div>
      {cut !== null && <p className={styles.cut}>{cut}</p>}
    </>
  );
}

const Row = ({
  index,
  className,
  children,
}: {
  index: number;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div role="row" aria-rowindex={index} className={className}>
    {children}
  </div>
);

function Figure({ cell, toRecords }: { cell: PivotCell | null; toRecords: PivotTableProps['toRecords'] }) {
  const to = cell === null ? null : toRecords(cell.path);
  if (cell === null) return null;
  return to === null ? (
    <>{cell.text}</>
  ) : (
    <Link to={to} tabIndex={-1} title={cell.text}>
      {cell.text}
    </Link>
  );
}

/** Behind the head, the names and the totals, which stay where they are. */
function bringIntoSight(
  element: HTMLElement | null,
  { row, column }: Cursor,
  { lastRow, lastColumn }: { lastRow: number; lastColumn: number },
): void {
  if (element === null) return;
  if (row > 0 && row < lastRow) {
    const top = (row - 1) * rowHeight;
    const room = element.clientHeight - 2 * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room;
  }
  const heads = [...element.querySelectorAll<HTMLElement>('[role="columnheader"]')];
  const names = widthOf(heads.filter(({ dataset }) => dataset['level'] !== undefined));
  const totals = widthOf(heads.slice(-1).filter((head) => getComputedStyle(head).position === 'sticky'));
  if (column === 0) element.scrollLeft = 0;
  else if (column === lastColumn) element.scrollLeft = element.scrollWidth;
  else {
    const left = (column - 1) * columnWidth;
    const room = element.clientWidth - names - totals;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (left + columnWidth > element.scrollLeft + room) element.scrollLeft = left + columnWidth - room;
  }
}

const widthOf = (elements: readonly HTMLElement[]): number =>
  elements.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);

/** What the table says, as a spreadsheet reads it. */
export function writePivotCsv(chart: ShownChart, { columns, rows, total }: Pivot): string {
  const heads = chart.groups.slice(0, -1).map(({ name }) => name);
  return writeCsv([
    [...heads, ...columns.map(({ label }) => label), `All, ${nameMeasure(chart)}`],
    ...rows.map((row) => [...row.labels, ...row.cells.map((cell) => cell?.text ?? ''), row.total.text]),
    [
      ...heads.map((_name, level) => (level === 0 ? 'All' : '')),
      ...columns.map((column) => column.total.text),
      total.text,
    ],
  ]);
}
