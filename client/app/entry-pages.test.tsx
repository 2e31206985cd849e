import type { AuthAnswers, AuthCall } from '@rowhouse/domain/identity/auth-calls.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession, reloadSession, startSession } from '../platform/session.ts';
import { SnackbarHost } from '../ui/snackbars.tsx';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './router.tsx';

type Asked = { call: string; content: Record<string, unknown> };
type Refused = { status: number; body: Record<string, unknown> };
type Answers = { [Call in AuthCall]?: (content: Record<string, unknown>) => AuthAnswers[Call] | Refused };

const refused = (status: number, body: Record<string, unknown>): Refused => ({ status, body });
const isRefused = (answer: object): answer is Refused => 'status' in answer;

const fresh = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.y`;
const maya = 'maya@example.com';
const signedIn = { outcome: 'SIGNED_IN', serviceToken: fresh, expiresAt: '', email: maya } as const;
const northwind = {
  id: 2,
  name: 'Northwind',
  url: 'northwind',
  description: null,
  mfaRequired: false,
  currency: 'USD',
  formerUrls: [],
  accent: null,
  logo: null,
};

let asked: Asked[] = [];
let answers: Answers = {};
let graphql: Record<string, () => unknown> = {};

const standard: Answers = {
  methods: () => ({ passwords: true, registration: true, provider: null, mailboxPath: null }),
  'forgot-password': () => ({ done: true }),
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
  asked = [];
  answers = { ...standard };
  graphql = {
    SaasUserLogin: () => ({
      token: fresh,
      tenant: { id: 1, name: 'Adventure Works', url: 'adventure-works' },
    }),
    SaasTenantLogin: () => ({ token: fresh, tenant: northwind }),
    SaasUserLogout: () => true,
    getUserDetails: () => ({
      id: 1,
      email: maya,
      name: 'Maya',
      firstName: null,
      lastName: null,
      phone: null,
      timeZone: null,
      theme: 'light',
      tenants: [{ tenant: northwind, role: { id: 1, name: 'Lead', description: null } }],
    }),
  };
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const content = JSON.parse(body) as Record<string, unknown>;
    if (path === '/graphql') {
      const name = Object.keys(graphql).find((operation) => body.includes(operation)) ?? '';
      asked.push({ call: name, content: content['variables'] as Record<string, unknown> });
      const answer = graphql[name]?.() ?? null;
      return Response.json(
        answer instanceof Error
          ? { errors: [{ message: answer.message, extensions: answer.cause }] }
          : { data: { [name]: answer } },
      );
    }
    const call = path.replace('/auth/', '');
    asked.push({ call, content });
    const answer = answers[call as AuthCall]?.(content) ?? refused(404, { code: 'NOT_FOUND', message: call });
    return isRefused(answer) ? Response.json(answer.body, { status: answer.status }) : Response.json(answer);
  });
});

const mfaRequired = () =>
  new Error('This company requires two-factor sign-in.', {
    cause: { code: 'FORBIDDEN', details: { reason: 'MfaRequired' } },
  });

/** The whole application at a path; what lies in a company is only its address. */
async function open(path: string) {
  const queryClient = createQueryClient();
  const inside = ['/adventure-works/dashboard', '/adventure-works', '/northwind', '/northwind/*'].map(
    (path) => ({
      path,
      element: <h1>inside</h1>,
    }),
  );
  const router = createMemoryRouter([...inside, ...createRoutes(queryClient)], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarHost>
        <RouterProvider router={router} />
      </SnackbarHost>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return {
    router,
    expectAt: (wanted: string) =>
      waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(wanted)),
  };
}

const field = (label: RegExp | string) => screen.findByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const type = (input: HTMLElement, value: string) => fireEvent.input(input, { target: { value } });
const contentOf = (call: string) => asked.findLast((each) => each.call === call)?.content;

const expectFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

async function signIn() {
  type(await field('Email'), maya);
  type(await field('Password'), 'a password');
  fireEvent.click(button('Sign in'));
}

describe('signing in', () => {
  test('leads to the company that was last used', async () => {
    answers['sign-in'] = () => signedIn;
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/adventure-works');
    expect(getSession()).toMatchObject({ email: maya, tenantPath: '/adventure-works' });
  });

  test('follows a remembered path into a company of the person, once, and says so', async () => {
    answers['sign-in'] = () => signedIn;
    sessionStorage.setItem('redirectPath', '/northwind/sales/orders?page=2');
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/northwind/sales/orders?page=2');
    expect(await screen.findByText('You are now in Northwind.')).toBeTruthy();
    expect(sessionStorage.getItem('redirectPath')).toBeNull();
    expect(contentOf('SaasTenantLogin')).toEqual({ data: { tenantId: 2 } });
  });

  test('leads to the dashboard with notAccessTenant when the path is of another company', async () => {
    answers['sign-in'] = () => signedIn;
    sessionStorage.setItem('redirectPath', '/foreign/x');
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/adventure-works/dashboard?message=notAccessTenant');
  });

  test('does not follow a path to elsewhere', async () => {
    answers['sign-in'] = () => signedIn;
    sessionStorage.setItem('redirectPath', '//evil.example/x');
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/adventure-works');
  });

  test('keeps the path and ends the session when the company cannot be entered', async () => {
    answers['sign-in'] = () => signedIn;
    graphql['SaasTenantLogin'] = () => new Error('Not now.', { cause: { code: 'UNAVAILABLE' } });
    sessionStorage.setItem('redirectPath', '/northwind');
    await open('/login');
    await signIn();
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect(getSession().serviceToken).toBeNull();
    expect(sessionStorage.getItem('redirectPath')).toBe('/northwind');
    expect((await field('Email')).value).toBe(maya);
  });

  test('leads to /setupmfa when the company wants a second factor', async () => {
    answers['sign-in'] = () => signedIn;
    graphql['SaasUserLogin'] = mfaRequired;
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/setupmfa');
  });

  test('with a password that is refused says so at the field, and keeps what was typed', async () => {
    answers['sign-in'] = () =>
      refused(401, { code: 'UNAUTHENTICATED', message: 'They do not match.', field: 'password' });
    await open('/login');
    await signIn();
    expect(await screen.findByText('They do not match.')).toBeTruthy();
    const password = await field('Password');
    await expectFocus(password);
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(password.value).toBe('a password');
    type(password, 'another');
    expect(screen.queryByText('They do not match.')).toBeNull();
  });

  test('with an email that waits for its code leads to its confirmation', async () => {
    answers['sign-in'] = () => ({ outcome: 'CONFIRMATION_REQUIRED', registrationId: 'r1' });
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/user-confirmation/r1');
    expect(await screen.findByText(/maya@example\.com/)).toBeTruthy();
  });

  test('with a password that is good for once asks for a new one in place', async () => {
    answers['sign-in'] = () => ({ outcome: 'NEW_PASSWORD_REQUIRED', ticket: 't1' });
    answers['new-password'] = () => signedIn;
    const { expectAt } = await open('/login');
    await signIn();
    const password = await field('New password');
    await expectFocus(password);
    type(password, 'short');
    fireEvent.click(button('Save and sign in'));
    expect(await screen.findByText('Use at least 8 characters for the password.')).toBeTruthy();
    type(password, 'long enough now');
    fireEvent.click(button('Save and sign in'));
    await expectAt('/adventure-works');
    expect(contentOf('new-password')).toEqual({ ticket: 't1', password: 'long enough now' });
  });
});

describe('the second step', () => {
  beforeEach(() => {
    answers['sign-in'] = () => ({ outcome: 'TOTP_REQUIRED', ticket: 't1', backupCodes: true });
    answers['verify-code'] = () => signedIn;
  });

  test('takes the code of the app on the same page', async () => {
    const { router, expectAt } = await open('/login');
    await signIn();
    const code = await field('6-digit code');
    expect(router.state.location.pathname).toBe('/login');
    await expectFocus(code);
    expect(code.autocomplete).toBe('one-time-code');
    expect(code.inputMode).toBe('numeric');
    // As it is pasted.
    type(code, ' 123 456\n');
    expect(code.value).toBe('123456');
    fireEvent.click(await field('Remember this device for 30 days'));
    fireEvent.click(button('Verify'));
    await expectAt('/adventure-works');
    expect(contentOf('verify-code')).toEqual({
      ticket: 't1',
      kind: 'TOTP',
      code: '123456',
      rememberDevice: true,
    });
  });

  test('asks for all six digits before it sends', async () => {
    await open('/login');
    await signIn();
    type(await field('6-digit code'), '123');
    fireEvent.click(button('Verify'));
    expect(await screen.findByText('Enter the 6 digits of the code.')).toBeTruthy();
    expect(contentOf('verify-code')).toBeUndefined();
  });

  test('takes a backup code instead', async () => {
    const { expectAt } = await open('/login');
    await signIn();
    await field('6-digit code');
    fireEvent.click(button('Use a backup code instead'));
    const code = await field('Backup code');
    await expectFocus(code);
    type(code, 'abcde-12345');
    fireEvent.click(button('Verify'));
    await expectAt('/adventure-works');
    expect(contentOf('verify-code')).toMatchObject({ kind: 'BACKUP', code: 'abcde-12345' });
  });

  test('offers no backup codes where there are none', async () => {
    answers['sign-in'] = () => ({ outcome: 'TOTP_REQUIRED', ticket: 't1', backupCodes: false });
    await open('/login');
    await signIn();
    await field('6-digit code');
    expect(screen.queryByRole('button', { name: 'Use a backup code instead' })).toBeNull();
  });

  test('that took too long leads back to the password, with the reason and the email', async () => {
    answers['verify-code'] = () =>
      refused(401, {
        code: 'UNAUTHENTICATED',
        message: 'This sign-in took too long.',
        details: { reason: 'TicketOver' },
      });
    await open('/login');
    await signIn();
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Verify'));
    expect(await screen.findByText('This sign-in took too long.')).toBeTruthy();
    expect((await field('Email')).value).toBe(maya);
    await expectFocus(await field('Password'));
  });

  test('can be left', async () => {
    await open('/login');
    await signIn();
    await field('6-digit code');
    fireEvent.click(button('Back to sign in'));
    expect((await field('Email')).value).toBe(maya);
  });
});

describe('a provider’s own page', () => {
  const provider = { label: 'Continue with Acme', path: '/auth/oidc/start' };

  test('stands beside the password', async () => {
    answers.methods = () => ({ passwords: true, registration: false, provider, mailboxPath: null });
    await open('/login');
    expect(screen.getByRole('link', { name: provider.label }).getAttribute('href')).toBe(provider.path);
    await field('Password');
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  });

  test('stands alone where no passwords are taken', async () => {
    answers.methods = () => ({ passwords: false, registration: false, provider, mailboxPath: null });
    await open('/login');
    expect(screen.getByRole('link', { name: provider.label })).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test('comes back with a ticket, which is redeemed once and leaves the address', async () => {
    answers.redeem = () => signedIn;
    const { router, expectAt } = await open('/login#ticket=t9');
    await expectAt('/adventure-works');
    expect(asked.filter(({ call }) => call === 'redeem')).toEqual([
      { call: 'redeem', content: { ticket: 't9' } },
    ]);
    expect(router.state.location.hash).toBe('');
  });

  test('comes back with a ticket for the second step', async () => {
    answers.redeem = () => ({ outcome: 'TOTP_REQUIRED', ticket: 't1', backupCodes: true });
    await open('/login#ticket=t9');
    const code = await field('6-digit code');
    await expectFocus(code);
  });

  test('comes back with a refusal', async () => {
    const { router } = await open(`/login#refused=${encodeURIComponent('The sign-in was cancelled.')}`);
    expect(await screen.findByText('The sign-in was cancelled.')).toBeTruthy();
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(screen.getByText('The sign-in was cancelled.')).toBeTruthy();
  });
});

describe('setting up the second factor', () => {
  const state = (more: Partial<AuthAnswers['security-state']> = {}): AuthAnswers['security-state'] => ({
    email: maya,
    hasPassword: true,
    proof: 'PASSWORD',
    totp: { isPreferred: false, isRequired: false },
    backupCodesLeft: null,
    maySkip: true,
    devices: [],
    sessions: [],
    events: [],
    ...more,
  });

  beforeEach(() => {
    answers['sign-in'] = () => ({ ...signedIn, outcome: 'TOTP_SETUP_NEEDED', maySkip: true });
    answers['security-state'] = () => state();
    answers['setup-totp'] = () => ({
      secret: 'ABCDEFGHIJKLMNOP',
      uri: 'otpauth://totp/Rowhouse:maya?secret=ABCDEFGHIJKLMNOP',
    });
    answers['verify-totp'] = () => ({ backupCodes: ['AAAAA-11111', 'BBBBB-22222'] });
    answers['skip-mfa'] = () => ({ maySkip: true });
  });

  test('comes after signing in, shows the backup codes once, and leads on', async () => {
    sessionStorage.setItem('redirectPath', '/northwind/x');
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/setupmfa');
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(localStorage.getItem('associateSoftwareToken')).toBe('true');
    expect(screen.getByText('ABCD')).toBeTruthy();
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Turn on two-factor'));
    await expectAt('/configured');
    expect(localStorage.getItem('associateSoftwareToken')).toBeNull();
    const codes = await screen.findByRole('list', { name: 'Backup codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(button('Continue'));
    expect(await screen.findByText(/Copy or download the codes first/)).toBeTruthy();
    await expectFocus(await field('I have stored them'));
    fireEvent.click(await field('I have stored them'));
    fireEvent.click(button('Continue'));
    await expectAt('/northwind/x');
  });

  test('can be put off in this session, after which nothing leads back to it', async () => {
    const { router, expectAt } = await open('/login');
    await signIn();
    await expectAt('/setupmfa');
    fireEvent.click(await screen.findByRole('button', { name: 'Skip for now' }));
    await expectAt('/adventure-works');
    expect(localStorage.getItem('shouldSkipSetupMFA')).toBe('true');
    await act(() => router.navigate('/select-tenant'));
    await expectAt('/select-tenant');
  });

  test('comes before anything else until then', async () => {
    localStorage.setItem('associateSoftwareToken', 'true');
    startSession(fresh, maya);
    const { expectAt } = await open('/select-tenant');
    await expectAt('/setupmfa');
  });

  test.each([
    ['the limit of skips is reached', { maySkip: false }],
    ['a company requires it', { totp: { isPreferred: false, isRequired: true } }],
  ])('cannot be put off when %s', async (_why, more) => {
    answers['security-state'] = () => state(more);
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/setupmfa');
    await field('6-digit code');
    expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull();
    expect(button('Log out')).toBeTruthy();
  });

  test('begun from the account page leads back there', async () => {
    startSession(fresh, maya);
    const { expectAt } = await open('/setupmfa');
    await field('6-digit code');
    expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull();
    fireEvent.click(button('Not now'));
    await expectAt('/account');
  });

  test('is not done over when it is on: the session has to prove it', async () => {
    answers['sign-in'] = () => signedIn;
    answers['security-state'] = () => state({ totp: { isPreferred: true, isRequired: true } });
    graphql['SaasUserLogin'] = mfaRequired;
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/setupmfa');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
    await expectAt('/login');
    expect(contentOf('setup-totp')).toBeUndefined();
  });

  test('is for who is signed in', async () => {
    const { expectAt } = await open('/setupmfa');
    await expectAt('/login');
  });
});

describe('making an account', () => {
  async function fillIn(phone = '212 555 0123') {
    type(await field(/First name/), 'Grace');
    type(await field(/Last name/), 'Hopper');
    type(await field(/Email/), ' Grace@Example.com ');
    type(await field(/Password/), 'a long password');
    fireEvent.change(await field(/^Phone/), { target: { value: phone } });
    fireEvent.click(button('Create account'));
  }

  test.each([
    ['212 555 0123', '[1,2125550123]'],
    ['12125550123', '[1,2125550123]'],
    ['+49 30 1234567', '[49,301234567]'],
  ])('leads to the confirmation, with the phone %s as it is stored', async (typed, phone) => {
    graphql['SaasUserSignUp'] = () => ({ id: 'r1', email: 'grace@example.com' });
    const { expectAt } = await open('/register');
    await fillIn(typed);
    await expectAt('/user-confirmation/r1');
    expect(contentOf('SaasUserSignUp')).toEqual({
      data: {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@example.com',
        password: 'a long password',
        phone,
      },
    });
  });

  test('keeps everything that was typed when it is refused', async () => {
    graphql['SaasUserSignUp'] = () =>
      new Error('That email will not do.', { cause: { code: 'INVALID', field: 'email' } });
    await open('/register');
    await fillIn();
    expect(await screen.findByText('That email will not do.')).toBeTruthy();
    await expectFocus(await field(/Email/));
    expect((await field(/First name/)).value).toBe('Grace');
    expect((await field(/^Phone/)).value).toBe('(212) 555-0123');
    expect((await field(/Password/)).value).toBe('a long password');
  });

  test('loses no digit of a phone that cannot be read', async () => {
    await open('/register');
    await fillIn('0123456789');
    expect(await screen.findByText('Should be a whole phone number')).toBeTruthy();
    expect((await field(/^Phone/)).value).toBe('0123456789');
  });

  test('takes the first character of a correction', async () => {
    await open('/register');
    const phone = await field(/^Phone/);
    type(phone, '212555');
    fireEvent.click(button('Create account'));
    expect(await screen.findByText('Should be a whole phone number')).toBeTruthy();
    type(phone, '2125550');
    expect(phone.value).toBe('(212) 555-0');
    expect(screen.queryByText('Should be a whole phone number')).toBeNull();
  });

  test('goes to the first fault', async () => {
    await open('/register');
    type(await field(/First name/), 'Grace');
    type(await field(/Email/), 'grace');
    await field(/^Phone/);
    fireEvent.click(button('Create account'));
    expect(await screen.findByText('Last name is a required field')).toBeTruthy();
    expect(screen.getByText(/^Invalid format\. Please enter a valid email address \(e\.g\. /)).toBeTruthy();
    await expectFocus(await field(/Last name/));
  });

  test('has the United States first, with Canada in it', async () => {
    await open('/register');
    const list = await screen.findByRole('combobox', { name: /Country/ });
    const names = within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names[0]).toBe('United States / Canada (+1)');
    expect(names.filter((name) => /Canada/.test(name))).toHaveLength(1);
    expect(names.length).toBeGreaterThan(200);
  });

  test('is not offered where accounts are made by invitation', async () => {
    answers.methods = () => ({ passwords: true, registration: false, provider: null, mailboxPath: null });
    await open('/register');
    expect(await screen.findByText(/made by invitation/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  });
});

describe('confirming the email', () => {
  test('takes the code of the mail, and leads to signing in with the email filled in', async () => {
    answers['confirm-registration'] = () => ({ done: true });
    localStorage.setItem('userEmail', maya);
    const { expectAt } = await open('/user-confirmation/r1');
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Confirm email'));
    await expectAt('/login');
    expect(contentOf('confirm-registration')).toEqual({
      registrationId: 'r1',
      code: '123456',
      signIn: false,
    });
    expect((await field('Email')).value).toBe(maya);
    expect(screen.getByText('Your email is confirmed. Sign in to go on.')).toBeTruthy();
  });

  const registeredHere = (email: string) =>
    localStorage.setItem(
      'waiting-registration',
      JSON.stringify({ id: 'r1', email, until: Date.now() + 60_000 }),
    );

  test('signs in, in the browser that registered', async () => {
    answers['confirm-registration'] = () => signedIn;
    registeredHere(maya);
    const { expectAt } = await open('/user-confirmation/r1');
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Confirm email'));
    await expectAt('/adventure-works');
    expect(contentOf('confirm-registration')).toEqual({ registrationId: 'r1', code: '123456', signIn: true });
    expect(localStorage.getItem('waiting-registration')).toBeNull();
  });

  test('by the link of the mail needs nothing more in the browser that registered', async () => {
    answers['confirm-registration'] = () => signedIn;
    registeredHere(maya);
    const { expectAt } = await open(`/user-confirmation/link#email=${encodeURIComponent(maya)}&code=123456`);
    await expectAt('/adventure-works');
    expect(contentOf('confirm-registration')).toEqual({ registrationId: 'r1', code: '123456', signIn: true });
  });

  test.each([
    ['a browser that knows no registration', () => undefined],
    ['one that registered another email', () => registeredHere('eve@example.com')],
  ])('by the link asks for the password in %s, and then confirms', async (_what, prepare) => {
    prepare();
    answers['confirm-registration'] = () => signedIn;
    answers['sign-in'] = () => ({ outcome: 'CONFIRMATION_REQUIRED', registrationId: 'r2' });
    const { expectAt } = await open(`/user-confirmation/link#email=${encodeURIComponent(maya)}&code=123456`);
    await expectAt('/login');
    expect(contentOf('confirm-registration')).toBeUndefined();
    expect((await field('Email')).value).toBe(maya);
    type(await field('Password'), 'a password');
    fireEvent.click(button('Sign in'));
    await expectAt('/adventure-works');
    expect(contentOf('confirm-registration')).toEqual({ registrationId: 'r2', code: '123456', signIn: true });
  });

  test('says why the code of a link is not taken, and takes another', async () => {
    registeredHere(maya);
    answers['confirm-registration'] = () =>
      refused(401, { code: 'UNAUTHENTICATED', message: 'That code is not right.', field: 'code' });
    await open(`/user-confirmation/link#email=${encodeURIComponent(maya)}&code=123456`);
    expect(await screen.findByText('That code is not right.')).toBeTruthy();
    expect((await field('6-digit code')).value).toBe('');
  });

  test('sends a new code, and then waits', async () => {
    answers['resend-code'] = () => ({ done: true });
    await open('/user-confirmation/r1');
    fireEvent.click(button('Send a new code'));
    const again = await screen.findByRole('button', { name: /Send a new code \(in \d+ s\)/ });
    fireEvent.click(again);
    expect(asked.filter(({ call }) => call === 'resend-code')).toHaveLength(1);
  });

  test('says where the mails are that are not sent', async () => {
    answers.methods = () => ({
      passwords: true,
      registration: true,
      provider: null,
      mailboxPath: '/mailbox',
    });
    await open('/user-confirmation/r1');
    expect(screen.getByText(/is kept in a mailbox\. The server printed its address/)).toBeTruthy();
  });
});

describe('a forgotten password', () => {
  test('is asked for, recovered and chosen anew in three steps', async () => {
    answers['reset-password'] = () => ({ done: true });
    const { expectAt } = await open('/forgot');
    type(await field('Email'), maya);
    fireEvent.click(button('Send the code'));
    await expectAt('/recover');
    expect(await screen.findByText(/^If maya@example\.com has an account/)).toBeTruthy();
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Continue'));
    await expectAt('/reset');
    expect((await field('Email')).readOnly).toBe(true);
    type(await field('New password'), 'long enough now');
    fireEvent.click(button('Save the new password'));
    await expectAt('/login');
    expect(contentOf('reset-password')).toEqual({ email: maya, code: '123456', password: 'long enough now' });
    expect((await field('Email')).value).toBe(maya);
  });

  test('is chosen anew straight from the mail’s link; a code that is over can be typed again', async () => {
    answers['reset-password'] = ({ code }) =>
      code === '654321'
        ? { done: true }
        : refused(401, { code: 'UNAUTHENTICATED', message: 'That code is not right.', field: 'code' });
    const { router, expectAt } = await open('/reset#email=maya%40example.com&code=123456');
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
    type(await field('New password'), 'long enough now');
    fireEvent.click(button('Save the new password'));
    expect(await screen.findByText('That code is not right.')).toBeTruthy();
    const code = await field('6-digit code');
    await expectFocus(code);
    expect((await field('New password')).value).toBe('long enough now');
    type(code, '654321');
    fireEvent.click(button('Save the new password'));
    await expectAt('/login');
  });
});

test('a new password by the link of the mail alone; where it is over the code is asked for', async () => {
  answers['reset-password'] = ({ token }) =>
    token === undefined
      ? { done: true }
      : refused(401, { code: 'UNAUTHENTICATED', message: 'That code is not right.', field: 'code' });
  const { expectAt } = await open('/reset#email=maya%40example.com&token=a-long-one');
  type(await field('New password'), 'long enough now');
  fireEvent.click(button('Save the new password'));
  type(await field('6-digit code'), '123456');
  fireEvent.click(button('Save the new password'));
  await expectAt('/login');
  expect(contentOf('reset-password')).toEqual({ email: maya, code: '123456', password: 'long enough now' });
});

test.each(['/forgot', '/recover', '/reset'])(
  '%s is not for those whose provider keeps the password',
  async (path) => {
    const provider = { label: 'Continue with Acme', path: '/auth/oidc/start' };
    answers.methods = () => ({ passwords: false, registration: false, provider, mailboxPath: null });
    const { expectAt } = await open(path);
    await expectAt('/login');
  },
);

describe('the link of a first start', () => {
  beforeEach(() => {
    answers['first-link'] = () => ({ keepsPasswords: true, urlFault: null });
  });

  test('leads back from its second step by the browser’s Back too, with the names that were typed', async () => {
    const { router } = await open('/register#first=token');
    const typed = { 'First name': 'Ruth', 'Last name': 'Keller', Email: 'ruth@example.com' };
    for (const [label, value] of Object.entries(typed)) type(await field(new RegExp(`^${label}`)), value);
    type(await field(/^Password/), 'green paper lantern');
    fireEvent.click(button('Next: your company'));
    await field(/^Company name/);
    await act(async () => router.navigate(-1));
    expect((await field(/^Email/)).value).toBe('ruth@example.com');
    await act(async () => router.navigate(1));
    await field(/^Company name/);
    fireEvent.click(button('Back to your account'));
    expect((await field(/^First name/)).value).toBe('Ruth');
  });
});

describe('an invitation', () => {
  const invitation: AuthAnswers['invitation'] = {
    tenantName: 'Northwind',
    roleName: 'Buyer',
    email: maya,
    invitedBy: 'Ada Novak',
    firstName: 'Maya',
    lastName: null,
    hasAccount: false,
  };

  beforeEach(() => {
    answers.invitation = () => invitation;
    answers['join-tenant'] = () => ({ tenant: northwind });
  });

  test('without an account makes one, under the invited email, and is in', async () => {
    answers['accept-invitation'] = () => signedIn;
    const { router, expectAt } = await open('/register#invitation=i1');
    expect(await screen.findByText('Ada Novak invites you to Northwind as Buyer.')).toBeTruthy();
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect((await field('Email')).readOnly).toBe(true);
    expect((await field(/First name/)).value).toBe('Maya');
    type(await field(/Last name/), 'Alvarez');
    type(await field(/Password/), 'a long password');
    fireEvent.click(button('Join Northwind'));
    await expectAt('/adventure-works');
    expect(contentOf('accept-invitation')).toEqual({
      token: 'i1',
      firstName: 'Maya',
      lastName: 'Alvarez',
      password: 'a long password',
      phone: null,
    });
    expect(sessionStorage.getItem('invitation')).toBeNull();
  });

  test('with an account signs in, joins, and stands in the company', async () => {
    answers.invitation = () => ({ ...invitation, hasAccount: true });
    answers['sign-in'] = () => signedIn;
    const { expectAt } = await open('/register#invitation=i1');
    await screen.findByRole('heading', { name: 'Join Northwind' });
    expect((await field('Email')).value).toBe(maya);
    type(await field('Password'), 'a password');
    fireEvent.click(button('Sign in'));
    await expectAt('/northwind');
    expect(contentOf('join-tenant')).toEqual({ token: 'i1' });
  });

  test('is kept through the second factor of the account', async () => {
    answers.invitation = () => ({ ...invitation, hasAccount: true });
    answers['sign-in'] = () => ({ outcome: 'TOTP_REQUIRED', ticket: 't1', backupCodes: true });
    answers['verify-code'] = () => signedIn;
    const { expectAt } = await open('/register#invitation=i1');
    type(await field('Password'), 'a password');
    fireEvent.click(button('Sign in'));
    type(await field('6-digit code'), '123456');
    fireEvent.click(button('Verify'));
    await expectAt('/northwind');
    expect(contentOf('join-tenant')).toEqual({ token: 'i1' });
  });

  test('of who is signed in already is joined by one button', async () => {
    startSession(fresh, maya);
    sessionStorage.setItem('invitation', 'i1');
    const { expectAt } = await open('/register');
    fireEvent.click(await screen.findByRole('button', { name: 'Join Northwind' }));
    await expectAt('/northwind');
  });

  test('for somebody else asks to log out first', async () => {
    startSession(fresh, 'ada@example.com');
    sessionStorage.setItem('invitation', 'i1');
    await open('/register');
    expect(await screen.findByText(/You are signed in as ada@example\.com/)).toBeTruthy();
    fireEvent.click(button('Log out and go on'));
    expect((await field('Email')).value).toBe(maya);
  });

  test('survives a sign-in on the ordinary page', async () => {
    answers['sign-in'] = () => signedIn;
    sessionStorage.setItem('invitation', 'i1');
    const { expectAt } = await open('/login');
    await signIn();
    await expectAt('/register');
    expect(await screen.findByRole('button', { name: 'Join Northwind' })).toBeTruthy();
  });

  test.each(['expired', 'used', 'unknown'] as const)('that is %s says so, with a way on', async (reason) => {
    answers.invitation = () =>
      refused(404, { code: 'NOT_FOUND', message: `It is ${reason}.`, details: { reason } });
    await open('/register#invitation=i1');
    expect(await screen.findByText(`It is ${reason}.`)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy();
    fireEvent.click(button('Create an account without it'));
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy();
    expect(sessionStorage.getItem('invitation')).toBeNull();
  });

  test('that is over leads to no registration where accounts are made by invitation alone', async () => {
    answers.methods = () => ({ passwords: true, registration: false, provider: null, mailboxPath: null });
    answers.invitation = () =>
      refused(404, { code: 'NOT_FOUND', message: 'It is over.', details: { reason: 'expired' } });
    await open('/register#invitation=i1');
    expect(await screen.findByRole('link', { name: 'Go to sign in' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Create an account without it')).toBeNull());
  });

  test('keeps what was typed when it is refused', async () => {
    answers['accept-invitation'] = () => refused(503, { code: 'UNAVAILABLE', message: 'Not now.' });
    await open('/register#invitation=i1');
    type(await field(/Last name/), 'Alvarez');
    type(await field(/Password/), 'a long password');
    fireEvent.click(button('Join Northwind'));
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect((await field(/Last name/)).value).toBe('Alvarez');
  });
});
