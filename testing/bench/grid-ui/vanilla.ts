// The calibration: the same screen written by hand against the DOM, as fast as plain code makes it without tricks
// that a product could not keep. Rows and columns in windows, pinned columns sticky, a checkbox, a link, a chip,
// an expander and a kebab a row; selection by one listener. Figures of the grid are ratios to this page.
import '@fontsource/poppins/400.css';
import '@fontsource/poppins/500.css';
import '@fontsource/poppins/600.css';
import '@fontsource/inter/400.css';
import '../../../client/ui/theme.css';
import '../../../client/ui/grid/grid.css';
import { sampleColumns, sampleRows, statuses, type SampleColumn, type SampleRow } from './sample.ts';
import './page.ts';
import './page.css';

interface ColumnWindow {
  first: number;
  last: number;
}

const rowHeight = 40;
const headerHeight = 40;
const rowOverscan = 4;
const columnOverscan = 2;
const controlWidth = { select: 44, expand: 40, actions: 48 };
const pinnedLeft = controlWidth.select + controlWidth.expand;

let rows: readonly SampleRow[] = [];
let pinned: SampleColumn;
let center: SampleColumn[] = [];
let starts: number[] = [];
let mounted = new Map<number, HTMLElement>();
let shownColumns: ColumnWindow = { first: 0, last: -1 };
const selection = new Set<string>();

const frame = element('div', 'rh-grid-frame');
const scroller = element('div', 'rh-grid', { role: 'grid', 'aria-label': 'Purchase orders' });
scroller.tabIndex = 0;
const headerGroup = element('div', 'rh-header-group', { role: 'rowgroup' });
const header = element('div', 'rh-header', { role: 'row' });
const body = element('div', 'rh-body', { role: 'rowgroup' });
headerGroup.append(header);
scroller.append(headerGroup, body);
frame.append(scroller);
document.getElementById('grid')!.append(frame);
scroller.style.setProperty('--rh-row-height', `${rowHeight}px`);
scroller.addEventListener('scroll', update, { passive: true });
scroller.addEventListener('click', toggle);

function element(tag: string, className: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function columnsInView(): ColumnWindow {
  const left = scroller.scrollLeft;
  const right = left + scroller.clientWidth - pinnedLeft - pinned.width - controlWidth.actions;
  let first = 0;
  while (first < center.length - 1 && starts[first + 1]! <= left) first += 1;
  let last = first;
  while (last < center.length - 1 && starts[last + 1]! < right) last += 1;
  return {
    first: Math.max(0, first - columnOverscan),
    last: Math.min(center.length - 1, last + columnOverscan),
  };
}

function update() {
  const columns = columnsInView();
  const before = shownColumns;
  const areColumnsNew = columns.first !== shownColumns.first || columns.last !== shownColumns.last;
  if (areColumnsNew) {
    shownColumns = columns;
    header.replaceChildren(...headerCells());
  }
  const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - rowOverscan);
  const inView = Math.ceil((scroller.clientHeight - headerHeight) / rowHeight);
  const last = Math.min(rows.length - 1, first + inView + 2 * rowOverscan);
  for (const [index, row] of mounted) {
    if (index < first || index > last) {
      row.remove();
      mounted.delete(index);
    } else if (areColumnsNew) {
      renewCenter(row, rows[index]!, before);
    }
  }
  const fragment = document.createDocumentFragment();
  for (let index = first; index <= last; index += 1) {
    if (mounted.has(index)) continue;
    const row = makeRow(index);
    mounted.set(index, row);
    fragment.append(row);
  }
  body.append(fragment);
}

function makeRow(index: number): HTMLElement {
  const record = rows[index]!;
  const row = element('div', index % 2 === 1 ? 'rh-row rh-odd' : 'rh-row', {
    role: 'row',
    'aria-rowindex': String(index + 2),
  });
  row.style.top = `${index * rowHeight}px`;
  row.dataset.row = String(index);
  const box = element('input', 'rh-checkbox', { type: 'checkbox', 'aria-label': `Select ${record.number}` });
  box.tabIndex = -1;
  (box as HTMLInputElement).checked = selection.has(record.id);
  row.classList.toggle('rh-selected', selection.has(record.id));
  const expander = element('button', 'rh-expander', { 'aria-label': `Details of ${record.number}` });
  const kebab = element('button', 'rh-kebab', { 'aria-label': `Actions for ${record.number}` });
  row.append(
    control('select', 0, box),
    control('expand', controlWidth.select, expander),
    cell(pinned, record, pinnedLeft),
    spacer(),
    ...centerCells(record),
    control('actions', undefined, kebab),
  );
  return row;
}

function control(
  kind: keyof typeof controlWidth,
  left: number | undefined,
  content: HTMLElement,
): HTMLElement {
  const made = element('div', 'rh-cell rh-control rh-align-center rh-pinned', { role: 'gridcell' });
  made.style.width = `${controlWidth[kind]}px`;
  if (left === undefined) {
    made.style.right = '0';
    made.style.marginLeft = 'auto';
  } else {
    made.style.left = `${left}px`;
  }
  made.append(content);
  return made;
}

function cell(column: SampleColumn, record: SampleRow, left?: number): HTMLElement {
  let className = 'rh-cell';
  if (column.kind === 'number') className += ' rh-align-end rh-tabular';
  if (column.kind === 'date') className += ' rh-tabular';
  if (left !== undefined) className += ' rh-pinned rh-edge-left';
  const made = element('div', className, { role: 'gridcell' });
  made.style.width = `${column.width}px`;
  if (left !== undefined) made.style.left = `${left}px`;
  const text = record[column.id]!;
  if (column.kind === 'link') {
    const link = element('a', '', { href: `#${record.id}`, tabindex: '-1' });
    link.textContent = text;
    made.append(link);
  } else if (column.kind === 'chip') {
    const chip = element('span', `chip chip-${statuses.indexOf(text)}`);
    chip.textContent = text;
    made.append(chip);
  } else {
    made.textContent = text;
  }
  return made;
}

function spacer(): HTMLElement {
  const made = element('div', 'rh-spacer');
  made.style.width = `${starts[shownColumns.first]}px`;
  return made;
}

function centerCells(record: SampleRow): HTMLElement[] {
  return center.slice(shownColumns.first, shownColumns.last + 1).map((column) => cell(column, record));
}

/** Only the cells that leave the window go, and only those that enter it are made. */
function renewCenter(row: HTMLElement, record: SampleRow, before: ColumnWindow) {
  const gap = row.children[3] as HTMLElement;
  gap.style.width = `${starts[shownColumns.first]}px`;
  const old = [...row.children].slice(4, -1);
  for (const [at, each] of old.entries()) {
    const column = before.first + at;
    if (column < shownColumns.first || column > shownColumns.last) each.remove();
  }
  const entering = (from: number, to: number) =>
    center.slice(from, Math.max(from, to)).map((column) => cell(column, record));
  gap.after(...entering(shownColumns.first, Math.min(before.first, shownColumns.last + 1)));
  row.lastElementChild!.before(
    ...entering(Math.max(before.last + 1, shownColumns.first), shownColumns.last + 1),
  );
}

function headerCells(): HTMLElement[] {
  const titled = (column: SampleColumn, left?: number) => {
    const made = element('div', 'rh-header-cell', { role: 'columnheader' });
    made.style.width = `${column.width}px`;
    if (left !== undefined) {
      made.classList.add('rh-pinned', 'rh-edge-left');
      made.style.left = `${left}px`;
    }
    const text = element('button', 'rh-header-text');
    text.textContent = column.header;
    made.append(text);
    return made;
  };
  return [
    control('select', 0, element('button', 'rh-selection-control')),
    control('expand', controlWidth.select, element('span', '')),
    titled(pinned, pinnedLeft),
    spacer(),
    ...center.slice(shownColumns.first, shownColumns.last + 1).map((column) => titled(column)),
    control('actions', undefined, element('span', '')),
  ];
}

function toggle(event: MouseEvent) {
  const box = event.target as HTMLInputElement;
  if (box.type !== 'checkbox') return;
  const row = box.closest<HTMLElement>('[data-row]')!;
  const { id } = rows[Number(row.dataset.row)]!;
  if (!selection.delete(id)) selection.add(id);
  row.classList.toggle('rh-selected', selection.has(id));
}

function clear() {
  rows = [];
  mounted = new Map();
  body.replaceChildren();
  body.style.height = '0';
}

globalThis.benchPage = {
  prepare(rowCount, columnCount, seed) {
    const columns = sampleColumns(columnCount);
    const made = sampleRows(rowCount, columns, seed);
    return () => {
      clear();
      rows = made;
      [pinned, ...center] = columns as [SampleColumn, ...SampleColumn[]];
      let x = 0;
      starts = center.map(({ width }) => {
        x += width;
        return x - width;
      });
      shownColumns = { first: 0, last: -1 };
      scroller.style.setProperty(
        '--rh-grid-width',
        `${x + pinnedLeft + pinned.width + controlWidth.actions}px`,
      );
      body.style.height = `${rows.length * rowHeight}px`;
      scroller.scrollTop = 0;
      update();
    };
  },
  clear,
  scroller: () => scroller,
};
