// The view that the screen shows: what the address and the preferences say, with the columns that it has.
import { useCallback, useMemo } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import type { GridColumnState } from '../../../ui/grid/grid-column.ts';
import { toColumnChoice, toColumns, toColumnState, toLinkColumns } from '../columns/record-columns.tsx';
import { columnStartOf, inStartOrder } from '../columns/start-order.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { findShownLayout } from '../layouts/shown-layout.ts';
import type { RecordField } from '../record-field.ts';
import { useDensity } from './density-menu.tsx';
import { differsFrom, toGridOptions, toPreferredView, type OptionsScene } from './grid-options.ts';
import type { GridPreferences, GridState } from './grid-state.ts';
import { startView, type GridView } from './grid-view.ts';
import { partsOfKept } from './kept-view.ts';
import { toUsableView } from './usable-view.ts';
import type { ChangeView } from './use-grid-view.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import { useKeeping, useOwnView } from './use-own-view.ts';

export type ShownView = ReturnType<typeof useShownView>;

export function useShownView({ recordType, fields: fieldList, options, preferences }: RecordGridProps) {
  const { id: recordTypeId, isSuper } = recordType;
  const fields = useMemo(() => new Map(fieldList.map((field) => [field.key, field])), [fieldList]);
  const optionsScene = useOptionsScene(fieldList, fields, options, isSuper);
  const opening = useOpeningView(preferences, optionsScene);
  const [askedView, change, own] = useOwnView(opening);
  const { view, leftOut } = useMemo(() => toUsableView(askedView, fields), [askedView, fields]);
  const [density, setDensity] = useDensity(view, change);
  const [columnState, setColumnState] = useColumnState(view.columns, change, optionsScene);
  const current = toGridOptions(view, columnState, density, optionsScene);
  const state = toGridState(view, change, current, preferences, optionsScene);
  const { defaultId } = preferences;
  const layout = useMemo(() => findShownLayout(view, { fieldList, options }), [view, fieldList, options]);
  useKeeping(view, own, { recordTypeId, saved: state.saved, defaultId, scene: optionsScene });
  const shownKeys = useMemo(() => {
    const hidden = new Set(columnState.hidden);
    return columnState.order.filter((id) => fields.has(id) && !hidden.has(id));
  }, [columnState, fields]);
  return {
    fields,
    optionsScene,
    view,
    /** Null: as rows. */
    layout,
    change,
    leftOut,
    density,
    setDensity,
    columnState,
    setColumnState,
    state,
    shownKeys,
  };
}

function useOptionsScene(
  fields: readonly RecordField[],
  byKey: ReadonlyMap<string, RecordField>,
  options: FieldOptions,
  isSuper: boolean,
): OptionsScene {
  const columns = useMemo(
    () => [...toColumns(inStartOrder(fields), options, viewerZone(), !isSuper), ...toLinkColumns()],
    [fields, options, isSuper],
  );
  const start = useMemo(() => columnStartOf(fields, isSuper), [fields, isSuper]);
  return useMemo(() => ({ fields: byKey, columns, start }), [byKey, columns, start]);
}

/** What the grid opens with where the address does not say. The same object while it says the same. */
function useOpeningView({ opening, kept }: GridPreferences, scene: OptionsScene): GridView | null {
  const text = JSON.stringify(
    (opening ?? kept) && {
      ...startView,
      ...toPreferredView(opening?.options ?? null, scene),
      ...(kept && partsOfKept(kept)),
      preference: opening?.id ?? kept?.preference ?? null,
    },
  );
  return useMemo(() => JSON.parse(text) as GridView | null, [text]);
}

function useColumnState(
  choice: GridView['columns'],
  change: ChangeView,
  { start, columns }: OptionsScene,
): [GridColumnState, (state: GridColumnState) => void] {
  const choiceText = JSON.stringify(choice);
  const columnState = useMemo(
    () => toColumnState(JSON.parse(choiceText) as typeof choice, start, columns),
    [choiceText, start, columns],
  );
  const setColumnState = useCallback(
    (state: GridColumnState) => change({ columns: toColumnChoice(state, start, columns) }, { replace: true }),
    [change, start, columns],
  );
  return [columnState, setColumnState];
}

function toGridState(
  { preference }: GridView,
  change: ChangeView,
  options: GridState['options'],
  { find, opening }: GridPreferences,
  scene: OptionsScene,
): GridState {
  // One that this person does not have, as in the link of a colleague, reads as none.
  const saved = preference === 'none' ? null : (preference && find(preference)) || opening;
  return {
    options,
    saved,
    isChanged: differsFrom(saved?.options ?? null, options, scene),
    apply: (chosen) =>
      change({
        ...toPreferredView(chosen?.options ?? null, scene),
        search: '',
        recordId: null,
        preference: chosen?.id ?? (opening === null ? null : 'none'),
      }),
    choose: (id) => change({ preference: id }, { replace: true }),
    restore: () =>
      change({
        ...toPreferredView(saved?.options ?? null, scene),
        preference: saved?.id ?? (opening === null ? null : 'none'),
      }),
  };
}
