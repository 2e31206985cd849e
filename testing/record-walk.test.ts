// Next and previous of a record's page against the grid: 500 random walks of filter, sort, page and role. The list is read
// in parts as the page of a record reads it, the grid in its own pages, both through the operation of the grid.
import {
  idsBeside,
  partsAround,
  partSize,
  placeOfPage,
} from '@rowhouse/client/features/records/record-page/list-walk.ts';
import { pageSizes } from '@rowhouse/domain/records/limits.ts';
import { isSortable } from '@rowhouse/domain/fields/rules.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asInput, asSort, askPages } from './record-model/ask-pages.ts';
import type { AnsweredPage } from './record-model/ask-pages.ts';
import { createEveryFieldType } from './record-model/every-field-type.ts';
import type { EveryFieldType } from './record-model/every-field-type.ts';
import type { ModelFilter } from './record-model/matches.ts';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';

const walkCount = 500;
const stepCount = 6;

let server: TestServer;
let world: EveryFieldType;
let confined: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 700, seed: 11 });
  const statuses = [...world.field('status').names.keys()].slice(0, 2);
  await server.database.asOwnerOf(world.tenant.id, async (connection) => {
    const { rows } = await connection.query(
      `insert into role (tenant_id, name, default_field_access) values ($1, 'Confined', 'Editable') returning id`,
      [world.tenant.id],
    );
    const role = rows[0]?.['id'];
    await connection.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select tenant_id, $2, menu_item_id, action_id, name from role_menu_item_action where tenant_id = $1 and role_id = $3 and name = 'view'`,
      [world.tenant.id, role, world.role],
    );
    await connection.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
       values ($1, $2, $3, 'status', 'Editable', $4)`,
      [world.tenant.id, role, world.type.id, JSON.stringify({ operator: 'isAnyOf', values: statuses })],
    );
    await connection.query(`update membership set role_id = $2 where tenant_id = $1 and user_id = $3`, [
      world.tenant.id,
      role,
      server.people.bob,
    ]);
  });
  confined = (await server.enter('bob', world.tenant)) as Credentials;
});
afterAll(() => server.close());

type Walk = {
  readonly who: 'manager' | 'confined';
  readonly sort: number;
  readonly direction: 'ASC' | 'DESC';
  readonly filter: number;
  readonly size: number;
  readonly page: number;
  readonly row: number;
  readonly steps: readonly (1 | -1)[];
};

const walks = (): readonly Walk[] =>
  fc.sample(
    fc.record({
      who: fc.constantFrom('manager' as const, 'confined' as const),
      sort: fc.nat(200),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
      filter: fc.nat(3),
      // Pages within the parts, and larger than they are.
      size: fc.constantFrom(...pageSizes.slice(0, 5)),
      page: fc.integer({ min: 1, max: 8 }),
      // The edges are where a walk goes wrong.
      row: fc.oneof(fc.constant(0), fc.constant(-1), fc.nat(499)),
      steps: fc.array(fc.constantFrom(1 as const, -1 as const), {
        minLength: stepCount,
        maxLength: stepCount,
      }),
    }),
    { numRuns: walkCount, seed: 500 },
  );

test(`${walkCount} random walks go in the order of the grid`, async () => {
  const sortable = world.fields.filter(({ dataType }) => isSortable({ dataType, base: null }));
  const filter = (operator: ModelFilter['criteria']['operator']): ModelFilter[] => [
    { field: world.field('status'), criteria: { operator }, logicOperator: 'AND', priority: 0 },
  ];
  const filters = [[], filter('isNotEmpty'), filter('isEmpty'), []];
  const dataOf = ({ sort, direction, filter: chosen }: Walk) => ({
    recordTypeId: world.type.id,
    enabled: true,
    filters: filters[chosen]!.map(asInput),
    sort: [asSort({ field: sortable[sort % sortable.length]!, sort: direction })],
  });
  const known = new Map<string, AnsweredPage>();
  type Slice = { readonly offset: number; readonly limit: number };
  const keyOf = (walk: Walk, slice: Slice) => JSON.stringify([walk.who, dataOf(walk), slice]);
  /** Asks for what is not known yet, each once. */
  async function ask(wanted: readonly { readonly walk: Walk; readonly slice: Slice }[]): Promise<void> {
    for (const who of ['manager', 'confined'] as const) {
      const missing = new Map(
        wanted.flatMap(({ walk, slice }) => {
          const key = keyOf(walk, slice);
          return walk.who === who && !known.has(key)
            ? [[key, { data: dataOf(walk), pagination: slice }] as const]
            : [];
        }),
      );
      const pages = await askPages(server, who === 'manager' ? world.manager : confined, [
        ...missing.values(),
      ]);
      [...missing.keys()].forEach((key, index) => known.set(key, pages[index]!));
    }
  }
  const idsOf = (walk: Walk, slice: Slice) => known.get(keyOf(walk, slice))?.ids;
  const part = (offset: number) => ({ offset, limit: partSize });
  const grid = ({ page, size }: Walk) => ({ offset: (page - 1) * size, limit: size });

  const all = walks();
  await ask(all.map((walk) => ({ walk, slice: grid(walk) })));
  // A page behind the end of the list opens nothing.
  const walkers = all.flatMap((walk) => {
    const ids = idsOf(walk, grid(walk))!;
    const row = walk.row === -1 ? ids.length - 1 : walk.row % Math.max(1, ids.length);
    return ids[row] === undefined ? [] : [{ walk, id: ids[row], place: grid(walk).offset + row + 1, at: 0 }];
  });
  expect(walkers.length).toBeGreaterThan(walkCount / 3);
  const opening = ({ walk }: (typeof walkers)[number]) => placeOfPage(walk.page, walk.size);
  await ask(walkers.map((walker) => ({ walk: walker.walk, slice: opening(walker) })));
  for (const walker of walkers) {
    const { offset } = opening(walker);
    walker.at = offset + idsOf(walker.walk, opening(walker))!.indexOf(walker.id) + 1;
    expect(walker.at).toBe(walker.place);
  }
  for (let step = 0; step < stepCount; step += 1) {
    await ask(
      walkers.flatMap(({ walk, at }) => {
        const { part: here, before, after } = partsAround(at);
        return [here, before, after].flatMap((offset) =>
          offset === null ? [] : [{ walk, slice: part(offset) }],
        );
      }),
    );
    for (const walker of walkers) {
      const { walk, at } = walker;
      const around = partsAround(at);
      const ids = (offset: number | null) => (offset === null ? undefined : idsOf(walk, part(offset)));
      const beside = idsBeside(around, {
        here: ids(around.part),
        before: ids(around.before),
        after: ids(around.after),
      });
      const id = walk.steps[step] === 1 ? beside.next : beside.previous;
      if (id === null) continue;
      walker.id = id;
      walker.at = at + walk.steps[step]!;
    }
    // The grid itself, asked for the row at that place alone.
    const rows = walkers.map(({ walk, at }) => ({ walk, slice: { offset: at - 1, limit: 1 } }));
    await ask(rows);
    expect(walkers.map(({ id }) => [id])).toEqual(rows.map(({ walk, slice }) => idsOf(walk, slice)));
  }
});
