import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConflictDialog } from '../../edit-session/conflict-dialog.tsx';
import { startSession } from '../../platform/session.ts';
import { findLastRecordChanges } from './api.ts';
import { agentOf, findLastChanges, subjectOf } from './last-changes.ts';

vi.mock(import('./api.ts'), async (original) => ({ ...(await original()), findLastRecordChanges: vi.fn() }));

test('what one changed in another window is called one’s own, not that of somebody else', async () => {
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  vi.mocked(findLastRecordChanges).mockResolvedValue([
    { id: 1, user: { id: 7, name: 'Maya Alvarez' }, secondsAgo: 3 },
    { id: 2, user: { id: 8, name: 'Ben Miller' }, secondsAgo: 3 },
  ]);
  const changes = await findLastChanges(1, [1, 2, 3]);
  expect([1, 2, 3].map((id) => subjectOf(changes.get(id)))).toEqual(['You', 'Ben Miller', 'Somebody else']);
  expect([1, 2].map((id) => agentOf(changes.get(id)))).toEqual(['you, in another window', 'Ben Miller']);

  const description = { key: 'd', name: 'Description', original: 'A', theirs: 'B', mine: 'C' };
  const question = { number: 1, title: 'Record 1', fields: [description], taken: ['Freight'], kept: [] };
  render(<ConflictDialog {...question} who={changes.get(1)!} onAnswer={() => undefined} />);
  expect(screen.getByText(/^You changed the same field .* in another window\. Which value/)).toBeTruthy();
  expect(screen.getByText('There you also changed Freight: that is kept.')).toBeTruthy();
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Take what is savedB',
    'Keep mineC',
  ]);
});
