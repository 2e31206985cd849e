// What the server asks about the person before it goes on: the question, and the call that goes out again by itself.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ExportCompanyCard } from '../features/company-archives/export-company-card.tsx';
import { OpenProof } from '../features/identity/account/open-proof.tsx';
import { reloadSession, startSession } from '../platform/session.ts';

let calls: string[];
let isShown: boolean;
const running = {
  id: 1,
  state: 'RUNNING',
  step: 'RECORDS',
  done: 0,
  total: 0,
  askedBy: { id: 1, name: 'Ada' },
};
const needed = {
  message: 'Enter your password once more to do this.',
  extensions: { code: 'FORBIDDEN', details: { reason: 'ProofNeeded', proof: 'PASSWORD' } },
};

beforeEach(() => {
  localStorage.clear();
  reloadSession();
  startSession('token', 'ada@rowhouse.example');
  calls = [];
  isShown = false;
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url === '/auth/prove') {
      calls.push('prove');
      const { password } = JSON.parse(body) as { password?: string };
      isShown = password === 'correct horse';
      return isShown
        ? Response.json({ done: true })
        : Response.json({ code: 'INVALID', message: 'Not right.', field: 'password' }, { status: 400 });
    }
    if (!body.includes('startCompanyExport')) return Response.json({ data: { findCompanyExport: null } });
    calls.push('export');
    return Response.json(isShown ? { data: { startCompanyExport: running } } : { errors: [needed] });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ExportCompanyCard companyName="Northwind" />
      <OpenProof />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'Export the company' });
  button.focus();
  fireEvent.click(button);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  reloadSession();
  vi.unstubAllGlobals();
});

test('who shows it goes on without a second press, and a wrong password says so', async () => {
  await screen.findByRole('dialog', { name: 'Show that it is you' });
  const type = (password: string) => {
    fireEvent.change(screen.getByLabelText(/^Your password/), { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
  };
  type('wrong');
  expect(await screen.findByText('Not right.')).toBeDefined();
  type('correct horse');
  const button = await screen.findByRole('button', { name: 'Exporting…' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(calls).toEqual(['export', 'prove', 'prove', 'export']);
});

test('who does not is told what is missing, and can press again', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The export was not started')).toBeDefined();
  expect(screen.getByText('Enter your password once more to do this.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Export the company' }));
  expect(await screen.findByRole('dialog', { name: 'Show that it is you' })).toBeDefined();
  expect(calls).toEqual(['export', 'export']);
});
