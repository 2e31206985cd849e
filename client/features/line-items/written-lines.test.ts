import { expect, test, vi } from 'vitest';
import { createEditSession } from '../../edit-session/edit-session.ts';
import { lineKind, newLine } from './line-kind.ts';
import type { Line, LineField } from './line.ts';
import { writtenLines } from './written-lines.ts';

const field = (id: number, formula: string | null = null): LineField => ({
  id,
  key: `f${id}`,
  name: `Field ${id}`,
  dataType: 'currency',
  required: false,
  order: id,
  listType: null,
  currency: null,
  formula,
});
const saved = ['1', '2'].map((price, at): Line => ({
  id: at + 1,
  version: 1,
  isNew: false,
  values: new Map([
    ['f1', price],
    ['f2', '10'],
    ['f3', `${price}0`],
  ]),
}));

test('are the lines as they would be saved, the new ones among them; null while nothing is changed', async () => {
  const session = createEditSession(lineKind, {});
  session.setFields([field(1), field(2), field(3, '[f1] * [f2]')]);
  const totals = () => writtenLines(session, saved)?.map(({ values }) => values.get('f3')) ?? null;
  expect(totals()).toBeNull();
  session.begin([saved[0]!]);
  const made = newLine();
  session.begin([made]);
  expect(totals()).toBeNull();
  session.write([{ row: 1, column: 'f2', value: '5' }]);
  await vi.waitFor(() => expect(totals()).toEqual(['5', '20']));
  session.write([
    { row: made.id, column: 'f1', value: '7' },
    { row: made.id, column: 'f2', value: '3' },
  ]);
  expect(totals()).toEqual(['5', '20', '21']);
  session.leave([1, made.id]);
  expect(totals()).toBeNull();
});
