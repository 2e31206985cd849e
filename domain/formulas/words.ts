/** Said to who writes into a computed field, on whatever way. */
export const computedByFormula = (name: string): string =>
  `“${name}” is computed: change the fields that it is computed from.`;
