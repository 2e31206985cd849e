import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession, reloadSession } from '../platform/session.ts';
import { takeRedirectPath } from '../platform/storage/redirect-path.ts';
import { snackbars } from '../ui/snackbars.tsx';
import { enterTenantRoute, leaveForTenantPath, requireSignedIn, requireSignedOut } from './gates.ts';

vi.mock('../ui/snackbars.tsx', () => ({
  snackbars: {
    success: vi.fn<(message: string) => void>(),
    warning: vi.fn<(message: string) => void>(),
  },
}));

const aToken = (exp: number) => `x.${btoa(JSON.stringify({ exp }))}.y`;
const fresh = aToken(Date.now() / 1000 + 3600);
const stale = aToken(Date.now() / 1000 - 1);

function standAs(stored: Record<string, string>) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  reloadSession();
}

const asked = (path: string) => {
  const url = new URL(path, 'https://rowhouse.example');
  return {
    request: new Request(url),
    params: { tenantName: url.pathname.split('/')[1] },
  } as unknown as Parameters<typeof requireSignedIn>[0];
};

/** Where a gate sends to, or null when it lets through. */
async function outcome(gate: () => unknown): Promise<string | null> {
  const answer = await new Promise((resolve) => resolve(gate())).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return answer.headers.get('location') ?? String(answer.status);
  if (answer === null) return null;
  throw answer;
}

const tenant = (id: number, url: string) => ({
  id,
  name: url,
  url,
  description: null,
  mfaRequired: false,
  currency: 'USD',
  formerUrls: url === 'northwind' ? ['north-wind'] : [],
  accent: null,
  logo: null,
});
const answers: Record<string, unknown> = {
  getUserDetails: {
    id: 1,
    email: 'maya@example.com',
    name: 'Maya',
    firstName: null,
    lastName: null,
    phone: null,
    timeZone: null,
    theme: 'light',
    tenants: [1, 2].map((id) => ({
      tenant: tenant(id, id === 1 ? 'adventure-works' : 'northwind'),
      role: { id: 1, name: 'Lead', description: null },
    })),
  },
  SaasTenantLogin: { token: 'backend of 2', tenant: tenant(2, 'northwind') },
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const name = Object.keys(answers).find((operation) => body.includes(operation)) ?? '';
    return Response.json({ data: { [name]: answers[name] } });
  });
});

describe('/', () => {
  test('leads to the stored tenant path', async () => {
    standAs({ tenantPath: '/northwind' });
    expect(await outcome(leaveForTenantPath)).toBe('/northwind');
  });

  test('leads to /404 when none is stored', async () => {
    expect(await outcome(leaveForTenantPath)).toBe('/404');
  });
});

describe('who is not signed in', () => {
  test('goes to /login, and the path is kept for one use', async () => {
    expect(await outcome(() => requireSignedIn(asked('/northwind/a?b=1#c')))).toBe('/login');
    expect(takeRedirectPath()).toBe('/northwind/a?b=1#c');
    expect(takeRedirectPath()).toBeNull();
  });

  test('by an expired token is logged out as well', async () => {
    standAs({ serviceToken: stale, backend_jwt: 'x', tenantPath: '/northwind' });
    expect(await outcome(() => requireSignedIn(asked('/northwind')))).toBe('/login');
    expect(getSession().serviceToken).toBeNull();
    expect(localStorage.getItem('backend_jwt')).toBeNull();
  });

  test('sees /login', async () => {
    expect(await outcome(requireSignedOut)).toBeNull();
  });
});

describe('who owes a second factor', () => {
  beforeEach(() => standAs({ serviceToken: fresh, associateSoftwareToken: 'true' }));

  test('goes to /setupmfa, and the path is kept', async () => {
    expect(await outcome(() => requireSignedIn(asked('/northwind/a')))).toBe('/setupmfa');
    expect(takeRedirectPath()).toBe('/northwind/a');
  });

  test('goes there from /login and from the choice of a tenant, which is not kept', async () => {
    expect(await outcome(requireSignedOut)).toBe('/setupmfa');
    expect(await outcome(() => requireSignedIn(asked('/select-tenant')))).toBe('/setupmfa');
    expect(takeRedirectPath()).toBeNull();
  });

  test('is let in once it was put off', async () => {
    standAs({ shouldSkipSetupMFA: 'true' });
    expect(await outcome(() => requireSignedIn(asked('/select-tenant')))).toBeNull();
  });

  test('by the tenant’s own demand goes there with the path kept', async () => {
    standAs({ shouldSkipSetupMFA: 'true' });
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) =>
      body.includes('getUserDetails')
        ? Response.json({ data: { getUserDetails: answers['getUserDetails'] } })
        : Response.json({
            errors: [
              {
                message: 'Set it up.',
                extensions: { code: 'FORBIDDEN', details: { reason: 'MfaRequired' } },
              },
            ],
          }),
    );
    expect(await outcome(() => enterTenantRoute(new QueryClient(), asked('/northwind/a')))).toBe('/setupmfa');
    expect(takeRedirectPath()).toBe('/northwind/a');
    expect(getSession().secondFactorDemanded).toBe(true);
  });
});

describe('who is signed in', () => {
  test('is led from /login to the tenant, or to the choice of one', async () => {
    standAs({ serviceToken: fresh });
    expect(await outcome(requireSignedOut)).toBe('/select-tenant');
    standAs({ tenantPath: '/northwind' });
    expect(await outcome(requireSignedOut)).toBe('/northwind');
  });

  const inAdventureWorks = {
    serviceToken: fresh,
    backend_jwt: 'backend of 1',
    tenant_id: '1',
    tenantPath: '/adventure-works',
  };
  const enter = (path: string) => outcome(() => enterTenantRoute(new QueryClient(), asked(path)));

  test('is let into the tenant of the token', async () => {
    standAs(inAdventureWorks);
    expect(await enter('/adventure-works/x')).toBeNull();
    expect(getSession().backendToken).toBe('backend of 1');
  });

  test('is led from an address that the company had to the same place at its address now', async () => {
    standAs(inAdventureWorks);
    expect(await enter('/north-wind/sales/orders/orders?page=2')).toBe(
      '/northwind/sales/orders/orders?page=2',
    );
    expect(await enter('/North-Wind')).toBe('/northwind');
  });

  test('stands at the address that the company has now, though another was stored', async () => {
    standAs({ ...inAdventureWorks, tenantPath: '/adventures' });
    expect(await enter('/adventure-works/x')).toBeNull();
    expect(getSession().tenantPath).toBe('/adventure-works');
    expect(localStorage.getItem('tenantPath')).toBe('/adventure-works');
  });

  test('is logged in to another tenant of theirs', async () => {
    standAs(inAdventureWorks);
    expect(await enter('/northwind/x')).toBeNull();
    expect(getSession()).toMatchObject({
      tenantId: '2',
      tenantPath: '/northwind',
      backendToken: 'backend of 2',
    });
  });

  test('is told so by a snackbar', async () => {
    standAs(inAdventureWorks);
    await enter('/northwind/x');
    expect(snackbars.success).toHaveBeenCalledWith('You are now in northwind.');
  });

  test('goes to the dashboard with notAccessTenant from a tenant that is not theirs', async () => {
    standAs(inAdventureWorks);
    for (const page of ['', '/dashboard', '/section/part/item'])
      expect(await enter(`/foreign${page}`)).toBe('/adventure-works/dashboard?message=notAccessTenant');
  });

  test('is told that nothing is there, as by the status, where no company could have a page', async () => {
    standAs(inAdventureWorks);
    for (const path of ['/foreign/x', '/foreign/x/y', '/foreign/a/b/c/d'])
      expect(await enter(path)).toBe('404');
  });

  test('chooses another when the current one is not theirs any more', async () => {
    standAs({ ...inAdventureWorks, tenant_id: '3', tenantPath: '/southwind' });
    expect(await enter('/southwind/dashboard')).toBe('/select-tenant');
    expect(getSession()).toMatchObject({ tenantPath: null, backendToken: null });
  });

  test('chooses another tenant when they belong to the current one no more', async () => {
    standAs({ ...inAdventureWorks, tenant_id: '9', tenantPath: '/left' });
    expect(await enter('/left/dashboard')).toBe('/select-tenant');
    expect(getSession()).toMatchObject({ serviceToken: fresh, tenantId: null, backendToken: null });
    expect(snackbars.warning).toHaveBeenCalledWith('You do not belong to that company any more.');
  });

  test('chooses a tenant when none was entered', async () => {
    standAs({ serviceToken: fresh });
    expect(await enter('/foreign/dashboard')).toBe('/select-tenant');
  });
});
