// A total is exact at the moment of its statement, or says that it is not yet known. Two processes with memories of
// their own ask here while records change.
import type { RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { askPages, asInput } from '../../../testing/record-model/ask-pages.ts';
import type { PageAsk } from '../../../testing/record-model/ask-pages.ts';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { matches } from '../../../testing/record-model/matches.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';
import { countStatuses } from '../../platform/record-store/count-statuses.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let world: EveryFieldType;
let bob: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 1200, seed: 3 });
  another = await startAnother(server);
  bob = await confine(world.field('status').names);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

/** Bob gets a role that is confined to two statuses and may not see deleted records. */
async function confine(statuses: ReadonlyMap<string, string>): Promise<Credentials> {
  const values = [...statuses.keys()].slice(0, 2);
  await server.query(
    `with made as (
       insert into role (tenant_id, name, default_field_access) values ($1, 'Confined', 'Editable') returning id
     ), actions as (
       insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select a.tenant_id, made.id, a.menu_item_id, a.action_id, a.name from role_menu_item_action a, made
       where a.tenant_id = $1 and a.name = 'view'
     ), lines as (
       insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
       select $1, id, $2, 'status', 'Editable', $3 from made
     )
     update membership set role_id = (select id from made) where tenant_id = $1 and user_id = $4`,
    [world.tenant.id, world.type.id, JSON.stringify({ operator: 'isAnyOf', values }), server.people.bob],
  );
  return server.enter('bob', world.tenant);
}

const whole = (enabled: boolean, filters: readonly RecordFilterInput[] = []): PageAsk => ({
  data: { recordTypeId: world.type.id, enabled, filters: [...filters] },
  pagination: { offset: 0, limit: 3 },
});

const numbered = (poNumber: number): RecordFilterInput[] => [
  {
    fieldId: 0,
    field: 'poNumber',
    logicOperator: 'AND',
    priority: 0,
    filterCriteria: { operator: 'equals', value: String(poNumber) },
  },
];

async function totals(ask: PageAsk, credentials = world.manager): Promise<(number | null)[]> {
  const answers = [];
  for (const asked of [server, another]) {
    const [page] = await askPages(asked, credentials, [ask]);
    answers.push(page?.total ?? null);
  }
  return answers;
}

const update = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }';
const register = 'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }';

async function change(asked: Pick<TestServer, 'ask'>, document: string, data: object): Promise<void> {
  const answer = await asked.ask(document, world.manager, { data });
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
}

const newRecord = (poNumber: number) => ({
  recordType: world.type.id,
  recordNumber: 1,
  description: 'New',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Other',
  statusId: Number([...world.field('status').names.keys()][0]),
  problemCodeId: Number([...world.field('problemCode').names.keys()][0]),
  recordDate: '2026-01-01',
  poNumber,
});

const countOf = async (condition: string): Promise<number> =>
  Number(
    (
      await server.query(`select count(*) from record where record_type_id = $1 and ${condition}`, [
        world.type.id,
      ])
    )[0]?.['count'],
  );

test('of a whole type: the enabled records, or all of them', async () => {
  const enabled = world.records.filter((record) => record.enabled).length;
  expect([await totals(whole(true)), await totals(whole(false))]).toEqual([
    [enabled, enabled],
    [1200, 1200],
  ]);
});

test('of a role that is confined: what it is confined to, filtered or not, and enabled records alone', async () => {
  const field = world.field('status');
  const values = [...field.names.keys()].slice(0, 2);
  const seen = world.records.filter(
    (record) => record.enabled && matches(field, record, { operator: 'isAnyOf', values }),
  );
  const criteria = { operator: 'isNotEmpty' as const };
  const described = {
    field: world.field('description'),
    criteria,
    logicOperator: 'AND' as const,
    priority: 0,
  };
  const filtered = seen.filter((record) => matches(described.field, record, criteria)).length;
  expect([
    await totals(whole(true), bob),
    await totals(whole(false), bob),
    await totals(whole(false, [asInput(described)]), bob),
  ]).toEqual([
    [seen.length, seen.length],
    [seen.length, seen.length],
    [filtered, filtered],
  ]);
});

test('follows every write at once in every process: made, moved into a filter and out of it, deleted, restored', async () => {
  const id = world.records.find((record) => record.enabled)!.id;
  const all = await countOf('true');
  const enabled = await countOf('enabled');
  const seen = async () => [
    ...(await totals(whole(true, numbered(4711)))),
    ...(await totals(whole(true))).map((total) => Number(total) - enabled),
    ...(await totals(whole(false))).map((total) => Number(total) - all),
  ];
  expect(await seen()).toEqual([0, 0, 0, 0, 0, 0]);
  await change(another, register, newRecord(4711));
  expect(await seen()).toEqual([1, 1, 1, 1, 1, 1]);
  await change(server, update, { id, version: 1, poNumber: 4711 });
  expect(await seen()).toEqual([2, 2, 1, 1, 1, 1]);
  await change(another, update, { id, version: 2, enabled: false });
  expect(await seen()).toEqual([1, 1, 0, 0, 1, 1]);
  await change(server, update, { id, version: 3, enabled: true });
  expect(await seen()).toEqual([2, 2, 1, 1, 1, 1]);
  await change(another, update, { id, version: 4, poNumber: null });
  expect(await seen()).toEqual([1, 1, 1, 1, 1, 1]);
});

/**
 * Each write moves the answer one step the same way. So at any moment it lies between the steps that were acknowledged
 * when the question went out and those that were begun when the answer came in.
 */
async function expectNeverStale(
  ask: PageAsk,
  step: 1 | -1,
  writes: readonly ((asked: Pick<TestServer, 'ask'>) => Promise<void>)[],
): Promise<void> {
  const [first] = await totals(ask);
  const processes = [server, another];
  const waiting = [...writes.entries()];
  let [begun, acknowledged, exact] = [0, 0, 0];
  const write = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      begun += 1;
      await next[1](processes[next[0] % 2]!);
      acknowledged += 1;
    }
  };
  const read = async (index: number) => {
    while (acknowledged < writes.length) {
      const least = acknowledged;
      const [page] = await askPages(processes[index % 2]!, world.manager, [ask]);
      const most = begun;
      if (page?.totalState !== 'EXACT') continue;
      exact += 1;
      const steps = (Number(page.total) - Number(first)) * step;
      expect({ least, steps, most, holds: steps >= least && steps <= most }).toMatchObject({ holds: true });
    }
  };
  const readTotalAlone = async () => {
    while (acknowledged < writes.length) {
      const answer = await server.ask(
        'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { totalState } }',
        world.manager,
        { data: ask.data },
      );
      expect(answer.data?.['filterAndSortRecordHeader']).toEqual({ totalState: 'EXACT' });
    }
  };
  await Promise.all([write(), write(), ...[0, 1, 2].map(read), readTotalAlone(), readTotalAlone()]);
  expect(exact).toBeGreaterThan(writes.length / 8);
  const last = Number(first) + step * writes.length;
  expect(await totals(ask)).toEqual([last, last]);
}

const untouched = (count: number, from: number) =>
  world.records.filter((record) => record.enabled).slice(from, from + count);

test('never stale: records that move into a filter one by one', () =>
  expectNeverStale(
    whole(false, numbered(815)),
    1,
    untouched(60, 100).map(
      ({ id }) =>
        (asked) =>
          change(asked, update, { id, version: 1, poNumber: 815 }),
    ),
  ));

test('never stale: records that are deleted one by one', () =>
  expectNeverStale(
    whole(true),
    -1,
    untouched(60, 200).map(
      ({ id }) =>
        (asked) =>
          change(asked, update, { id, version: 1, enabled: false }),
    ),
  ));

test('never stale: records that are made one by one', () =>
  expectNeverStale(
    whole(true, numbered(816)),
    1,
    Array.from({ length: 40 }, () => (asked) => change(asked, register, newRecord(816))),
  ));

test('never stale: a page read by a total that has just changed shows what stands there now', async () => {
  const [ask] = [{ ...whole(true), pagination: { offset: 0, limit: 3000 } }];
  for (const { id } of untouched(3, 300)) {
    const before = await askPages(another, world.manager, [ask]);
    await change(server, update, { id, version: 1, enabled: false });
    const [page] = await askPages(another, world.manager, [ask]);
    expect(page?.total).toBe(Number(before[0]?.total) - 1);
    expect(page?.ids).toEqual(before[0]?.ids.filter((one) => one !== id));
  }
});

test('never stale: who asks while the same is being counted for somebody else, since before the last writing', async () => {
  const alone = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }`;
  const ask = () => server.ask(alone, world.manager, { data: whole(true, numbered(817)).data });
  const answered = (total: number) => ({ data: { filterAndSortRecordHeader: { total } } });
  const { database } = server;
  const { read } = database;
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const isHeld = new Promise<void>((resolve) => {
    database.read = async (scope, statements) => {
      const answers = await read(scope, statements);
      if (!statements.some(({ text }) => text.startsWith('select (select count(*)'))) return answers;
      database.read = read;
      resolve();
      await held;
      return answers;
    };
  });
  try {
    const first = ask();
    await isHeld;
    await change(another, register, newRecord(817));
    const second = ask();
    letGo();
    expect([await first, await second]).toEqual([answered(0), answered(1)]);
  } finally {
    database.read = read;
  }
});

test('in a quiet database every total is what counting says', async () => {
  const questions: [PageAsk, string][] = [
    [whole(true), 'enabled'],
    [whole(false), 'true'],
    [whole(true, numbered(815)), 'enabled and po_number = 815'],
    [whole(false, numbered(816)), 'po_number = 816'],
  ];
  for (const [ask, condition] of questions) {
    const count = await countOf(condition);
    expect(await totals(ask)).toEqual([count, count]);
  }
});

/** Slow on purpose: half a hundred looks into long text for each record. */
const slowFilters = (): RecordFilterInput[] =>
  Array.from({ length: 50 }, (_, priority) =>
    asInput({
      field: world.field('additional textarea in the overflow'),
      criteria: { operator: 'contains', value: `rare ${priority}` },
      logicOperator: 'OR',
      priority,
    }),
  );

test('a total that would hold up the rows is left out, and comes when it is asked for alone', async () => {
  const hasty = await startAnother(server, { countBudgetMs: 1 });
  const { id } = world.records[0]!;
  const field = world.field('additional textarea in the overflow');
  await server.query(
    `update record_5 set x = coalesce(x, '{}') || jsonb_build_object($1::text, 'a rare 7 thing') where id = $2`,
    [String(field.id), id],
  );
  const data = { recordTypeId: world.type.id, enabled: false, filters: slowFilters() };
  // A page that is not full is its own count: this one is.
  const page = async (part: string) =>
    (
      await hasty.ask(
        `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 1 }) { ${part} } }`,
        world.manager,
        { data },
      )
    ).data?.['filterAndSortRecordHeader'];
  const withRows = 'records { id } total totalState';
  const pending = { records: [{ id }], total: null, totalState: 'PENDING' };
  expect(await page(withRows)).toEqual(pending);
  expect(await page('total totalState')).toEqual({ total: 1, totalState: 'EXACT' });
  // Now it is remembered, until somebody writes.
  expect(await page(withRows)).toEqual({ records: [{ id }], total: 1, totalState: 'EXACT' });
  await change(server, register, newRecord(1));
  expect(await page(withRows)).toEqual(pending);
  // The count goes on though nobody waits for it, and then stands there.
  await expect.poll(() => page(withRows)).toEqual({ records: [{ id }], total: 1, totalState: 'EXACT' });
  await hasty.close();
});

const patience = { timeout: 60_000 };

test('of a filter is not counted again for a value of a list or a person, and is for another field and after a lost connection', async () => {
  // Of many matches: few are counted with their page.
  const ask = whole(true, [
    {
      fieldId: 0,
      field: 'description',
      logicOperator: 'AND',
      priority: 0,
      filterCriteria: { operator: 'isNotEmpty' },
    },
  ]);
  const { database } = server;
  const { read } = database;
  let counted = 0;
  database.read = (scope, statements) => {
    counted += statements.filter(({ text }) => text.startsWith('select (select count(*)')).length;
    return read(scope, statements);
  };
  const countsOf = async (): Promise<number> => {
    counted = 0;
    await askPages(server, world.manager, [ask]);
    return counted;
  };
  try {
    await countsOf();
    expect(await countsOf()).toBe(0);
    await server.query('update list_value set value = value || $2 where tenant_id = $1', [
      world.tenant.id,
      '.',
    ]);
    expect(await countsOf()).toBe(0);
    await server.query('update app_user set phone = $2 where id = $1', [server.people.bob, '1']);
    expect(await countsOf()).toBe(0);
    await server.query('update field set position = position + 1 where record_type_id = $1', [world.type.id]);
    expect(await countsOf()).toBeGreaterThan(0);
    expect(await countsOf()).toBe(0);
    // Who answers after a lost connection may know less than who answered before.
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name = 'rowhouse'`,
    );
    await expect
      .poll(async () => {
        await askPages(server, world.manager, [ask]).catch(() => undefined);
        return counted;
      }, patience)
      .toBeGreaterThan(0);
  } finally {
    database.read = read;
  }
});

test('the last page of a whole type is right when others have written since its total was known', async () => {
  const { database } = server;
  const { read } = database;
  let pages = 0;
  database.read = (scope, statements) => {
    pages += statements.filter(({ text }) => text.includes('row_number()')).length;
    return read(scope, statements);
  };
  const last = async (): Promise<void> => {
    pages = 0;
    const total = await countOf('true');
    const offset = total - 13;
    const [page] = await askPages(server, world.manager, [
      { ...whole(false), pagination: { offset, limit: 25 } },
    ]);
    const rows = await server.query(
      'select id from record where record_type_id = $1 order by created_at desc, id desc offset $2',
      [world.type.id, offset],
    );
    expect(page).toMatchObject({ ids: rows.map(({ id }) => Number(id)), total });
    expect(pages).toBe(1);
  };
  try {
    await last();
    await last();
    for (const poNumber of [71, 72]) {
      await change(another, register, newRecord(poNumber));
      await last();
    }
  } finally {
    database.read = read;
  }
});

type Criteria = RecordFilterInput['filterCriteria'];
const ofStatus = (...criteria: readonly Criteria[]): RecordFilterInput[] =>
  criteria.map((filterCriteria, priority) => ({
    fieldId: 0,
    field: 'status',
    logicOperator: 'OR',
    priority,
    filterCriteria,
  }));

/** Each question about statuses with what it counts. */
function questionsOfStatus(): [PageAsk, string][] {
  const [first = '', second = '', third = ''] = world.field('status').names.keys();
  const filters: [RecordFilterInput[], string][] = [
    [ofStatus({ operator: 'is', value: first }), `status_id = ${first}`],
    [ofStatus({ operator: 'not', value: first }), `status_id is distinct from ${first}`],
    [ofStatus({ operator: 'isAnyOf', values: [first, second] }), `status_id in (${first}, ${second})`],
    [
      ofStatus({ operator: 'is', value: third }, { operator: 'isEmpty' }),
      `(status_id = ${third} or status_id is null)`,
    ],
  ];
  return filters.flatMap(([filter, condition]): [PageAsk, string][] => [
    [whole(true, filter), `enabled and ${condition}`],
    [whole(false, filter), condition],
  ]);
}

/** Asks them and a chart of the statuses; answers how often a page's records were counted for it. */
async function expectStatusesCounted(): Promise<number> {
  const { database } = server;
  const { read } = database;
  let counted = 0;
  database.read = (scope, statements) => {
    counted += statements.filter(({ text }) => text.startsWith('select coalesce((select case')).length;
    return read(scope, statements);
  };
  try {
    for (const [ask, condition] of questionsOfStatus()) {
      const count = await countOf(condition);
      expect({ condition, totals: await totals(ask) }).toEqual({ condition, totals: [count, count] });
    }
  } finally {
    database.read = read;
  }
  const groups = await server.query(
    `select status_id::text as value, count(*)::text as count from record where record_type_id = $1 and enabled group by 1`,
    [world.type.id],
  );
  const answer = await server.ask(
    'query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { total groups { values { value } measures } } }',
    world.manager,
    { data: { recordTypeId: world.type.id, groups: [{ field: 'status' }], measures: [{ kind: 'COUNT' }] } },
  );
  const numbers = answer.data?.['aggregateRecords'] as { total: string[]; groups: object[] };
  expect(numbers.total).toEqual([String(await countOf('enabled'))]);
  expect(new Set(numbers.groups)).toEqual(
    new Set(groups.map(({ value, count }) => ({ values: [{ value }], measures: [count] }))),
  );
  return counted;
}

test('never stale: records that move into a status one by one', () => {
  const [status, other] = [...world.field('status').names.keys()].slice(-2);
  const moved = untouched(900, 420).filter((record) => record.values.get('status') === other);
  expect(moved.length).toBeGreaterThan(30);
  return expectNeverStale(
    whole(false, ofStatus({ operator: 'is', value: String(status) })),
    1,
    moved.slice(0, 40).map(
      ({ id }) =>
        (asked) =>
          change(asked, update, { id, version: 1, statusId: Number(status) }),
    ),
  );
});

test('of statuses follows every write, and counts no record for it', async () => {
  const [first, second] = [...world.field('status').names.keys()].map(Number);
  const [one, other] = untouched(2, 400);
  expect(await expectStatusesCounted()).toBe(0);
  await change(another, register, newRecord(1));
  await change(server, update, { id: one!.id, version: 1, statusId: first });
  await change(another, update, { id: one!.id, version: 2, statusId: second });
  await change(server, update, { id: other!.id, version: 1, enabled: false });
  expect(await expectStatusesCounted()).toBe(0);
  await change(another, update, { id: other!.id, version: 2, enabled: true, statusId: second });
  // At once, and to nothing.
  await server.query('update record_5 set status_id = null where record_type_id = $1 and id % 7 = 0', [
    world.type.id,
  ]);
  await server.query(
    'update record_5 set enabled = false, status_id = $2 where record_type_id = $1 and id % 11 = 0',
    [world.type.id, second],
  );
  expect(await expectStatusesCounted()).toBe(0);
});

test('of statuses that were not counted before is right, is counted once and kept from then on', async () => {
  const log = createLog('fatal');
  await server.query('delete from record_status_counter where record_type_id = $1', [world.type.id]);
  await change(another, register, newRecord(2));
  await server.query(
    'update record_5 set status_id = null where record_type_id = $1 and id % 5 = 0 and version = 1',
    [world.type.id],
  );
  expect(await expectStatusesCounted()).toBeGreaterThan(0);
  // Two servers look for it at the same moment, and people write meanwhile.
  await Promise.all([
    countStatuses(server.database, log),
    countStatuses(server.database, log),
    ...Array.from({ length: 10 }, (_, index) => change(server, register, newRecord(index))),
  ]);
  expect(await expectStatusesCounted()).toBe(0);
});
