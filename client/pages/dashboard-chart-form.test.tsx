import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DashboardChartForm } from './dashboard-chart-form.tsx';

let routes: readonly string[] = [];
vi.mock('../features/menu/use-menu.ts', () => ({
  useMenu: () => ({
    data: [
      {
        appSections: [{ menuItems: routes.map((route) => ({ route, name: route, recordType: null })) }],
      },
    ],
  }),
}));

test.each([
  ['who makes record types is told to make one', ['users', 'record-types'], 'Make a record type first'],
  ['another is told whom to ask', ['users'], 'An administrator of this company'],
])('a chart without any records says what to do first: %s', (_who, menu, way) => {
  routes = menu;
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DashboardChartForm chart={null} asksWhy={false} onSave={async () => undefined} onClose={onClose} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('dialog', { name: 'Add chart' }).textContent).toContain(way);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
