import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PageHeader } from './page-header.tsx';

function TwoSteps() {
  const [ready, setReady] = useState(false);
  return (
    <>
      {ready ? (
        <div>
          <PageHeader title="Orders" />
        </div>
      ) : (
        <PageHeader title="Orders" />
      )}
      <button onClick={() => setReady(true)}>load</button>
    </>
  );
}

function FirstPage() {
  return (
    <>
      <PageHeader title="Home" />
      <Link to="/orders">go</Link>
    </>
  );
}

test('the title takes the focus on coming from another page, and keeps it while the page completes', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <FirstPage /> },
    { path: '/orders', element: <TwoSteps /> },
  ]);
  render(<RouterProvider router={router} />);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByText('go'));
  const title = await screen.findByRole('heading', { name: 'Orders' });
  expect(document.activeElement).toBe(title);
  expect(document.title).toBe('Orders · Rowhouse');
  fireEvent.click(screen.getByText('load'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }));
  expect(document.activeElement).not.toBe(title);
});
