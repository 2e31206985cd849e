// What is saved is what is read, by whom it may be saved, and what stays behind of it.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import fc from 'fast-check';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { asAnswered, givenValue } from '../../../testing/record-model/given-values.ts';
import type { ModelField } from '../../../testing/record-model/model-record.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let world: EveryFieldType;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 40, seed: 1 });
  ana = world.manager;
});
afterAll(() => server.close());

const everything = `id version enabled recordNumber description issuedByCompanyName issuedToCompanyName poNumber recordDate
  dueDate recordCreateDate validationRequired isProject level statusId { id name } problemCodeId { id name }
  assignedTo { id } receivedBy { id } approvedBy { id } createdBy { id } targetTransmissionTenant { id name }
  createdAt updatedAt receivedAt approvedAt recordFile { id } additionalFields { id tag value }`;
const update = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { ${everything} } }`;
const register = `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { ${everything} } }`;
const byId = `query ($id: Id!) { findRecordHeader(data: { ids: [$id] }) { records { ${everything} } } }`;

type Answered = Readonly<Record<string, unknown>> & {
  id: number;
  version: number;
  additionalFields: { id: string; tag: string; value: string }[];
};

async function save(document: string, data: object, viewer = ana): Promise<Answered> {
  const answer = await server.ask(document, viewer, { data });
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return Object.values(answer.data ?? {})[0] as Answered;
}

async function refusal(document: string, data: object, viewer = ana) {
  const { errors } = await server.ask(document, viewer, { data });
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

const read = async (id: number): Promise<Answered> => {
  const answer = await server.ask(byId, ana, { id });
  const page = answer.data?.['findRecordHeader'] as { records: Answered[] } | undefined;
  if (page?.records[0] === undefined) throw new Error(`The record ${id} was not found.`);
  return page.records[0];
};

const choice = (key: string, name: string): number => {
  for (const [id, called] of world.field(key).names) if (called === name) return Number(id);
  throw new Error(`There is no ${key} ${name}.`);
};

const newRecord = () => ({
  recordType: world.type.id,
  recordNumber: 12,
  description: 'New',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Other',
  statusId: choice('status', 'Ready'),
  problemCodeId: choice('problemCode', 'late'),
  recordDate: '2026-01-01',
  poNumber: 5,
});

const auditOf = async (id: number) =>
  server.query(
    `select action, changes, user_id::int as by from audit_log where entity = 'record' and entity_id = $1 order by id`,
    [id],
  );

const additional = (): ModelField[] => world.fields.filter(({ id }) => id !== 0);

/** Values of any of the fields, null where one is cleared. A file is brought first: that is tested where it is. */
const anyChange = () =>
  fc
    .tuple(
      ...additional().map((field) =>
        field.dataType === 'attachment'
          ? fc.constant(null)
          : fc.option(givenValue(field), { nil: null, freq: 3 }),
      ),
    )
    .map((values) => additional().map((field, index) => ({ field, value: values[index] ?? null })));

type Change = { field: ModelField; value: string | null }[];
const asInputs = (change: Change) =>
  change.map(({ field, value }) => ({ recordAdditionalFieldByTypeId: field.id, value }));
const expectedOf = (id: number, change: Change) =>
  change.flatMap(({ field, value }) =>
    value === null
      ? []
      : {
          id: `${id}-${field.id}`,
          tag: `${id};${world.type.id};${field.id}`,
          value: asAnswered(field, value),
        },
  );
const inFieldOrder = (fields: Answered['additionalFields']) =>
  fields.toSorted((one, other) => Number(one.id.split('-')[1]) - Number(other.id.split('-')[1]));

describe('every additional field', () => {
  test('is read back as it was saved, in typed columns and in the overflow, and null clears it', async () => {
    const { id } = world.records[0]!;
    let { version } = await read(id);
    const property = fc.asyncProperty(anyChange(), async (change) => {
      const saved = await save(update, { id, version, additionalFields: asInputs(change) });
      version = saved.version;
      expect(inFieldOrder(saved.additionalFields)).toEqual(expectedOf(id, change));
      expect(await read(id)).toEqual(saved);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test('is read back as it was given to a new record', async () => {
    const property = fc.asyncProperty(anyChange(), async (change) => {
      const saved = await save(register, { ...newRecord(), additionalFields: asInputs(change) });
      expect(inFieldOrder(saved.additionalFields)).toEqual(expectedOf(saved.id, change));
      expect(await read(saved.id)).toEqual(saved);
    });
    await fc.assert(property, { numRuns: 10 });
  });

  test('that is not given stays as it is', async () => {
    const { id } = world.records[1]!;
    const before = await read(id);
    const field = world.field('additional string in the overflow');
    const changed = { recordAdditionalFieldByTypeId: field.id, value: 'changed' };
    const after = await save(update, { id, version: before.version, additionalFields: [changed] });
    const others = ({ additionalFields }: Answered) =>
      additionalFields.filter((one) => one.id !== `${id}-${field.id}`);
    expect([others(after), after['description']]).toEqual([others(before), before['description']]);
    expect(after.additionalFields).toContainEqual(expect.objectContaining({ value: 'changed' }));
  });
});

describe('a change under a key', () => {
  const updateTold = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { auditEntryId ${everything} } }`;

  test('is made once, told once and answered the same, however often and at once it is sent', async () => {
    const { id } = world.records[20]!;
    const { version } = await read(id);
    const before = await auditOf(id);
    const data = { id, version, description: 'Sent again', idempotencyKey: 'lost answer' };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => save(updateTold, data)));
    expect(first).toMatchObject({ version: version + 1, auditEntryId: expect.any(Number) });
    expect(others).toEqual([first, first]);
    expect(await save(updateTold, data)).toEqual(first);
    expect(await auditOf(id)).toHaveLength(before.length + 1);
    // Whoever wrote something else would otherwise believe that it was saved.
    expect(await refusal(update, { ...data, description: 'Written since' })).toMatchObject({
      code: 'INVALID',
      message: keyUsedForOther,
      field: 'idempotencyKey',
    });

    // What others did since is neither undone nor hidden.
    await save(update, { id, version: version + 1, description: 'By another' });
    expect(await save(updateTold, data)).toMatchObject({
      description: 'By another',
      version: version + 2,
      auditEntryId: first!['auditEntryId'],
    });
    expect((await read(id))['description']).toBe('By another');
  });

  test('is nothing to another person, and to nobody in another company', async () => {
    const { id } = world.records[21]!;
    const { version } = await read(id);
    const data = { id, version, description: 'Mine', idempotencyKey: 'one person’s' };
    await save(update, data);
    const bob = await server.enter('bob', world.tenant);
    expect(await refusal(update, data, bob)).toMatchObject({ code: 'CONFLICT' });
    const abroad = await server.enter('ana', server.north);
    expect(await refusal(update, data, abroad)).toMatchObject({
      code: 'NOT_FOUND',
      message: 'The record was not found.',
    });
    expect(await read(id)).toMatchObject({ description: 'Mine', version: version + 1 });
  });

  test('that was refused keeps none: it may be sent again when it is right', async () => {
    const { id } = world.records[22]!;
    const { version } = await read(id);
    const data = { id, description: 'Third', idempotencyKey: 'refused first' };
    expect(await refusal(update, { ...data, version: version + 7 })).toMatchObject({ code: 'CONFLICT' });
    expect(await save(update, { ...data, version })).toMatchObject({ description: 'Third' });
    expect(await refusal(update, { ...data, version, idempotencyKey: 'k'.repeat(201) })).toMatchObject({
      code: 'INVALID',
      message: 'A key has at most 200 characters.',
    });
  });
});

test('every base field is read back as it was saved, and null clears what may be empty', async () => {
  const { id } = world.records[2]!;
  const moments = fc.constantFrom(
    '2024-02-29T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  );
  const days = fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31');
  const ids = (key: string) => fc.constantFrom(...[...world.field(key).names.keys()].map(Number));
  const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 3 });
  const texts = fc.constantFrom('Écluse', '"quoted" \\ \n', '😀', "O'Brien", 'x'.repeat(500));
  const changes = fc.record({
    recordNumber: fc.maxSafeInteger(),
    poNumber: orNull(fc.maxSafeInteger()),
    description: orNull(fc.constantFrom('Écluse', 'long '.repeat(20_000))),
    issuedByCompanyName: orNull(texts),
    issuedToCompanyName: orNull(texts),
    recordDate: orNull(days),
    dueDate: orNull(days),
    recordCreateDate: orNull(days),
    receivedAt: orNull(moments),
    approvedAt: orNull(moments),
    validationRequired: fc.boolean(),
    isProject: fc.boolean(),
    statusId: orNull(ids('status')),
    problemCodeId: orNull(ids('problemCode')),
    assignedTo: orNull(ids('assignedTo')),
    receivedBy: orNull(ids('receivedBy')),
    approvedBy: orNull(ids('approvedBy')),
    targetTransmissionTenant: orNull(ids('targetTransmissionTenant')),
  });
  let { version } = await read(id);
  const relations = new Set([
    'statusId',
    'problemCodeId',
    'assignedTo',
    'receivedBy',
    'approvedBy',
    'targetTransmissionTenant',
  ]);
  const property = fc.asyncProperty(changes, async (change) => {
    const saved = await save(update, { id, version, ...change });
    version = saved.version;
    const expected = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [
        name,
        relations.has(name) && value !== null ? { id: value } : value,
      ]),
    );
    expect(saved).toMatchObject(expected);
    expect(await read(id)).toEqual(saved);
  });
  await fc.assert(property, { numRuns: 20 });
});

describe('a new record', () => {
  test('has the defaults of Specification 3, whoever the input says that it is from', async () => {
    server.clock.at = Date.parse('2026-11-20T15:00:00Z');
    const { ana: person, bob } = server.people;
    const saved = await save(register, {
      ...newRecord(),
      tenant: 1,
      createdBy: bob,
      receivedBy: bob,
      approvedBy: bob,
      dueDate: '2020-01-01',
      recordCreateDate: '2020-01-01',
      receivedAt: '2020-01-01T00:00:00Z',
      resultItemId: 77,
    });
    expect(saved).toMatchObject({
      version: 1,
      enabled: true,
      validationRequired: false,
      isProject: false,
      createdBy: { id: person },
      receivedBy: { id: person },
      approvedBy: { id: person },
      recordDate: '2026-01-01',
      recordCreateDate: '2026-01-01',
      dueDate: '2026-11-20',
    });
    expect(String(saved['receivedAt']).slice(0, 10)).toBe('2026-01-01');
    const [row] = await server.query('select result_item_id::int as result from record_5 where id = $1', [
      saved.id,
    ]);
    expect(row).toEqual({ result: 77 });
  });

  test('is made once for one key, however often it is sent', async () => {
    const data = { ...newRecord(), idempotencyKey: 'one of its kind' };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => save(register, data)));
    expect(others).toEqual([first, first]);
    expect(await save(register, data)).toEqual(first);
    // Whoever changed something since would otherwise believe that it was saved.
    expect(await refusal(register, { ...data, description: 'Changed since' })).toMatchObject({
      code: 'INVALID',
      message: keyUsedForOther,
      field: 'idempotencyKey',
    });
    expect(await save(register, data)).toEqual(first);
  });

  const required: [string, string][] = [
    ['recordNumber', 'Record number is a required field'],
    ['description', 'Description is a required field'],
    ['issuedByCompanyName', 'Issued by Company Name is a required field'],
    ['issuedToCompanyName', 'Issued To Company Name is a required field'],
    ['poNumber', 'PO Number is a required field'],
    ['problemCodeId', 'Problem Code is a required field'],
    ['statusId', 'Status is a required field'],
    ['recordDate', 'Record Date is a required field'],
  ];
  test.each(required)('without %s: %s', async (name, sentence) => {
    const { [name as 'poNumber']: _left, ...data } = newRecord();
    expect(await refusal(register, data)).toMatchObject({ code: 'INVALID', message: sentence });
  });

  const hide = (fields: readonly string[]) =>
    server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
       select $1, $2, $3, field, 'NotAllowed' from unnest($4::text[]) field`,
      [world.tenant.id, world.role, world.type.id, fields],
    );
  const show = () => server.query('delete from role_field_access where tenant_id = $1', [world.tenant.id]);

  test('has in fields that its role may not fill what the server knows, and never nothing', async () => {
    server.clock.at = Date.parse('2026-11-20T15:00:00Z');
    const hidden = ['issuedByCompanyName', 'issuedToCompanyName', 'recordDate', 'recordNumber'];
    await hide(hidden);
    const given = Object.entries(newRecord()).filter(([name]) => !hidden.includes(name));
    const { id } = await save(register, Object.fromEntries(given));
    await show();
    const [company] = await server.query('select name from tenant where id = $1', [world.tenant.id]);
    const own = company?.['name'];
    const made = await read(id);
    expect(made).toMatchObject({
      issuedByCompanyName: own,
      issuedToCompanyName: own,
      recordDate: '2026-11-19',
      recordCreateDate: '2026-11-19',
    });
    expect(made['recordNumber']).toBeGreaterThan(0);
  });

  test.each(['description', 'poNumber', 'problemCode', 'status'])(
    'is refused to a role that may not fill %s, which is not named',
    async (name) => {
      const { description, poNumber, problemCodeId, statusId, ...others } = newRecord();
      const all = { description, poNumber, problemCode: problemCodeId, status: statusId };
      const sent = Object.entries(all)
        .filter(([field]) => field !== name)
        .map(([field, value]) => [
          { problemCode: 'problemCodeId', status: 'statusId' }[field] ?? field,
          value,
        ]);
      await hide([name]);
      const refused = await refusal(register, { ...others, ...Object.fromEntries(sent) });
      await show();
      expect(refused).toMatchObject({
        code: 'FORBIDDEN',
        message:
          'Your role cannot create records here: a new record needs fields that it may not fill. An administrator can give it access to them.',
      });
    },
  );

  test('of tomorrow: Record Date must be earlier than today', async () => {
    server.clock.at = Date.parse('2026-11-20T15:00:00Z');
    expect(await refusal(register, { ...newRecord(), recordDate: '2026-11-22' })).toMatchObject({
      message: 'Record Date must be earlier than today',
      field: 'recordDate',
    });
  });
});

describe('a person who chose a time zone', () => {
  test('has today, and the day that a record is due, in that zone', async () => {
    const setZone = async (zone: string | null) => {
      await server.query('update app_user set time_zone = $2 where id = $1', [server.people.ana, zone]);
    };
    // Already the 21st in Tokyo, still the 20th in Los Angeles.
    server.clock.at = Date.parse('2026-11-20T18:00:00Z');
    await setZone('America/Los_Angeles');
    expect(await refusal(register, { ...newRecord(), recordDate: '2026-11-20' })).toMatchObject({
      message: 'Record Date must be earlier than today',
    });
    await setZone('Asia/Tokyo');
    expect(await save(register, { ...newRecord(), recordDate: '2026-11-20' })).toMatchObject({
      dueDate: '2026-11-21',
    });
    await setZone(null);
    expect(await save(register, { ...newRecord(), recordDate: '2026-11-20' })).toMatchObject({
      dueDate: '2026-11-20',
    });
    server.clock.at = Date.parse('2026-11-20T15:00:00Z');
  });
});

describe('a version', () => {
  test('rises by one with each change, and a stale one is refused with the current values', async () => {
    const { id } = world.records[3]!;
    const field = world.field('additional decimal in a slot');
    const change = (value: string) => [{ recordAdditionalFieldByTypeId: field.id, value }];
    const saved = await save(update, {
      id,
      version: 1,
      description: 'mine',
      additionalFields: change('1.25'),
    });
    expect(saved.version).toBe(2);
    const stale = await refusal(update, { id, version: 1, description: 'yours' });
    expect(stale).toMatchObject({
      code: 'CONFLICT',
      message: 'Somebody else changed this record since you opened it.',
      details: { current: { version: 2, description: 'mine', id } },
    });
    const { current } = stale['details' as never] as { current: Answered };
    expect(current.additionalFields).toContainEqual({
      id: `${id}-${field.id}`,
      tag: `${id};${world.type.id};${field.id}`,
      value: '1.25',
    });
    const names = ['statusId', 'problemCodeId', ...baseFields.map(({ name }) => name)];
    const missing = names.filter(
      (name) => !['tenant', 'status', 'problemCode'].includes(name) && !(name in current),
    );
    expect([missing, await read(id)]).toEqual([[], saved]);
    expect((await save(update, { id, version: 2 })).version).toBe(3);
  });

  test('may be left out: the change is of the record as it stands, whoever else saves at that moment', async () => {
    const { id } = world.records[5]!;
    const { version } = await read(id);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((description) => server.ask(update, ana, { data: { id, description } })),
    );
    expect(answers.flatMap(({ errors }: GraphqlAnswer) => errors ?? [])).toEqual([]);
    expect((await read(id)).version).toBe(version + 3);
  });

  test('of two changes at the same moment lets one through', async () => {
    const { id } = world.records[4]!;
    const both = await Promise.all(
      ['a', 'b', 'c', 'd'].map((description) =>
        server.ask(update, ana, { data: { id, version: 1, description } }),
      ),
    );
    const codes = both.map(({ errors }: GraphqlAnswer) => errors?.[0]?.extensions['code'] ?? 'saved');
    expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'saved']);
    expect((await read(id)).version).toBe(2);
  });
});

describe('deleting', () => {
  test('hides the record, restoring brings it back, and both are told in the audit log', async () => {
    const { id } = world.records.find((record) => record.enabled && record.id > world.records[5]!.id)!;
    expect(await save(update, { id, version: 1, enabled: false })).toMatchObject({
      enabled: false,
      version: 2,
    });
    expect(await save(update, { id, version: 2, enabled: true })).toMatchObject({
      enabled: true,
      version: 3,
    });
    const by = server.people.ana;
    expect((await auditOf(id)).slice(1)).toEqual([
      { action: 'delete', changes: { enabled: [true, false] }, by },
      { action: 'restore', changes: { enabled: [false, true] }, by },
    ]);
  });

  test('needs the grant, and without it a deleted record is not found', async () => {
    const { id } = world.records.find((record) => record.enabled && record.id > world.records[20]!.id)!;
    const deleted = world.records.find((record) => !record.enabled)!;
    await server.query(
      `update role_menu_item_action set enabled = false where tenant_id = $1 and name = 'soft delete'`,
      [world.tenant.id],
    );
    expect(await refusal(update, { id, version: 1, enabled: false })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(update, { id: deleted.id, version: 1, description: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
      message: 'The record was not found.',
    });
    await server.query(
      `update role_menu_item_action set enabled = true where tenant_id = $1 and name = 'soft delete'`,
      [world.tenant.id],
    );
  });
});

/** As a form or a cell sends it. */
const typed = (dataType: 'currency' | 'number', text: string) => valueOf(dataType).read(text, 'UTC');

describe('a number', () => {
  const sent = (name: string, value: string) => ({
    additionalFields: [{ recordAdditionalFieldByTypeId: world.field(name).id, value }],
  });

  test.each([
    ['additional number in a slot', '1.5', 'Should be a whole number'],
    ['additional number in the overflow', '1,234.56', 'Should be a whole number'],
    ['additional currency in a slot', '12.345', 'Write 1234.56: two decimals, a point before them.'],
    [
      'additional currency in a slot',
      typed('currency', '1.500'),
      '1.500 can be read in two ways: write 1500 or 1.50.',
    ],
    [
      'additional number in a slot',
      typed('number', '1.000'),
      'Write 1000 or 1,000: behind a point stand decimals.',
    ],
    ['additional currency in the overflow', '1.234,56', 'Write 1234.56: two decimals, a point before them.'],
    ['additional decimal in a slot', '0.12345678901234567891', 'Has more digits than can be kept'],
  ])('of %s, %s, is refused: %s', async (name, value, sentence) => {
    const made = await save(register, newRecord());
    expect(await refusal(update, { id: made.id, version: 1, ...sent(name, value) })).toMatchObject({
      code: 'INVALID',
      message: `${name}: ${sentence}`,
      field: world.field(name).key,
    });
    expect(await read(made.id)).toMatchObject({ version: 1 });
  });

  test.each([
    ['additional currency in a slot', '$1,234.50', '1234.5'],
    ['additional currency in a slot', '1.5', '1.5'],
    ['additional currency in a slot', '1.500', '1.5'],
    ['additional currency in the overflow', '(5)', '-5'],
    ['additional number in a slot', '12.0', '12'],
  ])('of %s, %s, is kept as %s', async (name, value, kept) => {
    const made = await save(register, { ...newRecord(), ...sent(name, value) });
    const { additionalFields } = await read(made.id);
    const { id } = world.field(name);
    expect(additionalFields.find(({ tag }) => tag.split(';')[2] === String(id))?.value).toBe(kept);
  });
});

test('the audit log has each changed field by its key or column, before and after, and nothing else', async () => {
  const made = await save(register, newRecord());
  const inSlot = world.field('additional string in a slot');
  const inOverflow = world.field('additional decimal in the overflow');
  const unchanged = {
    recordAdditionalFieldByTypeId: world.field('additional string in the overflow').id,
    value: null,
  };
  const change = (text: string | null, number: string | null) => [
    { recordAdditionalFieldByTypeId: inSlot.id, value: text },
    { recordAdditionalFieldByTypeId: inOverflow.id, value: number },
    unchanged,
  ];
  const { id } = made;
  const statusId = choice('status', 'done');
  await save(update, { id, version: 1, statusId, poNumber: 5, additionalFields: change('a', '1.5') });
  await save(update, { id, version: 2, additionalFields: change('b', null) });
  const by = server.people.ana;
  expect(await auditOf(id)).toEqual([
    { action: 'create', changes: null, by },
    {
      action: 'update',
      changes: {
        status_id: [newRecord().statusId, statusId],
        [inSlot.key]: [null, 'a'],
        [inOverflow.key]: [null, 1.5],
      },
      by,
    },
    { action: 'update', changes: { [inSlot.key]: ['a', 'b'], [inOverflow.key]: [1.5, null] }, by },
  ]);
});

describe('a choice that was disabled', () => {
  const disable = (table: string, id: number) =>
    server.query(`update ${table} set enabled = false where tenant_id = $1 and id = $2`, [
      world.tenant.id,
      id,
    ]);

  test('may stay where it is, and cannot be newly chosen: a status', async () => {
    const [kept, other] = [
      await save(register, newRecord()),
      await save(register, { ...newRecord(), statusId: choice('status', 'done') }),
    ];
    const statusId = choice('status', 'Ready');
    await disable('record_status', statusId);
    expect(await save(update, { id: kept.id, version: 1, statusId, description: 'x' })).toMatchObject({
      statusId: { id: statusId, name: 'Ready' },
    });
    const sentence = 'Status: This value is disabled and cannot be chosen.';
    expect(await refusal(update, { id: other.id, version: 1, statusId })).toMatchObject({
      message: sentence,
    });
    expect(await refusal(register, newRecord())).toMatchObject({ message: sentence, field: 'status' });
  });

  test.each(['additional dropdown in a slot', 'additional multiselect in the overflow'])(
    'may stay where it is, and cannot be newly chosen: a value of %s',
    async (label) => {
      const field = world.field(label);
      const [first = '', second = ''] = [...field.names.keys()].slice(label.includes('multi') ? 2 : 0);
      const several = field.dataType === 'multiselect';
      const as = (value: string) => [
        { recordAdditionalFieldByTypeId: field.id, value: several ? `[${value},${second}]` : value },
      ];
      const statusId = choice('status', 'done');
      const kept = await save(register, { ...newRecord(), statusId, additionalFields: as(first) });
      const other = await save(register, { ...newRecord(), statusId });
      await disable('list_value', Number(first));
      const saved = await save(update, { id: kept.id, version: 1, additionalFields: as(first) });
      expect(saved.additionalFields.map(({ value }) => value)).toEqual([
        several ? `[${first},${second}]` : first,
      ]);
      expect(await refusal(update, { id: other.id, version: 1, additionalFields: as(first) })).toMatchObject({
        message: `${label}: This value is disabled and cannot be chosen.`,
        field: field.key,
      });
    },
  );

  test('of another type, list or tenant reads as absent', async () => {
    const [foreign] = world.other.statuses.values();
    const { id } = world.records[10]!;
    for (const statusId of [foreign, server.north.statuses.order, 999_999]) {
      expect(await refusal(update, { id, version: 1, statusId })).toMatchObject({
        message: 'Status: Should be a value from the list',
      });
    }
  });
});

describe('a record out of sight', () => {
  test('is not found, whatever is asked of it', async () => {
    const { id } = world.records[11]!;
    await server.query(
      `with made as (
         insert into role (tenant_id, name, default_field_access) values ($1, 'Confined', 'Editable') returning id
       ), actions as (
         insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select a.tenant_id, made.id, a.menu_item_id, a.action_id, a.name from role_menu_item_action a, made
         where a.tenant_id = $1 and a.name = 'view'
       ), lines as (
         insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
         select $1, id, $2, 'recordNumber', 'ViewOnly', '{"operator":"equals","value":"31337"}' from made
       )
       update membership set role_id = (select id from made) where tenant_id = $1 and user_id = $3`,
      [world.tenant.id, world.type.id, server.people.bob],
    );
    const bob = await server.enter('bob', world.tenant);
    const notFound = { code: 'NOT_FOUND', message: 'The record was not found.' };
    const changes = [
      { description: 'x' },
      { statusId: 999_999 },
      { recordNumber: 1 },
      { enabled: false },
      { additionalFields: [{ recordAdditionalFieldByTypeId: 999_999, value: 'x' }] },
      { recordFileId: 1 },
    ];
    for (const change of changes) {
      for (const version of [1, 9]) {
        const absent = await refusal(update, { id: 999_999, version, ...change }, bob);
        expect([change, await refusal(update, { id, version, ...change }, bob)]).toEqual([change, absent]);
        expect(absent).toEqual(notFound);
      }
    }
  });
});

const refused: [string, object, string][] = [
  ['an email', { email: 'nobody' }, 'email'],
  ['31 February', { date: '2026-02-31' }, 'date'],
  ['a number past 2^53', { number: '9007199254740993' }, 'number'],
  ['a moment outside the calendar', { datetime: '9999-12-31T23:59:00-10:00' }, 'datetime'],
  ['a moment before it', { datetime: '0001-01-01T00:00:00+10:00' }, 'datetime'],
];
test.each(refused)(
  '%s that is none is refused with its field, in a slot and in the overflow',
  async (_, given) => {
    const { id } = world.records[12]!;
    const [[dataType, value]] = Object.entries(given) as [[string, string]];
    for (const place of ['in a slot', 'in the overflow']) {
      const field = world.field(`additional ${dataType} ${place}`);
      const additionalFields = [{ recordAdditionalFieldByTypeId: field.id, value }];
      expect(await refusal(update, { id, version: 1, additionalFields })).toMatchObject({
        code: 'INVALID',
        field: field.key,
      });
    }
  },
);
