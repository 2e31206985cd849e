import { expect, test, vi } from 'vitest';
import type { Confirm } from '../../ui/confirm-dialog.tsx';
import { createLineEditing } from './line-editing.ts';
import type { LineField } from './line.ts';

test('a pasted cell that can be read in two ways beside the others is left out, with its reason', async () => {
  const field = (key: string, dataType: string) =>
    ({ key, name: key, dataType, required: false, formula: null }) as unknown as LineField;
  const write = vi.fn<(writes: readonly { text: string }[]) => void>();
  const confirm = vi.fn<Confirm>().mockResolvedValue(true);
  const editing = createLineEditing({
    session: { getRows: () => new Map(), begin: () => undefined, leave: () => undefined, write } as never,
    confirm,
    getLines: () => [],
    getFields: () => [field('f1', 'currency'), field('f2', 'currency')],
    getCells: () => ({ options: () => [] }) as never,
  });
  const cells = [
    { row: 7, column: 'f1', text: '0,5' },
    { row: 7, column: 'f2', text: '1,234' },
  ];
  await editing.write(cells, 'paste');
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Paste 1 of 2 cells?',
      body: '1 will be left out. 1,234 can be read in two ways beside 0,5: write 1234 or 1.234.',
    }),
  );
  expect(write.mock.calls.map(([written]) => written.map(({ text }) => text))).toEqual([['0,5']]);

  await editing.write(cells.slice(1), 'paste');
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(write.mock.calls.at(-1)?.[0]).toMatchObject([{ text: '1,234', value: '1234' }]);
});
