import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLate } from './late.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const Sheet = ({ name }: { name: string }) => <p>{`sheet of ${name}`}</p>;

/** A button that opens what comes late. */
function show(load: () => Promise<{ Sheet: typeof Sheet }>) {
  const LateSheet = createLate(load).part((module) => module.Sheet);
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>open</button>
        {isOpen && <LateSheet name="7420" />}
      </>
    );
  }
  render(<Opener />);
  fireEvent.click(screen.getByText('open'));
}

test('a press before the part has come opens it when it comes', async () => {
  let arrive: (module: { Sheet: typeof Sheet }) => void = () => undefined;
  show(async () => new Promise((resolve) => (arrive = resolve)));
  await settle();
  expect(screen.queryByText('sheet of 7420')).toBeNull();
  arrive({ Sheet });
  await settle();
  expect(screen.getByText('sheet of 7420')).toBeTruthy();
});

test('a part that could not be fetched is asked for again, and the press is not lost', async () => {
  const load = vi.fn(async () => ({ Sheet }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  show(load);
  await settle();
  expect(screen.queryByText('sheet of 7420')).toBeNull();
  await settle(2500);
  expect(screen.getByText('sheet of 7420')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('what waits for a part stands in its place until it comes', async () => {
  let arrive: (module: { Sheet: typeof Sheet }) => void = () => undefined;
  const load = async () => new Promise<{ Sheet: typeof Sheet }>((resolve) => (arrive = resolve));
  const LateSheet = createLate(load).part(
    (module) => module.Sheet,
    ({ name }: { name: string }) => <p>{`${name} is on its way`}</p>,
  );
  render(<LateSheet name="7420" />);
  await settle();
  expect(screen.getByText('7420 is on its way')).toBeTruthy();
  arrive({ Sheet });
  await settle();
  expect(screen.getByText('sheet of 7420')).toBeTruthy();
  expect(screen.queryByText('7420 is on its way')).toBeNull();
});

test('a part that does not come at all leaves the page, says so in its place, and is asked for anew', async () => {
  const load = vi.fn(async () => ({ Sheet }));
  for (let times = 0; times < 5; times += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(load);
  await settle();
  for (let times = 0; times < 4; times += 1) await settle(2500);
  expect(screen.getByRole('alert').textContent).toContain('This part could not be loaded');
  expect(screen.getByText('open')).toBeTruthy();
  fireEvent.click(screen.getByText('Retry'));
  await settle();
  expect(screen.getByText('sheet of 7420')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
