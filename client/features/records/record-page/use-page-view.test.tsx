import { act, renderHook } from '@testing-library/react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressChange } from '../../../ui/use-address-change.ts';
import { usePageView } from './use-page-view.ts';

/** As in the application, where a change of the address is on its way until the session was asked. */
function Application({ children }: { children: ReactNode }) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', loader: () => Promise.resolve(null), Component: Shown }], {
      initialEntries: ['/x?recordId=4&viewMode=SPLIT_VIEW'],
      hydrationData: { loaderData: { 0: null } },
    }),
  );
  return (
    <Children value={children}>
      <RouterProvider router={router} />
    </Children>
  );
}
const Children = createContext<ReactNode>(null);
const Shown = () => useContext(Children);

it('what the document says of itself takes nothing away of what the person has just chosen', async () => {
  const { result } = renderHook(
    () => {
      const [view, change] = usePageView(1, 'record-details-viewer', true);
      return { view, change, search: useLocation().search };
    },
    { wrapper: Application },
  );
  // As the viewer holds it, which was drawn before the choice.
  const { change } = result.current;
  await act(async () => {
    change({ mode: 'DEFAULT' });
    change({ page: 3 });
  });
  expect(result.current.view).toMatchObject({ mode: 'DEFAULT', page: 3 });
  await act(async () => change({ page: 1 }));
  expect(result.current.view).toMatchObject({ mode: 'DEFAULT', page: 1 });
  expect(result.current.search).toBe('?recordId=4&viewMode=DEFAULT');
});

it('a tab that is chosen while another part of the page writes the address stays chosen, and so does what it wrote', async () => {
  const { result } = renderHook(
    () => {
      const [, change] = usePageView(1, 'record-details-viewer', true);
      return { change, changeAddress: useAddressChange(), search: useLocation().search };
    },
    { wrapper: Application },
  );
  // Both as they were drawn before either wrote.
  const { change, changeAddress } = result.current;
  const putPlace = (at: string) =>
    changeAddress((params) => {
      params.set('at', at);
      return params;
    });
  await act(async () => {
    change({ tab: 'Comments' });
    putPlace('12');
  });
  expect(result.current.search).toBe('?recordId=4&viewMode=SPLIT_VIEW&tab=Comments&at=12');
  await act(async () => {
    putPlace('13');
    change({ tab: 'History' });
  });
  expect(result.current.search).toBe('?recordId=4&viewMode=SPLIT_VIEW&tab=History&at=13');
});
