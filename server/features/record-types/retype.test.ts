// A field that gets another data type: foretold, done while others write, stopped, and undone with the same bytes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { killedAfter } from '../../../testing/killed-after.ts';
import { startTestServer, type Credentials, type TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
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

const sizes = ['12', '$1,234.50', 'twelve', '7', '', '3', '9.5'];
const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Retyping ${count}`, bucket: 7 });
    const role = await tenant.withRole({ name: 'Administrator', administers: true });
    const buyer = await tenant.withRole({ name: 'Buyer' });
    await tenant.withMember(server.people.ana, role);
    await tenant.withMember(server.people.bob, buyer);
    const bills = await tenant.withRecordType({
      name: 'Bills',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields: [
        { name: 'Size', dataType: 'string' },
        { name: 'Note', dataType: 'textarea' },
      ],
    });
    const item = { name: 'Bills', route: 'bills', recordType: bills };
    const menu = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [{ name: 'Work', route: 'work', items: [item] }] },
    ]);
    for (const one of menu.values())
      for (const who of [role, buyer]) await tenant.withActions(who, one, ['view', 'create records']);
    for (const who of [role, buyer])
      await tenant.withFieldAccess(who, bills, [
        { field: 'Size', access: 'Editable' },
        { field: 'Note', access: 'Editable' },
        { field: 'recordNumber', access: 'Editable' },
      ]);
    const records = await tenant.withRecords(
      bills,
      sizes.map((size, index) => ({
        recordNumber: index + 1,
        enabled: index !== 5,
        fields: { ...(size !== '' && { Size: size }), Note: `Line\n${index}` },
      })),
      server.people.ana,
    );
    const { rows } = await connection.query('select id::int, name from field where record_type_id = $1', [
      bills.id,
    ]);
    const idOf = (name: string) => Number(rows.find((one) => one['name'] === name)?.['id']);
    return { tenant, bills, records, idOf, roles: { role, buyer } };
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

const design = `fields { id version dataType } retypes { id fieldId phase state total done kept changed lost again keepUntil whyNot }`;
const reporting = `query ($data: FindRetypeReportInput!) { findRetypeReport(data: $data) {
  total done kept changed lost empty deleted next inTheWay samples { outcome recordNumber before after } numbers { kept changed lost } } }`;
const starting = `mutation ($data: RetypeInput!) { startRetype(data: $data) { ${design} } }`;
const stopping = `mutation ($data: RetypeIdInput!) { stopRetype(data: $data) { ${design} } }`;
const undoing = `mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { ${design} } }`;
const finding = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${design} } }`;
const written = `query ($data: RetypeIdInput!) { findWrittenSinceRetype(data: $data) { recordNumber by } }`;
const changing = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`;
type Design = {
  fields: { id: number; version: number; dataType: string }[];
  retypes: {
    id: number;
    fieldId: number;
    phase: string;
    kept: number;
    changed: number;
    lost: number;
    again: number;
  }[];
};
const current = () => ask<Design>(finding, { id: world.bills.id });
const toWhole = (over: object = {}) => ({ fieldId: world.idOf('Size'), dataType: 'number', ...over });
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
  server.query('select * from record where record_type_id = $1 order by id', [world.bills.id]);
async function valuesOf(name: string): Promise<(string | null)[]> {
  const [field] = await server.query('select slot, data_type from field where id = $1', [world.idOf(name)]);
  const place = field?.['slot'] === null ? `x ->> '${world.idOf(name)}'` : `${String(field?.['slot'])}::text`;
  const rows = await server.query(
    `select ${place} as value from record where record_type_id = $1 order by record_number`,
    [world.bills.id],
  );
  return rows.map(({ value }) => value as string | null);
}
const write = (index: number, value: string, version = 1) =>
  ask(changing, {
    id: world.records[index],
    version,
    additionalFields: [{ recordAdditionalFieldByTypeId: world.idOf('Size'), value }],
  });

describe('before', () => {
  test('the report counts every value, with examples and numbers', async () => {
    expect(await ask(reporting, toWhole())).toEqual({
      total: 7,
      done: 7,
      kept: 3,
      changed: 2,
      lost: 1,
      empty: 1,
      deleted: 1,
      next: null,
      inTheWay: [],
      samples: [
        { outcome: 'kept', recordNumber: 1, before: '12', after: '12' },
        { outcome: 'kept', recordNumber: 4, before: '7', after: '7' },
        { outcome: 'changed', recordNumber: 2, before: '$1,234.50', after: '1235' },
        { outcome: 'changed', recordNumber: 7, before: '9.5', after: '10' },
        { outcome: 'lost', recordNumber: 3, before: 'twelve', after: '' },
      ],
      numbers: { kept: [1, 4], changed: [2, 7], lost: [3] },
    });
  });

  test('to who does not see the field, or all records, no value is told', async () => {
    await server.query(
      `update role_field_access set access = 'NotAllowed' where role_id = $1 and field_id = $2`,
      [world.roles.role, world.idOf('Size')],
    );
    expect(await ask(reporting, toWhole())).toMatchObject({
      kept: 3,
      lost: 1,
      samples: [],
      numbers: { lost: [] },
    });
  });

  test('what cannot be is refused, and so is who does not administer', async () => {
    const bob = await server.enter('bob', world.tenant);
    expect((await refusal(reporting, toWhole(), bob))?.[0]).toBe('FORBIDDEN');
    expect((await refusal(starting, toWhole({ version: 1 }), bob))?.[0]).toBe('FORBIDDEN');
    expect(await refusal(reporting, toWhole({ dataType: 'attachment' }))).toEqual([
      'INVALID',
      'No value of a field of the type Text can become one of Attachment.',
    ]);
    expect((await refusal(reporting, toWhole({ dataType: 'dropdown' })))?.[1]).toBe(
      'Choose the list that its values come from.',
    );
    expect((await refusal(starting, toWhole({ version: 9 })))?.[0]).toBe('CONFLICT');
  });

  test('where something decides by its values they are named, and it does not begin', async () => {
    await server.query(
      `update role_field_access set filter_criteria = '[{"operator":"equals","value":"12"}]' where field_id = $1 and role_id = $2`,
      [world.idOf('Size'), world.roles.buyer],
    );
    const { inTheWay } = await ask<{ inTheWay: string[] }>(reporting, toWhole());
    expect(inTheWay).toHaveLength(1);
    expect((await refusal(starting, toWhole({ version: 1 })))?.[1]).toContain('Take it out there first.');
    expect(await ask(reporting, toWhole({ dataType: 'email' }))).toMatchObject({ inTheWay: [] });
  });
});

describe('the work', () => {
  test('what was foretold is done, and undone with the same bytes', async () => {
    const before = await stored();
    const entries = () =>
      server.query(`select count(*)::int from audit_log where tenant_id = $1 and entity = 'record'`, [
        world.tenant.id,
      ]);
    const told = await entries();
    await start();
    const done = await untilDone();
    expect(done.fields[0]).toMatchObject({ dataType: 'number', version: 2 });
    expect(done.retypes[0]).toMatchObject({ kept: 3, changed: 2, lost: 1 });
    expect(await valuesOf('Size')).toEqual(['12', '1235', null, '7', null, '3', '10']);
    // It is no change of a record.
    expect(await entries()).toEqual(told);
    expect((await stored()).map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    const filtered = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) { total } }`;
    const filters = [
      {
        fieldId: world.idOf('Size'),
        recordAdditionalFieldByTypeId: world.idOf('Size'),
        logicOperator: 'AND',
        priority: 1,
        filterCriteria: { operator: 'greaterThan', value: '8' },
      },
    ];
    expect(await ask(filtered, { recordTypeId: world.bills.id, filters })).toMatchObject({ total: 3 });
    expect((await refusal(starting, toWhole({ version: 2, dataType: 'string' })))?.[0]).toBe('CONFLICT');
    // Written since: named before the undo, and gone after it.
    await write(2, '13');
    const id = done.retypes[0]?.id;
    expect(await ask(written, { id })).toEqual([{ recordNumber: 3, by: expect.any(String) as string }]);
    await ask(undoing, { id });
    await untilOver();
    const after = await stored();
    const bytes = ({ version: _v, updated_at: _u, ...row }: Record<string, unknown>) => row;
    expect(after.map(bytes)).toEqual(before.map(bytes));
    expect((await current()).fields[0]).toMatchObject({ dataType: 'string' });
    const [ended] = await server.query('select state from field_retype where id = $1', [id]);
    expect(ended).toEqual({ state: 'UNDONE' });
  });

  test('text areas stand in another place, and go both ways', async () => {
    const before = await stored();
    await ask(starting, { fieldId: world.idOf('Note'), version: 1, dataType: 'string' });
    const done = await untilDone();
    expect(await valuesOf('Note')).toEqual(sizes.map((_, index) => `Line ${index}`));
    await ask(undoing, { id: done.retypes[0]?.id });
    await untilOver();
    expect(await stored()).toEqual(before);
  });

  test('what is computed from the field follows the values that it rounds, and those that come back', async () => {
    const update = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { id } }`;
    const add = (field: object) => ask(update, { id: world.bills.id, fields: [field] });
    const fieldOf = async (name: string) =>
      (
        await server.query('select id::int, slot from field where record_type_id = $1 and name = $2', [
          world.bills.id,
          name,
        ])
      )[0] as { id: number; slot: string };
    const first = async (name: string) => {
      const { slot } = await fieldOf(name);
      const [row] = await server.query(
        `select trim_scale(${slot}::numeric)::text as value from record where record_type_id = $1 and record_number = 1`,
        [world.bills.id],
      );
      return row?.['value'];
    };
    const waitForDoubled = (value: string) => waitFor(async () => expect(await first('Doubled')).toBe(value));
    await add({ name: 'Weight', dataType: 'decimal' });
    const { id, slot } = await fieldOf('Weight');
    await server.query(`update record set ${slot} = 12.5 where record_type_id = $1 and record_number = 1`, [
      world.bills.id,
    ]);
    await add({ name: 'Doubled', dataType: 'decimal', formula: 'Weight * 2' });
    await waitForDoubled('25');
    await ask(starting, { fieldId: id, version: 1, dataType: 'number' });
    const { retypes } = await untilDone();
    expect(await first('Weight')).toBe('13');
    await waitForDoubled('26');
    await ask(undoing, { id: retypes[0]?.id });
    await untilOver();
    await waitForDoubled('25');
  });

  test('after its time the values from before go, and nothing else', async () => {
    const [place] = await server.query('select slot from field where id = $1', [world.idOf('Size')]);
    await start();
    await untilDone();
    const values = await valuesOf('Size');
    await server.query(`update field_retype set keep_until = now() - interval '1 second'`);
    expect((await refusal(undoing, { id: (await current()).retypes[0]?.id }))?.[0]).toBe('CONFLICT');
    server.retypes.wake();
    await untilOver();
    expect((await stored()).map((one) => one[String(place?.['slot'])])).toEqual(sizes.map(() => null));
    expect(await valuesOf('Size')).toEqual(values);
  });
});

/** Asked for, and no process has begun. */
async function beAsked(): Promise<void> {
  // Else the server's own runner, which rests before its last look, might find it.
  await server.retypes.idle();
  await server.query(
    `insert into field_retype (tenant_id, record_type_id, field_id, name, user_id, from_type, from_slot, to_type, to_slot,
       time_zone, day_first, decimal_sign, total)
     select tenant_id, record_type_id, id, name, $2, data_type, slot, 'number', 'n1', 'UTC', false, '.', 7 from field where id = $1`,
    [world.idOf('Size'), server.people.ana],
  );
}

describe('in between', () => {
  test('whoever writes while it goes on is converted too, and a stop leaves every byte', async () => {
    const configs = new TenantConfigCache(server.database);
    const before = await stored();
    for (const statements of [3, 9, 17, 25, 33]) {
      // The server's own runner is held off: another process is at its part.
      const { database, asked } = killedAfter(server.database, statements);
      await beAsked();
      const runner = createRetypeRunner({
        database,
        configs,
        log: createLog('silent'),
        formulas: { wake: () => undefined },
        partSize: 2,
      });
      runner.wake();
      await waitFor(() => expect(asked()).toBeGreaterThan(statements));
      await runner.stop();
      const [field] = await server.query('select data_type, slot from field where id = $1', [
        world.idOf('Size'),
      ]);
      expect([field?.['data_type'], field?.['slot']]).toEqual(
        field?.['data_type'] === 'string'
          ? ['string', before.length > 0 ? field?.['slot'] : '']
          : ['number', 'n1'],
      );
      const [{ id, phase } = {}] = (await current()).retypes;
      await ask(phase === 'KEPT' ? undoing : stopping, { id });
      await untilOver();
      expect(await stored()).toEqual(before);
    }
  });

  test('a value that is written between two parts is in the new type at the end', async () => {
    const configs = new TenantConfigCache(server.database);
    const { database, asked } = killedAfter(server.database, 16);
    await beAsked();
    const runner = createRetypeRunner({
      database,
      configs,
      log: createLog('silent'),
      formulas: { wake: () => undefined },
      partSize: 2,
    });
    runner.wake();
    await waitFor(() => expect(asked()).toBeGreaterThan(16));
    await runner.stop();
    await write(0, '99');
    await write(6, 'nothing');
    server.retypes.wake();
    const { retypes } = await untilDone();
    expect(retypes[0]?.again).toBeGreaterThanOrEqual(2);
    expect(await valuesOf('Size')).toEqual(['99', '1235', null, '7', null, '3', null]);
  });

  test('where something comes to decide by it meanwhile, it waits and says so', async () => {
    await beAsked();
    await server.query(
      `update role_field_access set filter_criteria = '[{"operator":"equals","value":"12"}]' where field_id = $1 and role_id = $2`,
      [world.idOf('Size'), world.roles.buyer],
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

  test('what comes to decide by it while the switch waits for who writes it holds the switch up too', async () => {
    await server.database.asOwnerOf(world.tenant.id, (connection) =>
      inTransaction(connection, async () => {
        await connection.query('select lock_records_for_write($1)', [world.tenant.id]);
        await beAsked();
        await server.query(`update field_retype set phase = 'SWITCH' where tenant_id = $1`, [
          world.tenant.id,
        ]);
        server.retypes.wake();
        await waitFor(async () =>
          expect(
            await server.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`),
          ).toHaveLength(1),
        );
        await connection.query(
          `update role_field_access set filter_criteria = '[{"operator":"equals","value":"12"}]' where field_id = $1 and role_id = $2`,
          [world.idOf('Size'), world.roles.buyer],
        );
      }),
    );
    await waitFor(async () =>
      expect((await current()).retypes).toMatchObject([{ state: 'FAILED', phase: 'SWITCH' }]),
    );
    await ask(stopping, { id: (await current()).retypes[0]?.id });
    await untilOver();
  });
});
