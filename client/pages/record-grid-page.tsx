import { useQueryClient } from '@tanstack/react-query';
import { placeField } from '@rowhouse/domain/projects/rules.ts';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { whyNotPrint } from '@rowhouse/domain/record-print/rules.ts';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { usePresetFilters } from '../features/fields/use-preset-filters.ts';
import { GridPreferenceMenu } from '../features/grid-preferences/grid-preference-menu.tsx';
import { toSavedOptions, type PreferredGrid } from '../features/grid-preferences/preferred-grid.ts';
import type { Preference } from '../features/grid-preferences/api.ts';
import type { Naming } from '../features/grid-preferences/naming.ts';
import { useGridPreferences, type PreferenceSet } from '../features/grid-preferences/use-grid-preferences.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { useMenuItemActions } from '../features/menu/use-menu.ts';
import { useRecordType } from '../features/records/record-type/use-record-type.ts';
import { whatOpens } from '../features/records/grid/grid-view.ts';
import { findKeptView, type KeptView } from '../features/records/grid/kept-view.ts';
import { useRecordPrint } from '../features/record-print/use-record-print.tsx';
import type { RecordPrinting } from '../features/records/grid/grid-actions.ts';
import { RecordGrid, wideScreen } from '../features/records/grid/record-grid.tsx';
import { RecordGridFirst } from '../features/records/grid/record-grid-first.tsx';
import type { RecordRow } from '../features/records/record-row.ts';
import { useWork } from '../platform/change-reason.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { snackbars } from '../ui/snackbars.tsx';
import { useFieldOptions } from '../values/choices/use-field-options.ts';
import { prepareInputs } from '../values/late-inputs.ts';
import type { GridChart } from './chart-of-grid.tsx';
import { useRecordFiles } from './use-record-files.tsx';
import { useRecordLines } from './use-record-lines.tsx';
import { useRecordObjects } from './use-record-objects.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const ChartOfGrid = lazyPart(async () => {
  const [{ ChartOfGrid: part }] = await Promise.all([import('./chart-of-grid.tsx'), prepareInputs()]);
  return { default: part };
});
const MailScheduleDialog = lazyPart(async () => {
  const [{ MailScheduleDialog: part }] = await Promise.all([
    import('../features/mail-schedules/mail-schedule-dialog.tsx'),
    prepareInputs(),
  ]);
  return { default: part };
});
const PreferenceNaming = lazyPart(async () => ({
  default: (await import('../features/grid-preferences/preference-name-dialog.tsx')).PreferenceNaming,
}));
const MoveUnderDialog = lazyPart(async () => ({
  default: (await import('../features/projects/move-under-dialog.tsx')).MoveUnderDialog,
}));
const RecordHistoryDialog = lazyPart(async () => ({
  default: (await import('../features/audit-log/record-history-dialog.tsx')).RecordHistoryDialog,
}));

const loadDownloads = () => import('../features/bulk-download/bulk-downloads.ts');
const keysOfParts = async () => (await import('./record-part-keys.ts')).recordPartKeys;

type RecordGridPageProps = {
  menuItem: { readonly id: number; readonly name: string };
  recordTypeId: number;
};

export function RecordGridPage({ menuItem, recordTypeId }: RecordGridPageProps) {
  useScreenSource('RECORD_GRID');
  useWork(menuItem.name);
  const queryClient = useQueryClient();
  const recordType = useRecordType(recordTypeId);
  const fields = useFieldDefinitions(recordTypeId);
  const grants = useMenuItemActions(menuItem.id);
  const { tenantPath } = useSession();
  const recordTypes = recordType.data ? [recordType.data, ...recordType.data.relatedRecordTypes] : [];
  const { objects, options } = useRecordObjects(
    fields.data,
    useFieldOptions(recordTypeId, recordTypes, fields.data),
  );
  const presetFilters = usePresetFilters(recordTypes.map(({ id }) => id));
  const [address] = useSearchParams();
  const opener = whatOpens(address);
  const { key: entryKey } = useLocation();
  const left = useMemo(
    () => (opener === 'default' ? findKeptView(entryKey, recordTypeId) : null),
    [opener, entryKey, recordTypeId],
  );
  const preferences = useGridPreferences(
    recordTypeId,
    typeof left?.preference === 'number' ? left.preference : opener,
  );
  const { set, find } = preferences;
  const { opening, kept } = chooseOpening(left, set, find);
  const files = useRecordFiles(recordTypeId);
  const lines = useRecordLines(recordTypeId, recordType.data, grants);
  const isWide = useMediaQuery(wideScreen);
  const [chart, setChart] = useState<GridChart | null>(null);
  const [mailed, setMailed] = useState<Preference | null>(null);
  const [naming, setNaming] = useState<Naming | null>(null);
  const person = useUserDetails().data;
  const [moving, setMoving] = useState<readonly number[] | null>(null);
  const { ask: askToPrint, dialog: printDialog } = useRecordPrint();
  const printing = useMemo<RecordPrinting>(
    () => ({
      whyNot: whyNotPrint,
      print: (ids) => askToPrint(ids, 'print'),
      download: (ids) => askToPrint(ids, 'download'),
    }),
    [askToPrint],
  );
  const [historyOf, setHistoryOf] = useState<{ id: number; label: string } | null>(null);
  const showHistory = useCallback(
    ({ id, recordNumber }: RecordRow) =>
      setHistoryOf({ id, label: recordNumber == null ? 'the record' : `record ${recordNumber}` }),
    [setHistoryOf],
  );
  const menuOf = (grid: PreferredGrid, look: 'selector' | 'tabs') => (
    <GridPreferenceMenu
      recordTypeId={recordTypeId}
      preferences={preferences}
      grid={grid}
      maySave={grants.has('grid preferences')}
      onName={setNaming}
      onMail={setMailed}
      look={look}
    />
  );
  if (!recordType.data || !fields.data || preferences.isPending)
    return (
      <RecordGridFirst
        title={menuItem.name}
        failure={recordType.error ?? fields.error}
        onRetry={() => void Promise.all([recordType.refetch(), fields.refetch()])}
        actions={isWide || preferences.isPending ? undefined : menuOf(null, 'selector')}
        views={isWide ? (preferences.isPending ? null : menuOf(null, 'tabs')) : undefined}
      />
    );
  const mayMove = fields.data.some(({ key, access }) => key === placeField && access === 'Editable');
  return (
    <>
      <RecordGrid
        recordType={recordType.data}
        fields={fields.data}
        options={options}
        presetFilters={presetFilters}
        grants={grants}
        tenantPath={tenantPath ?? ''}
        preferences={{
          opening: opening && toSavedOptions(opening),
          defaultId: set.standard?.preference.id ?? null,
          kept,
          find: (id) => {
            const found = find(id);
            return found && toSavedOptions(found);
          },
          render: menuOf,
        }}
        detail={lines}
        objects={objects}
        files={files}
        onBulkDownload={(recordIds, filesCount) =>
          void loadDownloads().then(
            ({ startBulkDownload }) =>
              startBulkDownload({ recordTypeName: recordType.data.name, recordIds, filesCount }),
            () => snackbars.error('Download failed: The server could not be reached.'),
          )
        }
        onHistory={showHistory}
        onChart={setChart}
        printing={printing}
        onMoveUnder={mayMove ? setMoving : undefined}
        keysOfParts={keysOfParts}
      />
      {chart !== null && (
        <Suspense fallback={null}>
          <ChartOfGrid
            recordType={recordType.data}
            options={options}
            start={chart}
            onClose={() => setChart(null)}
          />
        </Suspense>
      )}
      {naming !== null && (
        <Suspense fallback={null}>
          <PreferenceNaming naming={naming} onClose={() => setNaming(null)} />
        </Suspense>
      )}
      {mailed !== null && person !== undefined && (
        <Suspense fallback={null}>
          <MailScheduleDialog
            mailed={{ kind: 'VIEW', mailedId: mailed.id, name: mailed.savedName }}
            personId={person.id}
            onClose={() => setMailed(null)}
          />
        </Suspense>
      )}
      {printDialog}
      {moving !== null && (
        <Suspense fallback={null}>
          <MoveUnderDialog recordIds={moving} onClose={() => setMoving(null)} />
        </Suspense>
      )}
      {historyOf !== null && (
        <Suspense fallback={null}>
          <RecordHistoryDialog
            record={historyOf}
            recordTypeId={recordTypeId}
            fields={fields.data ?? []}
            mayPutBack={recordType.data?.isSuper === false}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: ['records', recordTypeId] })}
            onClose={() => setHistoryOf(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** How the grid was left is what it opens with, unless another default was chosen since, or its view is gone. */
function chooseOpening(
  left: KeptView | null,
  { opening, standard }: PreferenceSet,
  find: (id: number) => Preference | null,
): { opening: Preference | null; kept: KeptView | null } {
  if (left === null) return { opening, kept: null };
  const byDefault = standard?.preference ?? null;
  const chosen = typeof left.preference === 'number' ? find(left.preference) : null;
  const isGone = typeof left.preference === 'number' && chosen === null;
  if (left.default !== (byDefault?.id ?? null) || isGone) return { opening: byDefault, kept: null };
  return { opening: left.preference === null ? byDefault : chosen, kept: left };
}
