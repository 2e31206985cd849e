import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadSession } from '../../platform/session.ts';
import { ImpactDialog } from './impact-dialog.tsx';

const changes = [{ kind: 'FIELD', id: 3, fieldKey: 'f7', takes: 'DISABLE' }] as const;
const line = { recordTypeId: null, filters: null, isOfPlaces: false };
const held = { recordTypeId: 3, filters: [{ field: 'f7', operator: 'isNotEmpty', value: null }] };
const tax = {
  kind: 'FIELD',
  id: 3,
  fieldKey: 'f7',
  name: 'Tax',
  lines: [
    { ...line, sentence: '12 people lose it' },
    { ...line, ...held, sentence: '340 records hold it' },
  ],
};

let answers: object[];
beforeEach(() => {
  localStorage.clear();
  reloadSession();
  vi.stubGlobal('fetch', async () => Response.json(answers.length > 1 ? answers.shift() : answers[0]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const found = (impacts: object[]) => ({ data: { findChangeImpact: { impacts } } });

function show(says?: string) {
  const answer = vi.fn<(confirmed: boolean) => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ImpactDialog
          asked={{
            title: 'Save these changes?',
            confirmLabel: 'Save 1 change',
            changes,
            answer,
            ...(says !== undefined && { says }),
          }}
          toRecords={({ recordType }) => `/grid/${recordType.id}`}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return answer;
}

test('what is touched is said with its links, and nothing is saved before somebody says so', async () => {
  answers = [found([tax])];
  const answer = show();
  expect(await screen.findByText('12 people lose it')).toBeTruthy();
  expect(screen.getByRole('link', { name: '340 records hold it' }).getAttribute('href')).toBe('/grid/3');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  expect(answer).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(answer).toHaveBeenCalledWith(true);
});

test('what touches nothing is not asked', async () => {
  answers = [found([])];
  const answer = show();
  await waitFor(() => expect(answer).toHaveBeenCalledWith(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is deleted is asked even where nothing holds it, with what the deed does', async () => {
  answers = [found([])];
  const answer = show('It is gone at once.');
  expect(await screen.findByText('Nothing holds it, and nothing uses it.')).toBeTruthy();
  expect(screen.getByText('It is gone at once.')).toBeTruthy();
  expect(answer).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(answer).toHaveBeenCalledWith(true);
});

test('what could not be counted is not saved; it can be counted again', async () => {
  const failed = { data: null, errors: [{ message: 'Not now.', extensions: { code: 'UNAVAILABLE' } }] };
  answers = [failed, found([tax])];
  const answer = show();
  expect(await screen.findByText(/could not be counted/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save 1 change' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }));
  expect(await screen.findByText('12 people lose it')).toBeTruthy();
  expect(answer).not.toHaveBeenCalled();
});
