import { refuseNumberedChoices } from './upgrade-1.ts';

/**
 * What brings a file of a format version to the next one, by the version that it comes from. Each step stays for good, with a
 * file of its version in the tests.
 */
export const upgrades: ReadonlyMap<number, (given: unknown) => unknown> = new Map([
  [1, refuseNumberedChoices],
]);
