/** The filter of a grid that shows the records of these numbers. */
export const numberedAs = (numbers: readonly number[]) => ({
  field: 'recordNumber',
  operator: 'isAnyOf' as const,
  values: numbers.map(String),
  logicOperator: 'AND' as const,
});
