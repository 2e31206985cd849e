import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import type { ReactNode } from 'react';
import type { KeptView } from './kept-view.ts';

/** A grid preference, as far as a grid must know it. */
export type SavedOptions = {
  readonly id: number;
  readonly name: string;
  readonly options: GridOptions;
  /** Conditions of its filter that are not among the options: of a field that is gone, or that the viewer may not see. */
  readonly leftOut: number;
};

/** How what keeps the state of a grid reads it and puts another in its place. */
export type GridState = {
  readonly options: GridOptions;
  /** What the grid was opened with, or what was chosen since; null: the grid as it starts. */
  readonly saved: SavedOptions | null;
  readonly isChanged: boolean;
  /** Null: the grid as it starts. */
  readonly apply: (saved: SavedOptions | null) => void;
  /** Says which one it is from now on, and leaves the grid as it stands. */
  readonly choose: (id: number) => void;
  /** As it was saved, or as the grid starts; what is looked for stays. */
  readonly restore: () => void;
};

export type GridPreferences = {
  readonly opening: SavedOptions | null;
  /** The default, which the grid opens with unless a person left it otherwise. */
  readonly defaultId: number | null;
  /** How the person left the grid, where that is what it opens with. */
  readonly kept: KeptView | null;
  readonly find: (id: number) => SavedOptions | null;
  readonly render: (state: GridState, look: 'selector' | 'tabs') => ReactNode;
};
