import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { fieldId, recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import type { NamedTest } from '@rowhouse/domain/roles/access-tests.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { StoredAccessTest } from './sql.ts';

/** Null where the role, the type or the field is gone. */
export function nameTest(
  { roleId: role, recordTypeId: type, fieldId: additional, baseField, most }: StoredAccessTest,
  config: TenantConfig,
): (NamedTest & { readonly field: string }) | null {
  const named = config.roles.get(roleId(role));
  const ofType = config.recordTypes.get(recordTypeId(type));
  const field =
    additional === null
      ? findBaseField(baseField ?? '')?.label
      : config.fields.get(fieldId(additional))?.name;
  if (named === undefined || ofType === undefined || field === undefined) return null;
  const key = additional === null ? (baseField ?? '') : additionalFieldKey(fieldId(additional));
  return { roleName: named.name, typeName: ofType.name, fieldName: field, field: key, most };
}
