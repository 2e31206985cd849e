import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { TenantChoice } from './find-tenants.ts';
import { TenantPicker } from './tenant-picker.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const tenants = [
  { id: 1, name: 'Adventure Works', url: 'adventure-works' },
  { id: 2, name: 'Northwind Traders', url: 'northwind' },
  { id: 3, name: 'Circuit Cycles', url: 'circuit-cycles' },
];

function Picking({ onEnter }: { onEnter: () => void }) {
  const [chosen, setChosen] = useState<TenantChoice | null>(null);
  return (
    <TenantPicker
      tenants={tenants}
      currentTenantId="1"
      chosen={chosen}
      onChoose={setChosen}
      onEnter={onEnter}
    />
  );
}

test('the whole choice is made by keys, and Enter on what is chosen logs in', () => {
  const onEnter = vi.fn();
  render(<Picking onEnter={onEnter} />);
  const field = screen.getByRole('combobox');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: /Circuit Cycles/ }).id,
  );
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Circuit Cycles');
  expect(onEnter).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onEnter).toHaveBeenCalledOnce();
});

test('an empty list says so', () => {
  render(<Picking onEnter={() => undefined} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'nobody' } });
  expect(screen.getByRole('status').textContent).toBe('No tenants found');
});
