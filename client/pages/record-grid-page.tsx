import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { usePresetFilters } from '../features/fields/use-preset-filters.ts';
import { useSession } from '../features/identity/use-session.ts';
import { useMenuItemActions } from '../features/menu/use-menu.ts';
import { useRecordType } from '../features/record-types/use-record-type.ts';
import { RecordGrid } from '../features/records/record-grid.tsx';
import { RecordGridFirst } from '../features/records/record-grid-first.tsx';
import { useFieldOptions } from './use-field-options.ts';

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
  const options = useFieldOptions(recordTypeId, recordTypeIds, fields.data);
  const presetFilters = usePresetFilters(recordTypeIds);

  if (!recordType.data || !fields.data)
    return (
      <RecordGridFirst
        title={menuItem.name}
        failure={recordType.error ?? fields.error}
        onRetry={() => void Promise.all([recordType.refetch(), fields.refetch()])}
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
    />
  );
}
