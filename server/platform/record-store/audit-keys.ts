import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { baseColumns } from './column.ts';

/** The name that the audit log has for a field of the type's records: a base field's column, or 'f12'. */
export function auditKeyOf(field: AuthorisedField, type: StoredRecordType): string | null {
  if (field.base !== null) return baseColumns[field.base.name as BaseFieldName].expression;
  const stored = field.stored.get(type.id);
  return stored === undefined ? null : additionalFieldKey(stored.id);
}

/** What the audit log calls what a record stands under, and what stands under it: [before, after] by their ids. */
export const linkKeys = ['parent_id', 'children'] as const;
