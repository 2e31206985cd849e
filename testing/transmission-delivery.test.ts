import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { TenantConfigCache } from '@rowhouse/server/platform/tenant-config/tenant-config-cache.ts';
import { transmittedRecords } from '@rowhouse/server/features/records/transmitted-records.ts';
import { createTransmissionRunner } from '@rowhouse/server/features/transmissions/run-transmissions.ts';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';
import { waitFor } from './wait-for.ts';

let server: TestServer;
let ana: Credentials;
let sue: Credentials;
let mapping: number;
let dies: string | null = null;

const createMapping =
  'mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { id version } }';
const updateMapping =
  'mutation ($data: UpdateTransmissionMappingInput!) { updateTransmissionMapping(data: $data) { version } }';
const approve =
  'mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { state } }';
const decline =
  'mutation ($data: DeclineTransmissionMappingInput!) { declineTransmissionMapping(data: $data) { state } }';
const updateRecord =
  'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id statusId { name } } }';

beforeAll(async () => {
  server = await startTestServer({
    beforeTransmissionStep: (step) => {
      if (step !== dies) return;
      dies = null;
      throw new Error(`killed before ${step}`);
    },
  });
  ana = await server.enter('ana', server.north);
  sue = await server.enter('sue', server.south);
  const made = await ask(createMapping, ana, {
    recordTypeId: server.north.types.orders,
    targetUrl: 'south',
    ...sending(),
  });
  mapping = made.id;
  await ask(approve, sue, acceptance());
});
beforeEach(() => {
  dies = null;
});
afterAll(() => server.close());

async function ask(document: string, who: Credentials, data: object): Promise<{ id: number }> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as { id: number };
}

const sending = () => ({
  triggerField: 'status',
  triggerValue: 'Ready',
  sourceStatusField: 'status',
  sourceSuccessStatusValue: 'sent',
  sourceErrorStatusValue: 'Done',
  fields: ['description', `f${server.north.fields.weight}`, `f${server.north.fields.priority}`],
});

const acceptance = (translations: object[] = []) => ({
  id: mapping,
  offeredVersion: 1,
  recordTypeId: server.south.types.orders,
  targetStatusField: 'status',
  targetStatusValue: 'Ready',
  pairs: [
    { item: 1, field: 'description' },
    { item: 2, field: `f${server.south.fields.weight}` },
    { item: 3, field: `f${server.south.fields.priority}` },
  ],
  translations,
});

let numbers = 9000;
/** As the owner, whose records set nothing off. */
async function makeRecord(values: object = {}): Promise<number> {
  const { bucket, id, types } = server.north;
  numbers += 1;
  const { weight, priority } = server.north.fields;
  const slots = await slotsOf([weight, priority]);
  const row: Record<string, unknown> = {
    bucket,
    tenant_id: id,
    record_type_id: types.orders,
    record_number: numbers,
    description: `Order ${numbers}`,
    target_transmission_tenant_id: server.south.id,
    [slots.get(weight)!]: 2.5,
    [slots.get(priority)!]: server.north.listValues.high,
    ...values,
  };
  const columns = Object.keys(row);
  const [made] = await server.query(
    `insert into record (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return Number(made?.['id']);
}
const slotsOf = async (ids: number[]) =>
  new Map(
    (await server.query('select id, slot from field where id = any($1)', [ids])).map((row) => [
      Number(row['id']),
      String(row['slot']),
    ]),
  );

const setReady = (id: number, who = ana) =>
  ask(updateRecord, who, { id, statusId: server.north.statuses.order });

const messagesOf = (id: number) =>
  server.query('select state, reason, tries, message_id from transmission where record_id = $1 order by id', [
    id,
  ]);

/** What came of the record in South. */
const arrivedOf = (id: number) =>
  server.query(
    `select r.description, s.name as status, a.source from transmission_received t
       join record r on r.tenant_id = t.tenant_id and r.id = t.record_id
       join record_status s on s.tenant_id = r.tenant_id and s.id = r.status_id
       join audit_log a on a.tenant_id = r.tenant_id and a.entity = 'record' and a.entity_id = r.id
     where t.source_key = $1`,
    [`${mapping}:${id}`],
  );
const statusOf = async (id: number) =>
  (
    await server.query(
      'select s.name from record r join record_status s on s.id = r.status_id where r.tenant_id = $1 and r.id = $2',
      [server.north.id, id],
    )
  )[0]?.['name'];

async function settle(id: number, state: string): Promise<void> {
  server.transmissions.wake();
  await waitFor(async () => expect((await messagesOf(id)).at(-1)?.['state']).toBe(state));
}

test('a record whose status reaches the value becomes one of the other company, and its status says so', async () => {
  const id = await makeRecord();
  await setReady(id);
  expect(await messagesOf(id)).toHaveLength(1);
  await settle(id, 'DELIVERED');
  expect(await arrivedOf(id)).toEqual([
    {
      description: `Order ${numbers}`,
      status: 'Ready',
      source: { kind: 'TRANSMISSION', company: 'North' },
    },
  ]);
  expect(await statusOf(id)).toBe('sent');
  const [last] = await server.query(
    `select source from audit_log where tenant_id = $1 and entity_id = $2 and entity = 'record' order by id desc limit 1`,
    [server.north.id, id],
  );
  expect(last?.['source']).toEqual({ kind: 'TRANSMISSION', company: 'South' });
});

test('a record that names no company, or another value, is not sent', async () => {
  const unnamed = await makeRecord({ target_transmission_tenant_id: null });
  await setReady(unnamed);
  const other = await makeRecord();
  await ask(updateRecord, ana, { id: other, description: 'Changed' });
  expect([...(await messagesOf(unnamed)), ...(await messagesOf(other))]).toEqual([]);
});

test('it is sent as well when the company is named last', async () => {
  const id = await makeRecord({ target_transmission_tenant_id: null });
  await setReady(id);
  await ask(updateRecord, ana, { id, targetTransmissionTenant: server.south.id });
  await settle(id, 'DELIVERED');
  expect(await arrivedOf(id)).toHaveLength(1);
});

test('a new record that begins with the value is sent', async () => {
  const { id } = await ask(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
    ana,
    {
      recordType: server.north.types.orders,
      recordNumber: 77,
      description: 'New',
      issuedByCompanyName: 'North',
      issuedToCompanyName: 'South',
      statusId: server.north.statuses.order,
      poNumber: 1,
      problemCodeId: (
        await server.query('select id::int from problem_code where record_type_id = $1 limit 1', [
          server.north.types.orders,
        ])
      )[0]?.['id'],
      recordDate: '2026-01-01',
      targetTransmissionTenant: server.south.id,
      additionalFields: [{ recordAdditionalFieldByTypeId: server.north.fields.weight, value: '1' }],
    },
  );
  await settle(id, 'DELIVERED');
  expect(await arrivedOf(id)).toHaveLength(1);
});

test.each(['read', 'apply', 'finish'])(
  'killed before it could %s: the next try makes one record',
  async (step) => {
    const id = await makeRecord();
    dies = step;
    await setReady(id);
    await settle(id, 'FAILED');
    const [failed] = await messagesOf(id);
    // A technical failure is no answer: the status stays.
    expect(await statusOf(id)).toBe('Ready');
    await server.query('update transmission set next_try_at = now() where record_id = $1', [id]);
    await settle(id, 'DELIVERED');
    expect(await messagesOf(id)).toEqual([{ ...failed, state: 'DELIVERED', reason: null, tries: 2 }]);
    expect(await toldOf(id)).toContain('-: Transmission to South: Failed. It is tried again');
    expect(await arrivedOf(id)).toHaveLength(1);
    expect(await statusOf(id)).toBe('sent');
  },
);

test('two servers at the same messages make each record once', async () => {
  const ids = [];
  for (let at = 0; at < 8; at += 1) ids.push(await makeRecord());
  for (const id of ids) await setReady(id);
  const log = createLog('fatal');
  const configs = new TenantConfigCache(server.database);
  const records = transmittedRecords(server.clock);
  const second = createTransmissionRunner({
    database: server.database,
    configs,
    records,
    storage: server.storage,
    log,
  });
  // The lease is over before the delivery is: both have all of them in hand.
  for (let round = 0; round < 20; round += 1) {
    await server.query(`update transmission set next_try_at = now() where state in ('QUEUED', 'FAILED')`);
    server.transmissions.wake();
    second.wake();
  }
  for (const id of ids) await settle(id, 'DELIVERED');
  await second.stop();
  for (const id of ids) {
    expect(await arrivedOf(id)).toHaveLength(1);
    expect(await statusOf(id)).toBe('sent');
  }
});

test('two servers that die between the steps, with duplicates and any order: none lost, doubled or stuck', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 12; at += 1) ids.push(await makeRecord());
  const configs = new TenantConfigCache(server.database);
  const records = transmittedRecords(server.clock);
  let deaths = 0;
  const runners = [1, 2].map(() =>
    createTransmissionRunner({
      database: server.database,
      configs,
      records,
      storage: server.storage,
      log: createLog('silent'),
      beforeStep: (step) => {
        if (deaths >= 14 || Math.random() > 0.5) return;
        deaths += 1;
        throw new Error(`killed before ${step}`);
      },
    }),
  );
  for (const id of ids) await setReady(id);
  const ofThem = `record_id = any($1::bigint[])`;
  const isDone = async () =>
    (await server.query(`select from transmission where ${ofThem} and state <> 'DELIVERED'`, [ids]))
      .length === 0;
  const isOver = async () => deaths >= 14 && (await isDone());
  for (let round = 0; !(await isOver()); round += 1) {
    // The lease of one is over while the other delivers; an end that was lost is delivered again, and each in any order.
    // One by one: who holds several of them in another order than a server would be in a deadlock with it.
    for (const id of ids)
      await server.query(
        `update transmission set state = 'QUEUED', tries = 0, next_try_at = now() - random() * interval '1 minute'
         where record_id = $1 and (state <> 'DELIVERED' or (random() < 0.3 and $2))`,
        [id, deaths < 14],
      );
    for (const runner of runners) runner.wake();
    await waitFor(async () =>
      expect(
        await server.query(
          `select from transmission where ${ofThem} and state = 'QUEUED' and tried_at is null`,
          [ids],
        ),
      ).toEqual([]),
    );
    expect(round).toBeLessThan(500);
  }
  for (const runner of runners) await runner.stop();
  for (const id of ids) {
    expect(await arrivedOf(id)).toHaveLength(1);
    expect(await statusOf(id)).toBe('sent');
  }
  const numbered = await server.query(
    `select count(*)::int as made, count(distinct r.record_number)::int as numbers, count(distinct c.id)::int as said
     from transmission_received t join record r on r.tenant_id = t.tenant_id and r.id = t.record_id
       join conversation c on c.tenant_id = t.tenant_id and c.thread_id = t.message_id
     where t.source_key = any($1)`,
    [ids.map((id) => `${mapping}:${id}`)],
  );
  expect(numbered).toEqual([{ made: ids.length, numbers: ids.length, said: ids.length }]);
});

/** What the history of the record says of its way to the other company, the newest first: who, and what. */
const toldOf = async (recordId: number): Promise<string[]> => {
  type Told = {
    logs: {
      user: { name: string } | null;
      conversation: number | null;
      changes: { what: string; newValue: string }[];
    }[];
  };
  const found = (await ask(
    `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data, pagination: { offset: 0, limit: 50 }) {
       logs { conversation user { name } changes { what newValue } } } }`,
    ana,
    { filterInput: { recordId, recordType: server.north.types.orders, withComments: true } },
  )) as unknown as Told;
  return found.logs.flatMap(({ conversation, user, changes: [change] }) =>
    conversation === null || change === undefined
      ? []
      : [`${user?.name.split(' ')[0] ?? '-'}: ${change.what}: ${change.newValue}`],
  );
};

test('a record is sent once: the second time it says so', async () => {
  const id = await makeRecord();
  await setReady(id);
  await settle(id, 'DELIVERED');
  await setReady(id);
  await settle(id, 'DEAD');
  expect((await messagesOf(id)).at(-1)).toMatchObject({
    reason: 'South has this record already. A record is sent once, and what becomes of it there is theirs.',
  });
  expect(await arrivedOf(id)).toHaveLength(1);
});

test('a choice without a counterpart fails with a sentence of its own for each side; a translation mends it', async () => {
  const [made] = await server.query(
    `insert into list_value (tenant_id, list_id, value, position) values ($1, $2, 'Urgent', 9) returning id`,
    [server.north.id, server.north.lists.priorities],
  );
  const slot = (await slotsOf([server.north.fields.priority])).get(server.north.fields.priority)!;
  const id = await makeRecord({ [slot]: Number(made?.['id']) });
  await setReady(id);
  await settle(id, 'DEAD');
  expect((await messagesOf(id))[0]).toMatchObject({
    reason: 'Priority: Urgent has no counterpart at South.',
  });
  expect(await statusOf(id)).toBe('Done');
  const [told] = await server.query(`select reason from transmission_received where source_key = $1`, [
    `${mapping}:${id}`,
  ]);
  expect(told).toEqual({ reason: 'Priority: Urgent has no counterpart in Priority.' });

  await ask(approve, sue, acceptance([{ item: 3, theirs: 'urgent', ours: 'High' }]));
  await setReady(id);
  await settle(id, 'DELIVERED');
  expect(await arrivedOf(id)).toHaveLength(1);
  // What came through by a later message needs nobody any more.
  expect(await statesOf(id, ana)).toEqual(['DELIVERED', 'SUPERSEDED']);
});

const ofRecord =
  'query ($data: FindRecordTransmissionsInput!) { findRecordTransmissions(data: $data) { direction state } }';
const statesOf = async (recordId: number, who: Credentials): Promise<string[]> =>
  ((await ask(ofRecord, who, { recordId })) as unknown as { state: string }[]).map(({ state }) => state);
const idInSouth = async (id: number): Promise<number> => {
  const [arrived] = await server.query(
    'select record_id::int as id from transmission_received where source_key = $1',
    [`${mapping}:${id}`],
  );
  return Number(arrived?.['id']);
};

test('the sender learns when somebody there has opened the record first, and nothing else', async () => {
  const [id, other] = [await makeRecord(), await makeRecord()];
  for (const one of [id, other]) {
    await setReady(one);
    await settle(one, 'DELIVERED');
  }
  const arrived = await idInSouth(id);
  expect(await statesOf(id, ana)).toEqual(['DELIVERED']);
  // That its own people open it, or one of another company tries to, says nothing.
  expect(
    (await server.ask(ofRecord, ana, { data: { recordId: arrived } })).errors?.[0]?.extensions['code'],
  ).toBe('NOT_FOUND');
  expect(await statesOf(id, ana)).toEqual(['DELIVERED']);
  await statesOf(arrived, sue);
  expect(await statesOf(id, ana)).toEqual(['SEEN']);
  expect(await statesOf(arrived, sue)).toEqual(['SEEN']);
  expect(await statesOf(other, ana)).toEqual(['DELIVERED']);
  const seenAt = () => server.query('select seen_at::text from transmission where record_id = $1', [id]);
  const first = await seenAt();
  await statesOf(arrived, sue);
  expect(await seenAt()).toEqual(first);
  const log = await server.ask(
    'query ($data: FindTransmissionsInput!) { findTransmissions(data: $data) { counts { state total } transmissions { state } } }',
    ana,
    { data: { direction: 'SENT', states: ['SEEN'] } },
  );
  expect(log.data?.['findTransmissions']).toMatchObject({ transmissions: [{ state: 'SEEN' }] });
});

type Waiting = { mappingId: number; version: number; item: number; theirs: string; waiting: number };
const listWaiting = async (who: Credentials): Promise<Waiting[]> => {
  const answer = await server.ask(
    '{ findUntranslatedTransmissionValues { mappingId version item theirs itemName field company choices waiting } }',
    who,
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.['findUntranslatedTransmissionValues'] as Waiting[];
};
const translate =
  'mutation ($data: TranslateTransmissionValueInput!) { translateTransmissionValue(data: $data) { sentAgain } }';

async function addPriority(name: string): Promise<Record<string, number>> {
  const [made] = await server.query(
    `insert into list_value (tenant_id, list_id, value, position) values ($1, $2, $3, 10) returning id`,
    [server.north.id, server.north.lists.priorities, name],
  );
  const slot = (await slotsOf([server.north.fields.priority])).get(server.north.fields.priority)!;
  return { [slot]: Number(made?.['id']) };
}

test('what has no counterpart waits in a list of the target, and one translation has all of it delivered', async () => {
  const patient = await addPriority('Patient');
  const first = await makeRecord(patient);
  const second = await makeRecord(patient);
  const withdrawn = await makeRecord(patient);
  for (const id of [first, second, withdrawn]) {
    await setReady(id);
    await settle(id, 'DEAD');
  }
  const trial = await server.ask(
    'query ($id: Id!) { previewTransmissionMapping(data: { id: $id }) { problems { sentence total records { id recordNumber recordTypeName } } } }',
    ana,
    { id: mapping },
  );
  expect(trial.data).toMatchObject({
    previewTransmissionMapping: {
      problems: [
        {
          sentence: 'Priority: Patient has no counterpart at South.',
          total: 3,
          records: [
            { id: withdrawn, recordTypeName: 'Orders' },
            { id: second, recordTypeName: 'Orders' },
            { id: first, recordTypeName: 'Orders' },
          ],
        },
      ],
    },
  });

  // Somebody of the source thinks better of it: it is theirs until it has arrived.
  await ask(updateRecord, ana, { id: withdrawn, targetTransmissionTenant: null });
  const [waiting] = await listWaiting(sue);
  expect(waiting).toMatchObject({
    company: 'North',
    itemName: 'Priority',
    theirs: 'Patient',
    field: 'Priority',
    choices: ['High'],
    waiting: 3,
  });
  const { mappingId, version, item, theirs } = waiting!;
  const data = { mappingId, version, item, theirs, ours: 'High' };
  const before = JSON.stringify(
    (await server.ask('{ findTransmissionMappings { own { id state fields { key isTaken } } } }', ana)).data,
  );
  expect((await server.ask(translate, ana, { data })).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  expect(
    (await server.ask(translate, sue, { data: { ...data, ours: 'Nowhere' } })).errors?.[0]?.message,
  ).toBe(`Priority has no value 'Nowhere'.`);
  expect((await server.ask(translate, sue, { data })).data).toEqual({
    translateTransmissionValue: { sentAgain: 2 },
  });
  for (const id of [first, second]) {
    await settle(id, 'DELIVERED');
    expect(await messagesOf(id)).toMatchObject([{ reason: null }]);
    expect(await toldOf(id)).toContain('-: Transmission to South: Asked for again by South');
    expect(await arrivedOf(id)).toHaveLength(1);
    expect(await statusOf(id)).toBe('sent');
  }
  expect(await messagesOf(withdrawn)).toMatchObject([{ state: 'DEAD' }]);
  expect(await arrivedOf(withdrawn)).toEqual([]);
  // The source reads the same of the mapping as before.
  expect(
    JSON.stringify(
      (await server.ask('{ findTransmissionMappings { own { id state fields { key isTaken } } } }', ana))
        .data,
    ),
  ).toBe(before);
  expect((await listWaiting(sue)).filter((one) => one.theirs === 'Patient')).toEqual([]);
  // Of the version that was looked at.
  expect((await server.ask(translate, sue, { data })).errors?.[0]?.extensions['code']).toBe('CONFLICT');
});

test('what the target refuses is told to the target; the source learns that it was', async () => {
  const slot = (await slotsOf([server.north.fields.weight])).get(server.north.fields.weight)!;
  const id = await makeRecord({ [slot]: null });
  await setReady(id);
  await settle(id, 'DEAD');
  expect((await messagesOf(id))[0]).toMatchObject({
    reason: 'South could not take the record. Its administrators see why.',
  });
  const [told] = await server.query(`select reason from transmission_received where source_key = $1`, [
    `${mapping}:${id}`,
  ]);
  expect(told).toEqual({ reason: 'Weight is required' });
});

test('a field that the target requires when something holds is required of what arrives', async () => {
  const [condition] = await server.query(
    `insert into field_condition (tenant_id, record_type_id, base_field, kind, conditions)
     values ($1, $2, 'dueDate', 'REQUIRED', '[{"field": "createdBy", "operator": "isNotEmpty", "logicOperator": "AND"}]')
     returning id`,
    [server.south.id, server.south.types.orders],
  );
  const id = await makeRecord();
  await setReady(id);
  await settle(id, 'DEAD');
  const [told] = await server.query(`select reason from transmission_received where source_key = $1`, [
    `${mapping}:${id}`,
  ]);
  expect(told).toEqual({ reason: 'Due Date is required when Created By is not empty.' });
  await server.query('update field_condition set enabled = false where id = $1', [condition?.['id']]);
});

test('a declined or disabled target says so; an offer that was not approved waits, and goes on by itself', async () => {
  const declined = await makeRecord();
  await ask(decline, sue, { id: mapping });
  await setReady(declined);
  await settle(declined, 'DEAD');
  expect((await messagesOf(declined))[0]).toMatchObject({ reason: 'South has declined the mapping.' });
  await ask(approve, sue, acceptance());

  const waiting = await makeRecord();
  await ask(updateMapping, ana, {
    id: mapping,
    version: 1,
    enabled: true,
    ...sending(),
    fields: [...sending().fields, 'poNumber'],
  });
  await setReady(waiting);
  server.transmissions.wake();
  await waitFor(async () =>
    expect((await messagesOf(waiting))[0]).toMatchObject({
      state: 'QUEUED',
      reason: 'Waits for South to approve the mapping.',
    }),
  );
  await ask(approve, sue, { ...acceptance(), offeredVersion: 2 });
  await settle(waiting, 'DELIVERED');

  await server.query('update tenant set enabled = false where id = $1', [server.south.id]);
  const disabled = await makeRecord();
  await setReady(disabled);
  await settle(disabled, 'DEAD');
  expect((await messagesOf(disabled))[0]).toMatchObject({ reason: 'South is disabled, and takes nothing.' });
  await server.query('update tenant set enabled = true where id = $1', [server.south.id]);
});

test('the history of the record says that it did not arrive, and who sent it again; not what the value was', async () => {
  const id = await makeRecord(await addPriority('Secret'));
  await setReady(id);
  await settle(id, 'DEAD');
  const [message] = await server.query('select id::int as id from transmission where record_id = $1', [id]);
  const resend =
    'mutation ($data: ResendTransmissionInput!) { resendTransmission(data: $data) { messageId } }';
  await ask(resend, ana, { id: message?.['id'] });
  await waitFor(async () =>
    expect(await toldOf(id)).toEqual([
      '-: Transmission to South: Not delivered. The transmission says why',
      'Ana: Transmission to South: Sent again',
      '-: Transmission to South: Not delivered. The transmission says why',
    ]),
  );
  const entries = await server.query(
    `select changes::text from audit_log where record_id = $1 and entity = 'transmission'`,
    [id],
  );
  expect(JSON.stringify(entries)).not.toContain('Secret');
  // Another's message is neither sent again nor told of.
  expect(
    (await server.ask(resend, sue, { data: { id: message?.['id'] } })).errors?.[0]?.extensions['code'],
  ).toBe('NOT_FOUND');
  expect(await toldOf(id)).toHaveLength(3);
});

test('what a change sends is found by its record, also by a plan that was made for a small table', async () => {
  const { bucket, id: tenant, types } = server.north;
  const insert = `insert into record_${bucket} (bucket, tenant_id, record_type_id, record_number, description, target_transmission_tenant_id)
    select $1, $2, $3, $4 + i, 'One of many', $5 from generate_series(1, $6::int) i`;
  // As a server does by itself, a minute after the first records: of a table of one page all of it is read.
  await server.query(`analyze record_${bucket}`);
  let next = 100_000;
  const ones = Array.from({ length: 10 }, () => 1);
  // One connection, which keeps the plan that it has come to; what it has read is its own count.
  const read = await server.database.asOwnerOfAll(async (connection) => {
    let sum = 0;
    for (const count of [...ones, 3000, ...ones]) {
      await connection.query('begin');
      await connection.query(`select set_config('app.tenant_id', $1, true)`, [String(tenant)]);
      await connection.query(insert, [bucket, tenant, types.orders, next, server.south.id, count]);
      await connection.query('set constraints all immediate');
      const { rows } = await connection.query(
        `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read, pg_stat_force_next_flush()
         from pg_stat_xact_user_tables where relname = $1`,
        [`record_${bucket}`],
      );
      await connection.query('commit');
      sum += Number(rows[0]?.['read']);
      next += count;
    }
    return sum;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10_000);
});
