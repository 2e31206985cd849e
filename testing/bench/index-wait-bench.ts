// What the first person meets who orders or filters a large type by what has no index: how long until an answer of any
// kind, the longest answer of those that are asked again meanwhile, and how long until the rows.
import { databaseErrorCode } from '@rowhouse/server/platform/database/open-database.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { post, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase, withTotal } from './records-bench.ts';
import { shownMs } from './statistics.ts';

type Answer = {
  data: object | null;
  errors?: { message: string; extensions: { details?: { percent?: number } } }[];
};

export async function indexWaitBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 1_000_000);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({
    durable: true,
    sharedBuffersMb: 2048,
    settings: { work_mem: '16MB', effective_cache_size: '8GB', random_page_cost: '1.1', max_wal_size: '8GB' },
  });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await prepareDatabase(databaseUrl);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say, {
    dedicated: true,
  });
  const server = await spawnServer({
    env: { DATABASE_URL: databaseUrl, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
  });
  await server.waitReady();
  try {
    const headers = await signIn(server.url, largeEmail, largePassword);
    const ask = async (data: object) => {
      const variables = {
        data: { recordTypeId: tenant.typeId, ...data },
        pagination: { offset: 0, limit: 25 },
      };
      const { ms, text } = await post(
        `${server.url}/graphql`,
        JSON.stringify({ query: withTotal, variables }),
        headers,
      );
      return { ms, answer: JSON.parse(text) as Answer };
    };
    /** The statement of the rows alone, as it would be waited for. */
    const withoutIndex = async (where: string, order: string): Promise<string> => {
      const began = performance.now();
      const statement = {
        text: `select * from record_1000 where tenant_id = $1 and record_type_id = $2 and enabled and ${where} order by ${order} limit 25`,
        values: [tenant.tenantId, tenant.typeId],
      };
      try {
        await database.read({ tenantId: tenant.tenantId, userId: null } as never, [statement]);
      } catch (error) {
        if (databaseErrorCode(error) !== '57014') throw error;
        return 'given up after 30 s';
      }
      return shownMs(performance.now() - began);
    };
    const countBuilds = async (): Promise<number> => {
      const { rows } = await database.asHome((connection) =>
        connection.query('select count(*)::int as builds from pg_stat_progress_create_index'),
      );
      return Number(rows[0]?.['builds']);
    };
    const id = (slot: string): number => tenant.fields[slot] ?? 0;
    const filter = (slot: string, filterCriteria: object) => ({
      filters: [{ fieldId: id(slot), logicOperator: 'AND', priority: 0, filterCriteria }],
    });
    const lines: [what: string, data: object, where: string, order: string][] = [
      ['sorted by a number', { sort: [{ fieldId: id('n5'), sort: 'ASC' }] }, 'true', 'n5, id'],
      [
        'a range of a number, sorted by a date',
        {
          ...filter('n6', { operator: 'between', values: ['5000', '5100'] }),
          sort: [{ fieldId: id('d4'), sort: 'DESC' }],
        },
        'n6 between 5000 and 5100',
        'd4 desc, id desc',
      ],
      [
        'a part of a text',
        filter('t1', { operator: 'contains', value: 'c4ca4238a0' }),
        `lower(t1) like '%c4ca4238a0%'`,
        'created_at desc, id desc',
      ],
    ];
    const rows: Record<string, string>[] = [];
    for (const [what, data, where, order] of lines) {
      await withoutIndex(where, order);
      const alone = await withoutIndex(where, order);
      const began = performance.now();
      const first = await ask(data);
      const percents: number[] = [];
      let longest = 0;
      let last = first;
      while (last.answer.errors !== undefined) {
        const percent = last.answer.errors[0]?.extensions.details?.percent;
        if (percent === undefined) throw new Error(JSON.stringify(last.answer).slice(0, 500));
        percents.push(percent);
        await new Promise((resolve) => setTimeout(resolve, 250));
        last = await ask(data);
        longest = Math.max(longest, last.ms);
      }
      const there = performance.now() - began;
      while ((await countBuilds()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      const made = performance.now() - began;
      const again = await ask(data);
      rows.push({
        what,
        'statement without index, ms': alone,
        'first answer, ms': shownMs(first.ms),
        is: first.answer.errors === undefined ? 'rows' : 'the word of the index',
        'longest answer meanwhile, ms': shownMs(longest),
        'rows after, ms': shownMs(there),
        'percents told': percents.length === 0 ? '' : `${percents[0]} to ${percents.at(-1)}`,
        'index after, ms': shownMs(made),
        'asked again, ms': shownMs(again.ms),
      });
      say(`${JSON.stringify(rows.at(-1))}\n`);
    }
    return [{ title: `An index that is missing, ${records.toLocaleString('en')} records of one type`, rows }];
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
  }
}
