// What others of a company notice of boards that are open: a reader of pages and somebody who saves, at a steady pace, in turns
// alone and beside boards of eight charts. Each save makes every chart of a board anew. Over HTTP, with permissions, on durable
// PostgreSQL; no browser, since its work would be measured too.
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { chartsOf, findFirstId, makeBoard, rest, saveOne, waitForIndex } from './dashboard-bench.ts';
import type { Headers } from './dashboard-bench.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const boardsOpen = 2;
const asksOfRound = 60;
/** A reader turns ten pages a second, and every third is a save; a board that is open is read anew every 5 seconds at most. */
const paceMs = 100;
const restOfBoardMs = 5000;

export async function besideBoardsBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const rounds = Number(values['runs'] ?? 6);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  try {
    const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
    const database = await prepareDatabase(url);
    const tenant = await createLargeTenant(database, benchIdentity(database), records, () => {}, {
      dedicated: false,
    });
    await database.inEveryCell((connection) => connection.query('vacuum (analyze)'));
    const env = { DATABASE_URL: url, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' };
    const server = await spawnServer({ env });
    await server.waitReady();
    try {
      const headers = await signIn(server.url, largeEmail, largePassword);
      const watched = {
        url: server.url,
        headers,
        tenant,
        firstId: await findFirstId(database, tenant),
        records,
      };
      await makeBoard(server.url, headers, tenant);
      await waitForIndex(database);
      return [
        {
          title: `Others beside ${boardsOpen} open boards over ${records.toLocaleString('en-US')} records, ${rounds} rounds in turns`,
          rows: await watchOthers(watched, rounds),
        },
      ];
    } finally {
      await server.stop();
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

type Watched = {
  readonly url: string;
  readonly headers: Headers;
  readonly tenant: LargeTenant;
  readonly firstId: number;
  readonly records: number;
};

/** A reader of pages and who saves, at a steady pace: in turns alone, and beside boards. */
async function watchOthers({ url, headers, tenant, firstId, records }: Watched, rounds: number) {
  const waited = { alone: { page: [], save: [] }, beside: { page: [], save: [] } } as Record<
    'alone' | 'beside',
    Record<'page' | 'save', number[]>
  >;
  let run = 0;
  const write = (at: number) => saveOne(url, headers, tenant, firstId + ((at * 7919) % records), at);
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
      headers,
    );
  const readBoard = () =>
    Promise.all(
      chartsOf(tenant).map(({ groups, measure }) =>
        graphql(
          url,
          'query ($data: AggregateRecordsInput!) { aggregateRecords(data: $data) { groups { measures } total } }',
          { data: { recordTypeId: tenant.typeId, groups, measures: [measure], limit: 1000 } },
          headers,
        ),
      ),
    );
  const round = async (how: 'alone' | 'beside'): Promise<void> => {
    const over = new AbortController();
    const keepOpen = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await readBoard();
        // Cut off at the end of the round.
        await Promise.race([
          rest(restOfBoardMs),
          new Promise((resolve) => over.signal.addEventListener('abort', resolve, { once: true })),
        ]);
      }
    };
    const boards = Array.from({ length: how === 'beside' ? boardsOpen : 0 }, keepOpen);
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
    await Promise.all(boards);
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
      aim: 'p99 ≤ 1.5',
    };
  });
}
