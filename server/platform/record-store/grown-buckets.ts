import type { Database, OwnerConnection } from '../database/database.ts';

/** Of each shared bucket how many records it had taken in when its types were last counted. For one process. */
export type TakenIn = Map<number, number>;

/**
 * The shared buckets that took in so many records since their types were last counted that one of these may have outgrown its
 * place. Counting the types of all of them every minute is most of a second with ten thousand companies.
 * @return null for all of them: the embedded database keeps no such figures, and has few companies
 */
export async function listGrownBuckets(
  { kind }: Pick<Database, 'kind'>,
  connection: OwnerConnection,
  taken: TakenIn,
  byAtLeast: number,
): Promise<number[] | null> {
  if (kind === 'embedded') return null;
  const { rows } = await connection.query(
    `select substring(relname from '\\d+$')::int as bucket, n_tup_ins as taken from pg_stat_user_tables
     where schemaname = 'public' and relname ~ '^record_\\d{1,3}$'`,
  );
  return rows.flatMap((row) => {
    const [bucket, now] = [Number(row['bucket']), Number(row['taken'])];
    const before = taken.get(bucket);
    // Fewer than before: the figures began anew.
    if (before !== undefined && now >= before && now - before < byAtLeast) return [];
    taken.set(bucket, now);
    return [bucket];
  });
}
