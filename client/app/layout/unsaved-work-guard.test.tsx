import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { abandonUnsavedWork, hasUnsavedWork } from '../../platform/unsaved-work.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { UnsavedWorkGuard } from './unsaved-work-guard.tsx';

beforeEach(abandonUnsavedWork);

function Form() {
  const letGo = useUnsavedWork('The record is not saved.');
  return <button onClick={letGo}>save</button>;
}

function show() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <ConfirmHost>
            <UnsavedWorkGuard />
            <Outlet />
          </ConfirmHost>
        ),
        children: [
          { path: '/form', element: <Form /> },
          { path: '/other', element: <p>other</p> },
        ],
      },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test('leaving a page with unsaved work asks, and may be called off', async () => {
  const router = show();
  void router.navigate('/other');
  expect((await screen.findByRole('dialog', { name: 'Leave this page?' })).textContent).toContain(
    'The record is not saved.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/form');
  expect(hasUnsavedWork()).toBe(true);

  void router.navigate('/other');
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('other')).toBeTruthy();
  expect(hasUnsavedWork()).toBe(false);
});

test('what was saved may be left without a word', async () => {
  const router = show();
  fireEvent.click(screen.getByText('save'));
  await router.navigate('/other');
  expect(await screen.findByText('other')).toBeTruthy();
});

test('the page itself may be filtered and sorted meanwhile', async () => {
  const router = show();
  await router.navigate('/form?page=2');
  expect(router.state.location.search).toBe('?page=2');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing the tab asks by the browser', () => {
  show();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});
