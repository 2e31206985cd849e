import { mostLineQuantity, mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';

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

/** Amounts that are written differently are one price: 260 and 260.00. */
export const isSamePrice = (one: string, other: string): boolean =>
  one === other || (one !== '' && other !== '' && Number(one) === Number(other));

/** An item of a table that is no option of the opportunity. */
export type UnknownItem = { readonly item: string; readonly quantity: number };

function isUnknownItem(value: unknown): value is UnknownItem {
  if (typeof value !== 'object' || value === null) return false;
  const { item, quantity } = value as Record<string, unknown>;
  return typeof item === 'string' && Number.isSafeInteger(quantity);
}

export function readUnknown(stored: string): readonly UnknownItem[] {
  if (stored === '') return [];
  try {
    const items: unknown = JSON.parse(stored);
    return Array.isArray(items) ? items.filter(isUnknownItem).slice(0, mostOrderLines) : [];
  } catch {
    return [];
  }
}

export const writeUnknown = (items: readonly UnknownItem[]): string =>
  items.length === 0 ? '' : JSON.stringify(items);

type Added = { readonly option: string; readonly quantity: number; readonly price: string };

/** An option that is chosen already gets so many pieces more; beyond what an order takes nothing is added. */
export function addLines(lines: readonly OrderLine[], added: readonly Added[]): readonly OrderLine[] {
  const all = new Map(lines.map((line) => [line.option, line]));
  for (const { option, quantity, price } of added) {
    const known = all.get(option);
    if (known === undefined && all.size >= mostOrderLines) continue;
    const pieces = Math.min((known?.quantity ?? 0) + quantity, mostLineQuantity);
    all.set(option, { ...(known ?? { option, price }), quantity: pieces });
  }
  return [...all.values()];
}

/** Items of one name are one, with the pieces of all. */
export function addUnknown(
  items: readonly UnknownItem[],
  added: readonly UnknownItem[],
): readonly UnknownItem[] {
  const all = new Map(items.map((one) => [one.item, one]));
  for (const { item, quantity } of added) {
    const pieces = Math.min((all.get(item)?.quantity ?? 0) + quantity, mostLineQuantity);
    all.set(item, { item, quantity: pieces });
  }
  return [...all.values()].slice(0, mostOrderLines);
}
