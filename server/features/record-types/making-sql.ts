// A record type as it is made: with its fields, statuses, problem codes, lines, numbers, and its place in the menu.
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { nameInAddress } from '@rowhouse/domain/kernel/name-in-address.ts';
import { menuActionId, menuActions } from '@rowhouse/domain/menu/actions.ts';
import { longestMenuName, longestMenuRoute } from '@rowhouse/domain/menu/edit-menu.ts';
import type {
  FieldDesign,
  LineFieldDesign,
  LineTypeDesign,
  MenuPlace,
  NewTypeDesign,
  NumberingDesign,
  ProblemCodeDesign,
  StatusDesign,
} from '@rowhouse/domain/record-types/design.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { number, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { findFreeSlot } from '../../platform/record-store/slots.ts';

type Run = Pick<Transaction, 'run'>;

const noId = -1;

/**
 * Makes a record type with its fields, statuses, problem codes, kinds of lines, numbering and menu item, in the
 * transaction that is given; answers the type's id. Orders are those in which things are given. The typed column of each
 * field is chosen here. The roles that administer get every action of the menu item and Editable on every field; other
 * roles get nothing until somebody grants it. Nothing is judged: callers ask `domain/record-types/rules.ts` first.
 */
export async function makeRecordType(
  transaction: Run,
  tenant: TenantId,
  design: NewTypeDesign,
): Promise<number> {
  const isSuper = design.isSuper ?? false;
  const [made] = await transaction.run([
    {
      text: `insert into record_type (tenant_id, name, is_super, bucket)
             select t.id, $2, $3, t.bucket from tenant t where t.id = $1 returning ${onlyId.columns}`,
      values: [tenant, design.name.trim(), isSuper],
    },
  ]);
  const typeId = onlyId.get(made).id;
  const lineTypes = design.lineTypes ?? [];
  const { relatedIds = [], fields = [], statuses = [], problemCodes = [], numbering, menu } = design;
  const answers = await transaction.run([
    openBaseFields(tenant, typeId),
    ...(isSuper ? [putRelated(tenant, typeId, relatedIds)] : []),
    ...(statuses.length > 0 ? [insertStatuses(tenant, typeId, statuses, 0)] : []),
    ...(problemCodes.length > 0 ? [insertProblemCodes(tenant, typeId, problemCodes, 0)] : []),
    ...(numbering === undefined ? [] : putNumbering(tenant, typeId, numbering)),
    ...(lineTypes.length > 0 ? [insertLineTypes(tenant, typeId, lineTypes)] : []),
  ]);
  await addFields(transaction, tenant, typeId, fields, [], 0);
  const lineTypeIds = onlyId.read(lineTypes.length > 0 ? answers.at(-1) : undefined);
  const ofLines = lineTypes.flatMap(({ fields: own }, index) =>
    own.length === 0 ? [] : [insertLineFields(tenant, lineTypeIds[index]?.id ?? noId, own, 0)],
  );
  if (ofLines.length > 0) await transaction.run(ofLines);
  if (menu !== undefined) await addToMenu(transaction, tenant, typeId, design.name.trim(), menu);
  return typeId;
}

/**
 * Puts fields into a type, and gives those who administer access to them.
 * @param taken the typed columns that fields of the type have, switched off ones too: their values stay
 * @param after how many fields stand before them
 */
export async function addFields(
  transaction: Run,
  tenant: TenantId,
  typeId: number,
  fields: readonly FieldDesign[],
  taken: readonly (string | null)[],
  after: number,
): Promise<number[]> {
  if (fields.length === 0) return [];
  const used = new Set(taken.filter((slot) => slot !== null));
  const rows = fields.map((field, index) => {
    const slot = findFreeSlot(field.dataType, used);
    if (slot !== null) used.add(slot);
    return { ...field, slot, position: after + index + 1 };
  });
  const [made] = await transaction.run([
    {
      text: `insert into field (tenant_id, record_type_id, name, data_type, required, default_value, help, section,
               visibility, enabled, list_id, object_definition_id, slot, position)
             select $1, $2, f.name, f."dataType", f.required, f."defaultValue", f.help, f.section, f.visibility, f.enabled,
               f."listId", f."objectDefinitionId", f.slot, f.position
             from jsonb_to_recordset($3) as f (name text, "dataType" text, required boolean, "defaultValue" text, help text,
               section text, visibility boolean, enabled boolean, "listId" bigint, "objectDefinitionId" bigint, slot text,
               position integer)
             order by f.position returning ${onlyId.columns}`,
      values: [tenant, typeId, JSON.stringify(rows.map((one) => ({ ...one, name: one.name.trim() })))],
    },
  ]);
  const ids = onlyId.read(made).map(({ id }) => id);
  await transaction.run([openFields(tenant, typeId, ids)]);
  return ids;
}

export const onlyId = row({ id: number });

export const readIds = (answer: Answer | undefined): number[] => onlyId.read(answer).map(({ id }) => id);

/** What a role's access is without a line, a line says of it only where it is to be something else. */
const openFields = (tenant: TenantId, typeId: number, ids: readonly number[]): Statement => ({
  text: `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access, position)
         select $1, r.id, $2, f.id, case when r.administers then 'Editable' else 'NotAllowed' end, f.place
         from role r cross join unnest($3::bigint[]) with ordinality as f (id, place)
         where r.tenant_id = $1
           and r.default_field_access <> case when r.administers then 'Editable' else 'NotAllowed' end`,
  values: [tenant, typeId, ids],
});

const baseNames = baseFields.map(({ name }) => name);

const openBaseFields = (tenant: TenantId, typeId: number): Statement => ({
  text: `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, position)
         select $1, r.id, $2, b.name, 'Editable', b.place
         from role r cross join unnest($3::text[]) with ordinality as b (name, place)
         where r.tenant_id = $1 and r.administers and r.default_field_access <> 'Editable'`,
  values: [tenant, typeId, baseNames],
});

/** The types that a super type gathers, in this order and no others. */
export const putRelated = (tenant: TenantId, superId: number, ids: readonly number[]): Statement => ({
  text: `with wanted as (select id, place from unnest($3::bigint[]) with ordinality as w (id, place)),
         gone as (
           update record_type_related set enabled = false
           where tenant_id = $1 and super_id = $2 and enabled and related_id not in (select id from wanted)
         )
         insert into record_type_related (tenant_id, super_id, related_id, position)
         select $1, $2, id, place from wanted
         on conflict (tenant_id, super_id, related_id) do update set position = excluded.position, enabled = true`,
  values: [tenant, superId, ids],
});

export const insertStatuses = (
  tenant: TenantId,
  typeId: number,
  statuses: readonly StatusDesign[],
  after: number,
): Statement => ({
  text: `insert into record_status (tenant_id, record_type_id, name, enabled, closes, is_first, position)
         select $1, $2, s.name, s.enabled, s.closes, s."isFirst", s.position
         from jsonb_to_recordset($3) as s (name text, enabled boolean, closes boolean, "isFirst" boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(statuses, after)],
});

export const insertProblemCodes = (
  tenant: TenantId,
  typeId: number,
  codes: readonly ProblemCodeDesign[],
  after: number,
): Statement => ({
  text: `insert into problem_code (tenant_id, record_type_id, name, enabled, position)
         select $1, $2, s.name, s.enabled, s.position
         from jsonb_to_recordset($3) as s (name text, enabled boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(codes, after)],
});

export const insertLineTypes = (
  tenant: TenantId,
  typeId: number,
  lineTypes: readonly LineTypeDesign[],
): Statement => ({
  text: `insert into line_item_type (tenant_id, record_type_id, name, description, visibility, enabled)
         select $1, $2, s.name, s.description, s.visibility, s.enabled
         from jsonb_to_recordset($3) as s (name text, description text, visibility boolean, enabled boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(lineTypes, 0)],
});

export const insertLineFields = (
  tenant: TenantId,
  lineTypeId: number,
  fields: readonly LineFieldDesign[],
  after: number,
): Statement => ({
  text: `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, required, enabled, list_id, position)
         select $1, $2, s.name, s."dataType", s.required, s.enabled, s."listId", s.position
         from jsonb_to_recordset($3) as s (name text, "dataType" text, required boolean, enabled boolean, "listId" bigint,
           position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, lineTypeId, inOrder(fields, after)],
});

const inOrder = (made: readonly { readonly name: string }[], after: number): string =>
  JSON.stringify(made.map((one, index) => ({ ...one, name: one.name.trim(), position: after + index + 1 })));

/** How the series counts, and from where it goes on. */
export const putNumbering = (
  tenant: TenantId,
  typeId: number,
  { prefix, nextNumber, padding, byYear, enabled }: NumberingDesign,
): Statement[] => [
  {
    text: `insert into number_series (tenant_id, record_type_id, prefix, padding, by_year, started_from, enabled)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id, record_type_id) do update set prefix = excluded.prefix, padding = excluded.padding,
             by_year = excluded.by_year, started_from = excluded.started_from, enabled = excluded.enabled,
             version = number_series.version + 1`,
    values: [tenant, typeId, prefix, padding, byYear, nextNumber, enabled],
  },
  {
    text: `insert into number_series_counter (tenant_id, record_type_id, next_number) values ($1, $2, $3)
           on conflict (tenant_id, record_type_id) do update set next_number = excluded.next_number`,
    values: [tenant, typeId, nextNumber],
  },
];

/**
 * Leads to the type from the menu: its item comes last in the section. A new section comes at the end of the first group
 * that is not the one for administration; where there is none, a group is made for it.
 */
export async function addToMenu(
  transaction: Run,
  tenant: TenantId,
  typeId: number,
  name: string,
  place: MenuPlace,
): Promise<void> {
  const sectionId =
    'sectionId' in place ? place.sectionId : await addSection(transaction, tenant, place.sectionName);
  const [made] = await transaction.run([
    {
      text: `insert into menu_item (tenant_id, menu_section_id, name, route, position, icon, record_type_id)
             select $1, s.id, $3,
               case when exists (select from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id and i.route = $4)
                 then $4 || '-' || $5::bigint else $4 end,
               (select coalesce(max(i.position), 0) + 1 from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id),
               'file', $5
             from menu_section s where s.tenant_id = $1 and s.id = $2 and not exists
               (select from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id and i.record_type_id = $5 and i.enabled)
             returning ${onlyId.columns}`,
      values: [tenant, sectionId, menuName(name), routeOf(name, `type-${typeId}`), typeId],
    },
  ]);
  const item = onlyId.find(made);
  if (item === null) return;
  await transaction.run([
    {
      text: `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
             select $1, r.id, $2, a.id, a.name
             from role r cross join unnest($3::int[], $4::text[]) as a (id, name)
             where r.tenant_id = $1 and r.administers`,
      values: [tenant, item.id, menuActions.map(menuActionId), menuActions],
    },
  ]);
}

async function addSection(transaction: Run, tenant: TenantId, name: string): Promise<number> {
  const [found] = await transaction.run([
    {
      text: `select g.id from menu_group g
             where g.tenant_id = $1 and g.enabled and g.route not in ('administration', 'dashboard')
             order by g.position, g.id limit 1`,
      values: [tenant],
    },
  ]);
  let groupId = onlyId.find(found)?.id ?? null;
  if (groupId === null) {
    const [group] = await transaction.run([
      {
        text: `insert into menu_group (tenant_id, name, tag, route, position)
               select $1, 'Records', 'records', 'records', coalesce(min(position), 1) - 1 from menu_group where tenant_id = $1
               returning ${onlyId.columns}`,
        values: [tenant],
      },
    ]);
    groupId = onlyId.get(group).id;
  }
  const route = routeOf(name, 'section');
  const [section] = await transaction.run([
    {
      text: `insert into menu_section (tenant_id, menu_group_id, name, tag, route, position)
             select $1, $2, $3, r.route, r.route,
               (select coalesce(max(s.position), 0) + 1 from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2)
             from (select case when exists
               (select from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2 and s.route = $4)
               then $4 || '-' || (select count(*) + 1 from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2)
               else $4 end as route) r
             returning ${onlyId.columns}`,
      values: [tenant, groupId, menuName(name), route],
    },
  ]);
  return onlyId.get(section).id;
}

/** As the editor of the menu takes it: a longer one would let nobody save the menu. */
const menuName = (name: string): string => name.slice(0, longestMenuName).trim();

/** @param otherwise for a name of which nothing can stand in an address */
const routeOf = (name: string, otherwise: string): string =>
  // The id of a type may come behind it.
  nameInAddress(name, longestMenuRoute - 12) || otherwise;
