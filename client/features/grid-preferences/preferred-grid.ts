import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import type { Preference } from './api.ts';

export type SavedOptions = {
  readonly id: number;
  readonly name: string;
  readonly options: GridOptions;
  /** Conditions of its filter that are not among the options: of a field that is gone, or that the viewer may not see. */
  readonly leftOut: number;
};

/** What of a grid the selector reads and changes. Null where the grid has no state: its columns are not known. */
export type PreferredGrid = {
  readonly options: GridOptions;
  readonly saved: SavedOptions | null;
  readonly isChanged: boolean;
  /** Null: the grid as it starts. */
  readonly apply: (saved: SavedOptions | null) => void;
  readonly choose: (id: number) => void;
  /** As it was saved, or as the grid starts. */
  readonly restore: () => void;
} | null;

export const toSavedOptions = ({
  id,
  savedName,
  gridOptions,
  leftOutConditions,
}: Preference): SavedOptions => ({
  id,
  name: savedName,
  options: gridOptions,
  leftOut: leftOutConditions,
});
