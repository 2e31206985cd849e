import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TextInput } from '../ui/inputs/text-input.tsx';
import { createEditSession } from './edit-session.ts';
import type { EditField, EditKind, Thing } from './edited.ts';
import { useFormField } from './form-field.ts';

afterEach(cleanup);

const kind: EditKind<Thing<number>, number, EditField> = {
  read: (source) => source,
  asks: 'all',
  tells: 'left',
};
const refusal = 'Customer is required';

function show() {
  const session = createEditSession(kind, { publish: () => {}, keep: () => {} });
  session.setFields([{ key: 'customer', name: 'Customer', dataType: 'string', required: true }]);
  session.begin([{ id: 1, version: 1, values: new Map([['customer', '']]) }]);
  function Form() {
    return <TextInput label="Customer" {...useFormField(session, 1, 'customer')} />;
  }
  render(
    <>
      <Form />
      <button type="button">Below it</button>
    </>,
  );
  const input = screen.getByLabelText('Customer');
  input.focus();
  return { input, button: screen.getByRole('button') };
}

test('an input that is left by a press says what is wrong after the press: what is pressed stays in its place', async () => {
  const { input, button } = show();
  fireEvent.mouseDown(button);
  fireEvent.blur(input);
  expect(screen.queryByText(refusal)).toBeNull();
  fireEvent.mouseUp(button);
  fireEvent.click(button);
  expect(screen.queryByText(refusal)).toBeNull();
  expect(await screen.findByText(refusal)).toBeTruthy();
});

test('an input that is left by a key says it at once', () => {
  const { input } = show();
  fireEvent.keyDown(input, { key: 'Tab' });
  fireEvent.blur(input);
  expect(screen.getByText(refusal)).toBeTruthy();
});
