// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CellWrite, GridColumn, GridHead, GridTree, RowId, WriteKind } from './grid-column.ts';
import type { GridSort } from './grid-sort.ts';
import { createGridStore, type RowEdit } from './grid-store.ts';
import { Grid, type GridProps } from './grid.tsx';

interface Order {
  id: string;
  number: string;
  vendor: string;
  total: string;
}

const orders = Array.from({ length: 200 }, (_, index): Order => ({
  id: `r${index}`,
  number: `PO-${index}`,
  vendor: `Vendor ${index}`,
  total: `$${index}.00`,
}));

let rendered: string[] = [];
const columns: GridColumn<Order>[] = [
  {
    id: 'number',
    header: 'Number',
    pin: 'left',
    text: (row) => row.number,
    render(row) {
      rendered.push(row.id);
      return (
        <a href={`#${row.id}`} tabIndex={-1}>
          {row.number}
        </a>
      );
    },
  },
  { id: 'vendor', header: 'Vendor', text: (row) => row.vendor },
  { id: 'total', header: 'Total due', kind: 'number', text: (row) => row.total },
];
let viewPx = 800;

/** The next file is laid out by the same window. */
const giveBack: (() => void)[] = [];
afterAll(() => giveBack.forEach((one) => one()));

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const { prototype } = HTMLElement;
  for (const name of ['clientWidth', 'offsetWidth', 'clientHeight', 'offsetHeight', 'scrollTo']) {
    const before = Object.getOwnPropertyDescriptor(prototype, name);
    giveBack.push(() => {
      if (before === undefined) Reflect.deleteProperty(prototype, name);
      else Object.defineProperty(prototype, name, before);
    });
  }
  // jsdom lays nothing out: a view of 800 x 600 is given to everything.
  for (const [name, value] of Object.entries({
    clientWidth: 800,
    offsetWidth: 800,
    clientHeight: 600,
    offsetHeight: 600,
  })) {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get: () => (name.endsWith('Width') ? viewPx : value),
    });
  }
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement) {
    this.scrollTop = 0;
  } as typeof HTMLElement.prototype.scrollTo;
});

afterEach(() => {
  cleanup();
  viewPx = 800;
  rendered = [];
});

const rowId = (row: Order) => row.id;
const rowLabel = (row: Order) => row.number;

function show(props: Partial<GridProps<Order>> = {}) {
  const store = props.store ?? createGridStore();
  const selectionMenu = [
    {
      id: 'page',
      label: 'Select records in page: 200',
      onSelect: () => store.setSelection(orders.map(rowId)),
    },
  ];
  const whole = (more: Partial<GridProps<Order>> = {}) => (
    <Grid
      label="Orders"
      store={store}
      columns={columns}
      rows={orders}
      rowId={rowId}
      rowLabel={rowLabel}
      totalRows={4012}
      firstRowIndex={200}
      status="ready"
      emptyState="Nothing"
      failedState="Failed"
      selectionMenu={selectionMenu}
      onSort={() => undefined}
      {...props}
      {...more}
    />
  );
  const view = render(whole());
  const grid = screen.getByRole(props.tree ? 'treegrid' : 'grid');
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement!, { key, ...more });
  const activeText = () =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return {
    store,
    grid,
    press,
    activeText,
    change: (more: Partial<GridProps<Order>>) => view.rerender(whole(more)),
  };
}

it('shows in a row what follows from changes beside it, marked until they are saved', () => {
  const total: GridColumn<Order> = { ...columns[2]!, computed: (value) => `$${value}` };
  const { store } = show({ columns: [columns[0]!, columns[1]!, total] });
  const totalOf = () => screen.getByText('PO-3').closest('[role=row]')!.lastElementChild!;
  const follow = (isSaved: boolean) =>
    act(() => store.setFollows('r3', new Map([['total', { value: '12.50', isSaved }]])));
  rendered = [];
  follow(false);
  expect(rendered).toEqual(['r3']);
  expect(totalOf().textContent).toBe('$12.50, not saved');
  expect(totalOf().getAttribute('title')).toContain('Not saved');
  follow(true);
  expect(totalOf().textContent).toBe('$12.50');
  act(() => store.setFollows('r3', null));
  expect(totalOf().textContent).toBe('$3.00');
});

describe('what assistive technology hears', () => {
  it('counts rows and columns over the whole server set', () => {
    const { grid } = show();
    expect(grid.getAttribute('aria-rowcount')).toBe('4013');
    expect(grid.getAttribute('aria-colcount')).toBe('4');
    const row = screen.getByText('PO-0').closest('[role=row]')!;
    expect(row.getAttribute('aria-rowindex')).toBe('202');
    expect(screen.getByText('Vendor 0').getAttribute('aria-colindex')).toBe('3');
  });

  it('says in which direction a column is sorted, and what a header does', () => {
    const onSort = vi.fn();
    const { press, grid } = show({ sort: [{ column: 'total', direction: 'desc' }], onSort });
    expect(screen.getByRole('columnheader', { name: 'Total due' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    act(() => grid.focus());
    press('ArrowUp');
    press('End');
    press('Enter');
    expect(onSort).toHaveBeenCalledWith([{ column: 'total', direction: 'asc' }]);
    expect(screen.getByRole('status').textContent).toBe('Sorted by Total due, ascending');
  });

  it('sorts by several columns with Shift, and says which is which', () => {
    const onSort = vi.fn();
    const sort: GridSort[] = [{ column: 'vendor', direction: 'asc' }];
    const { press, grid } = show({ sort, onSort, mostSorts: 3 });
    act(() => grid.focus());
    press('ArrowUp');
    press('End');
    press('Enter', { shiftKey: true });
    const both: GridSort[] = [...sort, { column: 'total', direction: 'desc' }];
    expect(onSort).toHaveBeenLastCalledWith(both);
    expect(screen.getByRole('status').textContent).toBe(
      'Sorted by Vendor, ascending, then by Total due, descending',
    );
    cleanup();
    show({ sort: both, onSort, mostSorts: 2 });
    const header = screen.getByRole('columnheader', { name: /^Total due ?, sort key ?2$/ });
    expect(header.getAttribute('aria-sort')).toBe('descending');
  });

  it('opens the menu of a column on its header, and tells a row menu whose cell was asked', () => {
    const rowMenu = vi.fn(() => [{ id: 'a', label: 'A', onSelect: () => {} }]);
    const headerMenu = vi.fn(() => [{ id: 'b', label: 'B', onSelect: () => {} }]);
    show({ rowMenu, headerMenu });
    fireEvent.contextMenu(screen.getByRole('columnheader', { name: 'Total due' }), { button: 2 });
    expect(screen.getByRole('menu', { name: 'Column Total due' })).toBeDefined();
    fireEvent.contextMenu(screen.getByText('Vendor 0'), { button: 2 });
    expect(rowMenu.mock.lastCall).toEqual([expect.anything(), 'vendor']);
  });

  it('is one tab stop', () => {
    const { grid } = show({ rowMenu: () => [], renderDetail: () => null });
    const stops = [...grid.querySelectorAll<HTMLElement>('a, button, input')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    );
    expect(stops).toEqual([]);
    expect(grid.tabIndex).toBe(0);
  });
});

describe('the keyboard', () => {
  it('starts at the first cell of the page and moves by arrows', () => {
    const { grid, press, activeText } = show();
    act(() => grid.focus());
    expect(activeText()).toBe('PO-0');
    press('ArrowDown');
    press('ArrowRight');
    expect(activeText()).toBe('Vendor 1');
  });

  it('renders two rows an arrow', () => {
    const { grid, press } = show();
    act(() => grid.focus());
    rendered = [];
    press('ArrowDown');
    expect([...new Set(rendered)].toSorted()).toEqual(['r0', 'r1']);
  });

  it('enters the content of a cell by Enter and comes back by Escape', () => {
    const { grid, press } = show();
    act(() => grid.focus());
    press('Enter');
    expect(document.activeElement?.textContent).toBe('PO-0');
    press('Escape');
    expect(document.activeElement).toBe(grid);
  });

  it('selects by Space, and announces it', () => {
    const { grid, press, store } = show();
    act(() => grid.focus());
    press(' ');
    press('ArrowDown');
    press(' ');
    expect([...store.getSelection()]).toEqual(['r0', 'r1']);
    expect(screen.getByRole('status').textContent).toBe('2 selected');
  });

  it('opens one detail panel at a time by Shift and Space', () => {
    const { grid, press } = show({ renderDetail: (row) => <p>Lines of {row.number}</p> });
    act(() => grid.focus());
    press(' ', { shiftKey: true });
    expect(screen.getByText('Lines of PO-0')).toBeTruthy();
    press('ArrowDown');
    press(' ', { shiftKey: true });
    expect(screen.queryByText('Lines of PO-0')).toBeNull();
    expect(screen.getByText('Lines of PO-1')).toBeTruthy();
  });

  it('offers typed characters and F2 to the page before anything else', () => {
    const onCellOpen = vi.fn(() => true);
    const { grid, press } = show({ onCellOpen });
    act(() => grid.focus());
    press('x');
    press('F2');
    expect(onCellOpen.mock.calls).toEqual([
      [orders[0], 'number', 'x'],
      [orders[0], 'number', 'F2'],
    ]);
  });

  it('resizes and moves columns from the header', () => {
    const onColumnStateChange = vi.fn();
    const { grid, press } = show({ onColumnStateChange });
    act(() => grid.focus());
    press('ArrowRight');
    press('ArrowUp');
    press('ArrowRight', { altKey: true });
    expect(onColumnStateChange.mock.lastCall![0].widths).toEqual({ vendor: 156 });
    press('ArrowRight', { shiftKey: true });
    expect(onColumnStateChange.mock.lastCall![0].order).toEqual(['number', 'total', 'vendor']);
  });

  it('keeps the focus and the place when the page of rows changes', () => {
    const { grid, press, activeText, change } = show();
    act(() => grid.focus());
    press('ArrowDown');
    change({ rows: orders.slice(50).map((order) => ({ ...order })), firstRowIndex: 250 });
    expect(document.activeElement).toBe(grid);
    expect(activeText()).toBe('PO-50');
  });
});

describe('copying', () => {
  function copy(grid: HTMLElement): string {
    const copied = new Map<string, string>();
    const event = createEvent.copy(grid, {
      clipboardData: { setData: (type: string, text: string) => copied.set(type, text) },
    });
    fireEvent(grid, event);
    return copied.get('text/plain') ?? '';
  }

  it('takes the active cell', () => {
    const { grid, press } = show();
    act(() => grid.focus());
    press('ArrowRight');
    expect(copy(grid)).toBe('Vendor 0');
  });

  it('takes the selected rows when the active one is among them', () => {
    const { grid, press } = show();
    act(() => grid.focus());
    press(' ');
    press('ArrowDown');
    press(' ');
    expect(copy(grid)).toBe('PO-0\tVendor 0\t$0.00\r\nPO-1\tVendor 1\t$1.00');
  });
});

describe('a row that stands for others', () => {
  const head: GridHead = {
    label: 'Vendor 0 to 9',
    title: <a href="#all">10</a>,
    render: (column) => (column === 'total' ? '$45.00' : null),
    text: (column) => (column === 'total' ? '$45.00' : ''),
    open: vi.fn(),
  };
  const toggle = vi.fn();
  const tree: GridTree<Order> = {
    column: 'number',
    levelOf: ({ id }) => (id === 'r0' ? 1 : 2),
    isOpen: ({ id }) => (id === 'r0' ? true : null),
    toggle,
    headOf: ({ id }) => (id === 'r0' ? head : null),
  };

  it('is closed by Space and by the left arrow, and opened alone by Enter', () => {
    const { store, press, grid } = show({ tree });
    const row = screen.getByText('$45.00').closest('[role=row]')!;
    expect([row.getAttribute('aria-level'), row.getAttribute('aria-expanded')]).toEqual(['1', 'true']);
    act(() => grid.focus());
    press(' ');
    expect(screen.getByRole('status').textContent).toBe('Vendor 0 to 9 collapsed');
    press('ArrowLeft');
    expect(toggle).toHaveBeenCalledTimes(2);
    press('Enter');
    expect(head.open).toHaveBeenCalledTimes(1);
    expect(store.getSelection().size).toBe(0);
  });

  it('is not selected, not marked as selectable and has no actions', () => {
    const { store, press, grid } = show({ tree, rowMenu: () => [] });
    act(() => grid.focus());
    press('a', { ctrlKey: true });
    expect(store.getSelection().size).toBe(orders.length - 1);
    expect(store.getSelection().has('r0')).toBe(false);
    const row = screen.getByText('$45.00').closest<HTMLElement>('[role=row]')!;
    expect(row.getAttribute('aria-selected')).toBeNull();
    expect(within(row).queryByRole('checkbox')).toBeNull();
  });

  it('is passed over by what is pasted', () => {
    const writes: CellWrite[] = [];
    const edited = columns.map((column) =>
      column.id === 'vendor'
        ? {
            ...column,
            edit: {
              required: false,
              value: () => '',
              text: (value: string) => value,
              show: (value: string) => value,
              whyNot: () => null,
              editor: () => null,
            },
          }
        : column,
    );
    const { press, grid } = show({
      tree: { ...tree, headOf: ({ id }) => (id === 'r1' ? head : null) },
      columns: edited,
      editing: { begin: () => true, write: (some) => void writes.push(...some) },
    });
    act(() => grid.focus());
    press('ArrowRight');
    const paste = createEvent.paste(grid, {
      clipboardData: { getData: () => 'one\ntwo' },
    });
    fireEvent(grid, paste);
    expect(writes.map(({ row, text }) => [row, text])).toEqual([
      ['r0', 'one'],
      ['r2', 'two'],
    ]);
  });
});

describe('selection by mouse', () => {
  it('selects a range with shift', () => {
    const { store } = show();
    fireEvent.click(screen.getByLabelText('Select PO-2'));
    fireEvent.click(screen.getByLabelText('Select PO-5'), { shiftKey: true });
    expect([...store.getSelection()]).toEqual(['r2', 'r3', 'r4', 'r5']);
  });

  it('offers the page’s menu in the header', () => {
    const { store } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Selection: 0 selected' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Select records in page: 200' }));
    expect(store.getSelection().size).toBe(200);
  });
});

describe('the menu of a row', () => {
  it('says why an item is disabled, and gives the focus back', () => {
    const onSelect = vi.fn();
    const { grid } = show({
      rowMenu: () => [
        { id: 'file', label: 'Download', disabledReason: 'This record has no file.', onSelect },
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Actions for PO-1' }));
    const menu = screen.getByRole('menu', { name: 'Actions for PO-1' });
    fireEvent.click(within(menu).getByText('This record has no file.'));
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(grid);
  });
});

describe('what stands where rows would be', () => {
  it('is a skeleton first, stale rows later', () => {
    const { grid, change } = show({ status: 'first', rows: [] });
    expect(document.querySelectorAll('.rh-skeleton-row')).toHaveLength(12);
    expect(grid.getAttribute('aria-busy')).toBe('true');
    change({ status: 'refresh', rows: orders });
    expect(screen.getByText('PO-0')).toBeTruthy();
    expect(document.querySelectorAll('.rh-skeleton-row')).toHaveLength(0);
  });

  it('is the page’s message for nothing and for failure', () => {
    const { change } = show({ rows: [] });
    expect(screen.getByText('Nothing')).toBeTruthy();
    change({ status: 'failed' });
    expect(screen.getByText('Failed')).toBeTruthy();
  });
});

it('mounts a window of rows, not all', () => {
  show();
  expect(document.querySelectorAll('.rh-row').length).toBeLessThan(40);
});

describe('row edit', () => {
  const drafts = new Map<RowId, Map<string, string>>();
  const editable: GridColumn<Order>[] = columns.map((column) => ({
    ...column,
    ...(column.id === 'number'
      ? { whyReadOnly: 'Number is set by the system.' }
      : {
          edit: {
            required: false,
            value: (row) => row[column.id as keyof Order],
            text: (value) => value,
            show: (value) => value,
            whyNot: (value) => (value === 'wrong' ? 'Should be right' : null),
            editor: ({ label, value, typed, describedBy, ref }) => (
              <input
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the editor of this test
                autoFocus
                aria-label={label}
                aria-describedby={describedBy}
                defaultValue={typed || value}
                ref={(input) => {
                  const handle = input && { read: () => input.value };
                  if (ref && 'current' in ref) ref.current = handle;
                }}
              />
            ),
          },
        }),
  }));

  function showEditable(...ids: string[]) {
    drafts.clear();
    const store = createGridStore();
    const publish = () => store.setEdits(new Map([...drafts].map(([id, values]) => [id, looks(id, values)])));
    const known = new Map<RowId, { text: string; edit: RowEdit }>();
    function looks(id: RowId, values: Map<string, string>): RowEdit {
      const text = JSON.stringify([...values]);
      const found = known.get(id);
      if (found?.text === text) return found.edit;
      const edit = { values: new Map(values), faults: new Map(), fault: null };
      known.set(id, { text, edit });
      return edit;
    }
    const begin = vi.fn((rows: readonly RowId[]) => {
      for (const id of rows) if (!drafts.has(id)) drafts.set(id, new Map());
      publish();
      return true;
    });
    const write = vi.fn((writes: readonly CellWrite[], _kind: WriteKind, _leftOut?: number) => {
      for (const { row, column, value, text } of writes) drafts.get(row)?.set(column, value ?? text);
      publish();
    });
    begin(ids);
    const view = show({ store, columns: editable, editing: { begin, write } });
    act(() => view.grid.focus());
    begin.mockClear();
    return { ...view, begin, write };
  }
  const editors = () => document.querySelectorAll('.rh-editor');
  const inputOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

  it('keeps what can be done with a row in sight on a phone, and lets go of the pins at the left', () => {
    const acts: GridColumn<Order> = { id: 'acts', header: 'Acts', width: 88, pin: 'right', text: () => '' };
    const pinned = () =>
      [...document.querySelectorAll('[role=columnheader].rh-pinned')]
        .map((head) => head.textContent)
        .filter(Boolean);
    const wide = [{ ...columns[0]!, width: 56 }, ...columns.slice(1), acts];
    show({ columns: wide });
    expect(pinned()).toEqual(['Number', 'Acts']);
    cleanup();
    viewPx = 294;
    show({ columns: wide });
    expect(pinned()).toEqual(['Acts']);
    cleanup();
    viewPx = 260;
    show({ columns: wide });
    expect(pinned()).toEqual([]);
  });

  it('takes a row into row edit by F2, Enter, a double click or typing, and mounts one editor', () => {
    const { press, begin } = showEditable();
    press('ArrowRight');
    press('F2');
    expect(begin).toHaveBeenLastCalledWith(['r0']);
    expect(inputOf('Vendor').value).toBe('Vendor 0');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(editors()).toHaveLength(0);
    press('ArrowDown');
    press('x');
    expect(inputOf('Vendor').value).toBe('x');
    expect(editors()).toHaveLength(1);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    fireEvent.doubleClick(screen.getByText('$3.00'));
    expect(inputOf('Total due').value).toBe('$3.00');
    expect(editors()).toHaveLength(1);
  });

  it('leaves what came into a cell while an editor stood in it that nobody touched', () => {
    const { press, store, write } = showEditable('r0');
    press('ArrowRight');
    press('F2');
    act(() => {
      const edits = new Map(store.getEdits());
      edits.set('r0', { values: new Map([['vendor', 'Filled']]), faults: new Map(), fault: null });
      store.setEdits(edits);
    });
    fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
    expect(editors()).toHaveLength(0);
    expect(write).not.toHaveBeenCalled();
    expect(screen.getByText('Filled')).toBeTruthy();
  });

  it('says why a cell is read-only', () => {
    const { press, begin } = showEditable();
    press('F2');
    expect(begin).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Number is set by the system.');
  });

  it('shows at a cell why it is locked before anybody types, opens no editor there, and Tab goes past it', () => {
    const { press, store, activeText } = showEditable('r0', 'r1');
    const why = 'Vendor is read only when Status is Shipped.';
    act(() => {
      const edits = new Map(store.getEdits());
      edits.set('r1', {
        values: new Map(),
        faults: new Map(),
        fault: null,
        locked: new Map([['vendor', why]]),
      });
      store.setEdits(edits);
    });
    press('ArrowRight');
    press('ArrowDown');
    expect(activeText()).toContain('Vendor 1');
    const cell = screen.getByTitle(why);
    expect(cell.getAttribute('aria-readonly')).toBe('true');
    expect(cell.querySelector('.rh-lock-bubble')?.textContent).toBe(why);
    press('x');
    press('F2');
    fireEvent.click(cell);
    fireEvent.doubleClick(cell);
    expect(editors()).toHaveLength(0);
    expect(screen.getByRole('status').textContent).toBe(why);
    press('ArrowUp');
    press('ArrowRight');
    press('F2');
    fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
    expect(screen.queryByRole('textbox', { name: 'Vendor' })).toBeNull();
  });

  it('commits by Enter and moves down, by Tab and moves on to the next row in edit, by Escape not at all', () => {
    const { press, activeText, write, store } = showEditable('r0', 'r2');
    press('ArrowRight');
    press('F2');
    fireEvent.input(inputOf('Vendor'), { target: { value: 'one' } });
    press('Enter');
    expect(write.mock.lastCall![0]).toEqual([{ row: 'r0', column: 'vendor', text: '', value: 'one' }]);
    expect(activeText()).toBe('Vendor 1');
    press('ArrowUp');
    expect(activeText()).toBe('one');
    press('ArrowRight');
    press('F2');
    press('Tab');
    expect(store.getOpen()).toMatchObject({ row: 'r2', column: 'vendor' });
    fireEvent.keyDown(document.activeElement!, { key: 'Tab', shiftKey: true });
    expect(store.getOpen()).toMatchObject({ row: 'r0', column: 'total' });
    write.mockClear();
    fireEvent.input(inputOf('Total due'), { target: { value: 'two' } });
    press('Escape');
    expect(write).not.toHaveBeenCalled();
    expect(activeText()).toBe('$0.00');
  });

  it('marks a faulty cell for those who do not see its colour, and says what is wrong with it', () => {
    const { store } = showEditable('r0');
    const edit = {
      values: new Map([['vendor', 'wrong']]),
      faults: new Map([['vendor', 'Should be right']]),
      fault: null,
    };
    act(() => store.setEdits(new Map([['r0', edit]])));
    const marked = document.querySelectorAll('[role=gridcell][aria-invalid]');
    expect([...marked].map((cell) => [cell.getAttribute('aria-invalid'), cell.textContent])).toEqual([
      ['true', 'wrong, Should be right'],
    ]);
  });

  it('says what is wrong while it is typed', () => {
    const { press } = showEditable('r0');
    press('ArrowRight');
    press('F2');
    fireEvent.input(inputOf('Vendor'), { target: { value: 'wrong' } });
    expect(screen.getByRole('alert').textContent).toBe('Should be right');
    fireEvent.input(inputOf('Vendor'), { target: { value: 'right' } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('renders no row for a typed character, one for a commit, two for an arrow', () => {
    const { press } = showEditable(...orders.slice(0, 100).map(({ id }) => id));
    press('ArrowRight');
    press('F2');
    rendered = [];
    fireEvent.input(inputOf('Vendor'), { target: { value: 'a' } });
    fireEvent.input(inputOf('Vendor'), { target: { value: 'ab' } });
    expect(rendered).toEqual([]);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    rendered = [];
    press('ArrowDown');
    expect([...new Set(rendered)].toSorted()).toEqual(['r0', 'r1']);
    rendered = [];
    press('ArrowDown', { shiftKey: true });
    press('ArrowDown', { shiftKey: true });
    expect([...new Set(rendered)].toSorted()).toEqual(['r1', 'r2', 'r3']);
  });

  function paste(grid: HTMLElement, text: string) {
    fireEvent(grid, createEvent.paste(grid, { clipboardData: { getData: () => text } }));
  }

  it('pastes a table from the first marked cell, one value over all of them', () => {
    const { grid, press, write } = showEditable('r0', 'r1', 'r2');
    press('ArrowRight');
    paste(grid, 'a\tb\r\nc\td\r\n');
    expect(write.mock.lastCall![0].map(({ row, column, text }) => [row, column, text])).toEqual([
      ['r0', 'vendor', 'a'],
      ['r0', 'total', 'b'],
      ['r1', 'vendor', 'c'],
      ['r1', 'total', 'd'],
    ]);
    press('ArrowDown', { shiftKey: true });
    paste(grid, 'x');
    expect(write.mock.lastCall![0].map(({ row, text }) => [row, text])).toEqual([
      ['r0', 'x'],
      ['r1', 'x'],
    ]);
    press('End');
    paste(grid, 'a\tb');
    expect(write.mock.lastCall).toEqual([[{ row: 'r1', column: 'total', text: 'a' }], 'paste', 1]);
  });

  it('fills down and clears', () => {
    const { press, write } = showEditable('r0', 'r1', 'r2');
    press('ArrowRight');
    press('ArrowDown', { shiftKey: true });
    press('ArrowDown', { shiftKey: true });
    press('d', { ctrlKey: true });
    expect(write.mock.lastCall![0].map(({ row, value }) => [row, value])).toEqual([
      ['r1', 'Vendor 0'],
      ['r2', 'Vendor 0'],
    ]);
    press('Delete');
    expect(write.mock.lastCall![1]).toBe('clear');
    expect(write.mock.lastCall![0]).toHaveLength(3);
  });
});
