import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { startBulkDownload } from '../features/bulk-download/bulk-downloads.ts';
import type { FieldEditorProps } from '../features/fields/field-editor.tsx';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { usePresetFilters } from '../features/fields/use-preset-filters.ts';
import { GridPreferenceMenu } from '../features/grid-preferences/grid-preference-menu.tsx';
import { toSavedOptions, type PreferredGrid } from '../features/grid-preferences/preferred-grid.ts';
import { useGridPreferences } from '../features/grid-preferences/use-grid-preferences.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useMenuItemActions } from '../features/menu/use-menu.ts';
import { useRecordType } from '../features/record-types/use-record-type.ts';
import { whatOpens } from '../features/records/grid/grid-view.ts';
import { RecordGrid } from '../features/records/grid/record-grid.tsx';
import { RecordGridFirst } from '../features/records/grid/record-grid-first.tsx';
import { useFieldOptions } from './use-field-options.ts';
import { useRecordFiles } from './use-record-files.tsx';
import { useRecordLines } from './use-record-lines.tsx';
import { useRecordObjects } from './use-record-objects.tsx';

const loadFieldEditor = async () => ({
  default: (await import('../features/fields/field-editor.tsx')).FieldEditor,
});
const FieldEditor = lazy(loadFieldEditor);
const BulkChanges = lazy(async () => ({
  default: (await import('../features/bulk-changes/bulk-changes.tsx')).BulkChanges,
}));

type RecordGridPageProps = {
  menuItem: { readonly id: number; readonly name: string };
  recordTypeId: number;
};

export function RecordGridPage({ menuItem, recordTypeId }: RecordGridPageProps) {
  const recordType = useRecordType(recordTypeId);
  const fields = useFieldDefinitions(recordTypeId);
  const grants = useMenuItemActions(menuItem.id);
  const { tenantPath } = useSession();
  const related = recordType.data?.relatedRecordTypes.map(({ id }) => id) ?? [];
  const recordTypeIds = recordType.data ? [recordTypeId, ...related] : [];
  const { objects, options } = useRecordObjects(
    fields.data,
    useFieldOptions(recordTypeId, recordTypeIds, fields.data),
    fieldEditor.render,
  );
  const presetFilters = usePresetFilters(recordTypeIds);
  const [address] = useSearchParams();
  const preferences = useGridPreferences(recordTypeId, whatOpens(address));
  const { set, find } = preferences;
  const files = useRecordFiles(recordTypeId);
  const lines = useRecordLines(recordType.data, grants);
  const menuOf = (grid: PreferredGrid) => (
    <GridPreferenceMenu
      recordTypeId={recordTypeId}
      preferences={preferences}
      grid={grid}
      maySave={grants.has('grid preferences')}
    />
  );
  const changesOf = (refresh: () => void) =>
    (grants.has('bulk update') || grants.has('soft delete')) && (
      <Suspense fallback={null}>
        <BulkChanges recordTypeId={recordTypeId} tenantPath={tenantPath ?? ''} onEnded={refresh} />
      </Suspense>
    );

  if (!recordType.data || !fields.data || preferences.isPending)
    return (
      <RecordGridFirst
        title={menuItem.name}
        failure={recordType.error ?? fields.error}
        onRetry={() => void Promise.all([recordType.refetch(), fields.refetch()])}
        actions={preferences.isPending ? undefined : menuOf(null)}
      />
    );
  return (
    <RecordGrid
      recordType={recordType.data}
      fields={fields.data}
      options={options}
      presetFilters={presetFilters}
      grants={grants}
      tenantPath={tenantPath ?? ''}
      preferences={{
        opening: set.opening && toSavedOptions(set.opening),
        find: (id) => {
          const found = find(id);
          return found && toSavedOptions(found);
        },
        render: menuOf,
      }}
      detail={lines}
      objects={objects}
      files={files}
      fieldEditor={fieldEditor}
      bulkChanges={changesOf}
      onBulkDownload={(recordIds, filesCount) =>
        startBulkDownload({ recordTypeName: recordType.data.name, recordIds, filesCount })
      }
    />
  );
}

const fieldEditor = {
  prepare: () => void loadFieldEditor(),
  render: (edited: FieldEditorProps) => (
    <Suspense fallback={null}>
      <FieldEditor {...edited} />
    </Suspense>
  ),
};
