// The rows of the screen, as a grid or, on a phone, as cards.
import { mostSorts } from '@rowhouse/domain/records/limits.ts';
import { Suspense, useMemo, useRef, type ReactNode } from 'react';
import { Grid } from '../../../ui/grid/grid.tsx';
import { useObserved } from '../../../platform/observed.ts';
import { FilterChips } from '../filters/filter-chips.tsx';
import { useIsObjectOpen } from '../objects/open-object-panel.tsx';
import type { RecordDetail } from '../record-detail.ts';
import { rowId, rowLabel } from '../record-row.ts';
import { isFiltered } from './grid-actions.ts';
import { RowDraftsBanner } from '../row-edit/row-edit-dialogs.tsx';
import { TotalsBar } from '../numbers/totals-bar.tsx';
import { useTotalsRow } from '../numbers/use-totals-row.tsx';
import { GridFooter } from './grid-footer.tsx';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { LeftOut } from './left-out.tsx';
import { NotLoaded, Nothing } from './nothing.tsx';
import { RowsAsLayout } from './rows-as-layout.tsx';
import { OpenBulkChanges } from '../bulk/all/open-bulk-changes.tsx';
import { useShown, type GridScreen, type ShownGrid } from './grid-screen.ts';
import { RowsFirst } from './record-grid-first.tsx';
import styles from './record-grid.module.css';
import { useWayBack } from './use-way-back.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const AwaitedIndex = lazyPart(async () => ({ default: (await import('./awaited-index.tsx')).AwaitedIndex }));
const DetailResults = lazyPart(async () => ({
  default: (await import('../unsaved-results/detail-results.tsx')).DetailResults,
}));
const PhoneGrid = lazyPart(async () => ({ default: (await import('../phone/phone-grid.tsx')).PhoneGrid }));

export function RowsAsGrid({ screen }: { screen: GridScreen }) {
  const shown = useShown(screen, (all) => all);
  const { change } = shown;
  const detail = useFollowedDetail(screen);
  const frame = useRef<HTMLDivElement>(null);
  const shared = sharedOf(screen, shown);
  const totals = useTotalsRow(screen);
  useWayBack(frame, { ...shared, recordTypeId: shown.recordType.id });
  return (
    <div className={styles.frame}>
      <div ref={frame} className={styles.grid}>
        <Grid
          {...shared}
          columns={shown.columns}
          columnState={shown.columnState}
          onColumnStateChange={shown.setColumnState}
          rowId={rowId}
          rowLabel={rowLabel}
          tree={shown.tree}
          density={shown.density}
          sort={shown.view.sort}
          mostSorts={mostSorts}
          onSort={(sort) => change({ sort })}
          rowNote={shown.rowNote}
          headerMenu={shown.headerMenu}
          selectionMenu={shown.selectionMenu}
          isSelectionDisabled={shown.summary.rows > 0}
          editing={shown.editing}
          foot={totals.foot}
          onCellOpen={screen.object.openByKey}
          {...(detail && { renderDetail: detail.render, onExpand: shown.expand })}
        />
      </div>
      <Footer
        screen={screen}
        totals={
          <TotalsBar
            totals={screen.totals}
            shown={totals.shown}
            onSummary={(anchor) => screen.panel.set({ name: 'summary', anchor })}
          />
        }
      />
    </div>
  );
}

export function RowsAsCards({ screen, layout }: { screen: GridScreen; layout: ShownLayout | null }) {
  const shown = useShown(screen, (all) => all);
  const isSearching = useObserved(screen.isSearching);
  const isCovered = useIsObjectOpen(screen);
  const detail = useFollowedDetail(screen);
  const { view, change, fields, options } = shown;
  return (
    <Suspense fallback={<RowsFirst title={shown.recordType.name} />}>
      <PhoneGrid
        {...sharedOf(screen, shown)}
        headOf={shown.grouped?.headOf}
        toggleGroup={shown.grouped?.tree.toggle}
        context={shown.context}
        selection={shown.selection}
        selectionOf={shown.selectionOf}
        selectionMenu={shown.selectionMenu}
        columns={shown.columns}
        columnState={shown.columnState}
        fields={fields}
        options={options}
        filtersCount={view.filters.length + shown.presetFilters.length}
        applied={
          view.recordId !== null && (
            <FilterChips
              presetFilters={[]}
              filters={[]}
              fields={fields}
              options={options}
              onRemove={() => undefined}
              onRemoveLink={() => change({ recordId: null })}
            />
          )
        }
        preferences={shown.preferences.render(shown.state, 'selector')}
        search={{
          isOpen: isSearching,
          input: screen.searchInput,
          close: () => screen.isSearching.set(false),
        }}
        hrefOf={shown.hrefOf}
        editing={shown.editing}
        detail={detail}
        isCovered={isCovered}
        onEdit={(id) => screen.edit.begin([id])}
        onPanel={(name, anchor) => screen.panel.set({ name, anchor })}
        footer={<Footer screen={screen} />}
        instead={layout && <RowsAsLayout screen={screen} layout={layout} />}
      />
    </Suspense>
  );
}

/** What stands under a record, which then shows what its computed fields come to by it. */
function useFollowedDetail(screen: GridScreen): RecordDetail | undefined {
  const detail = useShown(screen, (all) => all.detail);
  const fields = useShown(screen, (all) => all.fieldList);
  return useMemo(
    () =>
      detail && {
        ...detail,
        render: (record) => (
          <>
            <Suspense fallback={null}>
              <DetailResults
                store={screen.store}
                fields={fields}
                record={record}
                session={screen.edit.session}
                lines={detail.linesOf(record.id)}
              />
            </Suspense>
            {detail.render(record)}
          </>
        ),
      },
    [screen, detail, fields],
  );
}

/** What the grid and the cards show alike. */
function sharedOf({ store }: GridScreen, shown: ShownGrid) {
  const { asked, gridRows: rows, grouped, presetFilters, context } = shown;
  return {
    label: shown.recordType.name,
    store,
    rows,
    rowTone: shown.rowTone,
    marksOf: shown.marksOf,
    totalRows: asked.recordId === null && grouped === null ? shown.total : rows.length,
    firstRowIndex: shown.firstRowIndex,
    viewKey: JSON.stringify([
      asked.query,
      asked.isTree,
      shown.view.groups,
      asked.page,
      asked.size,
      asked.recordId,
    ]),
    status: shown.status,
    emptyState: <Nothing context={context} isFiltered={isFiltered(context) || presetFilters.length > 0} />,
    failedState: <NotLoaded failure={shown.failure} onRetry={shown.retry} />,
    rowMenu: shown.rowMenu,
  };
}

/** Told below the rows, so that none of them moves when something is told. */
function News({ screen }: { screen: GridScreen }) {
  const isEditable = useShown(screen, ({ whyNotEditable }) => whyNotEditable === null);
  const index = useShown(screen, ({ awaitedIndex }) => awaitedIndex);
  return (
    <div className={styles.news}>
      {index && (
        <Suspense fallback={null}>
          <AwaitedIndex index={index} />
        </Suspense>
      )}
      <LeftOut screen={screen} />
      {isEditable && <RowDraftsBanner edit={screen.edit} />}
      <OpenBulkChanges screen={screen} />
    </div>
  );
}

function Footer({ screen, totals }: { screen: GridScreen; totals?: ReactNode }) {
  const shown = useShown(screen, (all) => all);
  const { asked, rows, view, change, status } = shown;
  const { all } = shown.selection.bulk;
  return (
    <>
      <News screen={screen} />
      <GridFooter
        store={screen.store}
        totals={totals}
        page={view.page}
        shownPage={asked.page}
        size={view.size}
        firstRowIndex={shown.firstRowIndex}
        rowsAtHand={shown.tree === undefined ? rows.length : shown.rootCount}
        isAnswered={status === 'ready' || status === 'refresh'}
        total={asked.recordId === null ? shown.total : rows.length}
        groups={shown.grouped?.count}
        allSelected={all?.isSelected ? all.count : undefined}
        onPage={(page) => change({ page })}
        onStep={(pages) => change(({ page }) => ({ page: Math.max(1, page + pages) }))}
        onSize={(size) => change({ size })}
      />
    </>
  );
}
