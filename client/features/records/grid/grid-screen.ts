// The screen of a grid outside React. The view stands in the address and the rows in the cache of queries: what both come to
// is put in here after each render, and components read what they show of it by selector.
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { createObserved } from '../../../platform/observed.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import { createScreenParts } from './screen-parts.ts';
import type { ShownActions } from './use-shown-actions.tsx';
import type { ShownRows } from './use-shown-rows.ts';
import type { ShownView } from './use-shown-view.ts';

/** What the screen shows now. */
export type ShownGrid = Omit<RecordGridProps, 'fields'> &
  ShownView &
  ShownRows &
  ShownActions & { readonly fieldList: readonly RecordField[] };

type ScreenSetting = {
  readonly recordTypeId: number;
  readonly confirm: Confirm;
  readonly queryClient: QueryClient;
};

export type GridScreen = ReturnType<typeof createGridScreen>;

export function createGridScreen(setting: ScreenSetting) {
  /** Null before the first render. */
  const shown = createObserved<ShownGrid | null>(null);
  return { ...createScreenParts({ ...setting, getShown: () => shown.get()! }), shown };
}

/** @param select answers a part of what is shown, and no object made anew */
export const useShown = <Part>({ shown }: GridScreen, select: (shown: ShownGrid) => Part): Part =>
  useSyncExternalStore(shown.subscribe, () => select(shown.get()!));
