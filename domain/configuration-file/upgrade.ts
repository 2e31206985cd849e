/**
 * What brings a file of a format version to the next one, by the version that it comes from. Version 1 is the first: there
 * is nothing to bring yet. Each later step stays for good, with a file of its version in the tests.
 */
export const upgrades: ReadonlyMap<number, (given: unknown) => unknown> = new Map();
