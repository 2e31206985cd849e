// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useImperativeHandle, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CellEditorFrame } from './cell-editor-frame.tsx';
import type { CellEditorProps, GridColumn } from './grid-column.ts';

afterEach(cleanup);

function Input({ label, value, ref }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ read: () => input.current!.value }));
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- as the editors of cells do
  return <input ref={input} aria-label={label} defaultValue={value} autoFocus />;
}
const column = {
  id: 'number',
  header: 'Product number',
  text: () => '',
  edit: {
    value: () => '',
    text: (value: string) => value,
    whyNot: () => null,
    editor: (props: CellEditorProps) => <Input {...props} />,
  },
} as unknown as GridColumn<object>;

const onClose = vi.fn<(value: string | undefined, exit: string) => void>();
const frame = (value: string) => (
  <CellEditorFrame
    column={column}
    row={{}}
    value={value}
    typed=""
    onClose={onClose}
    onKeep={() => undefined}
    onTable={() => undefined}
  />
);
const input = () => screen.getByLabelText<HTMLInputElement>('Product number');

test('an open editor takes what fills its cell while nothing is typed, and is closed with nothing changed', () => {
  const { rerender } = render(frame(''));
  rerender(frame('NW-107'));
  expect(input().value).toBe('NW-107');
  expect(document.activeElement).toBe(input());
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(onClose.mock.calls).toEqual([[undefined, 'down']]);
});

test('what was typed stays, whatever fills the cell', () => {
  const { rerender } = render(frame(''));
  fireEvent.change(input(), { target: { value: 'own' } });
  rerender(frame('NW-107'));
  expect(input().value).toBe('own');
});
