import type { Named } from './names-of.ts';

/** The ids of a relation's values in the order of their names, without regard to case. */
export const rankNames = (names: readonly Named[]): readonly number[] =>
  names
    .map(({ id, name }) => ({ id, name: name.toLowerCase() }))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id))
    .map(({ id }) => id);
