// Pages are counted from 1; an empty result has one page.

export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

export type PageJump = { readonly page: number; readonly sentence: string | null };

/** Specification 5: beyond the last clamps to it and says so; 0 becomes 1. Null for what is no page number. */
export function readPageJump(typed: string, pages: number): PageJump | null {
  const text = typed.trim();
  if (!/^\d{1,12}$/.test(text)) return null;
  const wanted = Math.max(1, Number(text));
  if (wanted > pages) return { page: pages, sentence: `There are only ${pages} pages!` };
  return { page: wanted, sentence: null };
}

/** Which page numbers are offered: the first, the last and those around; null stands for a gap. */
export function pagesToOffer(page: number, pages: number, around = 1): (number | null)[] {
  const near = (number: number) => Math.abs(number - page) <= around || number === 1 || number === pages;
  const edge = 3 + 2 * around;
  const kept = (number: number) =>
    near(number) ||
    (page <= 2 + around && number <= edge - 2) ||
    (page > pages - 2 - around && number > pages - edge + 2);
  const offered: (number | null)[] = [];
  const candidates = new Set([1, pages]);
  for (let number = Math.max(1, page - edge); number <= Math.min(pages, page + edge); number += 1)
    candidates.add(number);
  let last = 0;
  for (const number of [...candidates].filter(kept).toSorted((one, other) => one - other)) {
    if (number - last === 2) offered.push(number - 1);
    else if (number - last > 2) offered.push(null);
    offered.push(number);
    last = number;
  }
  return offered;
}
