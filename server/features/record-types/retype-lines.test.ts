// A field of lines that gets another data type: foretold, done while others write, stopped, and undone with the same bytes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { killedAfter } from '../../../testing/killed-after.ts';
import { startTestServer, type Credentials, type TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createLog } from '../../platform/log.ts';
import { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { aTenant } from '../../seed/builders.ts';
import { createRetypeRunner } from './run-retypes.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: 2 });
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  world = await build();
  ana = await server.enter('ana', world.tenant);
});

const goods = {
  name: 'Goods',
  fields: [
    { name: 'Item', dataType: 'string' as const },
    { name: 'Size', dataType: 'string' as const },
    { name: 'Weight', dataType: 'decimal' as const },
    { name: 'Double', dataType: 'decimal' as const, formula: 'Weight * 2' },
  ],
};
const bills = [
  {
    recordNumber: 1,
    lines: [
      { Item: 'Bolt', Size: '12', Weight: '12.5' },
      { Item: 'Nut', Size: '$1,234.50', Weight: '1' },
    ],
  },
  { recordNumber: 2, lines: [{ Size: 'twelve' }, { Item: 'Ring' }, { Item: 'Gone', Size: '9.5' }] },
  { recordNumber: 3, lines: [] },
  { recordNumber: 4, enabled: false, lines: [{ Size: '3' }] },
];

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Retyping lines ${count}`, bucket: 7 });
    const role = await tenant.withRole({ name: 'Administrator', administers: true });
    const buyer = await tenant.withRole({ name: 'Buyer' });
    await tenant.withMember(server.people.ana, role);
    await tenant.withMember(server.people.bob, buyer);
    const type = await tenant.withRecordType({
      name: 'Bills',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields: [{ name: 'Total', dataType: 'decimal', formula: 'sum(Double)' }],
      lines: goods,
    });
    const item = { name: 'Bills', route: 'bills', recordType: type };
    const menu = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [{ name: 'Work', route: 'work', items: [item] }] },
    ]);
    for (const one of menu.values())
      await tenant.withActions(role, one, ['view', 'line item access', 'edit line items']);
    const records = await tenant.withRecords(type, bills, server.people.ana);
    await connection.query(
      `update line_item set enabled = false where tenant_id = $1 and field_values::text like '%Gone%'`,
      [tenant.id],
    );
    const { rows } = await connection.query(
      'select id::int, name from line_item_field where tenant_id = $1 union all select id::int, name from field where tenant_id = $1',
      [tenant.id],
    );
    const idOf = (name: string) => Number(rows.find((one) => one['name'] === name)?.['id']);
    return { tenant, type, records, idOf, roles: { role, buyer } };
  });

async function ask<Result>(document: string, data: object, who = ana): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object, who = ana) =>
  (await server.ask(document, who, { data })).errors?.map(({ message, extensions }) => [
    extensions['code'],
    message,
  ])[0];

const design = `lineTypes { fields { id name version dataType listId } }
  retypes { id fieldId lineTypeId phase state total done kept changed lost again whyNot }`;
const reporting = `query ($data: FindRetypeReportInput!) { findRetypeReport(data: $data) {
  total done kept changed lost empty deleted next inTheWay samples { outcome recordNumber before after } numbers { kept changed lost } } }`;
const starting = `mutation ($data: RetypeInput!) { startRetype(data: $data) { ${design} } }`;
const stopping = `mutation ($data: RetypeIdInput!) { stopRetype(data: $data) { ${design} } }`;
const undoing = `mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { ${design} } }`;
const finding = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${design} } }`;
const writtenSince = `query ($data: RetypeIdInput!) { findWrittenSinceRetype(data: $data) { recordNumber by } }`;
const saving = `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
  lineItemsRow { id version } lineItems { value lineItemsByTypeFileds { id } } refusal { code message } } }`;
const readingLines = `query ($data: FindLineItemsInput!) { findLineItems(data: $data) { value lineItemsByTypeFileds { id } } }`;

type Design = {
  lineTypes: { fields: { id: number; name: string; version: number; dataType: string }[] }[];
  retypes: { id: number; phase: string; kept: number; changed: number; lost: number; again: number }[];
};
const current = () => ask<Design>(finding, { id: world.type.id });
const fieldOf = ({ lineTypes }: Design, name: string) =>
  lineTypes.flatMap(({ fields }) => fields).find((one) => one.name === name);
const toWhole = (over: object = {}) => ({
  fieldId: world.idOf('Size'),
  ofLines: true,
  dataType: 'number',
  ...over,
});
const start = (over: object = {}) => ask<Design>(starting, { version: 1, ...toWhole(), ...over });
async function untilDone(): Promise<Design> {
  let found: Design | undefined;
  await waitFor(async () => {
    found = await current();
    expect(found.retypes.map(({ phase }) => phase)).toEqual(['KEPT']);
  });
  return found as Design;
}
const untilOver = () => waitFor(async () => expect((await current()).retypes).toEqual([]));
const stored = () =>
  server.query('select * from line_item where tenant_id = $1 order by record_id, position', [
    world.tenant.id,
  ]);
/** By the lines, as they stand in their column. */
const heldIn = async (column: string, name: string) =>
  (await stored()).map((line) => (line[column] as Record<string, string>)[world.idOf(name)] ?? null);
/** As everybody reads them. */
const shown = async (name: string, index = 0) =>
  (
    await ask<{ value: string; lineItemsByTypeFileds: { id: number } }[]>(readingLines, {
      recordHeadersIds: [world.records[index]],
    })
  ).flatMap(({ value, lineItemsByTypeFileds: { id } }) => (id === world.idOf(name) ? value : []));
type Saved = { lineItemsRow: { id: number } | null; refusal: { message: string } | null };
const save = async (rows: readonly object[]): Promise<Saved[]> => {
  const answer = await server.ask(saving, ana, { data: rows });
  expect(answer.errors).toBeUndefined();
  return (answer.data as { createOrUpdateManyLineItems: Saved[] }).createOrUpdateManyLineItems;
};
const lineOf = async (index: number) => Number((await stored())[index]?.['id']);
const sized = (value: string | null) => ({
  lineItemsFields: [{ lineItemsByTypeFiledsId: world.idOf('Size'), value }],
});
const write = async (record: number, line: number, value: string | null) =>
  save([{ recordHeaderId: world.records[record], rowId: await lineOf(line), ...sized(value) }]);

describe('before', () => {
  test('the report counts the values of all lines, with examples of their records', async () => {
    expect(await ask(reporting, toWhole())).toEqual({
      total: 4,
      done: 4,
      kept: 2,
      changed: 2,
      lost: 1,
      empty: 1,
      deleted: 2,
      next: null,
      inTheWay: [],
      samples: [
        { outcome: 'kept', recordNumber: 1, before: '12', after: '12' },
        { outcome: 'changed', recordNumber: 1, before: '$1,234.50', after: '1235' },
        { outcome: 'lost', recordNumber: 2, before: 'twelve', after: '' },
      ],
      numbers: { kept: [1], changed: [1], lost: [2] },
    });
  });

  test('to who does not see the lines no value is told', async () => {
    await server.query(
      `update role_menu_item_action set enabled = false where role_id = $1 and name = 'line item access'`,
      [world.roles.role],
    );
    expect(await ask(reporting, toWhole())).toMatchObject({ kept: 2, samples: [], numbers: { lost: [] } });
  });

  test('what cannot be is refused, and so is who does not administer', async () => {
    const bob = await server.enter('bob', world.tenant);
    expect((await refusal(reporting, toWhole(), bob))?.[0]).toBe('FORBIDDEN');
    expect((await refusal(starting, toWhole({ version: 1 }), bob))?.[0]).toBe('FORBIDDEN');
    expect(await refusal(reporting, toWhole({ dataType: 'object' }))).toEqual([
      'INVALID',
      'No value of a field of the type Text can become one of Object.',
    ]);
    expect((await refusal(starting, toWhole({ version: 1, dataType: 'dropdown' })))?.[1]).toBe(
      'Choose the list that its values come from.',
    );
    expect(
      (
        await refusal(starting, toWhole({ version: 1, fieldId: world.idOf('Double'), dataType: 'string' }))
      )?.[1],
    ).toBe('“Double” is computed. Take its formula away first.');
    expect((await refusal(starting, toWhole({ version: 9 })))?.[0]).toBe('CONFLICT');
    expect((await refusal(reporting, toWhole({ fieldId: 999_999_999 })))?.[0]).toBe('NOT_FOUND');
    expect((await current()).retypes).toEqual([]);
  });

  test('the fields of another company are not there, nor what becomes of them', async () => {
    const { idOf } = world;
    await start();
    const { retypes } = await untilDone();
    count += 1;
    world = await build();
    const elsewhere = await server.enter('ana', world.tenant);
    const foreign = { fieldId: idOf('Size'), ofLines: true, dataType: 'string' };
    const absent = ['NOT_FOUND', 'The field was not found.'];
    expect(await refusal(reporting, foreign, elsewhere)).toEqual(absent);
    expect(await refusal(starting, { ...foreign, version: 2 }, elsewhere)).toEqual(absent);
    for (const document of [stopping, undoing, writtenSince])
      expect(await refusal(document, { id: retypes[0]?.id }, elsewhere)).toEqual([
        'NOT_FOUND',
        'The change of a data type was not found.',
      ]);
  });

  test('where something decides by its values they are named, and it does not begin', async () => {
    await server.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'REQUIRED', $4)`,
      [
        world.tenant.id,
        world.type.id,
        world.idOf('Item'),
        JSON.stringify([{ field: `l${world.idOf('Size')}`, operator: 'equals', value: '12' }]),
      ],
    );
    const { inTheWay } = await ask<{ inTheWay: string[] }>(reporting, toWhole());
    expect(inTheWay).toEqual(['Bills, Goods: Item is required when']);
    expect((await refusal(starting, toWhole({ version: 1 })))?.[1]).toContain('Take it out there first.');
    expect(await ask(reporting, toWhole({ dataType: 'email' }))).toMatchObject({ inTheWay: [] });
  });

  test('a formula that would read another kind of value stands in the way', async () => {
    const weight = { fieldId: world.idOf('Weight'), ofLines: true };
    expect(await ask(reporting, { ...weight, dataType: 'string' })).toMatchObject({
      inTheWay: ['Bills, Goods: Double'],
    });
    expect(await ask(reporting, { ...weight, dataType: 'number' })).toMatchObject({ inTheWay: [] });
  });
});

describe('the work', () => {
  test('what was foretold is done, read and written, and undone with the same bytes', async () => {
    const before = await stored();
    const entries = () =>
      server.query(`select count(*)::int from audit_log where tenant_id = $1 and entity = 'line_item'`, [
        world.tenant.id,
      ]);
    const told = await entries();
    const started = await start();
    expect(started.retypes).toMatchObject([
      { fieldId: world.idOf('Size'), lineTypeId: world.type.lines?.id },
    ]);
    const done = await untilDone();
    expect(fieldOf(done, 'Size')).toMatchObject({ dataType: 'number', version: 2 });
    expect(done.retypes[0]).toMatchObject({ kept: 2, changed: 2, lost: 1 });
    expect(await shown('Size')).toEqual(['12', '1235']);
    expect(await shown('Size', 1)).toEqual([]);
    expect(await entries()).toEqual(told);
    expect((await stored()).map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    expect((await refusal(starting, toWhole({ version: 2, dataType: 'string' })))?.[0]).toBe('CONFLICT');

    // Written since: in the new type alone, and told by what stood there in it.
    expect((await write(0, 0, 'twelve'))[0]?.refusal?.message).toContain('Size');
    await write(0, 0, '13');
    const [entry] = await server.query(
      `select changes from audit_log where tenant_id = $1 and entity = 'line_item' order by id desc limit 1`,
      [world.tenant.id],
    );
    expect(entry).toEqual({ changes: { [`f${world.idOf('Size')}`]: ['12', '13'] } });
    const [made] = await save([{ recordHeaderId: world.records[2], ...sized('8') }]);
    expect(await shown('Size', 2)).toEqual(['8']);
    const id = done.retypes[0]?.id;
    expect(await ask(writtenSince, { id })).toEqual([
      { recordNumber: 3, by: expect.any(String) as string },
      { recordNumber: 1, by: expect.any(String) as string },
    ]);
    await ask(undoing, { id });
    await untilOver();
    const bytes = ({ version: _v, updated_at: _u, ...line }: Record<string, unknown>) => line;
    const after = (await stored()).filter((line) => Number(line['id']) !== made?.lineItemsRow?.id);
    expect(after.map(bytes)).toEqual(before.map(bytes));
    expect(await shown('Size')).toEqual(['12', '$1,234.50']);
    expect(await shown('Size', 2)).toEqual([]);
    expect(fieldOf(await current(), 'Size')).toMatchObject({ dataType: 'string' });
    expect(await server.query('select state from field_retype where id = $1', [id])).toEqual([
      { state: 'UNDONE' },
    ]);
  });

  test('what was written before reads as it was, and is not put back into the other type', async () => {
    await write(0, 1, 'some');
    await write(0, 1, 'more');
    await start({ dataType: 'textarea' });
    await untilDone();
    const [entry] = await server.query(
      `select id from audit_log where tenant_id = $1 and entity = 'line_item' order by id desc limit 1`,
      [world.tenant.id],
    );
    const recordId = world.records[0];
    const entryId = Number(entry?.['id']);
    const told = await ask<{ logs: { id: number; changes: { oldValue: string }[] }[] }>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id changes { oldValue newValue } } } }`,
      { filterInput: { recordId, withLines: true } },
    );
    expect(told.logs.find(({ id }) => id === entryId)?.changes).toEqual([
      { oldValue: 'some', newValue: 'more' },
    ]);
    expect(
      await ask(`query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { whyNot } }`, {
        recordId,
        entries: [entryId],
      }),
    ).toEqual([{ whyNot: 'Goods 2, Size is now of another type.' }]);
  });

  test('lines are moved, deleted and restored as ever, and what is kept for the undo is in no history', async () => {
    await start();
    const done = await untilDone();
    const rowId = await lineOf(0);
    const row = { recordHeaderId: world.records[0], rowId };
    await save([{ ...row, enabled: false }]);
    await save([{ ...row, enabled: true }]);
    const found = await server.query(
      `select action, changes -> $2 as size from audit_log where tenant_id = $1 and entity = 'line_item' and entity_id = $3
       order by id desc limit 2`,
      [world.tenant.id, `f${world.idOf('Size')}`, rowId],
    );
    expect(found).toEqual([
      { action: 'restore', size: [null, '12'] },
      { action: 'delete', size: ['12', null] },
    ]);
    await ask(undoing, { id: done.retypes[0]?.id });
    await untilOver();
    expect(await shown('Size')).toEqual(['12', '$1,234.50']);
  });

  test('what is computed from the field follows the values that it rounds, and those that come back', async () => {
    const slot = async () =>
      String(
        (await server.query('select slot from field where id = $1', [world.idOf('Total')]))[0]?.['slot'],
      );
    const column = await slot();
    const total = async () =>
      (
        await server.query(
          `select trim_scale(${column}::numeric)::text as value from record where record_type_id = $1 and record_number = 1`,
          [world.type.id],
        )
      )[0]?.['value'];
    expect(await total()).toBe('27');
    await start({ fieldId: world.idOf('Weight') });
    const { retypes } = await untilDone();
    expect(await shown('Weight')).toEqual(['13', '1']);
    await waitFor(async () => expect(await total()).toBe('28'));
    expect(await shown('Double')).toEqual(['26', '2']);
    // A total is gathered from where the values stand now.
    const rowId = await lineOf(1);
    await save([
      {
        recordHeaderId: world.records[0],
        rowId,
        lineItemsFields: [{ lineItemsByTypeFiledsId: world.idOf('Weight'), value: '2' }],
      },
    ]);
    expect(await total()).toBe('30');
    await ask(undoing, { id: retypes[0]?.id });
    await untilOver();
    await waitFor(async () => expect(await total()).toBe('27'));
    expect(await shown('Double')).toEqual(['25', '2']);
  });

  test('after its time the values from before go; the next change finds the first place free', async () => {
    await start();
    await untilDone();
    const values = await heldIn('beside_values', 'Size');
    expect(values).toEqual(['12', '1235', null, null, '10', '3']);
    await server.query(`update field_retype set keep_until = now() - interval '1 second'`);
    expect((await refusal(undoing, { id: (await current()).retypes[0]?.id }))?.[0]).toBe('CONFLICT');
    server.retypes.wake();
    await untilOver();
    expect(await heldIn('field_values', 'Size')).toEqual(values.map(() => null));
    expect(await heldIn('beside_values', 'Size')).toEqual(values);
    await start({ version: 2, dataType: 'string' });
    await untilDone();
    expect(await heldIn('field_values', 'Size')).toEqual(values);
    expect(await shown('Size')).toEqual(['12', '1235']);
  });

  test('a field that is deleted takes its values from both places', async () => {
    await start();
    await untilDone();
    const id = world.idOf('Size');
    await server.query('update line_item_field set enabled = false where id = $1', [id]);
    await ask(`mutation ($data: DeleteFieldInput!) { deleteField(data: $data) { id } }`, {
      id,
      ofLines: true,
      version: 2,
    });
    await server.query(
      `update line_item_field set delete_after = now() - interval '1 second' where id = $1`,
      [id],
    );
    server.fieldDeletions.wake();
    await waitFor(async () =>
      expect(await server.query('select 1 from line_item_field where id = $1', [id])).toEqual([]),
    );
    for (const column of ['field_values', 'beside_values'])
      expect(await heldIn(column, 'Size')).toEqual([null, null, null, null, null, null]);
  });
});

/** Asked for, and no process has begun. */
async function beAsked(): Promise<void> {
  // Else the server's own runner, which rests before its last look, might find it.
  await server.retypes.idle();
  await server.query(
    `insert into field_retype (tenant_id, record_type_id, line_item_type_id, field_id, name, user_id, from_type, to_type, to_slot,
       time_zone, day_first, decimal_sign, total)
     select f.tenant_id, k.record_type_id, k.id, f.id, f.name, $2, f.data_type, 'number', 'beside', 'UTC', false, '.', 4
     from line_item_field f join line_item_type k on k.id = f.line_item_type_id where f.id = $1`,
    [world.idOf('Size'), server.people.ana],
  );
}

/** The server's own runner is held off: another process is at its part. */
async function runUntilKilled(statements: number): Promise<void> {
  const { database, asked } = killedAfter(server.database, statements);
  const runner = createRetypeRunner({
    database,
    configs: new TenantConfigCache(server.database),
    log: createLog('silent'),
    formulas: { wake: () => undefined },
    partSize: 2,
  });
  runner.wake();
  await waitFor(() => expect(asked()).toBeGreaterThan(statements));
  await runner.stop();
}

describe('in between', () => {
  test('the field is of the one type or of the other, and a stop or an undo leaves every byte', async () => {
    const before = await stored();
    for (const statements of [3, 9, 17, 26, 36, 50]) {
      await beAsked();
      await runUntilKilled(statements);
      const [field] = await server.query(
        'select data_type, stands_beside from line_item_field where id = $1',
        [world.idOf('Size')],
      );
      expect(field).toEqual(
        field?.['stands_beside'] === true
          ? { data_type: 'number', stands_beside: true }
          : { data_type: 'string', stands_beside: false },
      );
      const [{ id, phase } = {}] = (await current()).retypes;
      await ask(phase === 'KEPT' ? undoing : stopping, { id });
      await untilOver();
      expect(await stored()).toEqual(before);
    }
  });

  test('a line that is written, made or emptied between two parts is in the new type at the end', async () => {
    await beAsked();
    await runUntilKilled(24);
    await write(0, 0, '99');
    await write(0, 1, 'nothing');
    await save([{ recordHeaderId: world.records[2], ...sized('6.5') }]);
    expect(await shown('Size')).toEqual(['99', 'nothing']);
    server.retypes.wake();
    const { retypes } = await untilDone();
    expect(retypes[0]?.again).toBeGreaterThanOrEqual(2);
    expect(await heldIn('beside_values', 'Size')).toEqual(['99', null, null, null, '10', '7', '3']);
  });

  test('where something comes to decide by it meanwhile, it waits and says so', async () => {
    await beAsked();
    await server.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'READ_ONLY', '[]')`,
      [world.tenant.id, world.type.id, world.idOf('Size')],
    );
    server.retypes.wake();
    await waitFor(async () =>
      expect((await current()).retypes).toMatchObject([
        {
          state: 'FAILED',
          phase: 'SWITCH',
          whyNot: expect.stringContaining('Take it out there first.') as string,
        },
      ]),
    );
    await ask(stopping, { id: (await current()).retypes[0]?.id });
    await untilOver();
  });
});
