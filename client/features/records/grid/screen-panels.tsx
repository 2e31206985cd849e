import { Suspense } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { prepareInputs } from '../../../values/late-inputs.ts';
import { toColumnState } from '../columns/record-columns.tsx';
import { useShown, type GridScreen } from './grid-screen.ts';
import { columnsAsTheyStart } from './grid-view.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const FilterPanel = lazyPart(async () => {
  const [{ FilterPanel }] = await Promise.all([import('../filters/filter-panel.tsx'), prepareInputs()]);
  return { default: FilterPanel };
});
const SummaryPanel = lazyPart(async () => ({
  default: (await import('../numbers/summary-panel.tsx')).SummaryPanel,
}));
const ColourPanel = lazyPart(async () => {
  const [{ ColourPanel }] = await Promise.all([import('../colours/colour-panel.tsx'), prepareInputs()]);
  return { default: ColourPanel };
});
const GroupPanel = lazyPart(async () => ({
  default: (await import('../groups/group-panel.tsx')).GroupPanel,
}));
const TotalsSheet = lazyPart(async () => ({
  default: (await import('../numbers/totals-sheet.tsx')).TotalsSheet,
}));
const ColumnPanel = lazyPart(async () => ({
  default: (await import('../columns/column-panel.tsx')).ColumnPanel,
}));

/** Filters, columns and numbers: each opens by itself. */
export function ScreenPanels({ screen }: { screen: GridScreen }) {
  const shown = useShown(screen, (all) => all);
  const panel = useObserved(screen.panel);
  const { columns, start } = shown.optionsScene;
  const close = () => screen.panel.set(null);
  return (
    <Suspense fallback={null}>
      {panel?.name === 'filters' && (
        <FilterPanel
          anchor={panel.anchor}
          fields={shown.fieldList}
          options={shown.options}
          presetFilters={shown.presetFilters}
          filters={shown.view.filters}
          begin={panel.field}
          onApply={(filters) => {
            close();
            shown.change({ filters, recordId: null });
          }}
          onClose={close}
        />
      )}
      {panel?.name === 'summary' && <SummaryPanel screen={screen} onClose={close} />}
      {panel?.name === 'group' && <GroupPanel screen={screen} anchor={panel.anchor} onClose={close} />}
      {panel?.name === 'colors' && (
        <ColourPanel
          anchor={panel.anchor}
          fields={shown.fieldList}
          options={shown.options}
          columns={columns.filter(({ id }) => shown.fields.has(id))}
          rules={shown.view.colours}
          onApply={(colours) => {
            close();
            shown.change({ colours });
          }}
          onClose={close}
        />
      )}
      {panel?.name === 'totals' && <TotalsSheet screen={screen} onClose={close} />}
      {panel?.name === 'columns' && (
        <ColumnPanel
          anchor={panel.anchor}
          columns={columns}
          state={shown.columnState}
          onChange={shown.setColumnState}
          onRestore={() => shown.setColumnState(toColumnState(columnsAsTheyStart, start, columns))}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
