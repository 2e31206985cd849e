// What others of a company notice of numbers over many records that somebody has open: a reader of pages and somebody who saves, at a
// steady pace, in turns alone and beside boards of eight charts, grids with sums under their columns, or grids in groups. Each save makes all of
// these numbers anew. Over HTTP, with permissions, on durable PostgreSQL or the embedded database; no browser, since its work would be measured too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { startEmbeddedDatabase } from '@rowhouse/server/platform/database/embedded-database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { findFirstId, makeBoard, readBoard, rest, saveOne, waitForIndex } from './dashboard-bench.ts';
import type { Headers } from './dashboard-bench.ts';
import { graphql, graphqlTogether, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import { benchIdentity, benchLog, benchSecret, prepareDatabase } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const screensOpen = 2;
const asksOfRound = 60;
/** A reader turns ten pages a second, and every third is a save. */
const paceMs = 100;

type Besides = {
  readonly what: string;
  /** How soon after a change it is read anew at most. */
  readonly restMs: number;
  readonly read: (watched: Watched) => Promise<unknown>;
};

const besides: Readonly<Record<string, Besides>> = {
  boards: { what: 'boards of eight charts', restMs: 5000, read: (watched) => readBoard(watched, 'together') },
  footers: {
    what: 'grids with three sums under them',
    restMs: 1000,
    read: (watched) => readNumbers(watched, [[]]),
  },
  groups: {
    what: 'grids in groups, with sums',
    restMs: 1000,
    read: (watched) => readNumbers(watched, [[], [{ field: 'status' }]]),
  },
};

export async function besideBoardsBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const rounds = Number(values['runs'] ?? 6);
  const chosen = Object.entries(besides).filter(
    ([name]) => values['only'] === undefined || values['only'] === name,
  );
  const measure = async (watched: Watched, where: string) => {
    const tables = [];
    for (const [, one] of chosen)
      tables.push({
        title: `Others beside ${screensOpen} open ${one.what} over ${records.toLocaleString('en-US')} records, ${where}, ${rounds} rounds in turns`,
        rows: await watchOthers(watched, one, rounds),
      });
    return tables;
  };
  return values['embedded'] === undefined
    ? onServer(records, values['workers'], measure)
    : onEmbedded(records, measure);
}

type Measure<Tables> = (watched: Watched, where: string) => Promise<Tables>;

async function onServer<Tables>(
  records: number,
  workers: string | undefined,
  measure: Measure<Tables>,
): Promise<Tables> {
  const postgres = await startTestPostgres({
    durable: true,
    sharedBuffersMb: 512,
    // Beside the process that answers; two, unless another number is said.
    ...(workers !== undefined && { settings: { max_parallel_workers_per_gather: workers } }),
  });
  try {
    const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const database = await prepareDatabase(url);
    const { tenant, firstId } = await makeRecords(database, records);
    const env = { DATABASE_URL: url, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' };
    const server = await spawnServer({ env });
    await server.waitReady();
    try {
      const headers = await signIn(server.url, largeEmail, largePassword);
      await makeBoard(server.url, headers, tenant);
      await waitForIndex(database);
      const others = await signIn(server.url, largeEmail, largePassword);
      return await measure({ url: server.url, headers, others, tenant, firstId, records }, 'PostgreSQL');
    } finally {
      await server.stop();
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded<Tables>(records: number, measure: Measure<Tables>): Promise<Tables> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rowhouse-bench-'));
  try {
    const embedded = await startEmbeddedDatabase(dataDir, benchLog);
    const database = openDatabase(embedded.pool, 'embedded');
    await migrate(database);
    const { tenant, firstId } = await makeRecords(database, records);
    // Nobody else can look into it while its server runs, so the index is made before.
    await noteNumbers(database, tenant);
    await tendIndexes(database, benchLog);
    await database.close();
    await embedded.stop();
    const server = await spawnServer({
      env: { DATA_DIR: dataDir, DATABASE_URL: '', SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
    });
    await server.waitReady();
    try {
      const headers = await signIn(server.url, largeEmail, largePassword);
      const others = await signIn(server.url, largeEmail, largePassword);
      const watched = { url: server.url, headers, others, tenant, firstId, records };
      return await measure(watched, 'embedded database');
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeRecords(database: Database, records: number) {
  const tenant = await createLargeTenant(database, benchIdentity(database), records, () => {}, {
    dedicated: false,
    plain: false,
  });
  await database.inEveryCell((connection) => connection.query('vacuum (analyze)'));
  return { tenant, firstId: await findFirstId(database, tenant) };
}

const noteNumbers = (database: Database, { tenantId, typeId, fields }: LargeTenant) =>
  database.asOwnerOfAll((connection) =>
    connection.query(
      `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, unnest($3::text[]), 'numbers', 5`,
      [
        tenantId,
        typeId,
        ['status', ...['n1', 'n2', 'n3', 'd1', 'r1'].map((slot) => `f${fields[slot] ?? 0}`)],
      ],
    ),
  );

type Watched = {
  readonly url: string;
  /** Of whoever has boards or grids open. */
  readonly headers: Headers;
  /** Of whoever turns pages and saves, in a session of their own. */
  readonly others: Headers;
  readonly tenant: LargeTenant;
  readonly firstId: number;
  readonly records: number;
};

/** What stands under the columns of a grid, and over its groups. */
function readNumbers(
  { url, headers, tenant }: Watched,
  levels: readonly (readonly { readonly field: string }[])[],
): Promise<unknown> {
  const measures = ['n1', 'n2', 'n3'].map((slot) => ({
    kind: 'SUM',
    field: `f${tenant.fields[slot] ?? 0}`,
  }));
  const query =
    'query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { groups { measures } total } }';
  const asked = levels.map((groups) => ({
    query,
    variables: {
      data: { recordTypeId: tenant.typeId, groups, measures: [{ kind: 'COUNT' }, ...measures], limit: 1000 },
    },
  }));
  return graphqlTogether(url, asked, headers);
}

/** A reader of pages and who saves, at a steady pace: in turns alone, and beside what is open. */
async function watchOthers(watched: Watched, { restMs, read }: Besides, rounds: number) {
  const { url, others, tenant, firstId, records } = watched;
  const waited = { alone: { page: [], save: [] }, beside: { page: [], save: [] } } as Record<
    'alone' | 'beside',
    Record<'page' | 'save', number[]>
  >;
  let run = 0;
  const write = (at: number) => saveOne(url, others, tenant, firstId + ((at * 7919) % records), at);
  const readPage = (at: number) =>
    graphql(
      url,
      `
        query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
          filterAndSortRecordHeader(data: $data, pagination: $pagination) {
            records {
              id
            }
            total
          }
        }
      `,
      { data: { recordTypeId: tenant.typeId }, pagination: { offset: (at % 40) * 25, limit: 25 } },
      others,
    );
  let readings = 0;
  const round = async (how: 'alone' | 'beside'): Promise<void> => {
    const over = new AbortController();
    const keepOpen = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await read(watched);
        readings += 1;
        // Cut off at the end of the round.
        await Promise.race([
          rest(restMs),
          new Promise((resolve) => over.signal.addEventListener('abort', resolve, { once: true })),
        ]);
      }
    };
    const screens = Array.from({ length: how === 'beside' ? screensOpen : 0 }, keepOpen);
    const asked: Promise<void>[] = [];
    for (let index = 0; index < asksOfRound; index += 1) {
      run += 1;
      const kind = run % 3 === 0 ? 'save' : 'page';
      const answer = kind === 'save' ? write(run) : readPage(run);
      asked.push(answer.then(({ ms }) => void waited[how][kind].push(ms)));
      await rest(paceMs);
    }
    await Promise.all(asked);
    over.abort();
    await Promise.all(screens);
  };
  for (let index = 0; index < rounds; index += 1)
    for (const how of index % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const))
      await round(how);
  return (['page', 'save'] as const).map((kind) => {
    const [alone, beside] = [waited.alone[kind], waited.beside[kind]];
    const ratio = (part: number) => (quantile(beside, part) / quantile(alone, part)).toFixed(2);
    return {
      what: kind === 'page' ? 'a page of the grid' : 'a save',
      'alone p50': shownMs(median(alone)),
      'beside p50': shownMs(median(beside)),
      'alone p99': shownMs(quantile(alone, 0.99)),
      'beside p99': shownMs(quantile(beside, 0.99)),
      'ratio p50': ratio(0.5),
      'ratio p99': ratio(0.99),
      'read beside': String(readings),
      aim: 'p99 ≤ 1.5',
    };
  });
}
