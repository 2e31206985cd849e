import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadSession } from '../../../platform/session.ts';
import { putBackTrial } from './api.ts';
import { PutBackDialog } from './put-back-dialog.tsx';

let trial: { sentence: string | null; follows: string[] };
let asked: unknown[];
beforeEach(() => {
  localStorage.clear();
  reloadSession();
  asked = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    asked.push((JSON.parse(body) as { variables: { data: unknown } }).variables.data);
    const answer = { whyNot: trial.sentence === null ? null : 'CHANGED_SINCE', entry: 7, ...trial };
    return Response.json({ data: { putBackConfiguration: answer } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const putBack = vi.fn<() => Promise<void>>(async () => {});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PutBackDialog
        entries={[
          {
            id: 7,
            part: 'Transmission mapping',
            changes: [{ what: 'Active', before: 'yes', after: 'no' }],
            activity: 'Changed',
            user: 'Ana',
            at: '2026-11-28T10:00:00Z',
          },
        ]}
        putBack={putBack}
        trial={putBackTrial([{ id: 7, subject: 'Transmission mapping' }])}
        onClose={() => {}}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  );
  return putBack;
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Put back' });

test('what stands in the way is said before anything is put back, and nothing can be', async () => {
  trial = { sentence: 'This was changed again by Bo, Nov 3.', follows: [] };
  const putBack = show();
  expect((await screen.findByRole('alert')).textContent).toContain('This was changed again by Bo, Nov 3.');
  expect(button().disabled).toBe(true);
  expect(asked).toEqual([{ id: 7, isTrial: true }]);
  expect(putBack).not.toHaveBeenCalled();
});

test('what follows is said before, and it goes back when asked', async () => {
  trial = { sentence: null, follows: ['South is asked to approve this again.'] };
  const putBack = show();
  expect(await screen.findByText('South is asked to approve this again.')).toBeTruthy();
  fireEvent.click(button());
  await waitFor(() => expect(putBack).toHaveBeenCalledOnce());
});
