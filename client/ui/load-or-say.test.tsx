import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState, type ComponentType } from 'react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { loadOrSay, notLoaded } from './load-or-say.ts';
import { takeSaid, type Said } from './snackbars.tsx';

const said: Said[] = [];
const leave = takeSaid((one) => said.push(one));
// What the tests of another file said has waited for somebody who takes it.
said.length = 0;
afterAll(leave);
afterEach(() => {
  said.length = 0;
  vi.unstubAllGlobals();
});

test('code that comes is given on, and nothing is said', async () => {
  expect(await loadOrSay(() => Promise.resolve('module'))).toBe('module');
  expect(said).toEqual([]);
});

test('code that does not come is told, and the page is loaded anew once the server answers', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { ...window.location, reload });
  expect(await loadOrSay(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  expect(said).toMatchObject([{ message: notLoaded, tone: 'error', action: { label: 'Load again' } }]);

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  said[0]?.action?.run();
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(reload).not.toHaveBeenCalled();

  vi.stubGlobal('fetch', () => Promise.resolve({ status: 200 }));
  said[1]?.action?.run();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

type PartProps = { onClose?: () => void; question?: { answer: (confirmed: boolean) => void } };
const gone = (): Promise<{ default: ComponentType<PartProps> }> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** A page with something typed, in which a press asks for a part whose code does not come. */
async function openPart(Part: ComponentType<PartProps>, props: PartProps = {}) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <Suspense fallback={null}>
        <input aria-label="Reason" />
        <button onClick={() => setOpen(true)}>open</button>
        {isOpen && <Part {...props} {...(props.onClose && { onClose: () => setOpen(false) })} />}
      </Suspense>
    );
  }
  render(<Page />);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'typed for ten minutes' } });
  await act(async () => fireEvent.click(screen.getByText('open')));
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('typed for ten minutes');
}

test('a part of a page whose code does not come says so in its place', async () => {
  await openPart(lazyPart(gone));
  expect(screen.getByRole('alert').textContent).toContain('This part could not be loaded');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('what opens over a page and does not come is closed, and said at each press', async () => {
  await openPart(lazyPart(gone), { onClose: () => undefined });
  expect(said).toMatchObject([{ message: notLoaded }]);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => fireEvent.click(screen.getByText('open')));
  expect(said).toHaveLength(2);
});

test('a question that does not come is answered by no', async () => {
  const answer = vi.fn<(confirmed: boolean) => void>();
  await openPart(
    lazyPart(gone, ({ question }) => question?.answer(false)),
    { question: { answer } },
  );
  expect(answer.mock.calls).toEqual([[false]]);
  expect(said).toMatchObject([{ message: notLoaded }]);
});
