export interface GridSort {
  column: string;
  direction: 'asc' | 'desc';
}

/** The cycle of the specification (section 4): first descending, then ascending, then descending again. */
export function nextSort(sort: readonly GridSort[], column: string): GridSort[] {
  const present = sort.find((item) => item.column === column);
  return [{ column, direction: present?.direction === 'desc' ? 'asc' : 'desc' }];
}
