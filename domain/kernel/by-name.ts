const collator = new Intl.Collator('en', { sensitivity: 'accent', numeric: true });

/** Specification 7: by name whatever the case; the id decides between equal names, so that the order is one. */
export const byName = (one: { name: string; id: number }, other: { name: string; id: number }): number =>
  collator.compare(one.name, other.name) || one.id - other.id;
