// A record type that goes: what is said before, what happens at once, how it is taken back, and what is left of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { removeInTime } from '../../platform/object-storage/write-object.ts';
import { aTenant } from '../../seed/builders.ts';
import { sweepUploads } from '../attachments/sql.ts';
import { createDeletionRunner } from './run-deletions.ts';
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
    const tenant = await aTenant(connection, { name: `Deleting ${count}`, bucket: 7 });
    const other = await aTenant(connection, { name: `Receiving ${count}`, bucket: 7 });
    const role = await tenant.withRole({ name: 'Administrator', administers: true });
    await tenant.withMember(server.people.ana, role);
    const plain = { statuses: ['Open', 'Done'], problemCodes: ['None'] };
    const bills = await tenant.withRecordType({
      name: 'Bills',
      ...plain,
      fields: [
        { name: 'Amount', dataType: 'currency' },
        { name: 'Scan', dataType: 'attachment' },
      ],
      lines: { name: 'Goods', fields: [{ name: 'Item', dataType: 'string' }] },
    });
    const visits = await tenant.withRecordType({ name: 'Visits', ...plain });
    const all = await tenant.withSuperRecordType('All', [bills, visits]);
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          {
            name: 'Work',
            route: 'work',
            items: [
              { name: 'Bills', route: 'bills', recordType: bills },
              { name: 'Visits', route: 'visits', recordType: visits },
            ],
          },
        ],
      },
    ]);
    for (const item of menu.values()) await tenant.withActions(role, item, ['view', 'create records']);
    await tenant.withFieldAccess(role, bills, [{ field: 'Amount', access: 'Editable' }]);
    await tenant.withNumberSeries(bills);
    await tenant.withTransmission(bills, other, {});
    const chart = (type: { id: number }) => ({ key: `k${type.id}`, chart: { recordTypeId: type.id } });
    await tenant.withDashboard('Work', [role], [chart(bills), chart(visits)]);
    const own = await tenant.withRecordFile(server.storage, file('own.pdf'));
    const scan = await tenant.withRecordFile(server.storage, file('scan.pdf'));
    const shared = await tenant.withRecordFile(server.storage, file('shared.pdf'));
    const numbers = [1, 2, 3, 4, 5];
    const scanned = JSON.stringify({ id: scan, name: 'scan.pdf', sizeBytes: 4 });
    const ofBills = await tenant.withRecords(
      bills,
      numbers.map((recordNumber) => ({
        recordNumber,
        enabled: recordNumber !== 5,
        lines: [{ Item: 'Bolt' }],
        ...(recordNumber === 1 && { recordFile: own, fields: { Scan: scanned } }),
        ...(recordNumber === 2 && { recordFile: shared }),
      })),
      server.people.ana,
    );
    await connection.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'REQUIRED', '[]')`,
      [tenant.id, bills.id, bills.lines?.fields.get('Item')?.id],
    );
    const [visit = 0] = await tenant.withRecords(visits, [{ recordNumber: 1, recordFile: shared }]);
    await connection.query(
      `insert into record_talk (tenant_id, record_id, record_type_id, version) values ($1, $2, $3, 1)`,
      [tenant.id, ofBills[0], bills.id],
    );
    await connection.query(
      `insert into record_comment (tenant_id, record_id, number, version, user_id, content, idempotency_key)
       values ($1, $2, 1, 1, $3, 'Seen', 'once')`,
      [tenant.id, ofBills[0], server.people.ana],
    );
    await connection.query(
      `with begun as (
         insert into conversation (tenant_id, thread_id, side, mapping_id, record_type_id, record_id, partner_name, items, terms,
             last_number, our_open, their_open)
           values ($1, gen_random_uuid(), 'SOURCE', 1, $2, $3, 'Receiving', '[]', '{}', 1, 0, 1) returning id)
       insert into conversation_version (tenant_id, conversation_id, number, side, content, created_at)
         select $1, id, 1, 'SOURCE', '{}', now() from begun`,
      [tenant.id, bills.id, ofBills[1]],
    );
    await connection.query(`update record set parent_id = $2, level = 1 where id = $1`, [visit, ofBills[2]]);
    return { tenant, other, bills, visits, all, visit, ofBills, files: { own, scan, shared } };
  });

async function ask<Result>(document: string, data: object): Promise<Result> {
  const answer = await server.ask(document, ana, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object) =>
  (await server.ask(document, ana, { data })).errors?.map(({ message, extensions }) => [
    extensions['code'],
    message,
  ])[0];
const parts = 'id name enabled version deletion { state deleteAfter total done }';
const deleting = `mutation ($data: DeleteRecordTypeInput!) { deleteRecordType(data: $data) { ${parts} } }`;
const takingBack = `mutation ($data: TakeBackRecordTypeInput!) { takeBackRecordType(data: $data) { ${parts} } }`;
const changing = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${parts} } }`;
const finding = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) { total } }`;
type Design = {
  enabled: boolean;
  version: number;
  deletion: { state: string; deleteAfter: string; total: number } | null;
};
const deleteBills = () => ask<Design>(deleting, { id: world.bills.id, version: 1 });
const stateOf = async () =>
  (
    await server.query('select state, done from record_type_deletion where tenant_id = $1', [world.tenant.id])
  )[0];
const passTime = () =>
  server.query(`update record_type set delete_after = now() - interval '1 second' where id = $1`, [
    world.bills.id,
  ]);
async function untilGone(): Promise<void> {
  await passTime();
  server.deletions.wake();
  await waitFor(async () => expect((await stateOf())?.['state']).toBe('FINISHED'));
}

describe('before it happens', () => {
  test('what goes is counted', async () => {
    expect(
      await ask(
        `query ($data: FindRecordTypeDeletionPlanInput!) { findRecordTypeDeletionPlan(data: $data) {
           records deletedRecords lines files comments menuItems dashboards mappings orderForms savedViews superTypes } }`,
        { id: world.bills.id },
      ),
    ).toEqual({
      records: 5,
      deletedRecords: 1,
      lines: 5,
      files: 3,
      comments: 1,
      menuItems: 1,
      dashboards: 1,
      mappings: 1,
      orderForms: 0,
      savedViews: 0,
      superTypes: 1,
    });
  });

  test('a type that another administrator has changed meanwhile is not deleted', async () => {
    expect(await refusal(deleting, { id: world.bills.id, version: 0 })).toEqual([
      'CONFLICT',
      'Somebody has changed “Bills” since you opened it.',
    ]);
  });
});

describe('within its time', () => {
  test('it is off at once, cannot be changed, and is taken back as it was', async () => {
    const { enabled, deletion } = await deleteBills();
    expect([enabled, deletion?.state, deletion?.total]).toEqual([false, 'WAITING', 5]);
    const days = (Date.parse(deletion?.deleteAfter ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    const grid = { recordTypeId: world.bills.id };
    expect((await refusal(finding, grid))?.[0]).toBe('NOT_FOUND');
    expect(await refusal(changing, { id: world.bills.id, version: 2, enabled: true })).toEqual([
      'CONFLICT',
      '“Bills” is being deleted. Take it back first, then change it.',
    ]);
    expect(await refusal(deleting, { id: world.bills.id, version: 2 })).toEqual([
      'CONFLICT',
      '“Bills” is being deleted already.',
    ]);
    server.deletions.wake();
    expect(await ask(takingBack, { id: world.bills.id })).toMatchObject({ enabled: true, deletion: null });
    expect(await ask(finding, grid)).toEqual({ total: 4 });
    expect((await refusal(takingBack, { id: world.bills.id }))?.[1]).toBe('“Bills” is not being deleted.');
  });

  test('what was switched off before comes back switched off', async () => {
    await ask(changing, { id: world.bills.id, version: 1, enabled: false });
    await ask(deleting, { id: world.bills.id, version: 2 });
    expect(await ask(takingBack, { id: world.bills.id })).toMatchObject({ enabled: false, deletion: null });
  });
});

describe('after its time', () => {
  test('nothing is left of it in any table, and what others have stays', async () => {
    const { tenant, bills, visit, visits, ofBills, files } = world;
    const lineTypes = await server.query('select id from line_item_type where record_type_id = $1', [
      bills.id,
    ]);
    await deleteBills();
    await untilGone();
    const left: string[] = [];
    const tables = await server.query(
      `select c.oid::regclass::text as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
       where a.attname in ('record_type_id', 'record_id', 'line_item_type_id') and not a.attisdropped and c.relkind in ('r', 'p')
         and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'record_type_deletion'`,
    );
    const gone: Record<string, readonly unknown[]> = {
      record_type_id: [bills.id],
      record_id: ofBills,
      line_item_type_id: lineTypes.map(({ id }) => id),
    };
    for (const { name, key } of tables) {
      const rows = await server.query(
        `select 1 from ${String(name)} where tenant_id = $1 and ${String(key)} = any($2::bigint[])`,
        [tenant.id, gone[String(key)]],
      );
      if (rows.length > 0) left.push(`${String(name)}.${String(key)}`);
    }
    expect(left).toEqual([]);
    expect(
      await server.query('select 1 from conversation_version where tenant_id = $1', [tenant.id]),
    ).toEqual([]);
    expect(
      await server.query(
        `select 1 from audit_log where tenant_id = $1 and entity = 'record' and entity_id = any($2::bigint[])`,
        [tenant.id, ofBills],
      ),
    ).toEqual([]);
    expect(await server.query('select parent_id, level from record where id = $1', [visit])).toEqual([
      { parent_id: null, level: 0 },
    ]);
    expect(await ask(finding, { recordTypeId: visits.id })).toEqual({ total: 1 });
    const [dashboard] = await server.query('select widgets from dashboard where tenant_id = $1', [tenant.id]);
    expect(dashboard?.['widgets']).toEqual([expect.objectContaining({ key: `k${visits.id}` })]);
    await sweepUploads(server.database, (key) => removeInTime(server.storage, key, 1000));
    expect(
      (await server.query('select id::int from record_file where tenant_id = $1', [tenant.id])).map(
        ({ id }) => id,
      ),
    ).toEqual([files.shared]);
  });

  test('the audit log of the company says who deleted it, and how many records it had', async () => {
    await deleteBills();
    await untilGone();
    const { logs } = await ask<{
      logs: { action: string; subject: string; user: { id: number }; changes: object[] }[];
    }>(
      `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { action subject user { id } changes { what oldValue newValue } } } }`,
      {},
    );
    expect(logs[0]).toMatchObject({
      action: 'delete',
      subject: 'Record type Bills',
      user: { id: server.people.ana },
    });
    expect(JSON.stringify(logs[0]?.changes)).toContain('"5"');
  });

  test('it goes on where a process stopped, and where a part failed in its middle', async () => {
    await deleteBills();
    await passTime();
    let statements = 0;
    const failing = throughOwner(server.database, (connection) => ({
      query(text, values) {
        statements += 1;
        if (statements === 14) throw new Error('The process is killed.');
        return connection.query(text, values);
      },
    }));
    const first = createDeletionRunner({ database: failing, log: createLog('silent'), partSize: 2 });
    first.wake();
    await waitFor(() => expect(statements).toBeGreaterThanOrEqual(14));
    await first.stop();
    expect((await stateOf())?.['state']).toBe('RUNNING');
    expect((await refusal(takingBack, { id: world.bills.id }))?.[1]).toBe(
      '“Bills” is being emptied: what is gone cannot be taken back.',
    );
    await untilGone();
    expect((await stateOf())?.['done']).toBe(5);
    expect(await server.query('select 1 from record where record_type_id = $1', [world.bills.id])).toEqual(
      [],
    );
  });
});
