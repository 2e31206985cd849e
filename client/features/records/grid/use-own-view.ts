import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { OptionsScene } from './grid-options.ts';
import { toPreferredView } from './grid-options.ts';
import type { SavedOptions } from './grid-state.ts';
import type { GridView } from './grid-view.ts';
import { keepView, partsSet, type KeptPart } from './kept-view.ts';
import { useGridView, type ChangeView } from './use-grid-view.ts';

type Own = { readonly parts: Set<KeptPart>; isChosen: boolean };

/** The view, how to change it, and what the person has set of it themselves. */
export function useOwnView(opening: GridView | null): [GridView, ChangeView, RefObject<Own>] {
  const [view, changeView] = useGridView(opening);
  const own = useRef<Own>({ parts: new Set(), isChosen: false });
  const change = useCallback<ChangeView>(
    (next, how) =>
      changeView((before) => {
        const changed = typeof next === 'function' ? next(before) : next;
        for (const part of partsSet(changed)) own.current.parts.add(part);
        if ('preference' in changed) own.current.isChosen = true;
        return changed;
      }, how),
    [changeView],
  );
  return [view, change, own];
}

type Keeping = {
  recordTypeId: number;
  saved: SavedOptions | null;
  defaultId: number | null;
  scene: OptionsScene;
};

/** A grid that its person did nothing to is not kept, whatever its address says. */
export function useKeeping(
  view: GridView,
  own: RefObject<Own>,
  { recordTypeId, saved, defaultId, scene }: Keeping,
): void {
  useEffect(() => {
    const { parts, isChosen } = own.current;
    if (parts.size === 0 && !isChosen) return;
    keepView(recordTypeId, view, toPreferredView(saved?.options ?? null, scene), { defaultId, own: parts });
  }, [recordTypeId, view, own, saved, defaultId, scene]);
}
