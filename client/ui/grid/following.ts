// What a cell that nobody writes comes to by changes that are not in the row: of its own fields, or of what stands beside it.
import type { GridColumn } from './grid-column.ts';
import type { RowSnapshot } from './grid-store.ts';

export type FollowingText = {
  readonly text: string;
  /** It is not what is saved, and the changes are not on their way. */
  readonly isUnsaved: boolean;
};

/** Null where the cell shows what the row holds. */
export function findFollowing<Row>(
  { id, computed, text }: GridColumn<Row>,
  row: Row,
  { edit, follows }: Pick<RowSnapshot, 'edit' | 'follows'>,
): FollowingText | null {
  const beside = follows?.get(id);
  const value = beside?.value ?? edit?.computed?.get(id);
  if (value === undefined || computed === undefined) return null;
  const shown = computed(value);
  return { text: shown, isUnsaved: beside?.isSaved !== true && shown !== text(row) };
}
