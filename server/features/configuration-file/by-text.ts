/** By the code of the signs: the same on every machine. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
