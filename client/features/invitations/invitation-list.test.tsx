import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import type { Invitation } from './api.ts';
import { InvitationList } from './invitation-list.tsx';

const anInvitation = (email: string, mailFailure: Invitation['mailFailure']): Invitation => ({
  id: email.length,
  email,
  firstName: null,
  lastName: null,
  role: { id: 1, name: 'Clerk' },
  state: 'PENDING',
  mailFailure,
  invitedBy: { id: 1, name: 'Olga', email: 'olga@example.com' },
  createdAt: '2026-11-29T05:00:00.000Z',
  expiresAt: '2026-12-06T05:00:00.000Z',
});

test('an invitation whose mail did not go out says why, and asks for the address before it is sent again', async () => {
  const invitations = [
    anInvitation('ines@example.com', null),
    anInvitation('nobody@example.com', 'ADDRESS_REFUSED'),
    anInvitation('unreachable@example.com', 'NOT_SENT'),
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmHost>
        <InvitationList invitations={invitations} onGone={() => undefined} />
      </ConfirmHost>
    </QueryClientProvider>,
  );
  const stateOf = (email: string) => screen.getByRole('row', { name: new RegExp(email) }).textContent;
  expect(stateOf('ines')).toContain('Pending');
  expect(stateOf('nobody')).toContain('Not deliveredThe mail server refused the address.');
  expect(stateOf('unreachable')).toContain('Not deliveredThe mail server did not take the mail.');
  screen.getByRole('button', { name: 'Resend the invitation of nobody@example.com' }).click();
  expect(await screen.findByText(/If it is mistyped, revoke the invitation/)).toBeTruthy();
});
