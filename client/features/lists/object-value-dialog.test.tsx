import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prepareInputs } from '../../values/late-inputs.ts';
import { ObjectValueDialog } from './object-value-dialog.tsx';

const plain = { isRequired: false, isDisplayable: false, enabled: true, listId: null };
const properties = [
  { ...plain, id: 1, name: 'Town', dataType: 'string', order: 1, isRequired: true, isDisplayable: true },
  { ...plain, id: 2, name: 'Seats', dataType: 'number', order: 2 },
  { ...plain, id: 3, name: 'Gone', dataType: 'string', order: 3, isRequired: true, enabled: false },
];

const onClose = vi.fn<() => void>();

async function show(values: ReadonlyMap<number, string> | null) {
  await prepareInputs();
  const onDone = vi.fn<(values: ReadonlyMap<number, string>, name: string) => void>();
  onClose.mockClear();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ObjectValueDialog properties={properties} values={values} onClose={onClose} onDone={onDone} />
    </QueryClientProvider>,
  );
  return onDone;
}
const type = (label: RegExp, value: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

test('Create is closed until every enabled property passes its rules', async () => {
  const onDone = await show(null);
  expect(screen.getByRole('dialog', { name: 'Create Value' })).toBeTruthy();
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  expect(create.disabled).toBe(true);
  type(/^Town/, '');
  expect(screen.getByText('Town is required')).toBeTruthy();
  type(/^Town/, 'Oslo');
  expect(create.disabled).toBe(false);
  type(/^Seats/, 'many');
  expect(screen.getByText(/^Should be numeric\. Write digits, such as 1250/)).toBeTruthy();
  expect(create.disabled).toBe(true);
  type(/^Seats/, '40');
  fireEvent.click(create);
  expect(onDone).toHaveBeenCalledWith(
    new Map([
      [1, 'Oslo'],
      [2, '40'],
    ]),
    'Oslo',
  );
});

test('Edit Value keeps what a disabled property holds', async () => {
  const onDone = await show(
    new Map([
      [1, 'Oslo'],
      [3, 'Old'],
    ]),
  );
  expect(screen.getByRole('dialog', { name: 'Edit Value' })).toBeTruthy();
  type(/^Town/, 'Bergen');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onDone).toHaveBeenCalledWith(
    new Map([
      [1, 'Bergen'],
      [3, 'Old'],
    ]),
    'Bergen',
  );
});

test('Escape closes it while nothing is typed, and Cancel in any case', async () => {
  await show(new Map([[1, 'Oslo']]));
  const dialog = screen.getByRole('dialog', { name: 'Edit Value' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  type(/^Town/, 'Bergen');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
