import { BulkActionsMenu } from '../bulk/bulk-actions-menu.tsx';
import { useObserved } from '../../../ui/observed.ts';
import { useShown, type GridScreen } from './grid-screen.ts';
import { GridToolbar } from './grid-toolbar.tsx';
import styles from './record-grid.module.css';
import { SelectionBar } from './selection-bar.tsx';

/** The tools of the grid, and in their place those of the rows that are selected or edited. */
export function ScreenTools({ screen }: { screen: GridScreen }) {
  const shown = useShown(screen, (all) => all);
  const { selection, recordType } = shown;
  // A board and a calendar show no rows that could be selected; those of the grid wait.
  const hasSelection = shown.layout === null && (selection.selected.size > 0 || selection.edit.rows > 0);
  const isSearching = useObserved(screen.isSearching);
  const panel = useObserved(screen.panel);
  return (
    <div className={styles.tools}>
      <div inert={hasSelection} className={hasSelection ? styles.replaced : undefined}>
        <GridToolbar
          name={recordType.name}
          context={shown.context}
          searchInput={screen.searchInput}
          isSearching={isSearching || shown.view.search !== ''}
          onSearchClose={() => screen.isSearching.set(false)}
          presetFilters={shown.presetFilters}
          fields={shown.fields}
          options={shown.options}
          density={shown.density}
          onDensity={shown.setDensity}
          panel={panel}
          onPanel={screen.panel.set}
        />
      </div>
      {hasSelection && (
        <SelectionBar name={recordType.name} context={selection}>
          <BulkActionsMenu context={selection} />
        </SelectionBar>
      )}
    </div>
  );
}
