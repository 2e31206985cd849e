import { useEffect } from 'react';
import { whenFirstScreen } from '../../../platform/first-screen.ts';
import { createLate } from '../../../ui/late.tsx';
import { useObserved } from '../../../platform/observed.ts';
import { useShown, type GridScreen } from './grid-screen.ts';
import { GridToolbar } from './grid-toolbar.tsx';
import styles from './record-grid.module.css';

/** No first screen shows them. */
const late = createLate(() => import('./selected-tools.tsx'));
const SelectedTools = late.part(({ SelectedTools }) => SelectedTools);

/** The tools of the grid, and in their place those of the rows that are selected or edited. */
export function ScreenTools({ screen }: { screen: GridScreen }) {
  const shown = useShown(screen, (all) => all);
  const { selection, recordType } = shown;
  // A board and a calendar show no rows that could be selected; those of the grid wait.
  const hasSelection = shown.layout === null && (selection.selected.size > 0 || selection.edit.rows > 0);
  const isSearching = useObserved(screen.isSearching);
  const panel = useObserved(screen.panel);
  useEffect(() => {
    whenFirstScreen()
      .then(late.prepare)
      .catch(() => {
        // The first selection asks again.
      });
  }, []);
  return (
    <div className={styles.tools}>
      <div inert={hasSelection} className={hasSelection ? styles.replaced : undefined}>
        <GridToolbar
          name={recordType.name}
          context={shown.context}
          searchInput={screen.searchInput}
          isSearching={isSearching || shown.view.search !== ''}
          onSearchClose={() => {
            screen.isSearching.set(false);
            screen.store.reveal();
          }}
          presetFilters={shown.presetFilters}
          fields={shown.fields}
          options={shown.options}
          density={shown.density}
          onDensity={shown.setDensity}
          panel={panel}
          onPanel={screen.panel.set}
        />
      </div>
      {hasSelection && <SelectedTools name={recordType.name} context={selection} />}
    </div>
  );
}
