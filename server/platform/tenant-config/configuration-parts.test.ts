// Of a configuration only what changed is read again, by every process, and what is shown is never older than the answer.
import { listId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { loadConfig } from './load-tenant-config.ts';
import type { LoadedConfig } from './load-tenant-config.ts';

let server: TestServer;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
});
afterAll(() => server.close());

const values = 'query ($data: FindListValuesInput!) { findListValues(data: $data) { id value } }';
type Ask = TestServer['ask'];

const valuesOf = async (ask: (document: string, variables: object) => ReturnType<Ask>): Promise<string[]> => {
  const { data } = await ask(values, { data: { listId: server.north.lists.priorities } });
  const found = data?.['findListValues'] as { value: string }[];
  return found.map(({ value }) => value);
};

const load = async (known: LoadedConfig | null): Promise<LoadedConfig> => {
  const loaded = await loadConfig(server.database, tenantId(server.north.id), known);
  if (loaded === null) throw new Error('There is no such company.');
  return loaded;
};

describe('the values of a list', () => {
  const here = () => valuesOf((document, variables) => server.ask(document, ana, variables));
  const add = async (value: string, position: number) => {
    const [row] = await server.query(
      'insert into list_value (tenant_id, list_id, value, position) values ($1, $2, $3, $4) returning id',
      [server.north.id, server.north.lists.priorities, value, position],
    );
    return Number(row?.['id']);
  };

  test('added, renamed, moved and deleted are what the next answer gives, in their order', async () => {
    const before = await here();
    const last = await add('Last', 1000);
    const first = await add('First', -1);
    expect(await here()).toEqual(['First', ...before, 'Last']);
    await server.query('update list_value set value = $2 where id = $1', [last, 'Final']);
    expect(await here()).toEqual(['First', ...before, 'Final']);
    await server.query('update list_value set position = -2 where id = $1', [last]);
    expect(await here()).toEqual(['Final', 'First', ...before]);
    await server.query('delete from list_value where id = any($1::bigint[])', [[first, last]]);
    expect(await here()).toEqual(before);
  });

  test('of several changes that were not committed in the order they began, none is missed', async () => {
    const before = await here();
    const ids = [await add('One', 2000), await add('Two', 2001)];
    await here();
    // The second begins while the first is open, and waits for it.
    await Promise.all(
      ids.map((id, index) =>
        server.query('update list_value set value = $2 where id = $1', [id, `Changed ${index}`]),
      ),
    );
    expect(await here()).toEqual([...before, 'Changed 0', 'Changed 1']);
    await server.query('delete from list_value where id = any($1::bigint[])', [ids]);
  });

  test('are the same in another process, which had read them before', async () => {
    const another = await startAnother(server);
    try {
      const there = () => valuesOf((document, variables) => another.ask(document, ana, variables));
      const before = await there();
      const id = await add('Elsewhere', 3000);
      expect(await there()).toEqual([...before, 'Elsewhere']);
      await server.query('delete from list_value where id = $1', [id]);
      expect(await there()).toEqual(before);
    } finally {
      await another.close();
    }
  });
});

describe('what did not change is kept', () => {
  const lists = () => ({
    priorities: listId(server.north.lists.priorities),
    sites: listId(server.north.lists.sites),
  });

  test('of all but one list when a value of that one changed', async () => {
    const before = await load(null);
    await server.query('update list_value set value = $2 where id = $1', [
      server.north.listValues.high,
      'Top',
    ]);
    const after = await load(before);
    expect(after.structure).toBe(before.structure);
    expect(after.people).toBe(before.people);
    expect(after.config.recordTypes).toBe(before.config.recordTypes);
    const { priorities, sites } = lists();
    expect(after.config.lists.get(sites)).toBe(before.config.lists.get(sites));
    expect(after.config.lists.get(priorities)?.values[0]?.value).toBe('Top');
    // Whoever goes on with the older one finds what it found.
    expect(before.config.lists.get(priorities)?.values[0]?.value).not.toBe('Top');
    expect(after.lists.bytes - before.lists.bytes).toBeLessThan(200);
  });

  test('the values when a field is added, and all when nothing changed', async () => {
    const before = await load(null);
    expect(await load(before)).toBe(before);
    await server.query(
      `insert into field (tenant_id, record_type_id, name, data_type) values ($1, $2, 'Lane', 'string')`,
      [server.north.id, server.north.types.orders],
    );
    const after = await load(before);
    expect(after.lists).toBe(before.lists);
    expect(after.people).toBe(before.people);
    expect([...after.config.fields.values()].map(({ name }) => name)).toContain('Lane');
  });

  test('a thousand changes later the same values are found as by reading all of them', async () => {
    let known = await load(null);
    const { priorities } = lists();
    await server.query(
      `insert into list_value (tenant_id, list_id, value, position)
       select $1, $2, 'Many ' || i, (i * 7919) % 1511 + 5000 from generate_series(1, 1510) i`,
      [server.north.id, priorities],
    );
    for (const rest of [0, 1, 2]) {
      known = await load(known);
      await server.query(
        `update list_value set position = position + 1, value = value || '.' where list_id = $1 and position >= 5000 and id % 3 = $2`,
        [priorities, rest],
      );
    }
    known = await load(known);
    const anew = await load(null);
    expect(known.config.lists.get(priorities)).toEqual(anew.config.lists.get(priorities));
    for (const value of anew.config.lists.get(priorities)?.values ?? [])
      expect(known.config.listValues.get(value.id)).toEqual(value);
    await server.query('delete from list_value where list_id = $1 and position >= 5000', [priorities]);
  });
});

test('a company that is set up without a pause is answered with a sentence, and that it may be asked again', async () => {
  const { database } = server;
  const read = database.read;
  try {
    database.read = async (scope, statements) => {
      await server.query('update list_value set position = position where id = $1', [
        server.north.listValues.low,
      ]);
      return read(scope, statements);
    };
    const { errors } = await server.ask(values, ana, { data: { listId: server.north.lists.priorities } });
    expect(errors?.[0]).toMatchObject({
      message: 'What is set up in this company is being changed just now. Try again in a moment.',
      extensions: { code: 'UNAVAILABLE' },
    });
  } finally {
    database.read = read;
  }
  const { errors } = await server.ask(values, ana, { data: { listId: server.north.lists.priorities } });
  expect(errors).toBeUndefined();
});
