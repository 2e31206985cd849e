// Ordered by Updated At, whoever is not shown a field has the records in the order of the changes that the role saw something
// of, page for page, without an index and with the role's own (docs/decisions/145).
import type { FilterAndSortInput } from '@rowhouse/domain/contract.generated.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { sessionId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { tendIndexes, usesBeforePartialIndex } from '../../platform/record-store/tend-indexes.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';
import { insert } from '../../../testing/two-tenants.ts';
import { parseRecordQuery } from './parse-record-query.ts';

const count = 6_000;
const log = createLog('fatal');
let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
/** By the record: when it last changed for the clerk, and when it last changed at all; in microseconds. */
const seen = new Map<number, number>();
const stored = new Map<number, number>();

beforeAll(async () => {
  server = await startTestServer();
  another = await startAnother(server);
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const micros = `(extract(epoch from updated_at) * 1000000)::bigint as at`;

async function build() {
  const built = await server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Seen', bucket: 9 });
    const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, manager);
    await tenant.withMember(server.people.bob, clerk);
    const type = await tenant.withRecordType({
      name: 'Papers',
      fields: [
        { name: 'Hidden', dataType: 'decimal' },
        { name: 'Shown', dataType: 'decimal' },
      ],
    });
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [{ name: 'papers', route: 'papers', recordType: type }],
          },
        ],
      },
    ]);
    for (const id of items.values())
      for (const role of [manager, clerk]) await tenant.withActions(role, id, ['view']);
    await insert(connection, 'role_field_access', {
      tenant_id: tenant.id,
      role_id: clerk,
      record_type_id: type.id,
      field_id: type.fields.get('Hidden')!.id,
      access: 'NotAllowed',
    });
    return { tenant, type, clerk };
  });
  const rows = await server.query(
    `insert into record_9 (bucket, tenant_id, record_type_id, record_number, created_at, updated_at)
     select 9, $1, $2, i, timestamptz '2020-01-01', timestamptz '2020-01-01' + i * 7919 % 5003 * interval '1 minute'
     from generate_series(1, ${count}) i returning id, ${micros}`,
    [built.tenant.id, built.type.id],
  );
  for (const { id, at } of rows) for (const times of [seen, stored]) times.set(Number(id), Number(at));
  return built;
}

/** Deterministic. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};

const slotOf = { hidden: 'n1', shown: 'n2' } as const;

/** By somebody who sees all, many in one statement: they have one time then. */
async function change(what: 'hidden' | 'shown', ids: readonly number[]): Promise<void> {
  const rows = await server.query(
    `update record_9 set version = version + 1, updated_at = clock_timestamp(), ${slotOf[what]} = coalesce(${slotOf[what]}, 0) + 1
     where tenant_id = $1 and id = any($2::bigint[]) returning id, ${micros}`,
    [world.tenant.id, ids],
  );
  for (const { id, at } of rows) {
    stored.set(Number(id), Number(at));
    if (what === 'shown') seen.set(Number(id), Number(at));
  }
}

const saveOf = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`;
async function save(who: Credentials, what: 'Hidden' | 'Shown', id: number, value: number): Promise<void> {
  const field = world.type.fields.get(what)!.id;
  const { errors } = await another.ask(saveOf, who, {
    data: { id, additionalFields: [{ recordAdditionalFieldByTypeId: field, value: String(value) }] },
  });
  expect(errors).toBeUndefined();
  const [row] = await server.query(`select ${micros} from record_9 where tenant_id = $1 and id = $2`, [
    world.tenant.id,
    id,
  ]);
  stored.set(id, Number(row?.['at']));
  if (what === 'Shown') seen.set(id, Number(row?.['at']));
}

async function aHistory(seed: number): Promise<void> {
  const random = randomOf(seed);
  const ids = [...stored.keys()];
  const any = () => ids[Math.floor(random() * ids.length)]!;
  for (let step = 0; step < 25; step += 1) {
    const what = random() < 0.6 ? 'hidden' : 'shown';
    if (random() < 0.5) await save(ana, what === 'hidden' ? 'Hidden' : 'Shown', any(), seed * 1000 + step);
    else if (random() < 0.2) await save(bob, 'Shown', any(), seed * 1000 + step);
    else await change(what, Array.from({ length: 1 + Math.floor(random() * 40) }, any));
  }
}

const sorted = (sort: 'ASC' | 'DESC') => ({ sort: [{ fieldId: 0, field: 'updatedAt', sort }] });

async function pageOf(who: Credentials, sort: 'ASC' | 'DESC', offset: number, limit: number) {
  const { data, errors } = await another.ask(
    `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
      filterAndSortRecordHeader(data: $data, pagination: $pagination) { records { id } } }`,
    who,
    { data: { recordTypeId: world.type.id, ...sorted(sort) }, pagination: { offset, limit } },
  );
  expect(errors).toBeUndefined();
  const found = data?.['filterAndSortRecordHeader'] as { records: { id: number }[] };
  return found.records.map(({ id }) => id);
}

function expectedOf(times: ReadonlyMap<number, number>, sort: 'ASC' | 'DESC'): number[] {
  const ascending = [...times].toSorted(([id, at], [otherId, other]) => at - other || id - otherId);
  const ids = ascending.map(([id]) => id);
  return sort === 'ASC' ? ids : ids.toReversed();
}

/** The first pages, some in the middle, the far ones that are read from the other end, and the last. */
const slices = [
  [0, 25],
  [25, 25],
  [50, 300],
  [1_500, 25],
  [4_000, 50],
  [count - 30, 50],
] as const;

async function expectOrder(): Promise<void> {
  for (const [who, times] of [
    [bob, seen],
    [ana, stored],
  ] as const)
    for (const sort of ['ASC', 'DESC'] as const) {
      const expected = expectedOf(times, sort);
      for (const [offset, limit] of slices)
        expect([sort, offset, await pageOf(who, sort, offset, limit)]).toEqual([
          sort,
          offset,
          expected.slice(offset, offset + limit),
        ]);
    }
}

async function planOf(input: Omit<FilterAndSortInput, 'recordTypeId'>) {
  const config = (await loadTenantConfig(server.database, world.tenant.id))!;
  const viewer = findViewer(config, server.people.bob, sessionId('any'))!;
  const recordType = findAuthorisedRecordType(config, viewer, world.type.id)!;
  const query = parseRecordQuery({ recordTypeId: world.type.id, ...input }, recordType, { config, viewer });
  const { text, values } = pageStatement(query, () => ['id', 'n2'], { offset: 0, limit: 25 }, null);
  const [answer] = await server.database.read(
    { tenantId: world.tenant.id, userId: null, roleId: viewer.roleId },
    [{ text: `explain (costs off) ${text}`, ...(values && { values }) }],
  );
  return (answer?.rows ?? []).map(([line]) => line ?? '').join('\n');
}

test('without an index', async () => {
  await aHistory(1);
  expect(expectedOf(seen, 'DESC')).not.toEqual(expectedOf(stored, 'DESC'));
  await expectOrder();
});

test('the role that is not shown a field has an index of its own by use, and whoever sees all has the plain one', async () => {
  for (let use = 0; use < usesBeforePartialIndex; use += 1) {
    for (const who of [ana, bob]) await pageOf(who, 'DESC', 0, 25);
    await another.fieldUse.flush();
  }
  const made = await tendIndexes(server.database, log, { limits: { above: 5_000 } });
  expect(made.toSorted()).toEqual([
    `ix_9_${world.type.id}_updated_at_order`,
    `ix_9_${world.type.id}_updated_at_seen_by_${world.clerk}_order`,
  ]);
  expect(await tendIndexes(server.database, log, { limits: { above: 5_000 } })).toEqual([]);
});

test('with it, over more histories, under row-level security', async () => {
  for (const seed of [2, 3]) {
    await aHistory(seed);
    await expectOrder();
  }
  await server.query('analyze record_9');
  for (const sort of ['ASC', 'DESC'] as const) {
    const plan = await planOf(sorted(sort));
    expect(plan).toContain(`using ix_9_${world.type.id}_updated_at_seen_by_${world.clerk}_order`);
    expect(plan).not.toContain('Sort');
  }
});

test('and when each record had a change that the role saw nothing of, its order is the same as before', async () => {
  const before = expectedOf(seen, 'DESC');
  await change('hidden', [...stored.keys()]);
  expect(expectedOf(seen, 'DESC')).toEqual(before);
  await expectOrder();
});

test('of many roles the four that use it most have one, and the fields of the type keep their room', async () => {
  await server.query(
    `insert into field_use (tenant_id, record_type_id, field_key, kind, uses)
     select $1, $2, 'updatedAt@' || 900000 + i, 'order', 100 + i from generate_series(1, 12) i`,
    [world.tenant.id, world.type.id],
  );
  await server.query(
    `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) values ($1, $2, 'poNumber', 'order', 50)`,
    [world.tenant.id, world.type.id],
  );
  const made = await tendIndexes(server.database, log, { limits: { above: 5_000 } });
  expect(made.toSorted()).toEqual([
    `ix_9_${world.type.id}_po_number_order`,
    ...[9, 10, 11, 12].map((i) => `ix_9_${world.type.id}_updated_at_seen_by_${900_000 + i}_order`),
  ]);
});
