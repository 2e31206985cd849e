import { readFileSync } from 'node:fs';
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { auditKinds, configurationKinds } from '@rowhouse/domain/audit-log/kinds.ts';
import { buildContract } from '@rowhouse/server/graphql/create-graphql.ts';
import type { GraphQLInputType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer, RawAnswer } from './guarded-server.ts';
import { nobodysId } from './guarded-world.ts';
import type { GuardedTenant } from './guarded-world.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';
import type { ForeignOutcome } from './operation-samples.ts';
import { findAskedWithoutReason } from './reached-without-reason.ts';
import type { Credentials } from '../test-server.ts';

let server: GuardedServer;
let mia: Credentials;

beforeAll(async () => {
  server = await startGuardedServer();
  mia = await server.enter('mia', server.north);
  // A change in each company, so that there is one of another to be told of.
  for (const tenant of [server.north, server.south]) {
    const changed = await server.ask(
      'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
      await server.enter('mia', tenant),
      { data: { id: tenant.records.one, description: `Changed in ${tenant.id}` } },
    );
    if (changed.errors) throw new Error(changed.errors[0]?.message);
  }
  // An order of mia's own, so that there is a past one whichever test runs alone.
  const { submitOrder } = operationSamples;
  const ordered = await server.ask(submitOrder.document, mia, sampleVariables(submitOrder, server.north));
  if (ordered.errors) throw new Error(ordered.errors[0]?.message);
});
afterAll(() => server.close());

const names = Object.keys(operationSamples) as OperationName[];

/** Every place of the contract that takes an id, lists and nested inputs walked. */
function idPlaces(): string[] {
  const schema = buildContract();
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const walk = (type: GraphQLInputType, place: string): string[] => {
    const named = getNamedType(type);
    if (named.name === 'Id') return [place];
    if (!isInputObjectType(named)) return [];
    return Object.values(named.getFields()).flatMap((field) => walk(field.type, `${place}.${field.name}`));
  };
  return Object.values(roots).flatMap((root) =>
    root.args.flatMap((argument) => walk(argument.type, `${root.name}.${argument.name}`)),
  );
}

/** By server/features/status-paths/operations.test.ts: a way in this world would close what other samples do. */
const triedElsewhere = [
  'updateRecordType.data.transitions.id',
  'updateRecordType.data.transitions.roleIds',
  // By server/features/field-conditions/operations.test.ts, and of lines by testing/line-conditions.test.ts.
  'updateRecordType.data.fieldConditions.id',
  // By server/features/records/fills.test.ts: no list of this world is of objects.
  'createRecordType.data.fields.fills.propertyId',
  'createRecordType.data.lineTypes.fields.fills.propertyId',
  'updateRecordType.data.fields.fills.propertyId',
  'updateRecordType.data.lineTypes.fields.fills.propertyId',
];

test('every id that the contract takes is tried here', () => {
  const tried = names.flatMap((name) =>
    Object.keys(operationSamples[name].ids).map((place) => `${name}.${place}`.replace(/\.\d+/g, '')),
  );
  expect([...new Set(tried), ...triedElsewhere].sort()).toEqual(idPlaces().sort());
});

/** An update is made from the version that stands. */
async function variablesOf(name: OperationName, changes: Readonly<Record<string, unknown>>) {
  const { records, bucket, types } = server.north;
  const version =
    name === 'updateRecordHeader'
      ? { 'data.version': await versionOf(`record_${bucket}`, records.one) }
      : name === 'deleteRecordType'
        ? { 'data.version': await settleDeletion(types.papers, false) }
        : {};
  if (name === 'deleteField' || name === 'takeBackField')
    await settleFieldDeletion(server.north.spill.seen.id, name === 'deleteField' ? 'OFF' : 'DELETED');
  if (name === 'deleteObjectProperty' || name === 'takeBackObjectProperty')
    await settlePropertyDeletion(
      server.north.objectProperty,
      name === 'deleteObjectProperty' ? 'OFF' : 'DELETED',
    );
  if (name.endsWith('PropertyRetype')) await settlePropertyRetype(server.north.objectProperty, name);
  else if (name.endsWith('Retype')) await settleRetype(server.north.seen.float.id, name);
  if (name === 'takeBackRecordType') await settleDeletion(types.papers, true);
  const menu =
    name === 'updateCompanyMenu'
      ? await server.query('select menu_version as version from tenant where id = $1', [server.north.id])
      : [];
  const approved =
    name === 'translateTransmissionValue'
      ? await server.query(
          'select version from transmission_acceptance where tenant_id = $1 and mapping_id = $2',
          [server.north.id, server.north.offer],
        )
      : [];
  return sampleVariables(operationSamples[name], server.north, {
    ...version,
    ...(approved[0] !== undefined && { 'data.version': approved[0]['version'] }),
    ...(menu[0] !== undefined && { 'data.version': menu[0]['version'] }),
    ...changes,
  });
}

const versionOf = async (leaf: string, record: number) =>
  (await server.query(`select version from ${leaf} where id = $1`, [record]))[0]?.['version'];

/** The type is being deleted, or it is not, whatever was asked before. Answers its version. */
async function settleDeletion(type: number, isDeleted: boolean): Promise<unknown> {
  await server.query(`update record_type_deletion set state = 'TAKEN_BACK' where record_type_id = $1`, [
    type,
  ]);
  if (isDeleted)
    await server.query(
      `insert into record_type_deletion (tenant_id, record_type_id, user_id, was_enabled, total) values ($1, $2, 1, true, 0)`,
      [server.north.id, type],
    );
  await server.query(
    `update record_type set enabled = not $2, version = 1, delete_after = case when $2 then now() + interval '1 day' end where id = $1`,
    [type, isDeleted],
  );
  return versionOf('record_type', type);
}

async function settleFieldDeletion(field: number, to: 'ON' | 'OFF' | 'DELETED'): Promise<void> {
  await server.query(`update field_deletion set state = 'TAKEN_BACK' where field_id = $1`, [field]);
  if (to === 'DELETED')
    await server.query(
      `insert into field_deletion (tenant_id, record_type_id, field_id, name, data_type, user_id, total)
       select tenant_id, record_type_id, id, name, data_type, 1, 0 from field where id = $1`,
      [field],
    );
  await server.query(
    `update field set enabled = $2, version = 1, delete_after = case when $3 then now() + interval '1 day' end where id = $1`,
    [field, to === 'ON', to === 'DELETED'],
  );
}

async function settlePropertyDeletion(property: number, to: 'ON' | 'OFF' | 'DELETED'): Promise<void> {
  await server.query('delete from field_retype where object_definition_id is not null');
  await server.query(`update property_deletion set state = 'TAKEN_BACK' where property_id = $1`, [property]);
  if (to === 'DELETED')
    await server.query(
      `insert into property_deletion (tenant_id, object_definition_id, property_id, name, data_type, user_id, total)
       select tenant_id, object_definition_id, id, name, data_type, 1, 0 from object_property where id = $1`,
      [property],
    );
  await server.query(
    `with property as (
       update object_property set enabled = $2, delete_after = case when $3 then now() + interval '1 day' end
       where id = $1 returning object_definition_id)
     update object_definition set version = 1 where id in (select object_definition_id from property)`,
    [property, to === 'ON', to === 'DELETED'],
  );
}

/** The field is of its own type, and where it is asked for there is a change of it, by the id of the field. */
async function settleRetype(field: number, name: string): Promise<void> {
  await server.query(
    `with open as (update field_retype set phase = 'OVER', state = 'UNDONE' where field_id = $1 and phase <> 'OVER'
       returning from_slot)
     update field set data_type = 'float', list_id = null, version = 1, slot = coalesce((select from_slot from open limit 1), slot)
     where id = $1`,
    [field],
  );
  await server.query('delete from field_retype where id = $1', [field]);
  if (name === 'startRetype') return;
  await server.query(
    `insert into field_retype (id, tenant_id, record_type_id, field_id, name, user_id, phase, state, from_type, to_type, time_zone,
       day_first, decimal_sign, total, switched_at, keep_until, to_slot)
     overriding system value
     select id, tenant_id, record_type_id, id, name, 1, $2, 'WAITING', data_type, 'string', 'UTC', false, '.', 0, '2000-01-01',
       now() + interval '1 day', case when $2 = 'KEPT' then slot end from field where id = $1`,
    [field, name === 'stopRetype' ? 'CONVERT' : 'KEPT'],
  );
}

/** The same for a property of an object. */
async function settlePropertyRetype(property: number, name: string): Promise<void> {
  await settlePropertyDeletion(property, 'ON');
  await server.query('delete from field_retype where id = $1', [property]);
  await server.query(
    `update object_property set data_type = 'string', list_id = null, stands_beside = false, holds_two = false where id = $1`,
    [property],
  );
  if (name === 'startPropertyRetype') return;
  await server.query(
    `insert into field_retype (id, tenant_id, object_definition_id, field_id, name, user_id, phase, state, from_type, to_type,
       time_zone, day_first, decimal_sign, total, switched_at, keep_until)
     overriding system value
     select id, tenant_id, object_definition_id, id, name, 1, $2, 'WAITING', data_type, 'number', 'UTC', false, '.', 0, '2000-01-01',
       now() + interval '1 day' from object_property where id = $1`,
    [property, name === 'stopPropertyRetype' ? 'CONVERT' : 'KEPT'],
  );
  // Somebody has written it since.
  await server.query(
    `insert into audit_log (tenant_id, entity, entity_id, record_type_id, action, changes)
     select p.tenant_id, 'record', r.id, f.record_type_id, 'update', jsonb_build_object('f' || f.id,
       jsonb_build_array(jsonb_build_object(p.id::text, 'a'), jsonb_build_object(p.id::text, 'b')))
     from object_property p
     join field f on f.tenant_id = p.tenant_id and f.data_type = 'object' and f.object_definition_id = p.object_definition_id
     join record r on r.tenant_id = f.tenant_id and r.record_type_id = f.record_type_id
     where p.id = $1 order by r.id limit 1`,
    [property],
  );
}

const asksOfAnyTenant = new Set<OperationName>(['SaasTenantLogin', 'findUserRoleByTenants']);

async function ask(name: OperationName, changes: Readonly<Record<string, unknown>> = {}): Promise<RawAnswer> {
  // mia belongs to both tenants and may enter either. Whoever views as a role can do nothing else in that session, and
  // the sessions of cleo are ended by an operation of these.
  const who =
    name === 'startViewAs'
      ? await server.enter('mia', server.north)
      : asksOfAnyTenant.has(name)
        ? await server.enter('cleo', server.north)
        : mia;
  return server.send(operationSamples[name].document, await variablesOf(name, changes), who);
}

/** Of nobody else: no reason is asked. */
const ones = 'one’s own';
const roles = 'roles';
const recordTypes = 'record-types';
const objects = 'custom-objects';
const lists = 'custom-lists';
const transmissions = 'transmissions';
const dashboards = 'client/features/dashboards/dashboard-form-dialog.tsx';
const orderForms = 'client/features/order-entry/form-design-dialog.tsx';
const portals = 'client/features/portals/portal-form-dialog.tsx';
const mails = 'client/features/mail-schedules/mail-schedule-dialog.tsx';
const users = 'users';
const views = 'client/features/grid-preferences/preference-name-dialog.tsx';
/**
 * What writes an entry of what is set up, and where the client asks why: on a page of administration, by its route, or in the form
 * that is elsewhere. What is not among these and writes such an entry fails.
 */
const askedWhy: Readonly<Partial<Record<OperationName, string>>> = {
  setMyDashboardPreference: ones,
  createDashboard: dashboards,
  updateDashboard: dashboards,
  createOrderForm: orderForms,
  updateOrderForm: orderForms,
  addOrderFields: orderForms,
  createPortal: portals,
  updatePortal: portals,
  applyTemplates: 'client/features/templates/template-step.tsx',
  registerUserGridPreferences: views,
  updateUserGridPreferences: views,
  updateManyUserGridPreferences: views,
  deleteUserGridPreferences: views,
  registerUserGridPreferencesDefault: views,
  updateUserGridPreferencesDefault: views,
  createAccessTest: roles,
  deleteAccessTest: roles,
  createSaasRole: roles,
  updateSaasRole: roles,
  updateRoleAccess: roles,
  updateRoleAliases: 'role-aliases',
  updateCompanyMenu: 'menus',
  updateTenantProfile: 'tenant-profile-settings',
  updateCurrency: 'tenant-profile-settings',
  createList: lists,
  updateList: lists,
  updateListValues: lists,
  saveListValue: 'client/features/lists/chosen-list-value.tsx',
  createRecordType: recordTypes,
  updateRecordType: recordTypes,
  deleteRecordType: recordTypes,
  takeBackRecordType: recordTypes,
  deleteField: recordTypes,
  takeBackField: recordTypes,
  startRetype: recordTypes,
  undoRetype: recordTypes,
  createObjectDefinition: objects,
  updateObjectDefinition: objects,
  deleteObjectProperty: objects,
  takeBackObjectProperty: objects,
  startPropertyRetype: objects,
  undoPropertyRetype: objects,
  createTransmissionMapping: transmissions,
  updateTransmissionMapping: transmissions,
  approveTransmissionMapping: transmissions,
  declineTransmissionMapping: transmissions,
  translateTransmissionValue: transmissions,
  updateSaasMember: users,
  endMemberSessions: users,
  inviteUser: 'client/features/invitations/invite-dialog.tsx',
  resendInvitation: users,
  revokeInvitation: users,
  createMailSchedule: mails,
  updateMailSchedule: mails,
  endMailSchedule: 'client/features/mail-schedules/mail-schedule-list.tsx',
  updateMailScheduleReading: ones,
  updateAuditRetention: 'client/features/audit-log/company/retention-panel.tsx',
  // Either asks by itself, and gives it to each of its entries.
  applyConfiguration: 'configuration',
  putBackConfiguration: 'audit-log',
};

/** Said apart from what is configured, and set up for others all the same. */
const alsoSetUp = ['MEMBER', 'MAIL', 'AUDIT'] as const;

const lastEntry = async () =>
  (await server.query('select coalesce(max(id), 0) as id from audit_log'))[0]?.['id'];

/** What somebody set up since. What this test itself did to the rows has nobody’s name. */
const configuredSince = async (entry: unknown) =>
  (
    await server.query(
      `select distinct entity from audit_log where id > $1 and entity = any($2) and user_id is not null
         and action in ('insert', 'update', 'delete')`,
      [entry, [...configurationKinds, ...alsoSetUp].flatMap((kind) => [...auditKinds[kind].entities])],
    )
  ).map(({ entity }) => entity);

/** What became of the id, said as the samples say it. */
function foreignOutcome(answer: RawAnswer, own: RawAnswer, expected: ForeignOutcome): string {
  if (expected === 'not used') return answer.body === own.body ? expected : 'used';
  if (answer.body.includes('South') && !own.body.includes('South')) return 'told of South';
  const outcome = outcomeOf(answer);
  return expected === 'left out' && outcome === 'answers' ? expected : outcome;
}

/** An answer may repeat the id that it was asked with, and only that one. */
const without = (id: number | string, { status, body }: RawAnswer): string =>
  `${status} ${body.replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '#')}`;

describe('an id of another tenant reads as one of nobody, byte for byte', () => {
  // What was deleted here is there for whoever asks next.
  afterEach(async () => {
    await settleDeletion(server.north.types.papers, false);
    await settleFieldDeletion(server.north.spill.seen.id, 'ON');
    await settlePropertyDeletion(server.north.objectProperty, 'ON');
  });
  const places = names.flatMap((name) =>
    Object.entries(operationSamples[name].ids).map(([place, { of, foreign }]) => ({
      name,
      place,
      of,
      foreign,
    })),
  );

  test.each(names.filter((name) => Object.keys(operationSamples[name].ids).length > 0))(
    '%s answers to the ids of its own tenant',
    async (name) => {
      const before = await lastEntry();
      expect(outcomeOf(await ask(name))).toBe('answers');
      expect(askedWhy[name] === undefined ? await configuredSince(before) : []).toEqual([]);
    },
  );

  test('why something is set up is asked where it is said to be', () => {
    const routes = readFileSync('client/app/menu-route.tsx', 'utf8');
    const [, pagesOfWork = ''] = /pagesOfWork[^[]*\[([^\]]*)\]/.exec(routes) ?? [];
    expect(pagesOfWork).toContain("'portal'");
    const isAsked = (place: string): boolean =>
      place.endsWith('.tsx')
        ? /<(ReasonOfSettings|LateReason)\b|asksWhy/.test(readFileSync(place, 'utf8'))
        : place === ones || (routes.includes(`['${place}', (`) && !pagesOfWork.includes(`'${place}'`));
    expect([...new Set(Object.values(askedWhy))].filter((place) => !isAsked(place))).toEqual([]);
  });

  test('and no page of work reaches it by another way that does not ask', () => {
    // Where a change is put back the reason goes in the question itself.
    const asking = Object.entries(askedWhy).flatMap(([name, place]) =>
      place === ones || name === 'putBackConfiguration' ? [] : [name],
    );
    expect(findAskedWithoutReason(asking)).toEqual([]);
  });

  test.each(places)('$name $place: $foreign', async ({ name, place, of, foreign }) => {
    // South may be written to by North; West knows nobody.
    const foreignId = place.endsWith('targetTransmissionTenant') ? server.west.id : of(server.south);
    const own = await ask(name);
    const foreignAnswer = await ask(name, { [place]: foreignId });
    const nobodys = await ask(name, { [place]: nobodysId });
    expect(without(foreignId, foreignAnswer)).toBe(without(nobodysId, nobodys));
    expect(foreignOutcome(foreignAnswer, own, foreign)).toBe(foreign);
  });

  test('the tenant of the header is the one of the token', async () => {
    const { document } = operationSamples.getSaasUsers;
    const foreign = await server.send(document, {}, { ...mia, tenant: server.south.id });
    expect(foreign).toEqual(await server.send(document, {}, { ...mia, tenant: nobodysId }));
    expect(outcomeOf(foreign)).toBe('UNAUTHENTICATED');
  });
});

describe('an id within a text is judged as any other', () => {
  const filter = (field: object, filterCriteria: object) => ({
    'data.sort': [],
    tree: null,
    'data.filters': [{ fieldId: 0, ...field, logicOperator: 'AND', priority: 0, filterCriteria }],
  });
  const column = (tenant: GuardedTenant, dataType: 'dropdown' | 'multiselect') => ({
    fieldId: tenant.seen[dataType].id,
  });
  type TextId = {
    what: string;
    of: (tenant: GuardedTenant) => number;
    ask: (id: number) => Promise<RawAnswer>;
  };
  const filters: TextId[] = [
    {
      what: 'a status',
      of: ({ statuses }) => statuses.open,
      ask: (id) =>
        ask('filterAndSortRecordHeader', filter({ field: 'status' }, { operator: 'is', value: String(id) })),
    },
    {
      what: 'one of several statuses',
      of: ({ statuses }) => statuses.open,
      ask: (id) =>
        ask(
          'filterAndSortRecordHeader',
          filter({ field: 'status' }, { operator: 'isAnyOf', values: [String(id)] }),
        ),
    },
    {
      what: 'a person',
      of: ({ member }) => member,
      ask: (id) =>
        ask(
          'filterAndSortRecordHeader',
          filter({ field: 'assignedTo' }, { operator: 'is', value: String(id) }),
        ),
    },
    {
      what: 'a value of a list',
      of: ({ listValues }) => listValues.red,
      ask: (id) =>
        ask(
          'filterAndSortRecordHeader',
          filter(column(server.north, 'dropdown'), { operator: 'is', value: String(id) }),
        ),
    },
    {
      what: 'one of several values',
      of: ({ listValues }) => listValues.red,
      ask: (id) =>
        ask(
          'filterAndSortRecordHeader',
          filter(column(server.north, 'multiselect'), { operator: 'isAnyOf', values: [String(id)] }),
        ),
    },
  ];
  const change = (dataType: 'dropdown' | 'multiselect', value: string) =>
    ask('updateRecordHeader', {
      'data.additionalFields': [{ recordAdditionalFieldByTypeId: server.north.seen[dataType].id, value }],
    });
  const values: TextId[] = [
    {
      what: 'a value of a list',
      of: ({ listValues }) => listValues.red,
      ask: (id) => change('dropdown', String(id)),
    },
    {
      what: 'one of several values',
      of: ({ listValues }) => listValues.red,
      ask: (id) => change('multiselect', `[${id}]`),
    },
  ];

  test.each(filters)('$what in a filter finds nothing', async ({ of, ask: send }) => {
    const foreign = await send(of(server.south));
    expect(foreign).toEqual(await send(nobodysId));
    expect(outcomeOf(foreign)).toBe('empty');
  });

  test.each(values)('$what is no choice', async ({ of, ask: send }) => {
    const foreign = await send(of(server.south));
    expect(foreign).toEqual(await send(nobodysId));
    expect(outcomeOf(foreign)).toBe('INVALID');
  });
});
