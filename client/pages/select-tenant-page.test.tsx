import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { enterTenant, getSession, reloadSession, startSession } from '../platform/session.ts';
import { AccountCompanies } from './account-companies.tsx';
import { SelectTenantPage } from './select-tenant-page.tsx';

vi.mock('../ui/snackbars.tsx', () => ({ snackbars: { success: vi.fn<(message: string) => void>() } }));

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const role = { id: 1, name: 'Clerk', description: null };
const aTenant = (id: number, url: string, mfaRequired = false) => ({
  tenant: {
    id,
    name: url,
    url,
    description: null,
    mfaRequired,
    currency: 'USD',
    formerUrls: [],
    accent: null,
    logo: null,
  },
  role,
});
let tenants: ReturnType<typeof aTenant>[];
let makesCompanies = false;
let closedTenants: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
  startSession('service', 'maya@example.com');
  tenants = [aTenant(1, 'harbor'), aTenant(2, 'foundry', true)];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) =>
    Response.json({
      data: body.includes('SaasTenantLogin')
        ? { SaasTenantLogin: { token: 'backend', tenant: { id: 1, name: 'harbor', url: 'harbor' } } }
        : {
            getCompanyMaking: { isOpen: makesCompanies, reason: null, bringsIn: false },
            getUserDetails: {
              id: 1,
              email: 'maya@example.com',
              name: 'Maya',
              firstName: null,
              lastName: null,
              phone: null,
              timeZone: null,
              theme: 'light',
              secondFactor: false,
              closedTenants,
              tenants,
            },
          },
    }),
  );
});

function show() {
  const router = createMemoryRouter(
    ['/select-tenant', '/harbor', '/setupmfa'].map((path) => ({
      path,
      element: path === '/select-tenant' ? <SelectTenantPage /> : <p>{path}</p>,
    })),
    { initialEntries: ['/select-tenant'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

test('the account leads here who belongs to several, or may make one', async () => {
  const open = async (of: typeof tenants) => {
    cleanup();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <AccountCompanies tenants={of} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await act(async () => undefined);
    return screen.queryByRole('link')?.textContent ?? null;
  };
  const [one] = tenants;
  await expect.poll(() => open([one!])).toBeNull();
  await expect.poll(() => open(tenants)).toBe('Switch company');
  makesCompanies = true;
  await open([one!]);
  await screen.findByRole('link', { name: 'Switch or make a company' });
  expect(screen.getByText('You belong to harbor.')).toBeTruthy();
  makesCompanies = false;
});

test('a company is made here only where the installation is open to it', async () => {
  show();
  await screen.findByRole('combobox');
  expect(screen.queryByRole('button', { name: 'Make a company' })).toBeNull();
  cleanup();
  makesCompanies = true;
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Make a company' }));
  const name = await screen.findByLabelText(/Company name/);
  fireEvent.change(name, { target: { value: 'Büro Łódź & Söhne GmbH' } });
  expect(screen.getByLabelText<HTMLInputElement>(/Address/).value).toBe('buro-lodz-sohne-gmbh');
  fireEvent.change(screen.getByLabelText(/Address/), { target: { value: 'login' } });
  await screen.findByText("'login' is an address of the application itself. Choose another.");
  makesCompanies = false;
});

test('a company that is switched off is named, and that nobody gets in', async () => {
  closedTenants = ['Anvil', 'Quay'];
  tenants = [];
  show();
  const said = await screen.findByText(/^Anvil and Quay are switched off/);
  expect(said.textContent).toBe(
    'Anvil and Quay are switched off: nobody gets in. Ask whoever runs this installation.',
  );
  closedTenants = [];
});

const login = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });

test('Login is disabled until a company is chosen, and then enters it', async () => {
  const router = show();
  await screen.findByRole('combobox');
  expect(login().disabled).toBe(true);
  fireEvent.click(screen.getByRole('option', { name: /harbor/ }));
  fireEvent.click(login());
  await waitFor(() => expect(router.state.location.pathname).toBe('/harbor'));
  expect(getSession()).toMatchObject({ tenantId: '1', backendToken: 'backend' });
});

test('a company that requires two-factor says so, and leads to setting it up and then to itself', async () => {
  const router = show();
  const option = await screen.findByRole('option', { name: /foundry/ });
  expect(option.textContent).toContain('Requires two-factor sign-in');
  fireEvent.click(option);
  expect(screen.getByText(/You set it up on the next page/)).toBeTruthy();
  fireEvent.click(login());
  await waitFor(() => expect(router.state.location.pathname).toBe('/setupmfa'));
  expect(sessionStorage.getItem('redirectPath')).toBe('/foundry');
  expect(getSession().secondFactorDemanded).toBe(true);
});

test('who belongs to no company reads whom to ask, and may look again', async () => {
  tenants = [];
  show();
  expect(await screen.findByRole('heading', { name: 'No tenants found' })).toBeTruthy();
  tenants = [aTenant(1, 'harbor')];
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByRole('option', { name: /harbor/ })).toBeTruthy();
});

test('the company in which one is stands above the others, by name, and is not offered again', async () => {
  enterTenant({ id: 1, url: 'harbor' }, 'backend');
  show();
  expect(await screen.findByText('You are in harbor. You can switch at any time.')).toBeTruthy();
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  expect(screen.queryByRole('option', { name: /harbor/ })).toBeNull();
});
