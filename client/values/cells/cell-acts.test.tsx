import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { closeListValue, listValueAsked } from '../../platform/ask-list-value.ts';
import { CellEditorFrame } from '../../ui/grid/cell-editor-frame.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { columnEdit } from '../column-edit.tsx';
import type { ValueField } from '../value-field.ts';

beforeAll(() => {
  // What the test's document does not have.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  closeListValue();
});

const options = [
  { id: '1', name: 'Red', enabled: true },
  { id: '2', name: 'Green', enabled: true },
];

/** The editor of a cell as the grid mounts it. */
function open(given: Partial<ValueField>, value = '', offered: readonly Option[] = options) {
  const field: ValueField = {
    key: 'f1',
    name: 'Colour',
    dataType: 'dropdown',
    required: false,
    listType: { id: 7, dataType: 'Value' },
    takesNewValues: true,
    ...given,
  };
  const edit = columnEdit(field, offered, new Map(), 'UTC');
  const onClose = vi.fn<(value: string | undefined, exit: string) => void>();
  const onKeep = vi.fn<(value: string) => void>();
  render(
    <CellEditorFrame
      column={{ id: 'f1', header: 'Colour', text: () => '', edit: { ...edit, value: () => value } }}
      row={null}
      value={value}
      typed=""
      onClose={onClose}
      onKeep={onKeep}
      onTable={() => undefined}
    />,
  );
  return { onClose, onKeep, input: screen.getByRole<HTMLInputElement>('combobox', { name: 'Colour' }) };
}
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('whoever may not make values is not offered it', () => {
  open({ takesNewValues: false });
  expect(shown()).toEqual(['Red', 'Green']);
});

test('a list whose values are made elsewhere does not offer it', () => {
  open({ listType: null });
  expect(shown()).toEqual(['Red', 'Green']);
});

test('what was typed becomes a value, and the cell takes what is saved', () => {
  const { input, onClose, onKeep } = open({}, '1');
  fireEvent.change(input, { target: { value: 'Pink' } });
  expect(shown()).toEqual(['Create Value…']);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onClose).toHaveBeenCalledExactlyOnceWith(undefined, 'stay');
  expect(listValueAsked.get()).toMatchObject({ listId: 7, listType: 'Value', id: null, typed: 'Pink' });
  listValueAsked.get()?.onSaved(9);
  expect(onKeep).toHaveBeenCalledExactlyOnceWith('9');
});

test('Tab takes an option and makes no value', () => {
  const { input, onClose } = open({});
  fireEvent.change(input, { target: { value: 'Pink' } });
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(listValueAsked.get()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('the chosen value of a list of objects is changed from its cell', () => {
  const { input } = open({ listType: { id: 7, dataType: 'Object' } }, '2');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.click(screen.getByRole('option', { name: 'Edit Value…' }));
  expect(listValueAsked.get()).toMatchObject({ id: 2, listType: 'Object' });
});

test('of several choices a new one joins those that were chosen', () => {
  const { input, onClose, onKeep } = open({ dataType: 'multiselect' }, '[1]');
  fireEvent.click(screen.getByRole('option', { name: 'Green' }));
  fireEvent.change(input, { target: { value: 'Pink' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onClose).toHaveBeenCalledExactlyOnceWith('[1,2]', 'stay');
  listValueAsked.get()?.onSaved(9);
  expect(onKeep).toHaveBeenCalledExactlyOnceWith('[1,2,9]');
});

test.each(['dropdown', 'multiselect'] as const)(
  '%s: disabled values are seen behind a tick, and not taken',
  (dataType) => {
    const mauve = { id: '3', name: 'Mauve', enabled: false };
    const { input, onClose } = open({ dataType, takesNewValues: false }, '', [...options, mauve]);
    expect(shown()).toEqual(['Red', 'Green', 'Show disabled values']);
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    fireEvent.keyDown(input, { key: dataType === 'dropdown' ? 'Enter' : ' ' });
    expect(shown()).toEqual(['Red', 'Green', 'Mauve (Disabled)', 'Show disabled values']);
    const tick = screen.getByRole('option', { name: 'Show disabled values' });
    expect(input.getAttribute('aria-activedescendant')).toBe(tick.id);
    fireEvent.click(screen.getByRole('option', { name: 'Mauve (Disabled)' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('option', { name: 'Mauve (Disabled)' }).ariaSelected).not.toBe('true');
  },
);
