// What PostgreSQL itself takes for what is asked, by its own statistics: planning, and carrying out.
import pg from 'pg';

/** What a server has to be started with. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': '10000',
};

/** In milliseconds, summed over all calls. */
export type Parts = { readonly planning: number; readonly execution: number };

/** Of the statements of the floor, which are those of its table, and of all others. */
export type PartsOfBoth = { readonly ours: Parts; readonly floor: Parts };

export type PostgresTime = Awaited<ReturnType<typeof openPostgresTime>>;

/**
 * The two share a database; what commits is ours, for the floor has no transactions of several statements.
 * @param databaseUrl of a superuser, on a server with the settings above
 */
export async function openPostgresTime(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  return {
    forget: async (): Promise<void> => void (await client.query('select pg_stat_statements_reset()')),
    async read(): Promise<PartsOfBoth> {
      const { rows } = await client.query<{ floor: boolean; planning: number; execution: number }>(
        `select query like '%plain_record%' as floor, sum(total_plan_time) as planning, sum(total_exec_time) as execution
         from pg_stat_statements
         where query not like '%pgboss%' and query not like '%pg_stat_statements%' group by 1`,
      );
      const of = (isFloor: boolean): Parts =>
        rows.find(({ floor }) => floor === isFloor) ?? { planning: 0, execution: 0 };
      return { ours: of(false), floor: of(true) };
    },
    close: () => client.end(),
  };
}
