// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GridColumn } from './grid-column.ts';
import { createGridStore } from './grid-store.ts';
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

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // jsdom lays nothing out: a view of 800 x 600 is given to everything.
  for (const [name, value] of Object.entries({
    clientWidth: 800,
    offsetWidth: 800,
    clientHeight: 600,
    offsetHeight: 600,
  })) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement) {
    this.scrollTop = 0;
  } as typeof HTMLElement.prototype.scrollTo;
});

afterEach(() => {
  cleanup();
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
  const grid = screen.getByRole('grid');
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
    let copied = '';
    const event = createEvent.copy(grid, {
      clipboardData: { setData: (_type: string, text: string) => (copied = text) },
    });
    fireEvent(grid, event);
    return copied;
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
