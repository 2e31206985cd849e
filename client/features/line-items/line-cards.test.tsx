import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '../../platform/session.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { prepareInputs } from '../../values/late-inputs.ts';
import { LineItemsPanel } from './line-items-panel.tsx';
import type { Line, LineField, LineType } from './line.ts';
import { createNewLines } from './new-lines.ts';
import { NewLinesPanel } from './new-lines-panel.tsx';
import { useLineCells } from './use-line-cells.ts';
import { linesKey } from './use-lines.ts';

vi.mock(import('../../platform/socket.ts'), async (original) => ({
  ...(await original()),
  watchRecordType: () => () => undefined,
}));

const field = (id: number, name: string, more: Partial<LineField> = {}): LineField => ({
  id,
  key: `f${id}`,
  name,
  dataType: 'string',
  required: false,
  order: id,
  listType: null,
  currency: null,
  formula: null,
  ...more,
});
const type: LineType = {
  id: 5,
  name: 'Order lines',
  fields: [
    field(1, 'Product', { required: true }),
    field(2, 'Ordered', { dataType: 'number' }),
    field(3, 'Unit price', { dataType: 'currency', currency: 'USD' }),
    field(4, 'Line total', { dataType: 'currency', currency: 'USD' }),
  ],
  rules: [],
};
const line = (id: number, ...values: string[]): Line => ({
  id,
  version: 1,
  isNew: false,
  values: new Map(values.flatMap((value, at) => (value === '' ? [] : [[`f${at + 1}`, value] as const]))),
});
const lines = [line(11, 'Hex bolt', '40', '1.50', '60.00'), line(12, 'Hex nut', '10', '0.25', '2.50')];

let sent: { query: string; variables: { data: never } }[] = [];
beforeEach(async () => {
  sessionStorage.clear();
  sent = [];
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: /width < (600|900)px/.test(query),
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const asked = JSON.parse(body) as (typeof sent)[number];
    sent.push(asked);
    return Response.json({ data: answerTo(asked) });
  });
  await act(() => prepareInputs());
});
afterEach(() => vi.unstubAllGlobals());

function answerTo({ query, variables }: (typeof sent)[number]): object {
  if (query.includes('reorderLineItems')) return { reorderLineItems: [] };
  if (query.includes('updateLineItems')) return { updateLineItems: { auditEntryId: 9 } };
  const [row] = variables.data as [
    { rowId: number; lineItemsFields: { lineItemsByTypeFiledsId: number; value: string }[] },
  ];
  const lineItemsRow = { id: row.rowId, version: 2, index: 1 };
  const lineItems = row.lineItemsFields.map(({ lineItemsByTypeFiledsId: id, value }) => ({
    value,
    lineItemsRow,
    lineItemsByTypeFileds: { id },
  }));
  return { createOrUpdateManyLineItems: [{ lineItemsRow, lineItems, refusal: null, auditEntryId: 8 }] };
}

function inPage(node: (cells: ReturnType<typeof useLineCells>) => React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(linesKey(1), lines);
  const Page = () => node(useLineCells(3, [type]));
  render(
    <QueryClientProvider client={client}>
      <ConfirmHost>
        <Page />
      </ConfirmHost>
    </QueryClientProvider>,
  );
}

const openPanel = (mayEdit = true) =>
  inPage((cells) => (
    <LineItemsPanel
      recordTypeId={3}
      record={{ id: 1, label: 'record 7' }}
      types={[type]}
      cells={cells}
      mayEdit={mayEdit}
      mayExport
      onUnsaved={() => undefined}
      onWritten={() => undefined}
    />
  ));
const cards = async () =>
  within(await screen.findByRole('list', { name: /^Order lines of/ })).getAllByRole('listitem');
const sheet = (name: string) => screen.findByRole('dialog', { name });
/** What is read under a name. */
const valueOf = (place: HTMLElement, name: string) =>
  within(place).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('on a phone each line is a card with its fields by name, and the sums stand below', async () => {
  openPanel(false);
  const [first] = await cards();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(valueOf(first!, 'Ordered')).toBe('40');
  expect(valueOf(first!, 'Line total (USD)')).toBe('60.00');
  const totals = screen.getByRole('region', { name: 'Totals of 2 lines' });
  expect(valueOf(totals, 'Ordered')).toBe('50');
  expect(valueOf(totals, 'Line total (USD)')).toBe('62.50');
  // A price is no amount of the line.
  expect(within(totals).queryByText('Unit price (USD)')).toBeNull();

  press(/^Open line 2:/);
  const read = await sheet('Line 2');
  expect(valueOf(read, 'Product')).toBe('Hex nut');
  expect(within(read).queryByRole('textbox')).toBeNull();
});

test('a line is edited in its sheet: its faults stand at the fields, and what is undone is as before', async () => {
  openPanel();
  await cards();
  press(/^Edit line 1:/);
  const edited = await sheet('Line 1');
  const ordered = within(edited).getByRole<HTMLInputElement>('textbox', { name: /^Ordered/ });
  fireEvent.change(ordered, { target: { value: 'six' } });
  expect(within(edited).getByText(/^Should be numeric\. Write digits, such as 1250/)).toBeTruthy();
  press('Undo');
  expect(ordered.value).toBe('40');
  fireEvent.change(ordered, { target: { value: '6' } });
  press('Close');
  // It is kept, and told on its card and in the sums.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first] = await cards();
  expect(within(first!).getByText('Not saved')).toBeTruthy();
  expect(valueOf(screen.getByRole('region', { name: 'Totals of 2 lines' }), 'Ordered')).toBe('16');

  press(/^Edit line 1:/);
  await sheet('Line 1');
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ variables }) => variables.data)).toMatchObject([
    [{ rowId: 11, lineItemsFields: expect.arrayContaining([{ lineItemsByTypeFiledsId: 2, value: '6' }]) }],
  ]);
  expect(within((await cards())[0]!).queryByText('Not saved')).toBeNull();
});

test('a new line says what it lacks before it is sent, and one in which nothing is written leaves nothing', async () => {
  openPanel();
  await cards();
  press('Add Line Item');
  const added = await sheet('New line');
  press('Save');
  expect(within(added).getByRole('alert').textContent).toBe('Product is required');
  expect(
    within(added)
      .getByRole('textbox', { name: /^Product/ })
      .getAttribute('aria-invalid'),
  ).toBe('true');
  press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await cards()).toHaveLength(2);
  expect(sent).toEqual([]);
});

test('a line is deleted from its sheet once it was asked', async () => {
  openPanel();
  await cards();
  press(/^Edit line 2:/);
  await sheet('Line 2');
  press('Delete line 2');
  const question = await sheet('Are you sure you want to delete this item?');
  fireEvent.click(within(question).getByRole('button', { name: 'Delete line' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ variables }) => variables.data)).toMatchObject([
    { rowId: 12, version: 1, enabled: false },
  ]);
  expect(await cards()).toHaveLength(1);
});

test('lines are put into another order without dragging', async () => {
  openPanel();
  await cards();
  press('Actions for Order lines');
  press('Edit order');
  press('Move line 2 up');
  const names = async () => (await cards()).map(({ textContent }) => textContent);
  expect(await names()).toEqual(['Hex nut', 'Hex bolt']);
  const place = screen.getByRole('textbox', { name: 'Place of line 1' });
  fireEvent.change(place, { target: { value: '2' } });
  fireEvent.keyDown(place, { key: 'Enter' });
  expect(await names()).toEqual(['Hex bolt', 'Hex nut']);
  press('Move line 1 down');
  press('Save order');
  await waitFor(() =>
    expect(sent.map(({ variables }) => variables.data)).toMatchObject([{ recordHeaderId: 1 }]),
  );
});

test('lines of a record that is not there yet are written and taken away again the same way', async () => {
  const written = createNewLines(3, type);
  inPage((cells) => <NewLinesPanel lines={written} cells={cells} />);
  fireEvent.click(screen.getAllByRole('button', { name: 'Add Line Item' })[0]!);
  const added = await sheet('Line 1');
  fireEvent.change(within(added).getByRole('textbox', { name: /^Product/ }), { target: { value: 'Washer' } });
  press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await cards()).toHaveLength(1);
  press(/^Edit line 1:/);
  await sheet('Line 1');
  press('Remove line 1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written.session.getRows().size).toBe(0);
});
