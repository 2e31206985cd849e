// What is set up for others on pages of work is asked why, as on the pages of administration.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dashboard } from '../features/dashboards/api.ts';
import { FormDesignDialog } from '../features/order-entry/form-design-dialog.tsx';
import { MailScheduleDialog } from '../features/mail-schedules/mail-schedule-dialog.tsx';
import { MailScheduleList } from '../features/mail-schedules/mail-schedule-list.tsx';
import { PortalFormDialog } from '../features/portals/portal-form-dialog.tsx';
import { PortalList } from '../features/portals/portal-list.tsx';
import { TemplateStep } from '../features/templates/template-step.tsx';
import { ChosenListValue } from '../features/lists/chosen-list-value.tsx';
import { setChangeReason, useWork } from '../platform/change-reason.ts';
import { reloadSession } from '../platform/session.ts';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { DashboardCharts } from './dashboard-charts.tsx';
import { PortalPage } from './portal-page.tsx';

vi.mock('../features/dashboards/board.tsx', () => ({ Board: () => null }));
vi.mock('../features/dashboards/dashboard-menu.tsx', () => ({ DashboardMenu: () => null }));

let sent: Record<string, string>[];
/** What questions are answered with. */
let answer: object;
beforeEach(() => {
  localStorage.clear();
  reloadSession();
  sent = [];
  answer = {};
  vi.stubGlobal(
    'fetch',
    async (_url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      if (body.includes('mutation')) sent.push(headers);
      return Response.json({ data: answer });
    },
  );
});
afterEach(() => {
  cleanup();
  setChangeReason('');
  vi.unstubAllGlobals();
});

function show(element: ReactNode) {
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfirmHost>
        <RouterProvider router={router} />
      </ConfirmHost>
    </QueryClientProvider>,
  );
}

const board = (roles: readonly { id: number; name: string }[]) =>
  ({
    id: 1,
    version: 1,
    name: 'Morning',
    mayEdit: true,
    roles,
    widgets: ['a', 'b'].map((key) => ({ key, width: 4, height: 2, chart: null })),
  }) as unknown as Dashboard;

async function expectSavedWithReason(button: string) {
  fireEvent.change(await screen.findByLabelText(/^Reason \(optional\)/), { target: { value: 'As agreed' } });
  fireEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  expect(sent[0]).toMatchObject({ change_reason: 'As%20agreed', change_source: 'ADMINISTRATION' });
}

test('the arrangement of a shared dashboard is', async () => {
  show(<DashboardCharts dashboard={board([{ id: 3, name: 'Clerk' }])} />);
  fireEvent.click(screen.getByRole('button', { name: 'Arrange' }));
  await expectSavedWithReason('Save arrangement');
});

test('the arrangement of one’s own is not', async () => {
  show(<DashboardCharts dashboard={board([])} />);
  fireEvent.click(screen.getByRole('button', { name: 'Arrange' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save arrangement' }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  expect(sent[0]).not.toHaveProperty('change_reason');
});

test('a page of another server is', async () => {
  const settings = { origins: ['https://pages.example'], roles: [], portals: [] };
  const portal = {
    id: 1,
    version: 1,
    name: 'Prices',
    address: 'https://pages.example/prices',
    icon: 'globe',
    enabled: true,
    roles: [{ id: 3, name: 'Clerk' }],
  };
  show(<PortalFormDialog portal={portal as never} settings={settings as never} onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'New prices' } });
  await expectSavedWithReason('Save');
});

test('a form for dealers is', async () => {
  const type = { id: 3, name: 'Orders', problemCodes: [], lineTypes: [], untaken: [], isNumbered: true };
  show(<FormDesignDialog form={null} recordTypes={[type as never]} onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Spring' } });
  await expectSavedWithReason('Add form');
});

describe('a value that is made where it is chosen', () => {
  function AtWork() {
    useWork('Bills 12');
    return (
      <ChosenListValue
        question={{ listId: 7, listType: 'Value', id: null, typed: 'Pink', onSaved: () => undefined }}
      />
    );
  }

  test('is, and has the work as its reason until somebody gives another', async () => {
    show(<AtWork />);
    const reason = await screen.findByLabelText<HTMLInputElement>(/^Reason \(optional\)/);
    await waitFor(() => expect(reason.value).toBe('While working on Bills 12'));
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    expect(sent[0]).toMatchObject({
      change_reason: 'While%20working%20on%20Bills%2012',
      change_source: 'ADMINISTRATION',
    });
  });

  test('takes what is written there', async () => {
    show(<AtWork />);
    await expectSavedWithReason('Create');
  });
});

test('switching a page of another server off is', async () => {
  const portal = {
    id: 1,
    version: 1,
    name: 'Prices',
    address: 'https://pages.example/prices',
    icon: 'globe',
  };
  const roles = [{ id: 3, name: 'Clerk' }];
  const settings = {
    origins: ['https://pages.example'],
    roles,
    portals: [{ ...portal, enabled: true, isAllowed: true, roles }],
  };
  show(<PortalList settings={settings as never} />);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Prices' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  expect(await screen.findByText('It is not shown any more to: Clerk.')).toBeDefined();
  await expectSavedWithReason('Disable');
});

test('record types from templates are', async () => {
  const template = {
    key: 'visits',
    name: 'Visits',
    special: 'dates',
    fields: [],
    statuses: [],
    listNames: [],
  };
  const step = (chosen: readonly string[]) => (
    <TemplateStep
      templates={[{ ...template, isThere: false } as never]}
      chosen={chosen}
      onChoose={() => undefined}
      mayStartEmpty
      onDone={() => undefined}
    />
  );
  show(step([]));
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  cleanup();
  show(step(['visits']));
  await expectSavedWithReason('Create 1 record type');
});

describe('a mail on a schedule', () => {
  const mail = (readers: readonly { id: number; name: string }[]) => ({
    id: 5,
    version: 1,
    name: 'Morning',
    recordType: null,
    dashboardId: 1,
    gridPreferenceId: null,
    days: [1],
    time: '08:00',
    timeZone: 'UTC',
    owner: { id: 1, name: 'Ada' },
    isOwn: true,
    mayEnd: true,
    readers: readers.map((user) => ({ user, isViewer: user.id === 1, ended: null, nextAt: null })),
  });
  const ada = { id: 1, name: 'Ada' };
  const bo = { id: 2, name: 'Bo' };
  function showDialog(readers: readonly { id: number; name: string }[]) {
    answer = {
      findMailSchedules: { isSent: true, schedules: [mail(readers)] },
      findMailScheduleReaders: [ada, bo],
    };
    show(
      <MailScheduleDialog
        mailed={{ kind: 'DASHBOARD', mailedId: 1, name: 'Morning' }}
        personId={1}
        onClose={() => undefined}
      />,
    );
  }

  test('that goes to others is', async () => {
    showDialog([ada, bo]);
    await expectSavedWithReason('End');
  });

  test('names a reader who may not open it any more', async () => {
    showDialog([ada, { id: 9, name: 'Zoe' }]);
    expect(await screen.findByText('Zoe')).toBeTruthy();
    expect(screen.queryByText('9')).toBeNull();
  });

  test('of one’s own is not', async () => {
    showDialog([ada]);
    fireEvent.click(await screen.findByRole('button', { name: 'End' }));
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    expect(sent[0]).not.toHaveProperty('change_reason');
  });

  test('that is ended in the list is, where it goes to others', async () => {
    answer = { findMailSchedules: { isSent: true, schedules: [mail([ada, bo])] } };
    show(<MailScheduleList whose="own" />);
    fireEvent.click(await screen.findByRole('button', { name: 'End Morning' }));
    await expectSavedWithReason('End the mail');
  });
});

describe('an empty portal', () => {
  const of = (portals: readonly object[]) => ({
    getMyPortals: [],
    getPortalSettings: { origins: ['https://pages.example'], roles: [], portals },
  });
  const ofOthers = { id: 2, name: 'Help', address: 'https://pages.example/help', icon: 'help', roles: [] };

  test.each([
    ['none', [], 'Add a page below, and choose the roles that see it.'],
    ['one of others', [{ ...ofOthers, enabled: true, isAllowed: true }], /^Give your role one of the pages/],
    ['a disabled one', [{ ...ofOthers, enabled: false, isAllowed: true }], /^Enable one of the pages below/],
  ])('with %s tells an administrator what to do', async (_, portals, words) => {
    answer = of(portals);
    show(<PortalPage title="Portal" />);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add page' })).toBeTruthy();
  });
});
