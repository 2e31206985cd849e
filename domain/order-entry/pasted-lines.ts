// Lines of an order as a table has them: an item and a quantity a row. An item is an option of the opportunity, as the
// company's file calls it or nearly so; one that is not known is kept beside those that come nearest.
import { foldCase } from '../kernel/fold-case.ts';
import { mostLineQuantity } from './limits.ts';

export type PastedLine = {
  /** Of the table, counted from 1. */
  readonly row: number;
  readonly item: string;
  readonly quantity: number;
};

export type PastedFault = { readonly row: number; readonly sentence: string };

export type PastedTable = {
  readonly lines: readonly PastedLine[];
  /** Rows that are no line, each with its reason; the others come in without them. */
  readonly faults: readonly PastedFault[];
};

export const lineColumns = ['Item', 'Quantity'] as const;

const itemNames = new Set(['item', 'option', 'sku', 'article', 'part', 'part number', 'item number']);
const quantityNames = new Set(['quantity', 'qty', 'pieces', 'amount']);

/** 4, '4', '4.00', '1,000'; null for what is no whole number of pieces. */
function readPieces(text: string): number | null {
  const plain = text.trim().replace(/[.,]0{1,2}$/, '');
  if (!/^(\d+|\d{1,3}([.,' ]\d{3})+)$/.test(plain)) return null;
  const pieces = Number(plain.replace(/\D/g, ''));
  return pieces >= 1 && pieces <= mostLineQuantity ? pieces : null;
}

/**
 * A first row that names an item or a quantity says which column is which; without one the item stands first and its
 * quantity beside it. A line without a quantity is one piece.
 */
export function readPastedLines(rows: readonly (readonly string[])[]): PastedTable {
  const lines: PastedLine[] = [];
  const faults: PastedFault[] = [];
  const first = rows.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
  const names = first.map((cell) => foldCase(cell.replace(/\*\s*$/, '').trim()));
  const itemAt = names.findIndex((name) => itemNames.has(name));
  const quantityAt = names.findIndex((name) => quantityNames.has(name));
  const hasHeader = itemAt !== -1 || quantityAt !== -1;
  const itemColumn = itemAt !== -1 ? itemAt : quantityAt === 0 ? 1 : 0;
  const quantityColumn = hasHeader ? quantityAt : 1;
  rows.forEach((cells, index) => {
    if (cells === first && hasHeader) return;
    if (cells.every((cell) => cell.trim() === '')) return;
    const row = index + 1;
    const item = (cells[itemColumn] ?? '').trim().replace(/\s+/g, ' ');
    const written = quantityColumn === -1 ? '' : (cells[quantityColumn] ?? '').trim();
    const quantity = written === '' ? 1 : readPieces(written);
    if (item === '') faults.push({ row, sentence: 'This row names no item.' });
    else if (quantity === null)
      faults.push({ row, sentence: `${written} is no quantity: it is a whole number from 1 to 99,999.` });
    else lines.push({ row, item, quantity });
  });
  return { lines, faults };
}

/** How an item is compared: letters and digits alone, without regard to case and accents. */
const bare = (name: string): string =>
  foldCase(name)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '');

export type MatchedItem = {
  readonly item: string;
  /** The option that it is, or null. */
  readonly option: string | null;
  /** Where it is none: what comes nearest, the nearest first; empty where nothing is near. */
  readonly nearest: readonly string[];
};

const mostNearest = 3;
/** Less alike than this is another thing. */
const leastAlike = 0.3;

/** Each item once, in the order in which it came first. */
export function matchItems(items: readonly string[], options: readonly string[]): MatchedItem[] {
  const exact = new Set(options);
  const byBare = new Map<string, string | null>();
  for (const option of options) {
    const key = bare(option);
    // Two options that differ in their signs alone are not guessed between.
    if (key !== '') byBare.set(key, byBare.has(key) ? null : option);
  }
  const findNearest = nearestOf(options);
  return [...new Set(items)].map((item) => {
    const option = exact.has(item) ? item : (byBare.get(bare(item)) ?? null);
    return { item, option, nearest: option === null ? findNearest(item) : [] };
  });
}

/** Pairs of letters that stand beside each other, with the beginning as one. */
function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  const letters = ` ${bare(text)}`;
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** By the share of the pairs that two names have in common (Dice), over an index of pairs. */
function nearestOf(options: readonly string[]): (item: string) => readonly string[] {
  type Place = { readonly at: number; readonly count: number };
  const places = new Map<string, Place[]>();
  const sizes = options.map((option, at) => {
    const pairs = pairsOf(option);
    let size = 0;
    for (const [pair, count] of pairs) {
      size += count;
      const known = places.get(pair);
      if (known === undefined) places.set(pair, [{ at, count }]);
      else known.push({ at, count });
    }
    return size;
  });
  const common = new Uint16Array(options.length);
  return (item) => {
    common.fill(0);
    let size = 0;
    for (const [pair, count] of pairsOf(item)) {
      size += count;
      for (const place of places.get(pair) ?? [])
        common[place.at] = (common[place.at] ?? 0) + Math.min(count, place.count);
    }
    const near: { readonly at: number; readonly alike: number }[] = [];
    common.forEach((shared, at) => {
      const alike = (2 * shared) / (size + (sizes[at] ?? 0));
      if (alike < leastAlike || alike <= (near[mostNearest - 1]?.alike ?? 0)) return;
      const place = near.findIndex((one) => one.alike < alike);
      near.splice(place === -1 ? near.length : place, 0, { at, alike });
      near.length = Math.min(near.length, mostNearest);
    });
    return near.flatMap(({ at }) => options[at] ?? []);
  };
}
