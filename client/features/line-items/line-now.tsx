// How a line reads as it is written now, saved or not.
import type { ReactNode } from 'react';
import { findFollowing } from '../../ui/grid/following.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import type { RowSnapshot } from '../../ui/grid/grid-store.ts';
import { UnsavedText } from '../../ui/unsaved-text.tsx';
import type { Line } from './line.ts';

export type LineColumn = GridColumn<Line>;

export function showNow(column: LineColumn, line: Line, snapshot: RowSnapshot): ReactNode {
  const draft = snapshot.edit?.values.get(column.id);
  if (draft !== undefined) return column.edit?.show(draft);
  const following = findFollowing(column, line, snapshot);
  if (following !== null) return <UnsavedText isUnsaved={following.isUnsaved}>{following.text}</UnsavedText>;
  return column.render ? column.render(line) : column.text(line);
}

export const textNow = (column: LineColumn, line: Line, { edit }: RowSnapshot): string => {
  const draft = edit?.values.get(column.id);
  return draft === undefined ? column.text(line) : (column.edit?.text(draft) ?? draft);
};
