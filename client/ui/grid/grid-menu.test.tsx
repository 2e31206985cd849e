import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { GridMenu } from './grid-menu.tsx';

const anchor = { left: 0, right: 10, top: 0, bottom: 10 };

test('what scrolled before it opened leaves it open; what scrolls after closes it', async () => {
  const onClose = vi.fn();
  render(
    <GridMenu
      label="Actions"
      items={[{ id: 'a', label: 'Open', onSelect: () => undefined }]}
      anchor={anchor}
      onClose={onClose}
    />,
  );
  document.dispatchEvent(new Event('scroll'));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: 'Open' })).toBe(document.activeElement);
  await waitFor(() => {
    document.dispatchEvent(new Event('scroll'));
    expect(onClose).toHaveBeenCalled();
  });
});
