// Statuses as a path, kept by whoever administers record types, and held on every way of writing a status.
import { createBeginningRule } from '@rowhouse/domain/import/beginning.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Administers. */
let ana: Credentials;
/** A clerk, who does not see the margin. */
let bob: Credentials;
/** Approves. */
let sue: Credentials;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
  await saveWays(ways());
});
afterAll(() => server.close());

const statusNames = ['Draft', 'Submitted', 'Approved', 'Complete', 'Cancelled'] as const;
type StatusName = (typeof statusNames)[number];

function createWorld() {
  const { people } = server;
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Ways', bucket: 5 });
    const manager = await tenant.withRole({
      name: 'Manager',
      defaultFieldAccess: 'Editable',
      administers: true,
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    const approver = await tenant.withRole({ name: 'Approver', defaultFieldAccess: 'Editable' });
    await tenant.withMember(people.ana, manager);
    await tenant.withMember(people.bob, clerk);
    await tenant.withMember(people.sue, approver);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: [...statusNames],
      problemCodes: ['Late'],
      fields: [
        { name: 'Weight', dataType: 'decimal' },
        { name: 'Margin', dataType: 'currency' },
        { name: 'Note', dataType: 'string', slot: 'overflow' },
      ],
    });
    await tenant.withFieldAccess(clerk, orders, [{ field: 'Margin', access: 'NotAllowed' }]);
    const menu = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [{ name: 'Orders', route: 'orders', recordType: orders }],
          },
        ],
      },
    ]);
    for (const id of menu.values())
      for (const role of [manager, clerk, approver])
        await tenant.withActions(role, id, ['view', 'create records', 'bulk update', 'soft delete']);
    return { tenant, orders, roles: { manager, clerk, approver } };
  });
}

const status = (name: StatusName): number => world.orders.statuses.get(name) ?? 0;
const field = (name: string): number => world.orders.fields.get(name)?.id ?? 0;

type Way = {
  fromStatusId: number | null;
  toStatusId: number;
  roleIds?: number[];
  creator?: string;
  conditions?: object[];
  needsComment?: boolean;
};
const way = (from: StatusName | null, to: StatusName, more: Partial<Way> = {}): Way => ({
  fromStatusId: from === null ? null : status(from),
  toStatusId: status(to),
  ...more,
});
const light = { operator: 'lessThan', value: '100', logicOperator: 'AND' };
const ways = (): Way[] => [
  way(null, 'Draft'),
  way('Draft', 'Submitted', { conditions: [{ ...light, field: `f${field('Weight')}` }] }),
  way('Submitted', 'Approved', { roleIds: [world.roles.approver], creator: 'NOT_CREATOR' }),
  way('Submitted', 'Draft', { creator: 'ONLY_CREATOR' }),
  way('Approved', 'Complete', {
    conditions: [{ field: `f${field('Margin')}`, operator: 'isNotEmpty', logicOperator: 'AND' }],
  }),
  way('Draft', 'Cancelled', { needsComment: true }),
];

const design = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
  transitions { id version fromStatusId toStatusId roleIds creator needsComment conditions { field operator value } } } }`;
const saveType = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) {
  transitions { id version fromStatusId toStatusId needsComment } statuses { id name } } }`;
const saveWays = (transitions: object[], who = ana, more = {}) =>
  ask<{ transitions: (Way & { id: number; version: number })[]; statuses: { id: number; name: string }[] }>(
    saveType,
    { id: world.orders.id, transitions, ...more },
    who,
  );

async function ask<Result>(document: string, data: object, who: Credentials): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object, who: Credentials) => {
  const { errors } = await server.ask(document, who, { data });
  return errors?.[0]?.message;
};

const registering = 'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }';
const updating =
  'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id statusId { name } } }';
const bulk = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
  updateBulkRecordHeader(ids: $ids, data: $data) { id outcome message } }`;

let lastNumber = 0;
const newRecord = (name: StatusName) => ({
  recordType: world.orders.id,
  recordNumber: (lastNumber += 1),
  description: 'One',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Other',
  statusId: status(name),
  problemCodeId: world.orders.problemCodes.get('Late') ?? null,
  recordDate: '2026-01-01',
  poNumber: 5,
});
/** By ana, without asking the way. */
async function record(name: StatusName, values: Record<string, string> = {}): Promise<number> {
  const [id = 0] = await world.tenant.withRecords(
    world.orders,
    [{ recordNumber: (lastNumber += 1), status: name, fields: values }],
    server.people.ana,
  );
  await server.query('update record set created_by = $2 where id = $1', [id, server.people.ana]);
  return id;
}
const statusOf = async (id: number): Promise<string> => {
  const [row] = await server.query(
    'select s.name from record r join record_status s on s.id = r.status_id where r.id = $1',
    [id],
  );
  return String(row?.['name']);
};
const commentsOf = (id: number) =>
  server.query('select content, user_id::int as by from record_comment where record_id = $1', [id]);
const move = (id: number, name: StatusName, more: object = {}) => ({ id, statusId: status(name), ...more });

describe('the ways of a type', () => {
  test('are explained as they are held: of every status, to every status, by everybody', async () => {
    const explaining = `query ($data: ExplainAccessInput!) { explainAccess(data: $data) { isAllowed because } }`;
    const allowed = new Set<string>();
    for (const [name, who] of Object.entries({ ana, bob, sue }))
      for (const from of statusNames)
        for (const to of statusNames) {
          const id = await record(from, { Weight: '10' });
          const told = await ask<{ isAllowed: boolean; because: string }>(
            explaining,
            { recordTypeId: world.orders.id, recordId: id, statusId: status(to) },
            who,
          );
          const refused = await refusal(updating, move(id, to, { comment: 'Why not' }), who);
          const pair = `${name}: ${from} to ${to}`;
          expect([pair, told.isAllowed ? undefined : told.because]).toEqual([pair, refused]);
          if (told.isAllowed && from !== to) allowed.add(pair);
        }
    expect(allowed).toContain('sue: Submitted to Approved');
    expect(allowed).not.toContain('bob: Submitted to Approved');
    expect(allowed).not.toContain('bob: Approved to Complete');
  });

  test('a role or a way of another company is one of nobody', async () => {
    const { north } = server;
    const [foreign] = await server.query(
      `insert into status_transition (tenant_id, record_type_id, to_status_id) values ($1, $2, $3) returning id`,
      [north.id, north.types.orders, north.statuses.order],
    );
    const wayOf = (id: unknown) =>
      refusal(saveType, { id: world.orders.id, transitions: [{ id, version: 1, needsComment: true }] }, ana);
    const wayFor = (roleId: number) =>
      refusal(
        saveType,
        { id: world.orders.id, transitions: [way('Complete', 'Draft', { roleIds: [roleId] })] },
        ana,
      );
    expect(await wayOf(Number(foreign?.['id']))).toBe(await wayOf(999_999));
    expect(await wayOf(999_999)).toBeTruthy();
    expect(await wayFor(north.roles.manager)).toBe(await wayFor(999_999));
    expect(await wayFor(999_999)).toBeTruthy();
  });

  test('are kept with the design, versioned, audited, and told to whom they concern', async () => {
    const kept = await ask<{ transitions: Way[] }>(design, { id: world.orders.id }, ana);
    expect(kept.transitions).toHaveLength(6);
    expect(kept.transitions[1]).toMatchObject({
      fromStatusId: status('Draft'),
      conditions: [{ field: `f${field('Weight')}`, operator: 'lessThan', value: '100' }],
    });
    const audited = await server.query(
      `select count(*)::int as n from audit_log where tenant_id = $1 and entity = 'status_transition' and user_id = $2`,
      [world.tenant.id, server.people.ana],
    );
    expect(audited[0]?.['n']).toBeGreaterThanOrEqual(6);
    const document = `query ($data: FindStatusPathsInput!) { findStatusPaths(data: $data) {
      steps { fromStatusId toStatusId roles isOfRole conditions { field value } words needsComment } } }`;
    const [path] = await ask<{ steps: object[] }[]>(document, { recordTypes: [world.orders.id] }, bob);
    expect(path?.steps[2]).toMatchObject({ roles: ['Approver'], isOfRole: false });
    expect(path?.steps[1]).toMatchObject({ words: 'Weight is less than 100' });
    // What the role does not see is not named, and closes.
    expect(path?.steps[4]).toMatchObject({ conditions: null, words: '' });
  });

  test('are refused to whoever does not administer, of another version, twice, and with what cannot be read', async () => {
    const { transitions } = await ask<{ transitions: { id: number; version: number }[] }>(
      design,
      { id: world.orders.id },
      ana,
    );
    const [first] = transitions;
    const data = (one: object) => ({ id: world.orders.id, transitions: [one] });
    expect(await refusal(saveType, data(way(null, 'Complete')), bob)).toMatch(/^Only an administrator/);
    expect(await refusal(saveType, data({ id: first?.id, version: 99 }), ana)).toBe(
      'Somebody has changed the transitions of “Orders” since you opened it.',
    );
    expect(await refusal(saveType, data(way(null, 'Draft')), ana)).toBe(
      'There is a transition from a new record to Draft already.',
    );
    expect(await refusal(saveType, data(way('Draft', 'Draft')), ana)).toBe(
      'A transition leads to another status.',
    );
    expect(await refusal(saveType, data({ toStatusId: server.north.statuses.order }), ana)).toBe(
      'The status was not found.',
    );
    const wrong = { field: 'createdAt', operator: 'isWithin', value: 'today', logicOperator: 'AND' };
    expect(await refusal(saveType, data({ ...way('Draft', 'Complete'), conditions: [wrong] }), ana)).toBe(
      'Created At: a condition cannot depend on the day on which it is asked.',
    );
  });

  test('lead to a status that the same save makes, and are taken away again', async () => {
    const saved = await saveWays([{ fromStatusId: status('Draft'), toStatusId: -1 }], ana, {
      statuses: [{ name: 'On hold' }],
    });
    const made = saved.statuses.find(({ name }) => name === 'On hold');
    const kept = saved.transitions.find(({ toStatusId }) => toStatusId === made?.id);
    expect(kept).toMatchObject({ fromStatusId: status('Draft') });
    const without = await saveWays([{ id: kept?.id, version: kept?.version, enabled: false }]);
    expect(without.transitions).toHaveLength(6);
  });
});

describe('a move is held', () => {
  test('when a record is made', async () => {
    expect(await refusal(registering, newRecord('Approved'), sue)).toBe(
      'A new record does not begin with Approved.',
    );
    const { id } = await ask<{ id: number }>(registering, newRecord('Draft'), bob);
    expect(await statusOf(id)).toBe('Draft');
  });

  test('when a record is changed: by role, by condition after the change, and by who created it', async () => {
    const id = await record('Draft', { Weight: '500' });
    expect(await refusal(updating, move(id, 'Approved'), sue)).toBe(
      'No transition leads from Draft to Approved.',
    );
    expect(await refusal(updating, move(id, 'Submitted'), bob)).toBe(
      'Draft moves to Submitted only when Weight is less than 100.',
    );
    const lighter = {
      additionalFields: [{ recordAdditionalFieldByTypeId: field('Weight'), value: '99.5' }],
    };
    await ask(updating, move(id, 'Submitted', lighter), bob);
    expect(await refusal(updating, move(id, 'Approved'), bob)).toBe(
      'Only Approver moves Submitted to Approved.',
    );
    expect(await refusal(updating, move(id, 'Draft'), sue)).toBe(
      'Only the person who created the record moves Submitted to Draft.',
    );
    await ask(updating, move(id, 'Approved'), sue);
    // The margin is hidden from the clerk: a condition that cannot be read closes.
    expect(await refusal(updating, move(id, 'Complete'), bob)).toBe(
      'Approved moves to Complete on a condition that your role cannot read.',
    );
    expect(await refusal(updating, { id, statusId: null }, sue)).toBe(
      'A record whose statuses are a path keeps a status.',
    );
    expect(await statusOf(id)).toBe('Approved');
  });

  test('by four eyes', async () => {
    const { id } = await ask<{ id: number }>(registering, newRecord('Draft'), sue);
    await ask(
      updating,
      move(id, 'Submitted', {
        additionalFields: [{ recordAdditionalFieldByTypeId: field('Weight'), value: '1' }],
      }),
      sue,
    );
    expect(await refusal(updating, move(id, 'Approved'), sue)).toBe(
      'The person who created the record cannot be the one who moves Submitted to Approved: somebody else does.',
    );
  });

  test('with the comment that it asks for, which is written with it or not at all', async () => {
    const id = await record('Draft');
    const answer = await server.ask(updating, bob, { data: move(id, 'Cancelled', { comment: '  ' }) });
    expect(answer.errors?.[0]).toMatchObject({
      message: 'Moving Draft to Cancelled needs a comment.',
      extensions: { field: 'comment' },
    });
    expect(await refusal(updating, move(id, 'Cancelled', { comment: 'No', version: 99 }), bob)).toMatch(
      /^Somebody else changed/,
    );
    expect(await commentsOf(id)).toEqual([]);
    await ask(updating, move(id, 'Cancelled', { comment: ' Customer left ' }), bob);
    expect(await commentsOf(id)).toEqual([{ content: 'Customer left', by: server.people.bob }]);
  });

  test('in many records at once, each by its own status', async () => {
    const ids = [await record('Draft', { Weight: '1' }), await record('Submitted'), await record('Approved')];
    const change = async (name: StatusName, who: Credentials, more = {}) => {
      const answer = await server.ask(bulk, who, { ids, data: { statusId: status(name), ...more } });
      return answer.data?.['updateBulkRecordHeader'] as { outcome: string; message: string | null }[];
    };
    const submitted = await change('Submitted', bob);
    expect(submitted.map(({ outcome }) => outcome)).toEqual(['UPDATED', 'UNCHANGED', 'REFUSED']);
    expect(submitted[2]?.message).toBe('No transition leads from Approved to Submitted.');
    const [first, second] = await change('Approved', bob);
    expect([first?.message, second?.message]).toEqual([
      'Only Approver moves Submitted to Approved.',
      'Only Approver moves Submitted to Approved.',
    ]);
    const draft = await record('Draft');
    ids.splice(0, 3, draft);
    expect((await change('Cancelled', bob))[0]?.message).toBe('Moving Draft to Cancelled needs a comment.');
    expect((await change('Cancelled', bob, { comment: 'All gone' }))[0]?.outcome).toBe('UPDATED');
    expect(await commentsOf(draft)).toMatchObject([{ content: 'All gone' }]);
  });

  test('in all results of a filter, and when that is undone', async () => {
    const number = lastNumber + 1;
    const ids = [await record('Draft', { Weight: '2' }), await record('Draft', { Weight: '200' })];
    const query = {
      recordTypeId: world.orders.id,
      filters: [
        {
          fieldId: 0,
          field: 'recordNumber',
          filterCriteria: { operator: 'greaterOrEqual', value: String(number) },
          logicOperator: 'AND',
          priority: 0,
        },
      ],
    };
    const values = { statusId: status('Submitted') };
    const preview = `query ($data: BulkChangeInput!) { previewBulkChange(data: $data) { changing refused reasons } }`;
    expect(await ask(preview, { query, values }, bob)).toEqual({
      changing: 1,
      refused: 1,
      reasons: ['Draft moves to Submitted only when Weight is less than 100.'],
    });
    const start = `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }`;
    const { id } = await ask<{ id: number }>(start, { query, values }, bob);
    expect(await ended(id, bob)).toMatchObject({ updated: 1, refused: 1 });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Submitted', 'Draft']);
    const undo = `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id } }`;
    const undone = await ask<{ id: number }>(undo, { id }, bob);
    // The way back is for the person who created the record alone.
    expect(await ended(undone.id, bob)).toMatchObject({ updated: 0, conflicts: 1 });
    expect(await statusOf(ids[0] ?? 0)).toBe('Submitted');
  });

  test('when a change is put back', async () => {
    const id = await record('Draft', { Weight: '3' });
    await ask(updating, move(id, 'Submitted'), bob);
    const history = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id } } }`;
    const { logs } = await ask<{ logs: { id: number }[] }>(history, { filterInput: { recordId: id } }, bob);
    const put = `mutation ($data: PutBackInput!) { putBack(data: $data) { done rows { key whyNot } } }`;
    const data = { recordId: id, entries: [logs[0]?.id], keys: ['status'] };
    expect(await ask(put, data, bob)).toMatchObject({
      done: false,
      rows: [{ key: 'status', whyNot: 'Only the person who created the record moves Submitted to Draft.' }],
    });
    expect(await ask(put, data, ana)).toMatchObject({ done: true });
    expect(await statusOf(id)).toBe('Draft');
  });

  test('when a file comes in', async () => {
    const config = await loadTenantConfig(server.database, world.tenant.id as never);
    if (config === null) throw new Error('The company is not there.');
    const whyNot = createBeginningRule(config, recordTypeId(world.orders.id), userId(server.people.bob));
    const values = (name: StatusName) => new Map([['status', String(status(name))]]);
    expect(whyNot(values('Draft'))).toBeNull();
    expect(whyNot(values('Complete'))).toBe('A new record does not begin with Complete.');
    expect(whyNot(new Map())).toBeNull();
  });
});

async function ended(id: number, who: Credentials) {
  const document = `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { state updated refused conflicts } }`;
  for (;;) {
    const change = await ask<{ state: string }>(document, { id }, who);
    if (change.state !== 'RUNNING') return change;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
