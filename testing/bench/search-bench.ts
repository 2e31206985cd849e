// The search box: what a person copies from a grid, looked for in all fields of a small type and of a large one, in a shared
// bucket and without indexes by use. There is no floor: nothing else looks at what is shown.
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase, withTotal } from './records-bench.ts';
import { median, shownMs } from './statistics.ts';

const sought = ['Bench', 'Status 3', '420.39', '03/04/2019', '206555', 'nothing of this'];

export async function searchBench({ values }: { values: Record<string, string | undefined> }) {
  const runs = Number(values['runs'] ?? 7);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  try {
    const rows: Record<string, string>[] = [];
    for (const records of [402, Number(values['records'] ?? 100_000)]) {
      const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
      const database = await prepareDatabase(url);
      const identity = benchIdentity(database);
      const tenant = await createLargeTenant(database, identity, records, () => {}, { dedicated: false });
      await database.inEveryCell((connection) => connection.query('analyze'));
      const env = { DATABASE_URL: url, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' };
      const server = await spawnServer({ env });
      await server.waitReady();
      const headers = await signIn(server.url, largeEmail, largePassword);
      for (const search of sought) {
        const ms: number[] = [];
        for (let run = 0; run < runs; run += 1) {
          const data = { recordTypeId: tenant.typeId, search, timeZone: 'America/New_York' };
          const variables = { data, pagination: { offset: 0, limit: 25 } };
          ms.push((await graphql(server.url, withTotal, variables, headers)).ms);
        }
        const [first = 0] = ms;
        rows.push({
          records: String(records),
          search,
          'ms, median': shownMs(median(ms)),
          least: shownMs(Math.min(...ms)),
          first: shownMs(first),
        });
      }
      await server.stop();
      await database.close();
    }
    return [{ title: 'A page of 25 with its total, by the search box', rows }];
  } finally {
    await postgres.stop();
  }
}
