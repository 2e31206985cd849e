import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tip } from './tip.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tip = () => screen.queryByRole('tooltip');
const mouse = { pointerType: 'mouse' };

test('the pointer that rests opens it, also while it is on the words, and Escape closes it', async () => {
  const onPress = vi.fn();
  render(
    <Tip title="Density">
      <button aria-label="Density" onClick={onPress} />
    </Tip>,
  );
  const button = screen.getByRole('button', { name: 'Density' });
  fireEvent.pointerEnter(button, mouse);
  await pass(50);
  expect(tip()).toBeNull();
  await pass(60);
  expect(tip()?.textContent).toBe('Density');
  fireEvent.pointerLeave(button, mouse);
  fireEvent.mouseEnter(tip()!);
  await pass(1000);
  expect(tip()).not.toBeNull();
  fireEvent.keyDown(document, { key: 'Escape' });
  await pass(1000);
  expect(tip()).toBeNull();
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('what says more describes the element while it is seen, and keeps its name', async () => {
  render(
    <Tip title="Your role has no right to it" describeChild>
      <button>Save</button>
    </Tip>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  fireEvent.pointerEnter(button, mouse);
  await pass(200);
  expect(button.getAttribute('aria-describedby')).toBe(tip()?.id);
  fireEvent.pointerLeave(button, mouse);
  await pass(1000);
  expect(button.getAttribute('aria-describedby')).toBeNull();
});

test('a finger opens it by a long press alone', async () => {
  render(
    <Tip title="Density">
      <button aria-label="Density" />
    </Tip>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  await pass(200);
  fireEvent.pointerUp(button, { pointerType: 'touch' });
  await pass(2000);
  expect(tip()).toBeNull();
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  await pass(800);
  expect(tip()).not.toBeNull();
});

test('without words there is none', async () => {
  render(
    <Tip title="" describeChild>
      <button>Save</button>
    </Tip>,
  );
  fireEvent.pointerEnter(screen.getByRole('button'), mouse);
  await pass(500);
  expect(tip()).toBeNull();
});
