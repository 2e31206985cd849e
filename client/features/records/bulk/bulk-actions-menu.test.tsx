import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BulkActionsMenu } from './bulk-actions-menu.tsx';
import type { BulkContext, SelectionContext } from '../grid/grid-actions.ts';

const nothing = () => undefined;
const manager: readonly MenuAction[] = ['view', 'bulk update', 'soft delete'];

function open(more: Partial<Omit<SelectionContext, 'bulk'>> = {}, bulk: Partial<BulkContext> = {}) {
  const selected = new Set([1, 2, 3]);
  const context: SelectionContext = {
    selected,
    edit: {
      rows: 0,
      changedRows: 0,
      changes: 0,
      faults: 0,
      whyNot: null,
      refusal: null,
      canUndo: false,
      canRedo: false,
    },
    isSaving: false,
    whyNotEditable: null,
    isSuper: false,
    startEdit: nothing,
    closeEdit: nothing,
    save: nothing,
    undo: nothing,
    redo: nothing,
    deselect: nothing,
    ...more,
    bulk: {
      grants: new Set(manager),
      enabledCount: 3,
      deletedCount: 0,
      whyBusy: null,
      openEdit: nothing,
      deleteRecords: nothing,
      restoreRecords: nothing,
      ...bulk,
    },
  };
  render(<BulkActionsMenu context={context} />);
  const button = screen.queryByRole('button', { name: 'Actions' });
  if (button) fireEvent.click(button);
}

const items = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
const item = (name: RegExp) => screen.getByRole('menuitem', { name });
const cap = 'The maximum number of records that can be edited/downloaded/deleted is 100.';

test('what can be done is offered, and done at a click', () => {
  const openEdit = vi.fn<() => void>();
  open({}, { openEdit, deletedCount: 1 });
  expect(items()).toEqual(['Bulk Edit', 'Delete', 'Restore']);
  fireEvent.click(item(/Bulk Edit/));
  expect(openEdit).toHaveBeenCalledOnce();
});

test('the selected records are put under another one, where the role may', () => {
  const moveUnder = vi.fn<(ids: readonly number[]) => void>();
  open({ moveUnder, selected: new Set([4, 5]) });
  expect(items()).toEqual(['Bulk Edit', 'Move under…', 'Delete']);
  fireEvent.click(item(/Move under/));
  expect(moveUnder).toHaveBeenCalledWith([4, 5]);
});

test('nothing deleted is selected: nothing is restored', () => {
  open();
  expect(items()).toEqual(['Bulk Edit', 'Delete']);
});

test('beyond 100 each says so before the click', () => {
  const openEdit = vi.fn<() => void>();
  const selected = new Set(Array.from({ length: 101 }, (_, index) => index));
  open({ selected }, { openEdit, deletedCount: 1 });
  expect(items()).toEqual([`Bulk Edit${cap}`, `Delete${cap}`, `Restore${cap}`]);
  fireEvent.click(item(/Bulk Edit/));
  expect(openEdit).not.toHaveBeenCalled();
  expect(item(/Delete/).getAttribute('aria-disabled')).toBe('true');
});

test('a role without the grants is told so, and is offered no deleting', () => {
  open({}, { grants: new Set<MenuAction>(['view', 'record soft delete']) });
  expect(items()).toEqual(['Bulk EditYour role cannot change many records at once.']);
});

test('only deleted ones selected: they are restored, not deleted again', () => {
  open({}, { enabledCount: 0, deletedCount: 3 });
  expect(items()).toEqual(['Bulk Edit', 'DeleteAll of the selected records are deleted already.', 'Restore']);
});

test('while a change is on its way nothing else is begun', () => {
  open({}, { whyBusy: 'The records are being deleted.' });
  expect(items()).toEqual([
    'Bulk EditThe records are being deleted.',
    'DeleteThe records are being deleted.',
  ]);
});

test('a super type has no bulk actions', () => {
  open({ isSuper: true }, { deletedCount: 1 });
  expect(screen.queryByRole('button')).toBeNull();
});
