export interface GridSort {
  column: string;
  direction: 'asc' | 'desc';
}

/** The cycle of the specification (section 4): first descending, then ascending, then descending again. */
export function nextSort(sort: readonly GridSort[], column: string): GridSort[] {
  const current = sort.find((item) => item.column === column);
  return [{ column, direction: current?.direction === 'desc' ? 'asc' : 'desc' }];
}

/**
 * Another key after those that sort already; of one that does, the direction changes, and the third time it goes. The last
 * key stays: rows are always in some order.
 */
export function nextSortBeside(sort: readonly GridSort[], column: string): GridSort[] {
  const current = sort.find((item) => item.column === column);
  if (current === undefined) return [...sort, { column, direction: 'desc' }];
  if (current.direction === 'asc' && sort.length > 1) return sort.filter((item) => item !== current);
  return sort.map((item) => (item === current ? nextSort([item], column)[0]! : item));
}

/** 'Sorted by Total, descending, then by Vendor, ascending'. */
export const saySort = (sort: readonly GridSort[], nameOf: (column: string) => string): string =>
  `Sorted by ${sort
    .map(({ column, direction }) => `${nameOf(column)}, ${direction === 'asc' ? 'ascending' : 'descending'}`)
    .join(', then by ')}`;
