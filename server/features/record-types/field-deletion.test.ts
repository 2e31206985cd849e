// A field that goes: refused while it is in use, gone everywhere at once, put back with every value, and what is left of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { removeInTime } from '../../platform/object-storage/write-object.ts';
import { aTenant } from '../../seed/builders.ts';
import { sweepUploads } from '../attachments/sql.ts';
import { createFieldDeletionRunner } from './run-field-deletions.ts';
import { throughOwner } from '../../../testing/through-owner.ts';
import { waitFor } from '../../../testing/wait-for.ts';

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

const file = (fileName: string) => ({ fileName, content: Buffer.from('%PDF'), createdBy: server.people.ana });

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Emptying ${count}`, bucket: 7 });
    const role = await tenant.withRole({ name: 'Administrator', administers: true });
    const buyer = await tenant.withRole({ name: 'Buyer' });
    await tenant.withMember(server.people.ana, role);
    await tenant.withMember(server.people.bob, buyer);
    const bills = await tenant.withRecordType({
      name: 'Bills',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields: [
        { name: 'Amount', dataType: 'currency' },
        { name: 'Note', dataType: 'textarea' },
        { name: 'Scan', dataType: 'attachment' },
        { name: 'Other scan', dataType: 'attachment' },
      ],
      lines: {
        name: 'Goods',
        fields: [
          { name: 'Item', dataType: 'string' },
          { name: 'Colour', dataType: 'string' },
        ],
      },
    });
    const item = { name: 'Bills', route: 'bills', recordType: bills };
    const menu = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [{ name: 'Work', route: 'work', items: [item] }] },
    ]);
    for (const one of menu.values())
      for (const who of [role, buyer]) await tenant.withActions(who, one, ['view', 'create records']);
    for (const who of [role, buyer])
      await tenant.withFieldAccess(who, bills, [
        { field: 'Amount', access: 'Editable' },
        { field: 'recordNumber', access: 'Editable' },
      ]);
    const scan = await tenant.withRecordFile(server.storage, file('scan.pdf'));
    const shared = await tenant.withRecordFile(server.storage, file('shared.pdf'));
    const attached = (id: number) => JSON.stringify({ id, name: 'a.pdf', sizeBytes: 4 });
    const ofBills = await tenant.withRecords(
      bills,
      [1, 2, 3, 4, 5].map((recordNumber) => ({
        recordNumber,
        enabled: recordNumber !== 5,
        lines: [{ Item: 'Bolt', Colour: 'Red' }],
        fields: {
          Amount: String(recordNumber * 10),
          Note: `Note ${recordNumber}`,
          ...(recordNumber === 1 && { Scan: attached(scan) }),
          ...(recordNumber === 2 && { Scan: attached(shared), 'Other scan': attached(shared) }),
        },
      })),
      server.people.ana,
    );
    const { rows } = await connection.query(
      'select id::int, name, slot from field where record_type_id = $1',
      [bills.id],
    );
    const { rows: inLines } = await connection.query(
      `select f.id::int, f.name from line_item_field f join line_item_type k on k.tenant_id = f.tenant_id and k.id = f.line_item_type_id
       where k.record_type_id = $1`,
      [bills.id],
    );
    const idOf = (name: string) => Number([...rows, ...inLines].find((one) => one['name'] === name)?.['id']);
    return { tenant, bills, ofBills, idOf, files: { scan, shared }, roles: { role, buyer } };
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
const parts = `fields { id name enabled version } lineTypes { id fields { id name enabled version } }
  deletedFields { id name lineTypeId state deleteAfter total done }`;
const deleting = `mutation ($data: DeleteFieldInput!) { deleteField(data: $data) { ${parts} } }`;
const takingBack = `mutation ($data: TakeBackFieldInput!) { takeBackField(data: $data) { ${parts} } }`;
const changing = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${parts} } }`;
const definitions = `query ($recordType: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $recordType) { id name } }`;
type Part = { id: number; name: string; enabled: boolean; version: number };
type Design = {
  fields: Part[];
  lineTypes: { id: number; fields: Part[] }[];
  deletedFields: {
    id: number;
    name: string;
    lineTypeId: number | null;
    state: string;
    deleteAfter: string;
  }[];
};

async function switchOff(name: string, ofLines = false): Promise<void> {
  const one = { id: world.idOf(name), version: 1, enabled: false };
  const [kind] = await server.query('select id::int from line_item_type where record_type_id = $1', [
    world.bills.id,
  ]);
  await ask(changing, {
    id: world.bills.id,
    ...(ofLines ? { lineTypes: [{ id: kind?.['id'], version: 1, fields: [one] }] } : { fields: [one] }),
  });
}
async function deleteField(name: string, ofLines = false): Promise<Design> {
  await switchOff(name, ofLines);
  return ask<Design>(deleting, { id: world.idOf(name), ofLines, version: 2 });
}
const stateOf = async (name: string) =>
  (
    await server.query('select state, done, emptied from field_deletion where field_id = $1', [
      world.idOf(name),
    ])
  )[0];
const passTime = (name: string, ofLines = false) =>
  server.query(
    `update ${ofLines ? 'line_item_field' : 'field'} set delete_after = now() - interval '1 second' where id = $1`,
    [world.idOf(name)],
  );
async function untilGone(name: string, ofLines = false): Promise<void> {
  await passTime(name, ofLines);
  server.fieldDeletions.wake();
  await waitFor(async () => expect((await stateOf(name))?.['state']).toBe('FINISHED'));
}
const recordsAsStored = () =>
  server.query('select * from record where record_type_id = $1 order by id', [world.bills.id]);
const linesAsStored = () =>
  server.query('select * from line_item where record_id = any($1::bigint[]) order by id', [world.ofBills]);

describe('before it happens', () => {
  test('a field that is in use is switched off first, and one that another has changed is not deleted', async () => {
    const amount = { id: world.idOf('Amount'), ofLines: false };
    expect(await refusal(deleting, { ...amount, version: 1 })).toEqual([
      'CONFLICT',
      '“Amount” is in use. Switch it off first, then delete it.',
    ]);
    await switchOff('Amount');
    expect(await refusal(deleting, { ...amount, version: 1 })).toEqual([
      'CONFLICT',
      'Somebody has changed “Amount” since you opened it.',
    ]);
    expect(
      (await refusal(deleting, { ...amount, version: 2 }, await server.enter('bob', world.tenant)))?.[0],
    ).toBe('FORBIDDEN');
  });

  test('a field that confines a role stays until the role is confined otherwise', async () => {
    await server.query(
      `update role_field_access set filter_criteria = '[{"operator":"equals","value":"10"}]'
       where field_id = $1 and role_id = $2`,
      [world.idOf('Amount'), world.roles.buyer],
    );
    await switchOff('Amount');
    expect(await refusal(deleting, { id: world.idOf('Amount'), ofLines: false, version: 2 })).toEqual([
      'CONFLICT',
      '“Amount” confines Buyer: without it nobody could say which records that role sees. Change the confinement first.',
    ]);
  });

  test('what it takes is counted', async () => {
    await switchOff('Amount');
    await switchOff('Colour', true);
    const impact = `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { name lines { sentence } } } }`;
    const changes = [
      { kind: 'FIELD', id: world.bills.id, fieldKey: `f${world.idOf('Amount')}`, takes: 'DELETE' },
      { kind: 'LINE_FIELD', id: world.idOf('Colour'), takes: 'DELETE' },
    ];
    expect(await ask(impact, { changes })).toEqual({
      impacts: [
        {
          name: 'Amount',
          lines: [
            { sentence: '4 records hold it' },
            { sentence: '2 roles have an access of their own to it' },
          ],
        },
        { name: 'Colour', lines: [{ sentence: '5 lines hold it' }] },
      ],
    });
  });
});

describe('within its time', () => {
  test('it is gone from every list of fields, filter and formula, and comes back with every value', async () => {
    const before = await recordsAsStored();
    const id = world.idOf('Amount');
    const { fields, deletedFields } = await deleteField('Amount');
    expect(fields.map(({ name }) => name)).toEqual(['Note', 'Scan', 'Other scan']);
    expect(deletedFields).toMatchObject([
      { id, name: 'Amount', lineTypeId: null, state: 'WAITING', total: 5 },
    ]);
    const days = (Date.parse(deletedFields[0]?.deleteAfter ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    const shown = await server.ask(definitions, ana, { recordType: world.bills.id });
    expect(shown.errors).toBeUndefined();
    expect(JSON.stringify(shown)).not.toContain('Amount');
    const filtered = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) { total } }`;
    const filters = [{ columnField: `f${id}`, operatorValue: 'equals', value: '10' }];
    expect((await refusal(filtered, { recordTypeId: world.bills.id, filters }))?.[0]).toBeDefined();
    expect(
      (
        await refusal(changing, {
          id: world.bills.id,
          fields: [{ name: 'Twice', dataType: 'currency', formula: 'Amount * 2' }],
        })
      )?.[1],
    ).toContain('Amount');
    expect(
      await refusal(changing, { id: world.bills.id, fields: [{ id, version: 3, enabled: true }] }),
    ).toEqual(['NOT_FOUND', 'The field was not found.']);
    expect(await refusal(deleting, { id, ofLines: false, version: 3 })).toEqual([
      'CONFLICT',
      '“Amount” is being deleted already.',
    ]);
    // One that is made meanwhile comes to stand in another column.
    const made = await ask<Design>(changing, {
      id: world.bills.id,
      fields: [{ name: 'Amount', dataType: 'currency' }],
    });
    const fresh = made.fields.find(({ name }) => name === 'Amount');
    expect(fresh?.id).toBeGreaterThan(id);
    server.fieldDeletions.wake();
    const back = await ask<Design>(takingBack, { id, ofLines: false });
    expect(back.deletedFields).toEqual([]);
    expect(back.fields.find((one) => one.id === id)).toMatchObject({ name: 'Amount', enabled: false });
    expect(await recordsAsStored()).toEqual(before);
    expect((await refusal(takingBack, { id, ofLines: false }))?.[1]).toBe('This field is not being deleted.');
  });
});

describe('after its time', () => {
  test.each(['Amount', 'Note'])('no value of %s is left, and nothing else is different', async (name) => {
    const [before, lines] = [await recordsAsStored(), await linesAsStored()];
    const [stored] = await server.query('select id::text, slot from field where id = $1', [world.idOf(name)]);
    const { id, slot } = stored as { id: string; slot: string | null };
    await server.query(
      `insert into grid_preference (tenant_id, record_type_id, user_id, saved_name, grid_options)
       values ($1, $2, $3, 'Mine', jsonb_build_object('orderedFields', jsonb_build_array('status', $4::text),
         'pinnedColumns', jsonb_build_object('left', jsonb_build_array($4::text), 'right', '[]'::jsonb)))`,
      [world.tenant.id, world.bills.id, server.people.ana, `f${id}`],
    );
    const entries = () =>
      server.query(`select count(*)::int from audit_log where tenant_id = $1 and entity = 'record'`, [
        world.tenant.id,
      ]);
    const written = await entries();
    await deleteField(name);
    await untilGone(name);
    expect(await stateOf(name)).toEqual({ state: 'FINISHED', done: 5, emptied: 5 });
    const without = before.map((one) => {
      if (slot !== null) return { ...one, [slot]: null };
      const { [id]: _, ...rest } = one['x'] as Record<string, unknown>;
      return { ...one, x: Object.keys(rest).length === 0 ? null : rest };
    });
    expect(await recordsAsStored()).toEqual(without);
    expect(await linesAsStored()).toEqual(lines);
    expect(await entries()).toEqual(written);
    for (const table of ['field', 'role_field_access', 'field_condition', 'access_test'])
      expect(
        await server.query(`select 1 from ${table} where ${table === 'field' ? 'id' : 'field_id'} = $1`, [
          id,
        ]),
      ).toEqual([]);
    const [view] = await server.query('select grid_options from grid_preference where tenant_id = $1', [
      world.tenant.id,
    ]);
    expect(view?.['grid_options']).toEqual({
      orderedFields: ['status'],
      pinnedColumns: { left: [], right: [] },
    });
    // Its column is free again, its id is not.
    const made = await ask<Design>(changing, {
      id: world.bills.id,
      fields: [{ name, dataType: name === 'Amount' ? 'currency' : 'textarea' }],
    });
    const [fresh] = await server.query('select id::int, slot from field where id = $1', [
      made.fields.at(-1)?.id,
    ]);
    expect(fresh?.['slot']).toBe(slot);
    expect(fresh?.['id']).toBeGreaterThan(Number(id));
  });

  test('a field of lines leaves every line, deleted ones too, and the others stay', async () => {
    const records = await recordsAsStored();
    const id = String(world.idOf('Colour'));
    await server.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'REQUIRED', '[]')`,
      [world.tenant.id, world.bills.id, id],
    );
    await deleteField('Colour', true);
    await untilGone('Colour', true);
    expect(await server.query('select 1 from field_condition where line_item_field_id = $1', [id])).toEqual(
      [],
    );
    const lines = await linesAsStored();
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line['field_values']).toEqual({ [world.idOf('Item')]: 'Bolt' });
    expect(await recordsAsStored()).toEqual(records);
    expect(await server.query('select 1 from line_item_field where id = $1', [id])).toEqual([]);
  });

  test('a file that only this field held goes, one that another field holds stays', async () => {
    await deleteField('Scan');
    await untilGone('Scan');
    await sweepUploads(server.database, (key) => removeInTime(server.storage, key, 1000));
    expect(
      (await server.query('select id::int from record_file where tenant_id = $1', [world.tenant.id])).map(
        ({ id }) => id,
      ),
    ).toEqual([world.files.shared]);
  });

  test('the history is read by its name, by administrators who saw the field', async () => {
    const update = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`;
    const record = world.ofBills[0] ?? 0;
    await ask(update, {
      id: record,
      version: 1,
      additionalFields: [{ recordAdditionalFieldByTypeId: world.idOf('Amount'), value: '77' }],
    });
    const history = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { changes { what newValue } } } }`;
    const bob = await server.enter('bob', world.tenant);
    const told = async (who: Credentials) =>
      JSON.stringify(await server.ask(history, who, { data: { filterInput: { recordId: record } } }));
    expect(await told(bob)).toContain('77');
    await server.query(
      `update record_7 set x = x || jsonb_build_object($2::text, '"Told nobody"') where id = $1`,
      [record, String(world.idOf('Note'))],
    );
    await deleteField('Note');
    await deleteField('Amount');
    for (const isOver of [false, true]) {
      if (isOver) await untilGone('Amount');
      expect(await told(ana)).toContain('"what":"Amount (deleted)","newValue":"77');
      expect(await told(bob)).not.toMatch(/Amount|77/);
      // Her role never saw it.
      expect(await told(ana)).not.toMatch(/Note|Told nobody/);
    }
    const { logs } = await ask<{ logs: { action: string; subject: string }[] }>(
      `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { action subject } } }`,
      {},
    );
    expect(logs[0]).toMatchObject({ action: 'delete', subject: 'Field Amount (deleted) of Bills' });
  });

  test('it goes on where a process stopped, and cannot be put back then', async () => {
    await deleteField('Note');
    await passTime('Note');
    let statements = 0;
    const failing = throughOwner(server.database, (connection) => ({
      query(text, values) {
        statements += 1;
        if (statements > 14) throw new Error('The process is killed.');
        return connection.query(text, values);
      },
    }));
    const first = createFieldDeletionRunner({ database: failing, log: createLog('silent'), partSize: 2 });
    first.wake();
    await waitFor(() => expect(statements).toBeGreaterThanOrEqual(14));
    await first.stop();
    expect((await refusal(takingBack, { id: world.idOf('Note'), ofLines: false }))?.[1]).toBe(
      '“Note” is being emptied: what is gone cannot be taken back.',
    );
    await untilGone('Note');
    expect(await stateOf('Note')).toMatchObject({ done: 5, emptied: 5 });
  });
});
