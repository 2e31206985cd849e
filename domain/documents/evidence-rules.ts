/** Where in a document the value of a field was taken from. */
export type EvidencePlace = {
  readonly fieldKey: string;
  /** As it is stored. */
  readonly value: string;
  readonly fileId: number;
  readonly page: number;
  readonly box: readonly number[];
};

/** A record has no more fields that anybody fills by hand. */
export const mostPlaces = 200;
const longestValue = 2000;
const mostPages = 1_000_000;
/** A page is at most 200 inches, and may lie anywhere around its origin. */
const farthestPoint = 1_000_000;

/** The sentence that refuses a place which no viewer sends, or null. */
export function whyNotPlace({ value, page, box }: EvidencePlace): string | null {
  if (value === '' || value.length > longestValue || value.includes('\0') || !value.isWellFormed())
    return `A taken value has 1 to ${longestValue} characters.`;
  if (!Number.isInteger(page) || page < 1 || page > mostPages) return 'A page is counted from 1.';
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const isBox = box.length === 4 && box.every((at) => Math.abs(at) <= farthestPoint);
  return isBox && left <= right && bottom <= top ? null : 'A box is left, bottom, right, top.';
}
