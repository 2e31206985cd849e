// A change of what a role is not shown is no change to it: not for the version that it reads, not for the time, and not for
// the version that it saves from (decision 092).
import { findViewer, withRole } from '@rowhouse/domain/access/find-viewer.ts';
import { judgeAdditionalField, judgeBaseField } from '@rowhouse/domain/access/decide.ts';
import { baseFields, findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { RoleId, SessionId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuardedServer } from '../../../testing/security/guarded-server.ts';
import type { GuardedServer } from '../../../testing/security/guarded-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import type { Credentials } from '../../../testing/test-server.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { placeOfType, slotOf } from '../../platform/record-store/places.ts';
import { settleStatement } from '../../platform/record-store/settle-records.ts';
import { promoteLargeTypes } from '../../platform/record-store/promote.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';

let server: GuardedServer;
let mia: Credentials;
let cleo: Credentials;
beforeAll(async () => {
  server = await startGuardedServer();
  mia = await server.enter('mia', server.north);
  cleo = await server.enter('cleo', server.north);
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
     select $1, $2, t, 'updatedAt', 'ViewOnly' from unnest($3::bigint[]) t`,
    [server.north.id, server.north.roles.clerk, [server.north.types.papers, server.north.types.bills]],
  );
});
afterAll(() => server.close());

type Read = {
  id: number;
  version: number;
  updatedAt: string;
  description: string | null;
  poNumber: number | null;
};
const parts = 'id version updatedAt description poNumber';

async function read(who: Credentials, id: number): Promise<Read> {
  const { data } = await server.ask(
    `query ($ids: [Id!]) { findRecordHeader(data: { ids: $ids }) { records { ${parts} } } }`,
    who,
    { ids: [id] },
  );
  const found = (data?.['findRecordHeader'] as { records: Read[] } | undefined)?.records[0];
  if (found === undefined) throw new Error(`${id} was not found.`);
  return found;
}

async function save(who: Credentials, data: { id: number; version?: number } & Record<string, unknown>) {
  const { data: answered, errors } = await server.ask(
    `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { ${parts} } }`,
    who,
    { data },
  );
  if (errors !== undefined)
    return { code: errors[0]?.extensions?.['code'], details: errors[0]?.extensions?.['details'] };
  return answered?.['updateRecordHeader'] as Read;
}

/** mia writes what the clerk is not shown. */
async function changeHidden(id: number, times = 1) {
  for (let time = 0; time < times; time += 1) {
    const { poNumber } = await read(mia, id);
    expect(await save(mia, { id, poNumber: (poNumber ?? 0) + 1 })).toMatchObject({
      poNumber: (poNumber ?? 0) + 1,
    });
  }
}

describe('a role that is not shown the field', () => {
  test('reads the same version and the same time after any number of changes of it, and whoever sees it another', async () => {
    const id = server.north.records.one;
    const [before, ofMia] = [await read(cleo, id), await read(mia, id)];
    await changeHidden(id, 3);
    expect(await read(cleo, id)).toEqual(before);
    const now = await read(mia, id);
    expect(now.version).toBe(ofMia.version + 3);
    expect(now.updatedAt > ofMia.updatedAt).toBe(true);
    // The next change that it sees is one more, however many there were between.
    await save(mia, { id, description: 'Seen', poNumber: 77 });
    const after = await read(cleo, id);
    expect(after).toMatchObject({ version: before.version + 1, description: 'Seen' });
    expect(after.updatedAt).toBe((await read(mia, id)).updatedAt);
    await changeHidden(id);
    expect(await read(cleo, id)).toEqual(after);
  });

  test('nor is it told of a save that changed nothing', async () => {
    const id = server.north.records.two;
    const [before, { poNumber }] = [await read(cleo, id), await read(mia, id)];
    await save(mia, { id, poNumber });
    expect(await read(cleo, id)).toEqual(before);
  });

  test('saves from the version that it read, again and again, and the hidden value stays', async () => {
    const id = server.north.records.two;
    let { version } = await read(cleo, id);
    for (const description of ['First', 'Second', 'Third']) {
      await changeHidden(id, 2);
      const { poNumber } = await read(mia, id);
      const saved = (await save(cleo, { id, version, description })) as Read;
      expect(saved).toMatchObject({ version: version + 1, description });
      expect(await read(cleo, id)).toEqual(saved);
      expect(await read(mia, id)).toMatchObject({ poNumber, description });
      version = saved.version;
    }
  });

  test('is in conflict with what it sees, and is told the version that it has to save from', async () => {
    const id = server.north.records.two;
    const { version } = await read(cleo, id);
    await save(mia, { id, description: 'By mia', poNumber: 5 });
    await changeHidden(id, 2);
    const refused = await save(cleo, { id, version, description: 'By cleo' });
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      details: { current: { version: version + 1, description: 'By mia' } },
    });
    expect(await save(cleo, { id, version: version + 1, description: 'By cleo' })).toMatchObject({
      version: version + 2,
    });
  });

  test('loses none of its saves to hidden ones at the same moment, and none of those is lost', async () => {
    const id = server.north.records.three;
    const { version } = await read(cleo, id);
    const { poNumber } = await read(mia, id);
    await save(mia, { id, poNumber: 100 });
    const hidden = (async () => {
      for (let count = 1; count <= 12; count += 1)
        // Without a version it is tried a few times, and then refused.
        while ('code' in (await save(mia, { id, poNumber: 100 + count })));
    })();
    const seen = (async () => {
      for (let count = 0; count < 12; count += 1)
        expect(await save(cleo, { id, version: version + count, description: `No ${count}` })).toMatchObject({
          version: version + count + 1,
        });
    })();
    await Promise.all([hidden, seen]);
    expect(await read(mia, id)).toMatchObject({ poNumber: 112, description: 'No 11' });
    expect(poNumber).not.toBe(112);
  });

  test('is told nothing of what its lines make of a hidden field, and each save of its own is a version', async () => {
    const id = server.north.records.two;
    const { north, people } = server;
    const before = await read(cleo, id);
    const { poNumber } = await read(mia, id);
    const settled = [{ column: 'po_number', expression: 'coalesce(po_number, 0) + 1' }] as never;
    await server.database.withTenant(
      { tenantId: north.id as never, userId: people.cleo as never, roleId: north.roles.clerk as never },
      async (transaction) => {
        await transaction.finish([settleStatement(`record_${north.bucket}`, settled, 'id = $1', [id])]);
      },
    );
    expect(await read(mia, id)).toMatchObject({ poNumber: (poNumber ?? 0) + 1 });
    expect(await read(cleo, id)).toEqual(before);
    const { version, description } = before;
    expect(await save(cleo, { id, version, description })).toMatchObject({ version: version + 1 });
    expect(await read(cleo, id)).toMatchObject({ version: version + 1 });
  });

  test('and who sees the field is in conflict with a change of it, as ever', async () => {
    const id = server.north.records.one;
    const { version } = await read(mia, id);
    await changeHidden(id);
    expect(await save(mia, { id, version, description: 'Late' })).toMatchObject({ code: 'CONFLICT' });
  });

  test('changes many at once from the versions that it read', async () => {
    const ids = [server.north.records.one, server.north.records.two];
    const versions = await Promise.all(
      ids.map(async (id) => ({ id, version: (await read(cleo, id)).version })),
    );
    const bulk = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
      updateBulkRecordHeader(ids: $ids, data: $data) { id outcome version } }`;
    const change = (description: string) =>
      server
        .ask(bulk, cleo, { ids, data: { description, versions } })
        .then(({ data }) => data?.['updateBulkRecordHeader']);
    for (const id of ids) await changeHidden(id);
    expect(await change('Many')).toEqual(
      versions.map(({ id, version }) => ({ id, outcome: 'UPDATED', version: version + 1 })),
    );
    expect(await change('More')).toEqual(
      versions.map(({ id, version }) => ({ id, outcome: 'CONFLICT', version: version + 1 })),
    );
  });

  test('links from the version that it read', async () => {
    const { one, two } = server.north.records;
    const link = async (version: number) => {
      const { data } = await server.ask(
        `mutation ($data: LinkRecordsInput!) { linkRecords(data: $data) { outcome version } }`,
        cleo,
        { data: { parentId: one, records: [{ id: two, version }] } },
      );
      return data?.['linkRecords'];
    };
    const { version } = await read(cleo, two);
    await changeHidden(two);
    expect(await link(version - 1)).toMatchObject([{ outcome: 'CONFLICT' }]);
    expect(await link(version)).toEqual([{ outcome: 'UPDATED', version: version + 1 }]);
    expect(await read(cleo, two)).toMatchObject({ version: version + 1 });
  });

  test('keeps its version when the field is shown to it, and when it is hidden again', async () => {
    const id = server.north.records.one;
    const show = (isShown: boolean) =>
      server.query(
        `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access) values ($1, $2, $3, 'poNumber', $4)
         on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update set access = excluded.access`,
        [
          server.north.id,
          server.north.roles.clerk,
          server.north.types.papers,
          isShown ? 'Editable' : 'NotAllowed',
        ],
      );
    await changeHidden(id);
    const { version } = await read(cleo, id);
    await show(true);
    expect((await read(cleo, id)).version).toBe(version);
    await changeHidden(id);
    expect((await read(cleo, id)).version).toBe(version + 1);
    await show(false);
    await changeHidden(id, 2);
    expect((await read(cleo, id)).version).toBe(version + 1);
  });

  test('and when the records move to a bucket of their own', async () => {
    const id = server.north.records.two;
    await changeHidden(id, 2);
    const before = await read(cleo, id);
    await promoteLargeTypes(server.database, pino({ level: 'silent' }), 3, 2);
    expect(await read(cleo, id)).toEqual(before);
    await changeHidden(id);
    expect(await read(cleo, id)).toEqual(before);
    expect(await save(cleo, { id, version: before.version, description: 'Moved' })).toMatchObject({
      version: before.version + 1,
    });
  });
});

test('what raises the version of a record that only a super type opens is shown as the record itself, and nothing else raises it', async () => {
  const { north } = server;
  const { bill: id } = north.records;
  const { bills, documents } = north.types;
  // The clerk opens bills by documents alone, which show no due date, since papers hide theirs.
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access) values ($1, $2, $3, 'dueDate', 'ViewOnly')`,
    [north.id, north.roles.clerk, bills],
  );
  type Row = { id: number; version: number; updatedAt: string; dueDate: string | null };
  const inGrid = async (recordTypeId: number) => {
    const { data } = await server.ask(
      `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { id version updatedAt dueDate } } }`,
      cleo,
      { data: { recordTypeId } },
    );
    return (data?.['filterAndSortRecordHeader'] as { records: Row[] } | undefined)?.records.find(
      (row) => row.id === id,
    );
  };
  const itself = async () => {
    const { data } = await server.ask(
      'query ($ids: [Id!]) { findRecordHeader(data: { ids: $ids }) { records { id version updatedAt dueDate } } }',
      cleo,
      { ids: [id] },
    );
    return (data?.['findRecordHeader'] as { records: Row[] } | undefined)?.records[0];
  };
  const change = (set: string) =>
    server.query(
      `update record_${north.bucket} set version = version + 1, updated_at = now(), ${set} where tenant_id = $1 and id = $2`,
      [north.id, id],
    );
  const { version, updatedAt } = await read(cleo, id);
  await change(`due_date = '2031-02-03'`);
  const seen = await itself();
  expect(seen).toMatchObject({ id, version: version + 1, dueDate: '2031-02-03' });
  expect(seen!.updatedAt > updatedAt).toBe(true);
  expect(await inGrid(bills)).toEqual(seen);
  expect(await inGrid(documents)).toEqual({ ...seen, dueDate: null });
  await change('po_number = 4711');
  expect(await itself()).toEqual(seen);
  expect(await inGrid(documents)).toEqual({ ...seen, dueDate: null });
});

test('the database counts a change as unseen by exactly the roles to which the rules show nothing of it', async () => {
  const { north } = server;
  const odd = await server.database.asOwnerOfAll(async (connection) => {
    const id = await insert(connection, 'role', {
      tenant_id: north.id,
      name: 'Odd',
      default_field_access: 'Editable',
    });
    for (const [base_field, access, enabled] of [
      ['description', 'Editable', false],
      ['dueDate', 'whatever', true],
      ['status', 'NotAllowed', true],
    ] as const)
      await insert(connection, 'role_field_access', {
        tenant_id: north.id,
        role_id: id,
        record_type_id: north.types.papers,
        base_field,
        access,
        enabled,
      });
    await insert(connection, 'role_field_access', {
      tenant_id: north.id,
      role_id: id,
      record_type_id: north.types.papers,
      field_id: north.seen.number.id,
      access: 'NotAllowed',
    });
    return id;
  });
  const config = (await loadTenantConfig(server.database, north.id as never))!;
  const type = config.recordTypes.get(north.types.papers as never)!;
  const member = findViewer(config, server.people.mia as UserId, 'none' as SessionId)!;
  const viewers = [...Object.values(north.roles), odd].map((id) => withRole(config, member, id as RoleId)!);
  const isHidden = (viewer: (typeof viewers)[number], key: string) => {
    const base = findBaseField(key);
    const access =
      base === null
        ? judgeAdditionalField(
            viewer,
            type.fields.find(({ id }) => `f${id}` === key)!,
          ).access
        : judgeBaseField(viewer, type.id, base).access;
    return access === 'NotAllowed';
  };
  const all = [
    ...baseFields.map(({ name }: BaseField) => name).filter((name) => name !== 'enabled'),
    ...type.fields.map(({ id }) => `f${id}`),
  ];
  const keyOf = new Map<string, string>([
    ...Object.entries(baseColumns).map(([name, { expression }]) => [expression, name] as const),
    ...type.fields.flatMap((field) =>
      slotOf(field) === null ? [] : [[slotOf(field)!, `f${field.id}`] as const],
    ),
  ]);
  const samples: Readonly<Record<string, string>> = {
    int8: '777',
    int4: '777',
    float8: '0.5',
    timestamptz: `'2031-02-03'`,
    date: `'2031-02-03'`,
    text: `'other'`,
    _int8: `'{7}'`,
  };
  const columns = await server.query(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = 'record' and column_name <> all ($1)`,
    [
      [
        'id',
        'bucket',
        'tenant_id',
        'record_type_id',
        'version',
        'updated_at',
        'unseen',
        'x',
        'enabled',
        'parent_id',
        'level',
      ],
    ],
  );
  const changes = [
    ...columns.map(({ name, type: sqlType }) => ({
      set: `${String(name)} = ${sqlType === 'bool' ? `${String(name)} is not true` : samples[String(sqlType)]}`,
      key: keyOf.get(String(name)) ?? null,
    })),
    ...type.fields.flatMap((field) =>
      slotOf(field) === null
        ? [{ set: `x = coalesce(x, '{}') || '{"${field.id}": "other"}'`, key: `f${field.id}` }]
        : [],
    ),
  ];
  expect(changes.length).toBeGreaterThan(200);
  for (const { set, key } of changes) {
    await server.query(
      `update record_${placeOfType(type).bucket} set version = version + 1, unseen = null, ${set} where tenant_id = $1 and id = $2`,
      [north.id, north.records.three],
    );
    const rows = await server.query('select unseen from record where tenant_id = $1 and id = $2', [
      north.id,
      north.records.three,
    ]);
    const expected = viewers.filter(
      (viewer) => (key === null || isHidden(viewer, key)) && all.some((one) => isHidden(viewer, one)),
    );
    expect([set, Object.keys((rows[0]?.['unseen'] as object | null) ?? {}).toSorted()]).toEqual([
      set,
      expected.map(({ roleId }) => String(roleId)).toSorted(),
    ]);
  }
});
