import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import { typeIsThere } from '@rowhouse/domain/templates/rules.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import { buildList } from '../../seed/build-list.ts';
import type { BuiltList } from '../../seed/build-list.ts';
import { buildNumberSeries } from '../../seed/build-number-series.ts';
import { buildRecordType } from '../../seed/build-record-type.ts';
import { allowActions, allowFields, buildRole } from '../../seed/build-role.ts';
import type { Site } from '../../seed/site.ts';
import { insertRows } from '../../seed/sql.ts';
import type { CompanyTemplate } from './company-template.ts';
import { findNamed, listAdministeringRoles, readBucket } from './sql.ts';

/** What no role of a template has a use for. */
const plumbing: ReadonlySet<string> = new Set([
  'id',
  'tenant',
  'level',
  'enabled',
  'targetTransmissionTenant',
]);

/**
 * Makes what the template consists of, within a transaction of the caller. Lists and roles that the company has under the
 * same name are used and left as they are. Refuses a record type that is there already.
 * @param connection the owner's, or the administrator's own transaction
 */
export async function applyTemplate(
  connection: OwnerConnection,
  tenantId: TenantId,
  template: CompanyTemplate,
): Promise<void> {
  if ((await findNamed(connection, 'record_type', tenantId, template.name)) !== null)
    throw typeIsThere(template.name);
  const site: Site = { connection, tenantId, bucket: await readBucket(connection, tenantId) };
  const lists = new Map<string, BuiltList>();
  for (const list of template.lists) {
    const kept = await findNamed(connection, 'list', tenantId, list.name);
    lists.set(
      list.name,
      kept === null
        ? await buildList(site, list)
        : { id: kept, name: list.name, object: null, values: new Map() },
    );
  }
  const withList = <Field extends { readonly list?: string }>({ list, ...field }: Field) => {
    const built = list === undefined ? undefined : lists.get(list);
    return { ...field, ...(built !== undefined && { list: built }) };
  };
  const type = await buildRecordType(site, {
    name: template.name,
    // New records begin with the first one.
    statuses: template.statuses.map(({ name, closes }, index) => ({
      name,
      ...(closes && { closes }),
      ...(index === 0 && { isFirst: true }),
    })),
    problemCodes: template.problemCodes,
    fields: template.fields.map(withList),
    ...(template.lines !== null && {
      lines: { name: template.lines.name, fields: template.lines.fields.map(withList) },
    }),
  });
  // For whoever leaves the number empty; one that is typed or imported is passed over.
  await buildNumberSeries(site, type, 1);
  const item = await addMenuItem(site, template, type.id);
  for (const role of await listAdministeringRoles(connection, tenantId)) {
    await allowActions(site, role, item, menuActions);
    // For a role that administers without seeing records; the usual one sees every field by itself.
    await allowFields(
      site,
      role,
      type,
      [...type.fields.keys()].map((field) => ({ field, access: 'Editable' })),
    );
  }
  const { name, description, actions, viewOnly } = template.role;
  const role =
    (await findNamed(connection, 'role', tenantId, name)) ??
    (await buildRole(site, { name, description, defaultFieldAccess: 'NotAllowed' }));
  await allowActions(site, role, item, actions);
  const ofRecords = baseFields.filter((field) => !plumbing.has(field.name)).map((field) => field.name);
  await allowFields(
    site,
    role,
    type,
    [...ofRecords, ...type.fields.keys()].map((field) => ({
      field,
      access: viewOnly.includes(field) ? 'ViewOnly' : 'Editable',
    })),
  );
}

/** In the group that records stand in, before what a company is administered with. Answers the item's id. */
async function addMenuItem({ connection, tenantId }: Site, template: CompanyTemplate, recordType: number) {
  const base = { tenant_id: tenantId, enabled: true };
  const group =
    (await findNamed(connection, 'menu_group', tenantId, 'Records')) ??
    (
      await insertRows(connection, 'menu_group', [
        { ...base, name: 'Records', route: 'records', tag: 'records', position: 0 },
      ])
    )[0] ??
    0;
  const { name, route, icon } = template;
  const [section = 0] = await insertRows(connection, 'menu_section', [
    { ...base, menu_group_id: group, name, route, tag: route, position: places.indexOf(template.key) + 1 },
  ]);
  const [item = 0] = await insertRows(connection, 'menu_item', [
    { ...base, menu_section_id: section, name, route, icon, record_type_id: recordType, position: 1 },
  ]);
  return item;
}

/** The order of the drawer, in whatever order templates are chosen. */
const places: readonly string[] = ['sales-orders', 'purchase-orders', 'bills', 'projects'];
