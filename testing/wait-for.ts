import { vi } from 'vitest';

/** Until the check throws no more: as long as a busy machine may need, where Vitest by itself waits for a second. */
export const waitFor = <Found>(
  check: () => Found | Promise<Found>,
  options: { readonly interval?: number } = {},
): Promise<Found> => vi.waitFor(check, { timeout: 20_000, ...options });
