import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { impactAsked } from '../../platform/ask-impact.ts';
import { reloadSession } from '../../platform/session.ts';
import { ImportCard } from './import-card.tsx';

const left = (title: string, key: string | null, about = '') => ({
  part: 'roles',
  title,
  about,
  key,
  touches: key === null ? [] : [{ kind: 'ROLE', id: 7, fieldKey: null }],
});
const comparison = {
  seal: 's',
  sameCount: 1,
  differences: [
    {
      key: 'new',
      part: 'roles',
      state: 'NEW',
      title: 'Clerk',
      about: '',
      changes: [],
      stays: [],
      needs: [],
      candidates: [],
    },
  ],
  left: [left('Temporary', 'temporary'), left('Former', null, 'switched off already'), left('Desk', 'desk')],
};
let applied: object[];

beforeEach(async () => {
  applied = [];
  localStorage.clear();
  reloadSession();
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables: { data: object } };
    if (!query.includes('applyConfiguration'))
      return Response.json({ data: { compareConfiguration: comparison } });
    applied.push(variables.data);
    const undo = { text: '{}', seal: 't', keys: ['back'], answers: [] };
    return Response.json({ data: { applyConfiguration: { applied: applied.length, undo } } });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportCard />
    </QueryClientProvider>,
  );
  const file = new File(['{"format":"rowhouse-configuration","version":2}'], 'less.json', {
    type: 'application/json',
  });
  fireEvent.change(screen.getByLabelText('Configuration file'), { target: { files: [file] } });
  fireEvent.click(await screen.findByText(/^3 things here and not in the file/));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('what is only here is off by itself, and stays off when all is chosen', async () => {
  expect([box('Clerk'), box('Temporary'), box('Desk')].map(({ checked }) => checked)).toEqual([
    true,
    false,
    false,
  ]);
  expect(box('Former').disabled).toBe(true);
  expect(screen.getByText('switched off already')).toBeTruthy();
  press('Choose none');
  press('Choose all');
  expect(box('Temporary').checked).toBe(false);
  press('Apply 1 change');
  await waitFor(() => expect(applied).toMatchObject([{ chosen: ['new'], takenAway: [] }]));
  expect(impactAsked.get()).toBeNull();
});

test('what is chosen of it is asked about, with what it touches, before anything is applied', async () => {
  fireEvent.click(box('Temporary'));
  press('Choose none');
  press('Apply 1 change');
  await waitFor(() => expect(impactAsked.get()).not.toBeNull());
  const asked = impactAsked.get()!;
  expect(asked).toMatchObject({
    title: 'Switch off 1 thing that the file does not have?',
    says: 'Temporary.',
    changes: [{ kind: 'ROLE', id: 7, takes: 'DISABLE' }],
  });
  asked.answer(false);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply 1 change' })).toBeTruthy());
  expect(applied).toEqual([]);
  await waitFor(() => expect(box('Temporary').checked).toBe(true));
  press('Apply 1 change');
  await waitFor(() => expect(impactAsked.get()).not.toBeNull());
  impactAsked.get()!.answer(true);
  await waitFor(() => expect(applied).toMatchObject([{ chosen: [], takenAway: ['temporary'] }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(applied[1]).toMatchObject({ chosen: ['back'], takenAway: [] }));
  expect(await screen.findByText(/what was taken away is there again/)).toBeTruthy();
});
