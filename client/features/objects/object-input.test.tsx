import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { prepareInputs } from '../../values/late-inputs.ts';
import { ObjectInput, type ObjectInputProps } from './object-input.tsx';

beforeAll(prepareInputs);

const property = (id: number, name: string, more: Partial<ObjectProperty> = {}): ObjectProperty => ({
  id,
  name,
  dataType: 'string',
  isRequired: false,
  isDisplayable: true,
  order: id,
  enabled: true,
  listId: null,
  ...more,
});
const properties = [
  property(1, 'Material'),
  property(2, 'Pieces', { dataType: 'number' }),
  property(3, 'Returnable', { dataType: 'checkbox' }),
];

const onTyped = vi.fn<(typed: string) => void>();
const lastTyped = () => onTyped.mock.lastCall?.[0];
beforeEach(() => onTyped.mockReset());

function Form({ value: first, ...more }: Partial<ObjectInputProps>) {
  const [value, setValue] = useState(first ?? '');
  return (
    <ConfirmHost>
      <ObjectInput
        label="Packing"
        value={value}
        onChange={(typed) => {
          setValue(typed);
          onTyped(typed);
        }}
        required={false}
        error={null}
        properties={properties}
        failure={null}
        onRetry={() => undefined}
        optionsOf={() => undefined}
        {...more}
      />
    </ConfirmHost>
  );
}
const input = (name: string) => screen.getByLabelText(name);

test('an object is put in by a press, is nothing until something is typed, and begins at its first input', () => {
  render(<Form />);
  expect(screen.queryByLabelText('Pieces')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add Packing' }));
  expect(input('Material *')).toBe(document.activeElement);
  expect(onTyped).not.toHaveBeenCalled();
  fireEvent.change(input('Material *'), { target: { value: 'Crate' } });
  fireEvent.change(input('Pieces'), { target: { value: 'ten' } });
  expect(lastTyped()).toBe('{"1":"Crate","2":"ten"}');
  fireEvent.change(input('Pieces'), { target: { value: '' } });
  fireEvent.change(input('Material *'), { target: { value: '' } });
  expect(lastTyped()).toBe('');
});

test('what was typed before stands in its inputs, and takes no focus', () => {
  render(<Form value='{"1":"Crate","3":"true"}' />);
  expect(input('Material *')).toHaveProperty('value', 'Crate');
  expect(input('Returnable')).toHaveProperty('checked', true);
  expect(document.activeElement).toBe(document.body);
});

test('when the form asks for it, each property says what is wrong with it', () => {
  const { rerender } = render(<Form value='{"2":"ten"}' />);
  expect(screen.queryByText('Material is required')).toBeNull();
  rerender(<Form value='{"2":"ten"}' error="Material is required" />);
  expect(screen.getByText('Material is required')).toBeTruthy();
  expect(screen.getByText(/^Should be numeric\. Write digits, such as 1250/)).toBeTruthy();
});

test('a required one is there, cannot be removed, and says so when it is empty', () => {
  render(<Form required error="Packing is required" properties={properties.slice(1)} />);
  expect(input('Pieces')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove Packing' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('Packing is required');
});

test('what was typed is removed after a question, and the focus goes to Add', async () => {
  render(<Form value='{"1":"Crate"}' />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Packing' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const add = await screen.findByRole('button', { name: 'Add Packing' });
  await waitFor(() => expect(document.activeElement).toBe(add));
  expect(lastTyped()).toBe('');
});
