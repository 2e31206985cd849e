/** Specification 5 and 8: what a number typed into the pagination bar leads to. */
export type PageJump = {
  /** From 1 to the last page. */
  readonly page: number;
  /** Whether a page beyond the last one was asked for, which is told. */
  readonly isBeyond: boolean;
};

/** Null when nothing is typed, or nothing that counts pages: a sign, a fraction, a letter. Nought is the first page. */
export function readPageJump(text: string, pages: number): PageJump | null {
  const typed = text.trim();
  if (!/^\d+$/.test(typed)) return null;
  const asked = Number(typed);
  if (asked > pages) return { page: pages, isBeyond: true };
  return { page: Math.max(1, asked), isBeyond: false };
}

/** Specification 8. */
export const onlySoManyPages = (pages: number): string => `There are only ${pages} pages!`;
