// What a choice fills: the one rule, asked by the server on every way of writing and by the browser while somebody chooses.
// A choice fills when it changes, where the person may write and the same change says nothing (decision 147).
import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';

export type Filling = {
  /** The pairs of a choice, by the key of the field that is filled. */
  readonly fillsOf: (key: string) => readonly { readonly key: string; readonly propertyId: number }[];
  /**
   * What is filled in, as the field keeps it; '' where what is chosen has nothing that the field takes, null where that is
   * not known here, and left to the server.
   */
  readonly read: (key: string, chosen: string, propertyId: number) => string | null;
  /** Whether the field may be written here, and nothing is said of it. */
  readonly isOpen: (key: string) => boolean;
};

/**
 * By key what the choices fill. What a filled field chooses fills in its turn; each field is filled once.
 * @param chosen by key the choices that became others; of none nothing is filled
 */
export function fillFrom(
  chosen: Iterable<readonly [key: string, value: string]>,
  { fillsOf, read, isOpen }: Filling,
): ReadonlyMap<string, string> {
  const filled = new Map<string, string>();
  const choices = [...chosen];
  const own = new Set(choices.map(([key]) => key));
  for (const [from, value] of choices) {
    if (value === '') continue;
    for (const { key, propertyId } of fillsOf(from)) {
      if (filled.has(key) || own.has(key) || !isOpen(key)) continue;
      const text = read(key, value, propertyId);
      if (text === null) continue;
      filled.set(key, text);
      choices.push([key, text]);
    }
  }
  return filled;
}

/** A text of a property as the field keeps it; '' for what the field does not take. */
export function toFilled(dataType: DataType, text: string): string {
  const type = valueOf(dataType);
  if (type.isEmpty(text) || whyNotValue({ name: '', dataType, required: false }, text) !== null) return '';
  return type.toKept(text);
}
