import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { BuiltRecordType } from './build-record-type.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

export type RoleSpec = {
  readonly name: string;
  readonly description?: string;
  /** For fields without a line of their own. */
  readonly defaultFieldAccess?: FieldAccess;
  readonly administers?: boolean;
  readonly enabled?: boolean;
};

export type FieldAccessSpec = {
  /** A base field's key or an additional field's name. */
  readonly field: string;
  readonly access: FieldAccess;
  /** Confines the role to the records of the type that match. */
  readonly filterCriteria?: FilterCriteria | readonly FilterCriteria[];
};

export async function buildRole(site: Site, spec: RoleSpec): Promise<number> {
  const row = {
    tenant_id: site.tenantId,
    name: spec.name,
    description: spec.description ?? null,
    default_field_access: spec.defaultFieldAccess ?? 'NotAllowed',
    administers: spec.administers ?? false,
    enabled: spec.enabled ?? true,
  };
  return (await insertRows(site.connection, 'role', [row]))[0] ?? 0;
}

export async function allowActions(
  site: Site,
  role: number,
  menuItem: number,
  actions: readonly MenuAction[],
): Promise<void> {
  const rows = actions.map((action) => ({
    tenant_id: site.tenantId,
    role_id: role,
    menu_item_id: menuItem,
    action_id: menuActionId(action),
    name: action,
  }));
  await insertRows(site.connection, 'role_menu_item_action', rows);
}

export async function allowFields(
  site: Site,
  role: number,
  type: BuiltRecordType,
  lines: readonly FieldAccessSpec[],
): Promise<void> {
  const rows = lines.map((line, index) => {
    const base = findBaseField(line.field);
    const field = type.fields.get(line.field);
    if (base === null && field === undefined) throw new Error(`${type.name} has no field ${line.field}.`);
    return {
      tenant_id: site.tenantId,
      role_id: role,
      record_type_id: type.id,
      field_id: base === null ? (field?.id ?? null) : null,
      base_field: base?.name ?? null,
      access: line.access,
      filter_criteria: line.filterCriteria === undefined ? null : JSON.stringify(line.filterCriteria),
      position: index + 1,
    };
  });
  await insertRows(site.connection, 'role_field_access', rows);
}
