import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeListValue, listValueAsked } from '../../platform/ask-list-value.ts';
import { startSession } from '../../platform/session.ts';
import type { FieldEditorProps } from '../value-view.ts';
import { ChoiceFilter, ChoiceFilterList, ChoiceForm, ChoicesForm } from './inputs.tsx';

const options = [
  { id: '1', name: 'Red', enabled: true },
  { id: '2', name: 'Green', enabled: true },
];
const props = (given: Partial<FieldEditorProps['field']>, value = ''): FieldEditorProps => ({
  field: { name: 'Colour', dataType: 'dropdown', listType: { id: 7, dataType: 'Value' }, ...given },
  options,
  value,
  onChange: vi.fn<(value: string) => void>(),
  onBlur: () => undefined,
  required: false,
  error: null,
  ref: null,
});
afterEach(() => {
  cleanup();
  closeListValue();
});
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Colour' });
function type(text: string) {
  input().focus();
  fireEvent.change(input(), { target: { value: text } });
}
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('whoever may not make values is not offered it', () => {
  render(<ChoiceForm {...props({ takesNewValues: false })} />);
  type('Pi');
  expect(shown()).toEqual([]);
});

test('what was typed becomes a value, and what is saved is chosen', () => {
  const given = props({ takesNewValues: true });
  render(<ChoiceForm {...given} />);
  type('re');
  expect(shown()).toEqual(['Red', 'Green', 'Create Value…']);
  type('Pink');
  expect(shown()).toEqual(['Create Value…']);
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(given.onChange).not.toHaveBeenCalled();
  expect(input().value).toBe('Pink');
  const question = listValueAsked.get();
  expect(question).toMatchObject({ listId: 7, listType: 'Value', id: null, typed: 'Pink' });
  question?.onSaved(9);
  expect(given.onChange).toHaveBeenCalledWith('9');
});

test.each([
  ['one choice', ChoiceForm],
  ['several choices', ChoicesForm],
] as const)('%s: the form does not say that it is required while its value is being made', (_, Form) => {
  const onBlur = vi.fn<() => void>();
  const given = { ...props({ takesNewValues: true }), required: true, onBlur };
  render(
    <>
      <Form {...given} />
      <button type="button">Dialog</button>
    </>,
  );
  type('Pink');
  fireEvent.click(screen.getByRole('option', { name: 'Create Value…' }));
  act(() => screen.getByRole('button', { name: 'Dialog' }).focus());
  expect(onBlur).not.toHaveBeenCalled();
  // Cancelled: the focus is back, and leaves for good.
  act(() => input().focus());
  act(() => screen.getByRole('button', { name: 'Dialog' }).focus());
  expect(onBlur).toHaveBeenCalledOnce();
});

test('the chosen value of a list of objects is changed from where it is chosen', () => {
  render(<ChoiceForm {...props({ takesNewValues: true, listType: { id: 7, dataType: 'Object' } }, '2')} />);
  fireEvent.keyDown(input(), { key: 'ArrowDown' });
  fireEvent.click(screen.getByRole('option', { name: 'Edit Value…' }));
  expect(listValueAsked.get()).toMatchObject({ id: 2, listType: 'Object' });
  expect(input().value).toBe('Green');
});

test('of several choices a new one joins those that are chosen', () => {
  const given = props({ takesNewValues: true, dataType: 'multiselect' }, '[1]');
  render(<ChoicesForm {...given} />);
  type('Pink');
  fireEvent.click(screen.getByRole('option', { name: 'Create Value…' }));
  listValueAsked.get()?.onSaved(9);
  expect(given.onChange).toHaveBeenCalledWith('[1,9]');
});

describe('disabled values', () => {
  const withDisabled = [...options, { id: '3', name: 'Mauve', enabled: false }];
  const tick = () => screen.getByRole('option', { name: 'Show disabled values' });

  test('are seen behind a tick, and cannot be chosen in a form', () => {
    const given = { ...props({ takesNewValues: true }), options: withDisabled };
    render(<ChoiceForm {...given} />);
    fireEvent.keyDown(input(), { key: 'ArrowDown' });
    expect(shown()).toEqual(['Red', 'Green', 'Create Value…', 'Show disabled values']);
    fireEvent.click(tick());
    expect(shown()).toEqual(['Red', 'Green', 'Mauve (Disabled)', 'Create Value…', 'Show disabled values']);
    expect(tick().getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('option', { name: 'Mauve (Disabled)' }).ariaDisabled).toBe('true');
    fireEvent.click(tick());
    expect(shown()).toEqual(['Red', 'Green', 'Create Value…', 'Show disabled values']);
    expect(given.onChange).not.toHaveBeenCalled();
  });

  test('have no tick while the only one of them is the value', () => {
    render(<ChoiceForm {...props({}, '3')} options={withDisabled} />);
    fireEvent.keyDown(input(), { key: 'ArrowDown' });
    expect(shown()).toEqual(['Red', 'Green', 'Mauve (Disabled)']);
  });

  test('are not pasted into a form', () => {
    const given = { ...props({ dataType: 'multiselect' }), options: withDisabled };
    render(<ChoicesForm {...given} />);
    fireEvent.paste(input(), { clipboardData: { getData: () => 'Red\nMauve' } });
    expect(given.onChange).toHaveBeenCalledExactlyOnceWith('[1]');
    expect(screen.getByText(/1 of the pasted values is not in the list: Mauve/)).toBeTruthy();
  });

  test('can be looked for in a filter, which keeps the tick', () => {
    startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
    const onChange = vi.fn<(ids: string[]) => void>();
    const filter = {
      label: 'Colour',
      error: null,
      hideLabel: true,
      onBlur: () => undefined,
      read: (typed: string) => typed,
      options: withDisabled,
    } as const;
    render(<ChoiceFilterList {...filter} value={[]} onChange={onChange} />);
    fireEvent.keyDown(input(), { key: 'ArrowDown' });
    expect(shown()).toEqual(['Red', 'Green', 'Show disabled values']);
    fireEvent.click(tick());
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('option', { name: 'Mauve (Disabled)' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['3']);
    cleanup();
    render(<ChoiceFilter {...filter} value="" onChange={() => undefined} />);
    fireEvent.keyDown(input(), { key: 'ArrowDown' });
    expect(shown()).toEqual(['Red', 'Green', 'Mauve (Disabled)', 'Show disabled values']);
  });
});
