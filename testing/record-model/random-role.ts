// A role as chance has it: what it may not see, what it may only see, and which records it is confined to.
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { currentUser } from '@rowhouse/domain/values/choice.ts';
import fc from 'fast-check';
import type { Credentials, TestServer } from '../test-server.ts';
import type { EveryFieldType } from './every-field-type.ts';
import { matchesAll } from './matches.ts';
import type { ModelField, ModelRecord } from './model-record.ts';
import { anyCriteria } from './value-pools.ts';

export type RandomRole = {
  readonly defaultAccess: FieldAccess;
  /** By field key; the others have the default. */
  readonly access: ReadonlyMap<string, FieldAccess>;
  /** It may be by a field that the role does not see. */
  readonly confinement: readonly { readonly field: ModelField; readonly criteria: FilterCriteria }[];
  readonly seesDeleted: boolean;
};

const accesses: readonly FieldAccess[] = ['Editable', 'Editable', 'ViewOnly', 'NotAllowed'];
const ofPeople = new Set(['assignedTo', 'receivedBy', 'approvedBy', 'createdBy']);

function confining(field: ModelField): fc.Arbitrary<RandomRole['confinement'][number]> {
  const own = fc.constantFrom<FilterCriteria>(
    { operator: 'is', value: currentUser },
    { operator: 'not', value: currentUser },
    { operator: 'isAnyOf', values: [currentUser, '999999'] },
  );
  const any = anyCriteria(field);
  return (ofPeople.has(field.key) ? fc.oneof(own, any) : any).map((criteria) => ({ field, criteria }));
}

export function anyRole(fields: readonly ModelField[]): fc.Arbitrary<RandomRole> {
  const access = fc
    .array(fc.constantFrom(...accesses), { minLength: fields.length, maxLength: fields.length })
    .map((drawn) => new Map(fields.map(({ key }, index) => [key, drawn[index]!])));
  const confinement = fc
    .uniqueArray(fc.constantFrom(...fields), { maxLength: 2, selector: ({ key }) => key })
    .chain((chosen) => fc.tuple(...chosen.map(confining)));
  const drawn = fc.record({
    defaultAccess: fc.constantFrom(...accesses),
    access,
    confinement,
    seesDeleted: fc.boolean(),
  });
  const all: RandomRole = {
    defaultAccess: 'Editable',
    access: new Map(),
    confinement: [],
    seesDeleted: true,
  };
  return fc.oneof({ weight: 1, arbitrary: fc.constant(all) }, { weight: 6, arbitrary: drawn });
}

export const isSeenBy = ({ access, defaultAccess }: RandomRole, { key }: ModelField): boolean =>
  (access.get(key) ?? defaultAccess) !== 'NotAllowed';

/** @param person who has the role: what '@username' means */
export const isInSight = (
  { confinement, seesDeleted }: RandomRole,
  record: ModelRecord,
  person: number,
): boolean =>
  (record.enabled || seesDeleted) &&
  matchesAll(
    confinement.map(({ field, criteria }, priority) => ({
      field,
      criteria: asMeant(criteria, person),
      logicOperator: 'AND',
      priority,
    })),
    record,
  );

function asMeant(criteria: FilterCriteria, person: number): FilterCriteria {
  const mean = (value: string) => (value === currentUser ? String(person) : value);
  if (criteria.values != null) return { ...criteria, values: criteria.values.map(mean) };
  return criteria.value == null ? criteria : { ...criteria, value: mean(criteria.value) };
}

/** Somebody who has a role of their own that can be another one from one question to the next. */
export async function enterRandomRole(
  server: TestServer,
  world: EveryFieldType,
  person: 'bob' | 'sue' = 'bob',
): Promise<{ readonly credentials: Credentials; readonly give: (role: RandomRole) => Promise<void> }> {
  const tenant = world.tenant.id;
  const [made] = await server.query(
    `with made as (insert into role (tenant_id, name) values ($1, $3) returning id),
       moved as (update membership set role_id = (select id from made) where tenant_id = $1 and user_id = $2)
     select id from made`,
    [tenant, server.people[person], `Random of ${person}`],
  );
  const role = made?.['id'];
  const copyActions = (names: readonly string[]) =>
    server.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select tenant_id, $2, menu_item_id, action_id, name from role_menu_item_action
       where tenant_id = $1 and role_id = $3 and name = any($4)`,
      [tenant, role, world.role, names],
    );
  await copyActions(['view', 'soft delete']);
  const give = async ({ defaultAccess, access, confinement, seesDeleted }: RandomRole): Promise<void> => {
    const confinedBy = new Map(confinement.map(({ field, criteria }) => [field.key, criteria]));
    const lines = world.fields
      .filter(({ key }) => access.has(key) || confinedBy.has(key))
      .map(({ key, id }) => ({
        field_id: id === 0 ? null : id,
        base_field: id === 0 ? key : null,
        access: access.get(key) ?? defaultAccess,
        filter_criteria: confinedBy.get(key) ?? null,
      }));
    await server.query(
      `with gone as (delete from role_field_access where tenant_id = $1 and role_id = $2)
       update role set default_field_access = $3 where tenant_id = $1 and id = $2`,
      [tenant, role, defaultAccess],
    );
    await server.query(
      `with deleting as (
         update role_menu_item_action set enabled = $5 where tenant_id = $1 and role_id = $2 and name = 'soft delete')
       insert into role_field_access (tenant_id, role_id, record_type_id, field_id, base_field, access, filter_criteria)
       select $1, $2, $3, field_id, base_field, access, filter_criteria from jsonb_to_recordset($4::jsonb)
         as line (field_id bigint, base_field text, access text, filter_criteria jsonb)`,
      [tenant, role, world.type.id, JSON.stringify(lines), seesDeleted],
    );
  };
  return { credentials: (await server.enter(person, world.tenant)) as Credentials, give };
}
