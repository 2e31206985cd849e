// Where records stand under one another, through HTTP on a real database.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

let lastNumber = 70_000;
type Creation = { tenant?: TestTenant; type?: number; enabled?: boolean };
async function aRecord({ tenant = server.north, type = tenant.types.orders, enabled = true }: Creation = {}) {
  const [row] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, enabled)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4, $5) returning id`,
    [tenant.id, type, (lastNumber += 1), tenant.statuses.order, enabled],
  );
  return Number(row?.['id']);
}
const someRecords = async (count: number, creation: Creation = {}) => {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await aRecord(creation));
  return ids;
};
const numberOf = async (id: number) =>
  Number((await server.query('select record_number from record where id = $1', [id]))[0]?.['record_number']);

type Placed = {
  id: number;
  outcome: string;
  version: number | null;
  previousParentId: number | null;
  message: string | null;
};
type TreeRecord = { id: number; level: number; childCount: number; mayPlace: boolean };
const answerOf = <Answer>({ data, errors }: GraphqlAnswer, name: string): Answer => {
  expect(errors).toBeUndefined();
  return data?.[name] as Answer;
};
const placedParts = 'id outcome version previousParentId message';
const change = (name: 'link' | 'unlink' | 'move', data: object, who: Credentials) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}RecordsInput!`;
  return server.ask(`mutation ($data: ${type}) { ${name}Records(data: $data) { ${placedParts} } }`, who, {
    data,
  });
};
const named = (ids: readonly number[]) => ids.map((id) => ({ id }));
const link = async (parentId: number, ids: readonly number[], who = ana) =>
  answerOf<Placed[]>(await change('link', { parentId, records: named(ids) }, who), 'linkRecords');
const unlink = async (ids: readonly number[], who = ana) =>
  answerOf<Placed[]>(await change('unlink', { records: named(ids) }, who), 'unlinkRecords');
const move = async (parentId: number | null, ids: readonly number[], who = ana) =>
  answerOf<Placed[]>(await change('move', { parentId, records: named(ids) }, who), 'moveRecords');

const treeParts = 'id level childCount mayPlace';
const childrenDocument = `query ($data: FindChildRecordsInput!) {
  findChildRecords(data: $data) { records { ${treeParts} } total hidden } }`;
const children = async (recordId: number, who = ana, page: object = {}) =>
  answerOf<{ records: TreeRecord[]; total: number; hidden: number }>(
    await server.ask(childrenDocument, who, { data: { recordId, ...page } }),
    'findChildRecords',
  );
const childIds = async (recordId: number, who = ana) =>
  (await children(recordId, who)).records.map(({ id }) => id);
const pathDocument = `query ($data: FindRecordPathInput!) {
  findRecordPath(data: $data) { record { ${treeParts} } parents { id level } } }`;
const path = async (recordId: number, who = ana) =>
  answerOf<{ record: TreeRecord; parents: ({ id: number; level: number } | null)[] }>(
    await server.ask(pathDocument, who, { data: { recordId } }),
    'findRecordPath',
  );
const parentIds = async (recordId: number, who = ana) =>
  (await path(recordId, who)).parents.map((parent) => parent?.id ?? null);
const refusal = (answer: GraphqlAnswer) => [
  answer.errors?.[0]?.extensions['code'],
  answer.errors?.[0]?.message,
];
const outcomes = (placed: readonly Placed[]) => placed.map(({ outcome }) => outcome);

/** Circles and levels that are not the depth, of all records. */
const wrongPlaces = () =>
  server.query(
    `with recursive tree as (
       select id, level, 0 as depth from record where parent_id is null
       union all select r.id, r.level, tree.depth + 1 from tree join record r on r.parent_id = tree.id)
     select id from record r where not exists (select from tree where tree.id = r.id and tree.depth = tree.level)`,
  );

/** The role of bob sees and changes where orders stand. */
const openPlaces = async (access = 'Editable') => {
  const { north } = server;
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
     select $1, $2, type, field, $4 from unnest($3::bigint[]) type, unnest(array['isProject', 'recordNumber', 'level']) field
     on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update set access = excluded.access`,
    [north.id, north.roles.clerk, [north.types.orders], access],
  );
};

describe('a record under another', () => {
  test('is linked with all below it, moved and unlinked, and levels follow', async () => {
    const [root = 0, middle = 0, leaf = 0, other = 0] = await someRecords(4);
    expect(outcomes(await link(middle, [leaf]))).toEqual(['UPDATED']);
    expect(await link(root, [middle])).toEqual([
      { id: middle, outcome: 'UPDATED', version: 2, previousParentId: null, message: null },
    ]);
    expect(await path(leaf)).toMatchObject({
      record: { id: leaf, level: 2, childCount: 0, mayPlace: true },
      parents: [
        { id: root, level: 0 },
        { id: middle, level: 1 },
      ],
    });
    expect(await move(other, [middle])).toMatchObject([{ outcome: 'UPDATED', previousParentId: root }]);
    expect(await parentIds(leaf)).toEqual([other, middle]);
    expect(await unlink([middle])).toMatchObject([{ outcome: 'UPDATED', previousParentId: other }]);
    expect((await path(leaf)).record.level).toBe(1);
    expect((await children(other)).total).toBe(0);
    expect(await wrongPlaces()).toEqual([]);
  });

  test('may be of another type, and stands in the order of numbers, a page at a time', async () => {
    const root = await aRecord({ type: server.north.types.secrets });
    const ids = [
      ...(await someRecords(3)),
      ...(await someRecords(2, { type: server.north.types.secrets })),
      await aRecord(),
    ];
    await link(root, ids.toReversed());
    expect(await childIds(root)).toEqual(ids);
    const second = await children(root, ana, { offset: 2, limit: 2 });
    expect(second).toMatchObject({ total: 6, hidden: 0 });
    expect(second.records.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect((await path(root)).record.childCount).toBe(6);
  });

  test('is in no circle, and the sentence says which record is above', async () => {
    const [root = 0, middle = 0, leaf = 0] = await someRecords(3);
    await link(root, [middle]);
    await link(middle, [leaf]);
    expect(await move(leaf, [root])).toMatchObject([
      { outcome: 'REFUSED', message: `${await numberOf(root)} is above ${await numberOf(leaf)}.` },
    ]);
    expect(await move(root, [root])).toMatchObject([
      { outcome: 'REFUSED', message: `${await numberOf(root)} cannot stand under itself.` },
    ]);
    // What can be moved is, beside what cannot.
    expect(outcomes(await move(middle, [root, leaf, await aRecord()]))).toEqual([
      'REFUSED',
      'UNCHANGED',
      'UPDATED',
    ]);
  });

  test('stands at most at the twentieth level, with all below it', async () => {
    const chain = await someRecords(20);
    for (const [at, id] of chain.entries()) if (at > 0) await link(chain[at - 1]!, [id]);
    const [pair = 0, below = 0] = await someRecords(2);
    await link(pair, [below]);
    expect(await link(chain[18]!, [pair])).toMatchObject([
      {
        outcome: 'REFUSED',
        message: `${await numberOf(pair)} cannot go there: a project has at most 20 levels.`,
      },
    ]);
    expect(outcomes(await link(chain[17]!, [pair]))).toEqual(['UPDATED']);
    expect(await wrongPlaces()).toEqual([]);
  });

  test('is refused when somebody changed it meanwhile, and linked once', async () => {
    const [root = 0, other = 0, child = 0] = await someRecords(3);
    await link(root, [child]);
    const stale = await change('move', { parentId: other, records: [{ id: child, version: 1 }] }, ana);
    expect(answerOf<Placed[]>(stale, 'moveRecords')).toMatchObject([
      { outcome: 'CONFLICT', version: 2, message: expect.stringContaining('Somebody else') as string },
    ]);
    expect(await link(other, [child])).toMatchObject([
      {
        outcome: 'REFUSED',
        message: `${await numberOf(child)} stands under ${await numberOf(root)} already. Move it instead.`,
      },
    ]);
    expect(await unlink([other])).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(outcomes(await link(root, [child]))).toEqual(['UNCHANGED']);
  });

  test('needs between one and a hundred records, each once', async () => {
    const [root = 0, child = 0] = await someRecords(2);
    const ask = async (ids: readonly number[]) =>
      refusal(await change('move', { parentId: root, records: named(ids) }, ana));
    expect(await ask([])).toEqual(['INVALID', 'Choose at least one record.']);
    expect(await ask([child, child])).toEqual(['INVALID', 'A record is named twice.']);
    expect(await ask(Array.from({ length: 101 }, (_, at) => at + 1))).toEqual([
      'INVALID',
      'At most 100 records can be moved at once.',
    ]);
  });
});

describe('what is out of sight', () => {
  test('of another company is not there, above, below or moved', async () => {
    const own = await aRecord();
    const [foreign = 0, below = 0] = await someRecords(2, { tenant: server.south });
    await link(foreign, [below], sue);
    expect(refusal(await server.ask(childrenDocument, ana, { data: { recordId: foreign } }))).toEqual(
      refusal(await server.ask(childrenDocument, ana, { data: { recordId: 999_999_999 } })),
    );
    expect(refusal(await server.ask(pathDocument, ana, { data: { recordId: below } }))).toEqual([
      'NOT_FOUND',
      'The record was not found.',
    ]);
    expect(refusal(await change('link', { parentId: foreign, records: named([own]) }, ana))).toEqual([
      'NOT_FOUND',
      'The record was not found.',
    ]);
    expect(await move(own, [below])).toMatchObject([
      { outcome: 'NOT_FOUND', version: null, message: 'The record was not found.' },
    ]);
    expect(await wrongPlaces()).toEqual([]);
  });

  test('of a type that the role does not see is counted and not named', async () => {
    await openPlaces();
    const secret = await aRecord({ type: server.north.types.secrets });
    const [root = 0, seen = 0, child = 0] = await someRecords(3);
    const hidden = await aRecord({ type: server.north.types.secrets });
    await link(root, [seen, hidden]);
    await link(secret, [child]);
    expect(await children(root, bob)).toMatchObject({ total: 1, hidden: 1, records: [{ id: seen }] });
    expect(await parentIds(child, bob)).toEqual([null]);
    expect(refusal(await server.ask(childrenDocument, bob, { data: { recordId: secret } }))[0]).toBe(
      'NOT_FOUND',
    );
    // It is not taken out from under what is not seen, and nothing is put there.
    expect(await unlink([child], bob)).toMatchObject([
      {
        outcome: 'REFUSED',
        message: `${await numberOf(child)} stands under a record that you may not see, and stays there.`,
        previousParentId: null,
      },
    ]);
    expect(refusal(await change('move', { parentId: secret, records: named([seen]) }, bob))[0]).toBe(
      'NOT_FOUND',
    );
    expect(outcomes(await move(root, [hidden], bob))).toEqual(['NOT_FOUND']);
  });

  test('without the field Is Project there is no place; where it is not editable nothing is moved', async () => {
    const [root = 0, child = 0] = await someRecords(2);
    await openPlaces('ViewOnly');
    expect((await path(root, bob)).record.mayPlace).toBe(false);
    expect(refusal(await change('link', { parentId: root, records: named([child]) }, bob))[0]).toBe(
      'FORBIDDEN',
    );
    await openPlaces('NotAllowed');
    expect(refusal(await server.ask(pathDocument, bob, { data: { recordId: root } }))).toEqual([
      'NOT_FOUND',
      'The record was not found.',
    ]);
  });

  test('a deleted record is moved nowhere, and nothing is put under it', async () => {
    const [root = 0, child = 0] = await someRecords(2);
    const deleted = await aRecord({ enabled: false });
    expect(await link(root, [deleted])).toMatchObject([
      { outcome: 'REFUSED', message: `${await numberOf(deleted)} is deleted. Show it again first.` },
    ]);
    expect(refusal(await change('link', { parentId: deleted, records: named([child]) }, ana))[0]).toBe(
      'INVALID',
    );
  });
});

describe('deleting', () => {
  const deleteTree = (recordId: number, who = ana, more: object = {}) =>
    server.ask(
      `mutation ($data: DeleteRecordTreeInput!) { deleteRecordTree(data: $data) { deleted { id version } } }`,
      who,
      { data: { recordId, ...more } },
    );
  const setEnabled = (id: number, enabled: boolean) =>
    server.ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, ana, {
      data: { id, enabled },
    });
  const areEnabled = async (ids: readonly number[]) => {
    const rows = await server.query('select id, enabled from record where id = any($1)', [ids]);
    return ids.map((id) => rows.find((row) => Number(row['id']) === id)?.['enabled']);
  };

  test('a record alone leaves what stands under it, as under none until it is restored', async () => {
    await openPlaces();
    const [root = 0, middle = 0, leaf = 0] = await someRecords(3);
    await link(root, [middle]);
    await link(middle, [leaf]);
    await setEnabled(middle, false);
    expect(await areEnabled([root, middle, leaf])).toEqual([true, false, true]);
    expect(await children(root)).toMatchObject({ total: 0, hidden: 0 });
    // Who sees deleted records is told that the parent is one; to others there is none.
    expect(await parentIds(leaf, bob)).toEqual([]);
    await setEnabled(middle, true);
    expect(await parentIds(leaf, bob)).toEqual([root, middle]);
  });

  test('a record with all that stands under it, whole or not at all', async () => {
    const [root = 0, middle = 0, leaf = 0] = await someRecords(3);
    await link(root, [middle]);
    await link(middle, [leaf]);
    expect(refusal(await deleteTree(root, ana, { version: 7 }))[0]).toBe('CONFLICT');
    const answer = answerOf<{ deleted: { id: number }[] }>(await deleteTree(root), 'deleteRecordTree');
    expect(answer.deleted.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([
      root,
      middle,
      leaf,
    ]);
    expect(answer.deleted[0]?.id).toBe(root);
    expect(await areEnabled([root, middle, leaf])).toEqual([false, false, false]);
    expect(answerOf(await deleteTree(root), 'deleteRecordTree')).toEqual({ deleted: [] });
  });

  test('nothing where one of them is out of sight, or may not be deleted', async () => {
    await openPlaces();
    const { north } = server;
    const [root = 0, child = 0] = await someRecords(2);
    const secret = await aRecord({ type: north.types.secrets });
    await link(root, [child, secret]);
    expect(refusal(await deleteTree(root, sue))).toEqual(['NOT_FOUND', 'The record was not found.']);
    const asBob = refusal(await deleteTree(root, bob));
    expect(asBob[0]).toBe('FORBIDDEN');
    expect(await areEnabled([root, child, secret])).toEqual([true, true, true]);
    await server.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, 990, 'soft delete')`,
      [north.id, north.roles.clerk, north.menuItems.orders],
    );
    const number = await numberOf(root);
    expect(refusal(await deleteTree(root, bob))).toEqual([
      'FORBIDDEN',
      `Under ${number} stands 1 record you may not see. Delete ${number} alone: what stands under it stays.`,
    ]);
    expect(await areEnabled([root, child, secret])).toEqual([true, true, true]);
  });
});

describe('the database', () => {
  test('keeps parent and level from every other path', async () => {
    const [root = 0, child = 0] = await someRecords(2);
    const { database, north } = server;
    const write = (text: string, values: (number | string)[]) =>
      database.withTenant({ tenantId: north.id, userId: null }, (transaction) =>
        transaction.one({ text, values }),
      );
    await expect(write('update record_3 set parent_id = $1 where id = $2', [root, child])).rejects.toThrow(
      'place_records alone',
    );
    await expect(write('update record_3 set level = 4 where id = $1', [child])).rejects.toThrow(
      'place_records alone',
    );
    await expect(
      write(
        `insert into record_3 (bucket, tenant_id, record_type_id, record_number, level) values (3, $1, $2, 1, 1)`,
        [north.id, north.types.orders],
      ),
    ).rejects.toThrow('place_records alone');
  });

  test('audits both records, and names the source', async () => {
    const [root = 0, other = 0, child = 0] = await someRecords(3);
    const source = { ...ana, source: 'RECORD_PAGE' };
    await link(root, [child], source);
    await move(other, [child], source);
    const entries = await server.query(
      `select entity_id, changes, source ->> 'kind' as source from audit_log
       where entity_id = any($1) and action = 'update' order by id`,
      [[root, other, child]],
    );
    expect(entries).toEqual([
      {
        entity_id: String(child),
        changes: { parent_id: [null, root], level: [0, 1] },
        source: 'RECORD_PAGE',
      },
      { entity_id: String(root), changes: { children: [null, [child]] }, source: 'RECORD_PAGE' },
      { entity_id: String(child), changes: { parent_id: [root, other] }, source: 'RECORD_PAGE' },
      { entity_id: String(root), changes: { children: [[child], null] }, source: 'RECORD_PAGE' },
      { entity_id: String(other), changes: { children: [null, [child]] }, source: 'RECORD_PAGE' },
    ]);
  });

  test('tells the history of both by their numbers, and what is out of sight as such', async () => {
    await openPlaces();
    const [child = 0, below = 0] = await someRecords(2);
    const secret = await aRecord({ type: server.north.types.secrets });
    await link(secret, [child]);
    await link(child, [below]);
    const history = async (recordId: number, who: Credentials) => {
      const answer = await server.ask(
        `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) {
          logs { action changes { what oldValue newValue } } } }`,
        who,
        { data: { filterInput: { recordId } } },
      );
      const { logs } = answerOf<{ logs: { action: string; changes: object[] }[] }>(
        answer,
        'filterAuditLogsForRecord',
      );
      return logs.flatMap(({ changes }) => changes);
    };
    const parent = (newValue: string) => ({ what: 'Parent', oldValue: null, newValue });
    const level = (from: number, to: number) => ({
      what: 'Level',
      oldValue: String(from),
      newValue: String(to),
    });
    const children = { what: 'Children', oldValue: null, newValue: String(await numberOf(below)) };
    expect(await history(child, ana)).toEqual([
      children,
      parent(String(await numberOf(secret))),
      level(0, 1),
    ]);
    expect(await history(child, bob)).toEqual([children, parent('1 record you may not see'), level(0, 1)]);
    await openPlaces('NotAllowed');
    expect(await history(child, bob)).toEqual([]);
  });

  test('closes no circle under fifty movers at once', async () => {
    const ids = await someRecords(12);
    const moves = Array.from({ length: 50 }, (_, at) => {
      const child = ids[(at * 5) % ids.length]!;
      const parent = ids[(at * 7 + 3) % ids.length]!;
      return move(parent, [child]);
    });
    const placed = (await Promise.all(moves)).flat();
    expect(placed.filter(({ outcome }) => outcome === 'UPDATED').length).toBeGreaterThan(5);
    expect(await wrongPlaces()).toEqual([]);
  });

  test('does what a model does, over 1,000 random steps', async () => {
    const ids = await someRecords(30);
    const parents = new Map<number, number | null>(ids.map((id) => [id, null]));
    const pathOf = (id: number | null): number[] => (id === null ? [] : [id, ...pathOf(parents.get(id)!)]);
    const heightOf = (id: number): number =>
      1 + Math.max(0, ...ids.filter((other) => parents.get(other) === id).map(heightOf));
    const step = fc.record({
      target: fc.option(fc.nat(29), { freq: 8 }),
      moved: fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 3 }),
    });
    const steps = fc.sample(step, { numRuns: 1000, seed: 11 });
    for (const { target, moved } of steps) {
      const to = target === null ? null : ids[target]!;
      const above = new Set(pathOf(to));
      const chosen = moved.map((at) => ids[at]!);
      const free = chosen.filter((id) => !above.has(id) && parents.get(id) !== to);
      const before = new Map(parents);
      // Heights are of what each takes along: the others that go have left it.
      for (const id of free) parents.set(id, null);
      const deep = free.filter((id) => above.size + heightOf(id) > 20);
      expect(deep).toEqual([]);
      for (const id of free) parents.set(id, to);
      const placed = await move(to, chosen);
      expect(placed.map(({ id, outcome }) => [id, outcome])).toEqual(
        chosen.map((id) => [id, above.has(id) ? 'REFUSED' : before.get(id) === to ? 'UNCHANGED' : 'UPDATED']),
      );
    }
    const rows = await server.query('select id, parent_id, level from record where id = any($1)', [ids]);
    expect(rows.map((row) => [Number(row['id']), row['parent_id'], row['level']])).toEqual(
      rows.map((row) => {
        const id = Number(row['id']);
        const parent = parents.get(id)!;
        return [id, parent === null ? null : String(parent), pathOf(parent).length];
      }),
    );
    expect(await wrongPlaces()).toEqual([]);
  }, 180_000);
});

describe('a record says what it stands under, and what stands under it', () => {
  const linkParts = `id recordType { id } recordNumber level createdAt receivedAt approvedAt updatedAt`;
  const parts = `id parent { ${linkParts} } children { ${linkParts} }`;
  type Linked = { id: number; recordType: { id: number }; recordNumber: number | null; level: number | null };
  type Record = { id: number; parent: Linked | null; children: Linked[] | null };
  const listDocument = `query ($data: FilterAndSortInput!, $tree: RecordTreeInput) {
    filterAndSortRecordHeader(data: $data, tree: $tree, pagination: { offset: 0, limit: 3000 }) { records { ${parts} } total } }`;
  const list = async (tree: object | null, who = ana, data: object = {}) =>
    answerOf<{ records: Record[]; total: number }>(
      await server.ask(listDocument, who, {
        data: { recordTypeId: server.north.types.orders, ...data },
        tree,
      }),
      'filterAndSortRecordHeader',
    );
  const find = async (data: object, who = ana) =>
    answerOf<{ records: Record[] }>(
      await server.ask(
        `query ($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { ${parts} } } }`,
        who,
        { data },
      ),
      'findRecordHeader',
    ).records;

  test('in the list, by its id, and in the answer of a save', async () => {
    const [root = 0, middle = 0, leaf = 0] = await someRecords(3);
    const bill = await aRecord({ type: server.north.types.secrets });
    await link(root, [middle, bill]);
    await link(middle, [leaf]);
    const expected = {
      id: middle,
      parent: {
        id: root,
        recordType: { id: server.north.types.orders },
        recordNumber: await numberOf(root),
        level: 0,
      },
      children: [{ id: leaf, level: 2, recordNumber: await numberOf(leaf) }],
    };
    const { records } = await list(null);
    expect(records.find(({ id }) => id === middle)).toMatchObject(expected);
    expect(records.find(({ id }) => id === leaf)).toMatchObject({ parent: { id: middle }, children: [] });
    expect((await find({ ids: [middle] }))[0]).toMatchObject(expected);
    const [seen] = await find({ ids: [root] });
    expect(seen?.parent).toBeNull();
    expect(seen?.children?.map(({ id, recordType }) => [id, recordType.id])).toEqual([
      [middle, server.north.types.orders],
      [bill, server.north.types.secrets],
    ]);
    const saved = await server.ask(
      `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { ${parts} } }`,
      ana,
      { data: { id: middle, description: 'Under and above' } },
    );
    expect(answerOf(saved, 'updateRecordHeader')).toMatchObject(expected);
  });

  test('under a deleted record it stands under none, and a deleted one stands under nothing', async () => {
    const [root = 0, child = 0, gone = 0] = await someRecords(3);
    await link(root, [child, gone]);
    await server.query('update record set enabled = false where id = $1', [gone]);
    expect((await find({ ids: [root] }))[0]?.children?.map(({ id }) => id)).toEqual([child]);
    await server.query('update record set enabled = false where id = $1', [root]);
    expect((await find({ ids: [child] }))[0]?.parent).toBeNull();
  });

  test('the roots of the list, and what stands under some of it, page by page', async () => {
    const [root = 0, middle = 0, leaf = 0, alone = 0] = await someRecords(4);
    const bill = await aRecord({ type: server.north.types.secrets });
    const underBill = await aRecord();
    await link(root, [middle]);
    await link(middle, [leaf]);
    await link(bill, [underBill]);
    const roots = await list({ rootsOnly: true });
    const ids = roots.records.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([root, alone, underBill]));
    expect(ids).not.toContain(middle);
    expect(ids).not.toContain(leaf);
    expect(roots.total).toBe(ids.length);
    const below = await list({ parentIds: [root, middle, bill] });
    expect(below.records.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([middle, leaf, underBill]);
    await server.query('update record set enabled = false where id = $1', [root]);
    expect((await list({ rootsOnly: true })).records.map(({ id }) => id)).toContain(middle);
    expect(
      (await list({ rootsOnly: true }, ana, { enabled: false })).records.map(({ id }) => id),
    ).not.toContain(middle);
  });

  test('a tree of the list holds every record of it once, however they stand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 9 }), async (above) => {
        const ids = await someRecords(above.length);
        for (const [at, parent] of above.entries()) {
          const under = ids[parent];
          if (under !== undefined && parent < at) await link(under, [ids[at]!]);
        }
        const seen: number[] = [];
        let level = (await list({ rootsOnly: true })).records
          .map(({ id }) => id)
          .filter((id) => ids.includes(id));
        while (level.length > 0) {
          seen.push(...level);
          level = (await list({ parentIds: level })).records.map(({ id }) => id);
        }
        expect(seen.toSorted((a, b) => a - b)).toEqual(ids);
      }),
      { numRuns: 10 },
    );
  });

  test('who sees no places is told of none, and nothing of another company is there', async () => {
    const [root = 0, child = 0] = await someRecords(2);
    await link(root, [child]);
    const { records } = await list(null, bob);
    for (const record of records) expect(record).toMatchObject({ parent: null, children: null });
    const tree = await server.ask(listDocument, bob, {
      data: { recordTypeId: server.north.types.orders },
      tree: { rootsOnly: true },
    });
    const unknown = await server.ask(listDocument, bob, {
      data: {
        recordTypeId: server.north.types.orders,
        sort: [{ fieldId: 0, field: 'isProject', sort: 'ASC' }],
      },
    });
    expect(refusal(tree)).toEqual(refusal(unknown));
    const foreign = await aRecord({ tenant: server.south });
    const belowForeign = await list({ parentIds: [foreign] });
    expect(belowForeign.records).toEqual([]);
    expect(
      (await list({ parentIds: [root] }, sue, { recordTypeId: server.south.types.orders })).records,
    ).toEqual([]);
    const tooMany = await server.ask(listDocument, ana, {
      data: { recordTypeId: server.north.types.orders },
      tree: { parentIds: Array.from({ length: 201 }, (_, at) => at + 1) },
    });
    expect(refusal(tooMany)).toEqual(['INVALID', 'At most 200 records can be named at once.']);
  });
});
