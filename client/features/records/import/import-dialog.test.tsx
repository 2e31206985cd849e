import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startedBefore } from '@rowhouse/domain/import/screen-rules.ts';
import { doubtConnection } from '../../../platform/connection.ts';
import { reloadSession } from '../../../platform/session.ts';
import { ConfirmHost } from '../../../ui/confirm-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

const parts = [[{ row: 2, cells: ['One'], whyNot: null }], [{ row: 3, cells: ['Two'], whyNot: null }]];
vi.mock('../../../platform/table-file/open-table-file.ts', () => ({
  openTableFile: async () => {
    let at = 0;
    return {
      reading: { delimiter: ',', encoding: 'utf-8', sheet: null, headerRow: 1, headers: ['Name'] },
      next: async () => parts[at++] ?? null,
      close: () => undefined,
    };
  },
}));

let isAway: boolean;
let answers: Record<string, () => unknown>;
let sent: { operation: string; rows: number[] }[];

const faulty = (message: string) => ({ errors: [{ message, extensions: { code: 'INVALID' } }] });
const operationOf = (body: string) =>
  Object.keys(answers).find((name) => body.includes(name)) ?? 'something else';

beforeEach(() => {
  localStorage.clear();
  reloadSession();
  isAway = false;
  sent = [];
  const kept = new Set<number>();
  answers = {
    addImportRows: () => ({ data: { addImportRows: { rowCount: kept.size } } }),
    createImport: () => ({
      data: { createImport: { id: 7, fields: [], fieldKeys: [null], mayUpdate: false } },
    }),
    judgeImport: () => ({
      data: {
        judgeImport: {
          judgement: 1,
          making: kept.size,
          changing: 0,
          unchanged: 0,
          faulty: 0,
          decimals: 'POINT',
          dayFirst: null,
          problems: [],
          rows: [],
          reasons: [],
        },
      },
    }),
    startImport: () => ({ data: { startImport: { bulkChangeId: 9 } } }),
  };
  vi.stubGlobal('fetch', async (url: string, init: { body?: string } = {}) => {
    if (isAway) throw new TypeError('Failed to fetch');
    if (url.endsWith('/healthz')) return new Response('ok');
    const body = init.body ?? '';
    const operation = operationOf(body);
    const { data } = (JSON.parse(body) as { variables: { data: { rows?: { row: number }[] } } }).variables;
    const rows = (data.rows ?? []).map(({ row }) => row);
    for (const row of rows) kept.add(row);
    sent.push({ operation, rows });
    return Response.json(answers[operation]?.() ?? { data: {} });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const onStarted = vi.fn<() => void>();
  const dialog = (
    <ImportDialog recordType={{ id: 1, name: 'Orders' }} onStarted={onStarted} onClose={() => undefined} />
  );
  render(
    <ConfirmHost>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />
    </ConfirmHost>,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['Name'], 'orders.csv')] } });
  return onStarted;
}

test('a connection that goes while a file is sent is waited for, and the sending goes on where it was', async () => {
  answers['addImportRows'] = () => {
    if (sent.length === 2) isAway = true;
    return { data: { addImportRows: { rowCount: sent.length - 1 } } };
  };
  show();
  await screen.findByText('1 row of orders.csv is sent. The others follow when the connection is back.');
  // The keyboard stays where the file was chosen, and then is at what came of it.
  expect(document.activeElement?.textContent).toBe('Choose a file');
  isAway = false;
  await doubtConnection();
  await waitFor(() => expect(sent.at(-1)?.operation).toBe('judgeImport'));
  expect(sent.map(({ rows }) => rows).flat()).toContain(3);
  expect(sent.filter(({ operation }) => operation === 'createImport')).toHaveLength(1);
  expect(document.activeElement).toBe(await screen.findByRole('group', { name: 'Chosen file' }));
});

test('a start whose answer was lost is no failure when it is pressed again', async () => {
  const onStarted = show();
  const button = await screen.findByRole('button', { name: 'Import 2 records' });
  isAway = true;
  fireEvent.click(button);
  await screen.findByText('The import was not started');
  isAway = false;
  answers['startImport'] = () => faulty(startedBefore);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
});
