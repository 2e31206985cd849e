import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, enterTenant, reloadSession, startSession } from '../../platform/session.ts';
import { SnackbarHost } from '../../ui/snackbars.tsx';
import { startBulkDownload } from '../../features/bulk-download/bulk-downloads.ts';
import { bulkDownloads } from '../../features/bulk-download/kept-downloads.ts';
import { Bell } from './bell.tsx';

type Asked = {
  variables: { data: { ids: number[] } };
  signal: AbortSignal | undefined;
  answer: (answer: unknown) => void;
};
let asked: Asked[];
let opened: string[];
/** What the person was told of, as the server would say; and what was marked. */
let told: { id: number; isRead: boolean }[];
let unread: number;
let marked: unknown[];

const token = (sub: number) => `x.${btoa(JSON.stringify({ sub }))}.y`;
function signIn(person: number, tenant: number) {
  startSession(token(person), `person${person}@example.com`);
  enterTenant({ id: tenant, url: `tenant-${tenant}` }, token(person));
}

/** As a page that is loaded anew: what is stored is read again. */
const readAgain = () =>
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'bulk-download-data' })));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
  readAgain();
  asked = [];
  opened = [];
  told = [];
  unread = 0;
  marked = [];
  vi.stubGlobal('fetch', (_path: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    if (body.includes('findNotifications'))
      return Promise.resolve(
        Response.json({
          data: { findNotifications: { notifications: told, next: null, unread: { unread } } },
        }),
      );
    if (body.includes('markNotificationsRead')) {
      marked.push((JSON.parse(body) as { variables: { data: unknown } }).variables.data);
      return Promise.resolve(Response.json({ data: { markNotificationsRead: { unread: 0 } } }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    asked.push({
      ...(JSON.parse(body) as Pick<Asked, 'variables'>),
      signal,
      answer: (answer) => resolve(Response.json(answer)),
    });
    return promise;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.target} ${this.getAttribute('href')}`);
  });
  signIn(1, 7);
});

const link = (url = '/zips/grant') => ({
  data: {
    createZipFileLink: {
      url,
      fileName: 'Orders_documents_2026-11-20 14:30.zip',
      filesCount: 2,
      sizeBytes: 6_000_000,
    },
  },
});
const refusal = (message: string) => ({
  data: null,
  errors: [{ message, extensions: { code: 'NOT_FOUND' } }],
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarHost>
        <MemoryRouter>
          <Bell />
          <Place />
        </MemoryRouter>
      </SnackbarHost>
    </QueryClientProvider>,
  );
function Place() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}
const start = () =>
  act(() => startBulkDownload({ recordTypeName: 'Orders', recordIds: [3, 4, 5], filesCount: 3 }));
async function openPanel(tab = /^Downloads/) {
  fireEvent.click(screen.getByRole('button', { name: /^Notifications/, hidden: true }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  fireEvent.click(panel.getByRole('tab', { name: tab }));
  return panel;
}
const stored = () =>
  JSON.parse(localStorage.getItem('bulk-download-data') ?? '[]') as Record<string, unknown>[];
const bell = (name: string) => screen.findByRole('button', { name, hidden: true });

describe('a bulk download', () => {
  test('is pending at 50, then completed at 100; Download opens it in a new tab and takes the entry away', async () => {
    show();
    await start();
    expect(asked[0]?.variables).toMatchObject({ data: { ids: [3, 4, 5] } });
    expect(stored()[0]).toMatchObject({
      filesCount: 3,
      fileName: expect.stringMatching(/^Orders_documents_\d{4}-\d\d-\d\d \d\d:\d\d\.zip$/) as string,
      status: 'Pending',
      fileUrl: null,
      progress: 50,
      isNew: true,
    });
    await bell('Notifications, 1 new download');
    const panel = await openPanel();
    expect(panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(panel.getByRole('button', { name: /^Cancel Orders_documents/ }).textContent).toBe('Cancel');

    asked[0]?.answer(link());
    await panel.findByText('Completed');
    expect(panel.getByRole('status').textContent).toBe('1 ready');
    expect(panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    expect(panel.getByText(/2 files · 6.0 MB/)).toBeTruthy();
    expect(stored()[0]).toMatchObject({ status: 'Completed', progress: 100, fileUrl: '/zips/grant' });
    fireEvent.click(panel.getByRole('button', { name: /^Download Orders/ }));
    expect(opened).toEqual(['_blank /zips/grant']);
    expect(stored()).toEqual([]);
    expect(panel.getByText('No downloads')).toBeTruthy();
  });

  test('that is cancelled is asked for no longer, and told of no more', async () => {
    show();
    await start();
    const panel = await openPanel();
    fireEvent.click(panel.getByRole('button', { name: /^Cancel/ }));
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(stored()).toEqual([]);
    expect(screen.queryByText(/Download failed/)).toBeNull();
  });

  test('that fails says why, at 0, and can be tried again or removed', async () => {
    show();
    await start();
    asked[0]?.answer(refusal('File not found'));
    expect(await screen.findByText('Download failed: File not found')).toBeTruthy();
    expect(stored()[0]).toMatchObject({ status: 'Failed', progress: 0, reason: 'File not found' });
    const panel = await openPanel();
    fireEvent.click(panel.getByRole('button', { name: /^Try again/ }));
    expect(await panel.findByText('Pending')).toBeTruthy();
    await waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(refusal('File not found'));
    await panel.findByText('Failed');
    fireEvent.click(panel.getByRole('button', { name: /^Remove/ }));
    expect(stored()).toEqual([]);
  });

  test('whose link is over is given another when it is wanted', async () => {
    show();
    await start();
    asked[0]?.answer(link());
    await waitFor(() => expect(stored()[0]?.['status']).toBe('Completed'));
    const later = Date.now() + 46_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    const panel = await openPanel();
    fireEvent.click(panel.getByRole('button', { name: /^Download/ }));
    expect(opened).toEqual([]);
    await waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(link('/zips/another'));
    await waitFor(() => expect(opened).toEqual(['_blank /zips/another']));
    expect(stored()).toEqual([]);
  });

  test('left pending by a page that is gone is asked for again by the next', async () => {
    const first = show();
    await start();
    first.unmount();
    // What the dead page asked is answered nowhere.
    const left = stored().map((entry) => ({ ...entry, id: 'of a dead page' }));
    localStorage.setItem('bulk-download-data', JSON.stringify(left));
    readAgain();
    show();
    await waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(link());
    await waitFor(() => expect(stored()[0]?.['status']).toBe('Completed'));
  });
});

describe('news', () => {
  test('are counted on the bell until each, or all, are read', async () => {
    show();
    for (let count = 0; count < 3; count += 1) await start();
    await bell('Notifications, 3 new downloads');
    const panel = await openPanel();
    fireEvent.click(panel.getAllByRole('button', { name: /as read$/ })[1]!);
    await bell('Notifications, 2 new downloads');
    fireEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
    await bell('Notifications');
    expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(stored().map(({ isNew }) => isNew)).toEqual([false, false, false]);
  });

  test('of one person are not shown to another, nor those of another tenant', async () => {
    show();
    await start();
    await bell('Notifications, 1 new download');
    act(() => endSession('signed out'));
    await bell('Notifications');
    asked[0]?.answer(link());
    await waitFor(() => expect(stored()[0]?.['status']).toBe('Pending'));
    act(() => signIn(2, 7));
    await bell('Notifications');
    act(() => signIn(1, 8));
    await bell('Notifications');
    expect(screen.queryByText(/ready to download/)).toBeNull();
    act(() => signIn(1, 7));
    await bell('Notifications, 1 new download');
  });
});

test('what is stored and is none, or leads elsewhere, is not taken up', async () => {
  show();
  await start();
  const [entry] = stored();
  localStorage.setItem(
    'bulk-download-data',
    JSON.stringify([
      null,
      {},
      { ...entry, id: 'elsewhere', status: 'Completed', fileUrl: 'javascript:alert(1)' },
      { ...entry, id: 'old', started: '2020-01-01T00:00:00Z' },
      entry,
    ]),
  );
  readAgain();
  expect(bulkDownloads.get().map(({ id }) => id)).toEqual([entry?.['id']]);
  localStorage.setItem('bulk-download-data', '{"not": "a list"}');
  readAgain();
  expect(bulkDownloads.get()).toEqual([]);
});

describe('what the person was told of', () => {
  const one = (id: number, isRead = false) => ({
    id,
    kind: 'COMMENTED',
    at: '2026-04-01T10:00:00.000Z',
    isRead,
    by: { id: 2, name: 'Sara Lind', email: 'sara@example.com' },
    record: {
      id: 70 + id,
      recordTypeId: 3,
      recordTypeName: 'Orders',
      recordNumber: 7400 + id,
      description: 'Crates',
    },
    excerpt: 'Which crate?',
    commentNumber: 12,
    fields: [],
    roleName: null,
  });

  test('is counted on the bell, with the downloads, up to 99', async () => {
    told = [one(1), one(2, true)];
    unread = 1;
    show();
    await bell('Notifications, 1 unread');
    await start();
    await bell('Notifications, 2 new: 1 for you, 1 download');
    unread = 100;
    show();
    expect(await bell('Notifications, 99+ new: 99+ for you, 1 download')).toBeTruthy();
  });

  test('stands as links that the arrows walk along; one that is opened is read, and the panel closes', async () => {
    told = [one(1), one(2, true)];
    unread = 1;
    show();
    await bell('Notifications, 1 unread');
    const panel = await openPanel(/^For you/);
    const [first, second] = await panel.findAllByRole('link', { name: /Sara Lind commented on Orders/ });
    expect(panel.getAllByText('Which crate?')).toHaveLength(2);
    first!.focus();
    fireEvent.keyDown(first!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.click(first!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(marked).toEqual([{ ids: [1] }]);
    expect(
      screen.getByText(/recordId=71&recordType=3&viewMode=SPLIT_VIEW&tab=comments&comment=12$/),
    ).toBeTruthy();
  });

  test('is marked one by one, or all together', async () => {
    told = [one(1), one(2)];
    unread = 2;
    show();
    await bell('Notifications, 2 unread');
    const panel = await openPanel(/^For you/);
    fireEvent.click((await panel.findAllByRole('button', { name: /^Mark as read: Sara Lind/ }))[1]!);
    await waitFor(() => expect(marked).toEqual([{ ids: [2] }]));
    fireEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(marked).toEqual([{ ids: [2] }, {}]));
  });

  test('is nothing at first', async () => {
    show();
    const panel = await openPanel(/^For you/);
    expect(await panel.findByText('No notifications')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });
});
