import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { reloadSession } from '../../platform/session.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import type { Member } from './api.ts';
import { MemberList } from './member-list.tsx';
import { useMembers } from './use-members.ts';

vi.mock('../../ui/snackbars.tsx', () => ({ snackbars: { success: vi.fn<(message: string) => void>() } }));

const roles = [
  { id: 1, name: 'Administrator' },
  { id: 2, name: 'Clerk' },
  { id: 3, name: 'Stock keeper' },
];
const aMember = (id: number, name: string, changes: Partial<Member> = {}): Member => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: roles[1]!,
  enabled: true,
  personEnabled: true,
  hasSecondFactor: false,
  lastSignedInAt: null,
  version: 4,
  ...changes,
});

/** What the server has; changed by others between the list and the question. */
let members: Member[];
const sent: { id: number; version: number; roleId?: number; enabled?: boolean }[] = [];

const resets: number[] = [];
const signedOut: number[] = [];

beforeEach(() => {
  localStorage.clear();
  reloadSession();
  sent.length = 0;
  members = [aMember(1, 'Olga', { role: roles[0]! }), aMember(2, 'Tara', { hasSecondFactor: true })];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables: { data: (typeof sent)[0] } };
    if (!query.startsWith('mutation') && !query.includes('mutation '))
      return Response.json({ data: { findSaasMembers: members } });
    const { data } = variables;
    if (query.includes('resetMemberSecondFactor')) {
      resets.push(data.id);
      members = members.map((member) =>
        member.id === data.id ? { ...member, hasSecondFactor: false } : member,
      );
      return Response.json({ data: { resetMemberSecondFactor: { id: data.id } } });
    }
    if (query.includes('endMemberSessions')) {
      signedOut.push(data.id);
      return Response.json({ data: { endMemberSessions: { id: data.id, ended: 2 } } });
    }
    sent.push(data);
    const current = members.find(({ id }) => id === data.id)!;
    if (current.version !== data.version)
      return Response.json({
        errors: [{ message: 'Somebody else changed this member.', extensions: { code: 'CONFLICT' } }],
      });
    const changed: Member = {
      ...current,
      version: current.version + 1,
      enabled: data.enabled ?? current.enabled,
      role: roles.find(({ id }) => id === data.roleId) ?? current.role,
    };
    members = members.map((member) => (member.id === data.id ? changed : member));
    return Response.json({ data: { updateSaasMember: changed } });
  });
});

function Page() {
  const { data } = useMembers();
  return data === undefined ? null : (
    <MemberList members={data} roles={roles} ownEmail="olga@example.com" onViewAs={() => undefined} />
  );
}

async function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfirmHost>
        <Page />
      </ConfirmHost>
    </QueryClientProvider>,
  );
  await screen.findByRole('table', { name: 'Members' });
}

async function act(name: string, action: string) {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
const rowOf = (name: string) =>
  screen.getByRole('rowheader', { name: new RegExp(name) }).closest('[role="row"]')!;

test('a role is changed with the version that the list shows', async () => {
  await show();
  await act('Tara', 'Change role');
  fireEvent.change(await screen.findByLabelText('Role'), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rowOf('Tara').textContent).toContain('Stock keeper'));
  expect(sent).toMatchObject([{ id: 2, version: 4, roleId: 3 }]);
});

test('a conflict is told beside what the member is now, and the next try stands on that', async () => {
  await show();
  await act('Tara', 'Change role');
  const dialog = within(await screen.findByRole('dialog'));
  // Opening the question has asked the server once more.
  await settle();
  members = members.map((member) => (member.id === 2 ? { ...member, version: 9, enabled: false } : member));
  fireEvent.change(dialog.getByLabelText('Role'), { target: { value: '3' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Somebody else changed this member.');
  expect(dialog.getByText('Disabled')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ id: 2, version: 9, roleId: 3 }));
});

test('disabling asks first', async () => {
  await show();
  await act('Tara', 'Disable access');
  expect(await screen.findByRole('dialog', { name: 'Disable access for Tara?' })).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(rowOf('Tara').textContent).toContain('Disabled'));
  expect(sent).toMatchObject([{ id: 2, version: 4, enabled: false }]);
});

test('nobody is offered to shut themselves out', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Olga' }));
  const item = await screen.findByRole('menuitem', { name: /Disable access/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(item.textContent).toContain('Nobody disables their own access. Another administrator can.');
});

test('the list is narrowed by name or email', async () => {
  await show();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'TARA@' } });
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(screen.getByText('Nobody found')).toBeTruthy();
});

test('two-factor is reset after a question, and offered to nobody who has none', async () => {
  await show();
  await act('Tara', 'Reset two-factor');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset two-factor of Tara?' }));
  expect(resets).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Reset two-factor' }));
  await waitFor(() => expect(resets).toEqual([2]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Olga' }));
  await screen.findByRole('menuitem', { name: 'Change role' });
  expect(screen.queryByRole('menuitem', { name: 'Reset two-factor' })).toBeNull();
});

test('somebody is signed out everywhere after a question, and nobody is offered it of themselves', async () => {
  await show();
  await act('Tara', 'Sign out everywhere');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Tara out everywhere?' }));
  expect(signedOut).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(signedOut).toEqual([2]));
  await waitFor(() => expect(snackbars.success).toHaveBeenCalledWith('Tara is signed out of 2 sessions'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Olga' }));
  await screen.findByRole('menuitem', { name: 'Change role' });
  expect(screen.queryByRole('menuitem', { name: 'Sign out everywhere' })).toBeNull();
});
