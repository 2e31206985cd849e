import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { enterTenant, expireSession, getSession, reloadSession, startSession } from '../platform/session.ts';
import { abandonUnsavedWork, holdUnsavedWork } from '../platform/unsaved-work.ts';
import { Root } from './root.tsx';

vi.mock('../ui/snackbars.tsx', () => ({ snackbars: { warning: vi.fn<(message: string) => void>() } }));

// Fetched when they are first shown, which is slower than a test waits.
beforeAll(async () => {
  await import('./session-expired-dialog.tsx');
  await import('../features/identity/account/account-sign-in-again.tsx');
});

type Posted = { path: string; body: string };
const posted: Posted[] = [];
let answers: Record<string, () => Response>;

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const signedIn = json({
  outcome: 'SIGNED_IN',
  serviceToken: 'new service',
  expiresAt: '2099-01-01T00:00:00.000Z',
  email: 'maya@example.com',
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  abandonUnsavedWork();
  reloadSession();
  posted.length = 0;
  findFields.mockReset().mockResolvedValue([]);
  answers = {
    '/auth/methods': json({ passwords: true, registration: true, provider: null, mailboxPath: null }),
    '/auth/sign-in': signedIn,
    SaasTenantLogin: json({
      data: {
        SaasTenantLogin: { token: 'new backend', tenant: { id: 7, name: 'Northwind', url: 'northwind' } },
      },
    }),
  };
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    posted.push({ path, body });
    const key = Object.keys(answers).find((each) => path === each || body.includes(each)) ?? '';
    return answers[key]?.() ?? Response.json({ errors: [{ message: `no answer to ${path}` }] });
  });
  startSession('service', 'maya@example.com');
  enterTenant({ id: 7, url: 'northwind' }, 'backend');
});

const findFields = vi.fn<() => Promise<string[]>>();

function Typing() {
  const [text, setText] = useState('');
  useQuery({ queryKey: ['fields', 3], queryFn: findFields, staleTime: Infinity });
  return <input aria-label="Description" value={text} onChange={(event) => setText(event.target.value)} />;
}

function show() {
  const routes = [
    {
      element: <Root />,
      children: [
        { path: '/northwind/create-record', element: <Typing /> },
        { path: '/login', element: <h1>Sign in</h1> },
        { path: '/select-tenant', element: <h1>Choose a company</h1> },
        { path: '/setupmfa', element: <h1>Set up two-factor sign-in</h1> },
      ],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/northwind/create-record'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

async function expireWhileTyping() {
  const router = show();
  const field = await screen.findByLabelText('Description');
  fireEvent.change(field, { target: { value: 'Spokes and rims' } });
  holdUnsavedWork('The record is not saved.');
  expireSession();
  fireEvent.click(await screen.findByRole('button', { name: 'Ok' }));
  return router;
}

async function givePassword() {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

const typed = () => screen.getByLabelText<HTMLInputElement>('Description').value;

test('without unsaved work, Ok leads to /login, and the place is remembered', async () => {
  const router = show();
  await screen.findByLabelText('Description');
  expireSession();
  expect((await screen.findByRole('alertdialog', { name: 'Session Expired' })).textContent).toContain(
    'Your session has expired. Please log in again to continue.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ok' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(sessionStorage.getItem('redirectPath')).toBe('/northwind/create-record');
});

test('over unsaved work the person signs in again in place, and the page goes on with what is typed', async () => {
  const router = await expireWhileTyping();
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).readOnly).toBe(true);
  await givePassword();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getSession()).toMatchObject({
    serviceToken: 'new service',
    backendToken: 'new backend',
    held: false,
  });
  expect(typed()).toBe('Spokes and rims');
  expect(router.state.location.pathname).toBe('/northwind/create-record');
  // The role may be another one.
  await waitFor(() => expect(findFields).toHaveBeenCalledTimes(2));
});

test('a wrong password is said at its field', async () => {
  answers['/auth/sign-in'] = json(
    { code: 'UNAUTHENTICATED', message: 'That email and password do not match.', field: 'password' },
    401,
  );
  await expireWhileTyping();
  await givePassword();
  expect(await screen.findByText('That email and password do not match.')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(typed()).toBe('Spokes and rims');
});

test('the code is asked for when two-factor is on', async () => {
  answers['/auth/sign-in'] = json({ outcome: 'TOTP_REQUIRED', ticket: 'ticket', backupCodes: true });
  answers['/auth/verify-code'] = signedIn;
  await expireWhileTyping();
  await givePassword();
  fireEvent.input(await screen.findByLabelText('6-digit code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getSession().backendToken).toBe('new backend');
  expect(typed()).toBe('Spokes and rims');
});

test('who belongs to the company no more is led out of it', async () => {
  answers['SaasTenantLogin'] = json({
    errors: [{ message: 'The tenant does not exist.', extensions: { code: 'NOT_FOUND' } }],
  });
  const router = await expireWhileTyping();
  await givePassword();
  await waitFor(() => expect(router.state.location.pathname).toBe('/select-tenant'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getSession()).toMatchObject({ tenantId: null, held: false, serviceToken: 'new service' });
});

test('a company that requires two-factor meanwhile leads to setting it up, and then back', async () => {
  answers['SaasTenantLogin'] = json({
    errors: [
      { message: 'Set it up.', extensions: { code: 'FORBIDDEN', details: { reason: 'MfaRequired' } } },
    ],
  });
  const router = await expireWhileTyping();
  await givePassword();
  await waitFor(() => expect(router.state.location.pathname).toBe('/setupmfa'));
  await waitFor(() => expect(getSession()).toMatchObject({ held: false, secondFactorDemanded: true }));
  expect(sessionStorage.getItem('redirectPath')).toBe('/northwind/create-record');
});

test('a company that cannot be reached is tried again', async () => {
  const entered = answers['SaasTenantLogin']!;
  answers['SaasTenantLogin'] = () => {
    throw new TypeError('offline');
  };
  await expireWhileTyping();
  await givePassword();
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }, { timeout: 5000 }));
  answers['SaasTenantLogin'] = entered;
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(typed()).toBe('Spokes and rims');
});

test('another account asks, and leads to the ordinary /login without a way back', async () => {
  const router = await expireWhileTyping();
  fireEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
  expect(screen.getByText('What you have not saved on this page is lost then.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use another account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(sessionStorage.getItem('redirectPath')).toBeNull();
  expect(getSession()).toMatchObject({ email: null, held: false });
});

test("a provider's own page opens in a window of its own, and the page goes on from its sign-in", async () => {
  const provider = { label: 'Continue with Acme', path: '/auth/oidc/start' };
  answers['/auth/methods'] = json({ passwords: false, registration: false, provider, mailboxPath: null });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await expireWhileTyping();
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
  expect(open.mock.calls[0]?.[0]).toBe('/auth/oidc/start');
  expect(screen.queryByLabelText('Password')).toBeNull();
  // That window signs in as the same person; this one hears of it by the storage.
  localStorage.setItem('userEmail', 'maya@example.com');
  localStorage.setItem('serviceToken', 'new service');
  window.dispatchEvent(new StorageEvent('storage', { key: 'serviceToken', newValue: 'new service' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getSession().backendToken).toBe('new backend');
  expect(typed()).toBe('Spokes and rims');
});

test('a session that another tab renewed goes on without a word', async () => {
  show();
  await screen.findByLabelText('Description');
  localStorage.setItem('serviceToken', 'new service');
  window.dispatchEvent(new StorageEvent('storage', { key: 'serviceToken', newValue: 'new service' }));
  await waitFor(() => expect(getSession().backendToken).toBe('new backend'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
