// What fills a new record where nothing is said of a field.
import type { RecordTypeId } from '../kernel/ids.ts';
import type { StoredField, StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import { whyNotListValue } from './choices.ts';

/** The status with which records of the type begin, or null. */
export function firstStatusOf(
  { firstStatuses, statuses }: TenantConfig,
  typeId: RecordTypeId,
): number | null {
  for (const id of firstStatuses) if (statuses.get(id)?.recordTypeId === typeId) return id;
  return null;
}

/** The defaults of the fields. A choice that is no longer one fills nothing. */
export const defaultValuesOf = (
  config: TenantConfig,
  type: StoredRecordType,
): readonly { readonly field: StoredField; readonly value: string }[] =>
  type.fields.flatMap((field) => {
    const value = field.defaultValue;
    if (!field.enabled || value === null) return [];
    return whyNotListValue(config, field, value, []) === null ? [{ field, value }] : [];
  });
