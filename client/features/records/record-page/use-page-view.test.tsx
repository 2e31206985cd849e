import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { usePageView } from './use-page-view.ts';

const at = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/x?recordId=4&viewMode=SPLIT_VIEW']}>{children}</MemoryRouter>
);

it('what the document says of itself takes nothing away of what the person has just chosen', () => {
  const { result } = renderHook(
    () => {
      const [view, change] = usePageView(1, 'record-details-viewer', true);
      return { view, change, search: useLocation().search };
    },
    { wrapper: at },
  );
  // As the viewer holds it, which was drawn before the choice.
  const { change } = result.current;
  act(() => {
    change({ mode: 'DEFAULT' });
    change({ page: 3 });
  });
  expect(result.current.view).toMatchObject({ mode: 'DEFAULT', page: 3 });
  act(() => change({ page: 1 }));
  expect(result.current.view).toMatchObject({ mode: 'DEFAULT', page: 1 });
  expect(result.current.search).toBe('?recordId=4&viewMode=DEFAULT');
});
