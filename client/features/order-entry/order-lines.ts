import { mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';

/** A chosen option of the dealer. */
export type OrderLine = { readonly option: string; readonly quantity: number; readonly price: string };

function isLine(value: unknown): value is OrderLine {
  if (typeof value !== 'object' || value === null) return false;
  const { option, quantity, price } = value as Record<string, unknown>;
  return typeof option === 'string' && Number.isSafeInteger(quantity) && typeof price === 'string';
}

export function readLines(stored: string): readonly OrderLine[] {
  if (stored === '') return [];
  try {
    const lines: unknown = JSON.parse(stored);
    return Array.isArray(lines) ? lines.filter(isLine).slice(0, mostOrderLines) : [];
  } catch {
    return [];
  }
}

export const writeLines = (lines: readonly OrderLine[]): string =>
  lines.length === 0 ? '' : JSON.stringify(lines);

/** In cents, so that no sum is a fraction away; null where a chosen option has no price. */
export function totalOf(lines: readonly OrderLine[]): string | null {
  let cents = 0;
  for (const { quantity, price } of lines) {
    if (price === '') return null;
    cents += Math.round(Number(price) * 100) * quantity;
  }
  return (cents / 100).toFixed(2);
}
