// What putting back foretells and does, through HTTP on a real database.
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../testing/cases.ts';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let item: number;
let remark: number;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  const { id: tenant, types, roles, menuItems } = server.north;
  const [type] = await server.query(
    `insert into line_item_type (tenant_id, record_type_id, name) values ($1, $2, 'Parts') returning id`,
    [tenant, types.orders],
  );
  const fields = await server.query(
    `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, position)
     values ($1, $2, 'Item', 'string', 1), ($1, $2, 'Remark', 'string', 2) returning id`,
    [tenant, type?.['id']],
  );
  [item = 0, remark = 0] = fields.map(({ id }) => Number(id));
  for (const action of ['line item access', 'edit line items', 'bulk update'] as const)
    await server.query(
      'insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, $5)',
      [tenant, roles.manager, menuItems.orders, menuActionId(action), action],
    );
});
afterAll(() => server.close());

async function run<Result>(document: string, variables: object, who: Credentials): Promise<Result> {
  const { data, errors } = await server.ask(document, who, variables);
  expect(errors).toBeUndefined();
  return Object.values(data ?? {})[0] as Result;
}

let lastNumber = 900;
async function create(tenant = server.north): Promise<number> {
  lastNumber += 1;
  const rows = await server.query(
    `insert into record_${tenant.bucket} (bucket, id, tenant_id, record_type_id, record_number, status_id, description)
     values ($1, nextval('record_id_seq'), $2, $3, $4, $5, 'First') returning id`,
    [tenant.bucket, tenant.id, tenant.types.orders, lastNumber, tenant.statuses.order],
  );
  return Number(rows[0]?.['id']);
}

const update = (id: number, change: object, who = ana) =>
  run(
    `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`,
    { data: { id, ...change } },
    who,
  );
const give = (fieldId: number, value: string | null) => ({
  additionalFields: [{ recordAdditionalFieldByTypeId: fieldId, value }],
});

type Log = {
  id: number;
  action: string;
  source: { kind: string; reason: string | null } | null;
  putsBack: number[];
  putBackBy: number | null;
};
const history = async (recordId: number, who = ana): Promise<Log[]> =>
  (
    await run<{ logs: Log[] }>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id action source { kind reason } putsBack putBackBy } } }`,
      { data: { filterInput: { recordId, withLines: true } } },
      who,
    )
  ).logs;

type Row = {
  key: string;
  name: string;
  now: string | null;
  to: string | null;
  entries: number;
  whyNot: string | null;
};
const rowFields = 'key name now to entries whyNot because';
const previewing = `query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { ${rowFields} } }`;
const putting = `mutation ($data: PutBackInput!) { putBack(data: $data) { done rows { ${rowFields} } } }`;
const preview = (recordId: number, entries: number[], who = ana) =>
  run<Row[]>(previewing, { data: { recordId, entries } }, who);
const putBack = (recordId: number, entries: number[], keys: string[], who = ana, reason?: string) =>
  run<{ done: boolean; rows: Row[] }>(putting, { data: { recordId, entries, keys, reason } }, who);
const stored = async (id: number, column: string) =>
  (await server.query(`select ${column} as value from record where id = $1`, [id]))[0]?.['value'];

const undoing = `mutation ($data: UndoChangesInput!) {
  undoChanges(data: $data) { recordId outcome rows { ${rowFields} } } }`;
type Undone = { recordId: number; outcome: string; rows: Row[] };
const undo = (records: { recordId: number; entries: number[] }[], who = ana) =>
  run<Undone[]>(undoing, { data: { records } }, who);

describe('putting back', () => {
  test('several entries of a field become one row, and it is written as a change that is linked with them', async () => {
    const id = await create();
    await update(id, { description: 'Second' });
    await update(id, { description: 'Third' });
    const entries = (await history(id)).slice(0, 2).map((log) => log.id);
    expect(await preview(id, entries)).toEqual([
      {
        key: 'description',
        name: 'Description',
        now: 'Third',
        to: 'First',
        entries: 2,
        whyNot: null,
        because: null,
      },
    ]);
    expect((await putBack(id, entries, ['description'], ana, 'It was right')).done).toBe(true);
    expect(await stored(id, 'description')).toBe('First');
    const [newest, second] = await history(id);
    expect(newest).toMatchObject({ source: { kind: 'PUT_BACK', reason: 'It was right' }, action: 'update' });
    expect(newest?.putsBack.toSorted()).toEqual(entries.toSorted());
    expect(second?.putBackBy).toBe(newest?.id);
    const [again] = await preview(id, entries);
    expect(again?.whyNot).toMatch(/^Already put back by Ana Test, /);
  });

  test('what somebody wrote since is kept, and nothing is written when an answer has changed', async () => {
    const id = await create();
    const { weight } = server.north.fields;
    await update(id, { description: 'Second', ...give(weight, '2') });
    const [mine] = await history(id);
    const keys = (await preview(id, [mine!.id])).map(({ key }) => key);
    expect(keys.toSorted()).toEqual(['description', `f${weight}`]);
    await update(id, { description: 'Later' });
    const refused = await putBack(id, [mine!.id], keys);
    expect(refused.done).toBe(false);
    expect(refused.rows.find(({ key }) => key === 'description')?.whyNot).toMatch(
      /^Superseded by Ana Test, \w{3} \d+, \d{4} - \d+:\d\d[ap]\.m\.\. That value is kept\.$/,
    );
    expect(await stored(id, 'description')).toBe('Later');
    expect(await history(id)).toHaveLength(3);
  });

  test('a value that may not stand there any more is refused in the words of its rule', async () => {
    const id = await create();
    const { weight, priority } = server.north.fields;
    const { low, high } = server.north.listValues;
    // Low is disabled, and stood there before.
    await server.query('update list_value set enabled = true where id = $1', [low]);
    await update(id, give(priority, String(low)));
    await server.query('update list_value set enabled = false where id = $1', [low]);
    await update(id, give(priority, String(high)));
    await update(id, give(weight, '2'));
    const [weighed, chosen] = await history(id);
    expect((await preview(id, [weighed!.id, chosen!.id])).map(({ whyNot }) => whyNot).toSorted()).toEqual([
      'Weight is required',
      '“Low (Disabled)” can no longer be chosen.',
    ]);
  });

  test('who may only look is told so, and of hidden fields there is no row', async () => {
    const id = await create();
    const { weight, margin } = server.north.fields;
    await update(id, give(weight, '2'));
    await update(id, give(weight, '3'));
    await update(id, give(margin, '99'));
    const [hidden, weighed] = await history(id);
    expect(await preview(id, [hidden!.id], bob)).toEqual([]);
    const rows = await preview(id, [hidden!.id, weighed!.id], bob);
    expect(rows.map(({ name, whyNot }) => [name, whyNot])).toEqual([
      ['Weight', 'Weight is view only for your role.'],
    ]);
    expect(await putBack(id, [hidden!.id], [`f${margin}`], bob)).toEqual({ done: false, rows: [] });
  });

  test('a deletion is put back; until then its fields are closed, and nothing was before the record', async () => {
    const id = await create();
    await update(id, { description: 'Second' });
    await update(id, { enabled: false });
    const [deleted, written, made] = await history(id);
    expect((await preview(id, [written!.id]))[0]?.whyNot).toBe('The record is deleted. Show it again first.');
    expect(await preview(id, [deleted!.id])).toMatchObject([
      { key: 'record', now: 'Deleted', to: 'Active', whyNot: null },
    ]);
    expect((await putBack(id, [deleted!.id], ['record'])).done).toBe(true);
    expect(await stored(id, 'enabled')).toBe(true);
    expect((await history(id))[0]).toMatchObject({ action: 'restore', source: { kind: 'PUT_BACK' } });
    expect((await preview(id, [made!.id]))[0]?.whyNot).toBe('There is nothing before this entry.');
  });

  test('lines go back value by value; a deleted one comes back first', async () => {
    const id = await create();
    const save = async (data: object) =>
      (
        await run<{ lineItemsRow: { id: number } }[]>(
          `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) { lineItemsRow { id } refusal { message } } }`,
          { data: [{ recordHeaderId: id, ...data }] },
          ana,
        )
      )[0]!.lineItemsRow.id;
    const named = (value: string) => ({ lineItemsFields: [{ lineItemsByTypeFiledsId: item, value }] });
    const rowId = await save(named('Bolt'));
    await save({ rowId, ...named('Nut') });
    await save({ rowId, enabled: false });
    const lineValue = async () =>
      (await server.query('select enabled, field_values from line_item where id = $1', [rowId]))[0];
    const [deleted, written, made] = await history(id);
    const key = `line ${rowId} f${item}`;
    expect((await preview(id, [written!.id]))[0]).toMatchObject({
      key,
      now: 'Nut',
      to: 'Bolt',
      whyNot: 'The line was deleted. Put back its deletion first.',
    });
    expect((await putBack(id, [deleted!.id], [`line ${rowId}`])).done).toBe(true);
    expect((await putBack(id, [written!.id], [key])).done).toBe(true);
    expect(await lineValue()).toEqual({ enabled: true, field_values: { [item]: 'Bolt' } });
    // What was made goes again only with all that was written into it.
    expect((await preview(id, [made!.id]))[0]?.whyNot).toMatch(/^Superseded/);
  });

  test('a foreign record, a foreign entry and what cannot be asked', async () => {
    const foreign = await create(server.south);
    const mine = await create();
    await update(mine, { description: 'Second' });
    const [entry] = await history(mine);
    const other = await create();
    expect(await server.ask(previewing, ana, { data: { recordId: foreign, entries: [entry!.id] } })).toEqual(
      absent('The record'),
    );
    expect(await preview(other, [entry!.id])).toEqual([]);
    for (const data of [
      { recordId: mine, entries: [], keys: ['description'] },
      { recordId: mine, entries: [entry!.id], keys: [] },
      { recordId: mine, entries: [entry!.id], keys: ['description', 'description'] },
      { recordId: mine, entries: [entry!.id], keys: ['description'], reason: 'x'.repeat(501) },
      { recordId: mine, entries: [entry!.id], keys: ['description'], timeZone: 'Nowhere' },
    ])
      expect((await server.ask(putting, ana, { data })).errors?.[0]?.extensions['code']).toBe('INVALID');
    expect(await stored(mine, 'description')).toBe('Second');
  });
});

describe('taking back what was just done', () => {
  const saving = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id auditEntryId } }`;
  const save = async (id: number, change: object, who = ana) =>
    (await run<{ auditEntryId: number }>(saving, { data: { id, ...change } }, who)).auditEntryId;
  test('a save says its entry, and goes back by it value by value', async () => {
    const id = await create();
    const entry = await save(id, { description: 'Mine', poNumber: 7 });
    expect((await history(id))[0]?.id).toBe(entry);
    await update(id, { description: 'Theirs' });
    const [undone] = await undo([{ recordId: id, entries: [entry] }]);
    expect(undone?.outcome).toBe('UPDATED');
    expect(undone?.rows.map(({ key, whyNot }) => [key, whyNot?.replace(/, .*$/, '') ?? null])).toEqual([
      ['poNumber', null],
      ['description', expect.stringMatching(/^Superseded by Ana Test/)],
    ]);
    expect(await stored(id, 'description')).toBe('Theirs');
    expect(await stored(id, 'po_number')).toBeNull();
    const [newest] = await history(id);
    expect(newest).toMatchObject({ source: { kind: 'UNDO' }, putsBack: [entry] });
    const [again] = await undo([{ recordId: id, entries: [entry] }]);
    expect(again?.outcome).toBe('REFUSED');
  });

  test('many records at once, each for itself', async () => {
    const ids = [await create(), await create(), await create()];
    const changed = await run<{ id: number; auditEntryId: number | null }[]>(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
        updateBulkRecordHeader(ids: $ids, data: $data) { id auditEntryId } }`,
      { ids, data: { description: 'All' } },
      ana,
    );
    await update(ids[1]!, { description: 'Another' });
    const asked = changed.map(({ id, auditEntryId }) => ({ recordId: id, entries: [auditEntryId!] }));
    expect(
      (await undo([...asked, { recordId: 999_999, entries: [asked[0]!.entries[0]!] }])).map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['UPDATED', 'REFUSED', 'UPDATED', 'NOT_FOUND']);
    expect(await Promise.all(ids.map((id) => stored(id, 'description')))).toEqual([
      'First',
      'Another',
      'First',
    ]);
  });

  test('a deletion, and nothing of a record that another company has', async () => {
    const id = await create();
    const entry = await save(id, { enabled: false });
    expect((await undo([{ recordId: id, entries: [entry] }]))[0]?.outcome).toBe('UPDATED');
    expect(await stored(id, 'enabled')).toBe(true);
    const foreign = await create(server.south);
    expect(await undo([{ recordId: foreign, entries: [entry] }])).toEqual([
      { recordId: foreign, outcome: 'NOT_FOUND', rows: [] },
    ]);
  });

  test('lines by their entries: what somebody wrote since stays, and the rest goes back', async () => {
    const recordId = await create();
    type Saved = {
      lineItemsRow: { id: number };
      auditEntryId: number | null;
      lineItems: { value: string }[];
    };
    const saveLines = (rows: object[], who = ana) =>
      run<Saved[]>(
        `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
          lineItemsRow { id } lineItems { value } auditEntryId } }`,
        { data: rows.map((row) => ({ recordHeaderId: recordId, ...row })) },
        who,
      );
    const given = (values: readonly (readonly [number, string])[]) => ({
      lineItemsFields: values.map(([lineItemsByTypeFiledsId, value]) => ({ lineItemsByTypeFiledsId, value })),
    });
    const standing = async () =>
      (
        await run<{ value: string; lineItemsRow: { id: number } }[]>(
          'query ($data: FindLineItemsInput!) { findLineItems(data: $data) { value lineItemsRow { id } } }',
          { data: { recordHeadersIds: [recordId] } },
          ana,
        )
      ).map(({ value }) => value);

    const [first, second] = await saveLines([given([[item, 'Bolt']]), given([[item, 'Nut']])]);
    const rowId = first!.lineItemsRow.id;
    const [changed, unchanged] = await saveLines([
      {
        rowId,
        ...given([
          [item, 'Screw'],
          [remark, 'Mine'],
        ]),
      },
      { rowId: second!.lineItemsRow.id, ...given([[item, 'Nut']]) },
    ]);
    expect(unchanged?.auditEntryId).toBeNull();
    await saveLines([{ rowId, ...given([[remark, 'Theirs']]) }]);
    const [undone] = await undo([{ recordId, entries: [changed!.auditEntryId!] }]);
    expect(undone?.outcome).toBe('UPDATED');
    expect(undone?.rows.map(({ name, whyNot }) => [name, whyNot === null])).toEqual([
      ['Parts 1, Item', true],
      ['Parts 1, Remark', false],
    ]);
    expect(await standing()).toEqual(['Bolt', 'Theirs', 'Nut']);

    // A line that came goes again; one into which somebody has written stays, and so does its deletion till it is undone.
    const made = [first!, second!].map(({ auditEntryId }) => auditEntryId!);
    expect((await undo([{ recordId, entries: made }]))[0]?.rows.map(({ whyNot }) => whyNot === null)).toEqual(
      [true, false],
    );
    expect(await standing()).toEqual(['Bolt', 'Theirs']);
    const [deleted] = await saveLines([{ rowId, enabled: false }]);
    expect(await standing()).toEqual([]);
    await undo([{ recordId, entries: [deleted!.auditEntryId!] }]);
    expect(await standing()).toEqual(['Bolt', 'Theirs']);
    // Who may not write lines takes nothing of them back.
    const [refused] = await undo([{ recordId, entries: [deleted!.auditEntryId!] }], bob);
    expect(refused?.outcome).not.toBe('UPDATED');
  });

  test('is refused of none and of too many', async () => {
    for (const records of [
      [],
      Array.from({ length: 101 }, (_, at) => ({ recordId: at + 1, entries: [1] })),
    ]) {
      const { errors } = await server.ask(undoing, ana, { data: { records } });
      expect(errors?.[0]?.message).toBe('Between one and 100 records can be taken back at once.');
    }
  });
});

describe('the order of lines', () => {
  const someLines = async (recordId: number, names: readonly string[]): Promise<number[]> => {
    const saved = await run<{ lineItemsRow: { id: number } }[]>(
      `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) { lineItemsRow { id } } }`,
      {
        // Put in from the top, they have numbers below one.
        data: names.map((value, at) => ({
          recordHeaderId: recordId,
          index: at + 1,
          lineItemsFields: [{ lineItemsByTypeFiledsId: item, value }],
        })),
      },
      ana,
    );
    return saved.map(({ lineItemsRow }) => lineItemsRow.id);
  };
  const order = async (recordId: number) =>
    (
      await server.query('select id from line_item where record_id = $1 and enabled order by position, id', [
        recordId,
      ])
    ).map(({ id }) => Number(id));
  const reorder = async (recordId: number, after: readonly number[]): Promise<number> => {
    const before = await order(recordId);
    const rows = after.flatMap((rowId, at) =>
      before[at] === rowId ? [] : [{ rowId, fromIndex: before.indexOf(rowId) + 1, index: at + 1 }],
    );
    const [first] = await run<{ auditEntryId: number }[]>(
      `mutation ($data: ReorderLineItemsInput!) { reorderLineItems(data: $data) { auditEntryId } }`,
      { data: { recordHeaderId: recordId, rows } },
      ana,
    );
    return first!.auditEntryId;
  };

  test('one line that was moved is one value, and goes back among what others moved since', async () => {
    const id = await create();
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = await someLines(id, ['A', 'B', 'C', 'D', 'E']);
    const mine = await reorder(id, [a, e, b, c, d]);
    expect((await history(id))[0]?.id).toBe(mine);
    await reorder(id, [d, a, e, b, c]);
    expect(await preview(id, [mine])).toEqual([
      {
        key: `line ${e} place`,
        name: 'Parts 3, Place',
        now: 'Place 3',
        to: 'Place 5',
        entries: 1,
        whyNot: null,
        because: null,
      },
    ]);
    expect((await putBack(id, [mine], [`line ${e} place`])).done).toBe(true);
    expect(await order(id)).toEqual([d, a, b, c, e]);
    expect((await history(id))[0]).toMatchObject({ action: 'reorder', putsBack: [mine] });
    expect((await preview(id, [mine]))[0]?.whyNot).toMatch(/^Already put back by Ana Test/);
  });

  test('a sort is taken back whole; what somebody moved since stays, and a deleted line comes back first', async () => {
    const id = await create();
    const [a = 0, b = 0, c = 0, d = 0] = await someLines(id, ['A', 'B', 'C', 'D']);
    const sorted = await reorder(id, [d, c, b, a]);
    expect((await undo([{ recordId: id, entries: [sorted] }]))[0]?.outcome).toBe('UPDATED');
    expect(await order(id)).toEqual([a, b, c, d]);
    const again = await reorder(id, [d, c, b, a]);
    const moved = (await preview(id, [again])).map(({ key }) => Number(key.split(' ')[1]));
    const [, theirs = 0, gone = 0] = moved;
    await reorder(id, [...(await order(id)).filter((line) => line !== theirs), theirs]);
    await run(
      `mutation ($data: UpdateLineItemsInput!) { updateLineItems(data: $data) { auditEntryId } }`,
      { data: { recordHeaderId: id, rowId: gone, enabled: false } },
      ana,
    );
    const [undone] = await undo([{ recordId: id, entries: [again] }]);
    expect(undone?.outcome).toBe('UPDATED');
    const reasonOf = (line: number) => undone?.rows.find(({ key }) => key === `line ${line} place`)?.whyNot;
    expect(reasonOf(theirs)).toMatch(/^Superseded by Ana Test/);
    expect(reasonOf(gone)).toBe('The line was deleted. Put back its deletion first.');
    expect((await order(id)).at(-1)).toBe(theirs);
    // Who may only look moves nothing back.
    expect((await undo([{ recordId: id, entries: [again] }], bob))[0]?.outcome).not.toBe('UPDATED');
  });
});

describe('where records stand', () => {
  type Moved = { id: number; outcome: string; auditEntryId: number | null };
  const move = async (parentId: number | null, ids: number[], who = ana) =>
    run<Moved[]>(
      `mutation ($data: MoveRecordsInput!) { moveRecords(data: $data) { id outcome auditEntryId } }`,
      { data: { parentId, records: ids.map((id) => ({ id })) } },
      who,
    );
  const parentOf = async (id: number) => {
    const found = await stored(id, 'parent_id');
    return found === null ? null : Number(found);
  };
  const numberOf = async (id: number) => String(await stored(id, 'record_number'));
  const newest = async (id: number) => (await history(id))[0]!;
  const letBobPlace = (access: string) =>
    server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
       select $1, $2, $3, field, $4 from unnest(array['isProject', 'recordNumber']) field
       on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update set access = excluded.access`,
      [server.north.id, server.north.roles.clerk, server.north.types.orders, access],
    );

  test('a move goes back from its own history and from that of both others, and is linked with it', async () => {
    const [first, second, child] = [await create(), await create(), await create()];
    await move(first, [child]);
    await move(second, [child]);
    const own = await newest(child);
    expect(await preview(child, [own.id])).toEqual([
      {
        key: `parent ${child}`,
        name: 'Parent',
        now: await numberOf(second),
        to: await numberOf(first),
        entries: 1,
        whyNot: null,
        because: null,
      },
    ]);
    for (const other of [first, second])
      expect(await preview(other, [(await newest(other)).id])).toMatchObject([
        { key: `parent ${child}`, name: `Parent of ${await numberOf(child)}`, whyNot: null },
      ]);
    const told = await newest(second);
    expect((await putBack(second, [told.id], [`parent ${child}`], ana, 'Wrong project')).done).toBe(true);
    expect(await parentOf(child)).toBe(first);
    expect(await newest(child)).toMatchObject({ source: { kind: 'PUT_BACK' }, putsBack: [own.id] });
    expect(await newest(second)).toMatchObject({ putsBack: [told.id] });
    expect((await preview(child, [own.id]))[0]?.whyNot).toMatch(/^Already put back by Ana Test/);
    expect((await preview(second, [told.id]))[0]?.whyNot).toMatch(/^Already put back by Ana Test/);
  });

  test('a later move stays, also where only another record tells of the earlier one', async () => {
    const [first, second, child] = [await create(), await create(), await create()];
    await move(first, [child]);
    const linked = await newest(first);
    await move(second, [child]);
    const refused = await putBack(first, [linked.id], [`parent ${child}`]);
    expect(refused.done).toBe(false);
    expect(refused.rows[0]?.whyNot).toMatch(/^Superseded by Ana Test/);
    expect(await parentOf(child)).toBe(second);
  });

  test('is refused where it would close a circle, where the place is deleted, and where the record is', async () => {
    const [above, child] = [await create(), await create()];
    await move(above, [child]);
    await move(null, [child]);
    const [unlinked] = await history(child);
    await move(child, [above]);
    expect((await preview(child, [unlinked!.id]))[0]?.whyNot).toBe(
      `${await numberOf(child)} is above ${await numberOf(above)}.`,
    );
    await move(null, [above]);
    await update(above, { enabled: false });
    expect((await preview(child, [unlinked!.id]))[0]?.whyNot).toBe(
      `${await numberOf(above)} is deleted. Show it again first.`,
    );
    await update(above, { enabled: true });
    await update(child, { enabled: false });
    expect((await putBack(child, [unlinked!.id], [`parent ${child}`])).done).toBe(false);
    await update(child, { enabled: true });
    expect((await putBack(child, [unlinked!.id], [`parent ${child}`])).done).toBe(true);
    expect(await parentOf(child)).toBe(above);
  });

  test('what is out of sight has no row, and a place out of sight reads as one that is gone', async () => {
    const [root, child] = [await create(), await create()];
    const [secret] = await server.query(
      `insert into record_${server.north.bucket} (bucket, id, tenant_id, record_type_id, record_number, status_id)
       values ($1, nextval('record_id_seq'), $2, $3, 7, $4) returning id`,
      [server.north.bucket, server.north.id, server.north.types.secrets, server.north.statuses.order],
    );
    const hidden = Number(secret?.['id']);
    await move(root, [hidden]);
    const told = await newest(root);
    await move(hidden, [child]);
    await move(null, [child]);
    const own = await newest(child);
    expect(await preview(child, [own.id], bob)).toEqual([]);
    await letBobPlace('ViewOnly');
    expect(await preview(root, [told.id], bob)).toEqual([]);
    expect(await preview(child, [own.id], bob)).toMatchObject([
      { now: null, to: '1 record you may not see', whyNot: expect.stringMatching(/^Your role may not/) },
    ]);
    await letBobPlace('Editable');
    expect((await preview(child, [own.id], bob))[0]?.whyNot).toBe(
      'What it stood under is not there any more, or you may not see it.',
    );
    await letBobPlace('NotAllowed');
  });

  test('what was just moved is taken back by its entries, but not what somebody moved since', async () => {
    const [root, other, mine, theirs] = [await create(), await create(), await create(), await create()];
    const moved = await move(root, [mine, theirs]);
    expect(moved.every(({ auditEntryId }) => auditEntryId !== null)).toBe(true);
    await move(other, [theirs]);
    // Another value of it keeps no move from going back.
    await update(mine, { description: 'Changed since' });
    const undone = await undo(
      moved.map(({ id, auditEntryId }) => ({ recordId: id, entries: [auditEntryId!] })),
    );
    expect(undone.map(({ outcome }) => outcome)).toEqual(['UPDATED', 'REFUSED']);
    expect([await parentOf(mine), await parentOf(theirs)]).toEqual([null, other]);
  });
});

// The evaluator alone is held in 10,000 histories (domain/put-back); here are those that the database has written.
test('in any history does what it foretold, and loses nothing that others wrote later', async () => {
  const fields = ['description', 'issuedByCompanyName', 'issuedToCompanyName'] as const;
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ field: fc.nat(2), value: fc.constantFrom('a', 'b', 'c') }) },
    { weight: 1, arbitrary: fc.record({ ticks: fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }) }) },
  );
  let [taken, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), async (steps) => {
      const id = await create();
      await server.query(
        `update record set description = 'a', issued_by_company_name = 'a', issued_to_company_name = 'a' where id = $1`,
        [id],
      );
      const values = new Map<string, string | null>(fields.map((field) => [field, 'a']));
      const begun = new Set((await history(id)).map((one) => one.id));
      const log: { id: number; field: string; before: string | null }[] = [];
      const noteChanges = async (change: ReadonlyMap<string, string | null>) => {
        const fresh = (await history(id)).find(
          (one) => !begun.has(one.id) && log.every((known) => known.id !== one.id),
        );
        for (const [field, value] of change) {
          const before = values.get(field) ?? null;
          if (before === value) continue;
          log.push({ id: fresh?.id ?? 0, field, before });
          values.set(field, value);
        }
      };
      for (const one of steps) {
        if ('field' in one) {
          const field = fields[one.field] ?? 'description';
          if (values.get(field) === one.value) continue;
          await update(id, { [field]: one.value });
          await noteChanges(new Map([[field, one.value]]));
          continue;
        }
        if (log.length === 0) continue;
        const ticked = new Set(one.ticks.map((at) => log[at % log.length]?.id ?? 0));
        const rows = await preview(id, [...ticked]);
        const expected = fields.flatMap((field) => {
          const entries = log.filter((each) => each.field === field);
          const since = entries.slice(entries.findIndex((each) => ticked.has(each.id)));
          if (!entries.some((each) => ticked.has(each.id))) return [];
          const isLost = since.some((each) => !ticked.has(each.id));
          return { key: field as string, to: since[0]?.before ?? null, isRefused: isLost };
        });
        const foretold = rows.map(({ key, to, whyNot }) => ({ key, to, isRefused: whyNot !== null }));
        const byKey = (rows: typeof foretold) => new Map(rows.map((row) => [row.key, row]));
        expect([...byKey(foretold).keys()].toSorted()).toEqual([...byKey(expected).keys()].toSorted());
        for (const row of expected)
          expect(byKey(foretold).get(row.key)).toMatchObject(row.isRefused ? { isRefused: true } : row);
        const open = expected.filter((row) => !row.isRefused);
        refused += expected.length - open.length;
        if (open.length === 0) continue;
        const keys = open.map(({ key }) => key);
        expect((await putBack(id, [...ticked], keys)).done).toBe(true);
        taken += open.length;
        await noteChanges(new Map(open.map(({ key, to }) => [key, to])));
        const [now] = await server.query(
          `select description as "description", issued_by_company_name as "issuedByCompanyName",
             issued_to_company_name as "issuedToCompanyName" from record where id = $1`,
          [id],
        );
        expect(now).toEqual(Object.fromEntries(values));
      }
    }),
    { numRuns: casesOf(30) },
  );
  // About 40 and 15 on average: both ways must have been tried, and chance may not decide.
  expect([taken > 8, refused > 0]).toEqual([true, true]);
});
