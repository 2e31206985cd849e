// The rows of a grid as a tree, in the order in which they are shown.
import type { RecordRow } from '../record-row.ts';

export type TreeLine = {
  readonly row: RecordRow;
  /** From 1. */
  readonly level: number;
  /** Whether what is below is shown; null where nothing is below. */
  readonly isOpen: boolean | null;
};

type Below = {
  readonly open: ReadonlySet<number>;
  readonly hasBelow: (row: RecordRow) => boolean;
  /** Undefined while they are on their way. */
  readonly rowsUnder: (id: number) => readonly RecordRow[] | undefined;
};

/** Each record once: what was moved between two answers stands where it was met first. */
export function toTreeLines(roots: readonly RecordRow[], { open, hasBelow, rowsUnder }: Below): TreeLine[] {
  const lines: TreeLine[] = [];
  const met = new Set(roots.map(({ id }) => id));
  const add = (row: RecordRow, level: number): void => {
    const isOpen = hasBelow(row) ? open.has(row.id) : null;
    lines.push({ row, level, isOpen });
    if (isOpen !== true) return;
    for (const child of rowsUnder(row.id) ?? []) {
      if (met.has(child.id)) continue;
      met.add(child.id);
      add(child, level + 1);
    }
  };
  for (const root of roots) add(root, 1);
  return lines;
}
