import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { reloadSession, startSession } from '../../platform/session.ts';
import { WhatsNew } from './whats-new.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
});

const tokenOf = (personId: number) => `x.${btoa(JSON.stringify({ sub: personId }))}.x`;
const trigger = () => screen.getByRole('button', { name: /What’s new/ });

test('what is new carries a mark until it is read, for each person', async () => {
  startSession(tokenOf(1), 'maya@example.com');
  const first = render(<WhatsNew />);
  expect(trigger().textContent).toContain('(unread)');
  fireEvent.click(trigger());
  expect(await screen.findByRole('dialog', { name: /What’s new in 1.58/ })).toBeTruthy();
  first.unmount();

  const again = render(<WhatsNew />);
  expect(trigger().textContent).not.toContain('(unread)');
  again.unmount();

  startSession(tokenOf(2), 'ben@example.com');
  render(<WhatsNew />);
  expect(trigger().textContent).toContain('(unread)');
});
