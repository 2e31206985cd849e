import type { OwnerConnection } from '../database/database.ts';

/** Indexes by use; 7 µs of planning each for every statement on the bucket, and 15 µs of every update (docs/decisions/095). */
export const mostOfSharedBucket = 64;

/** A quarter of them: what helps one company to be quicker still takes no room of what others need to be quick at all. */
export const mostPairsOfSharedBucket = 16;

/** And as many of those that numbers over records are computed of. */
export const mostNumbersOfSharedBucket = 16;

/** The shared buckets that have as many indexes by use as they may. */
export async function listFullBuckets(
  connection: OwnerConnection,
  most = mostOfSharedBucket,
  named = '',
): Promise<number[]> {
  const { rows } = await connection.query(
    `select substring(relname from '^ix_(\\d+)_')::int as bucket from pg_class
     where relkind = 'i' and relname ~ '^ix_\\d{1,3}_' and relname ~ $2 group by 1 having count(*) >= $1`,
    [most, named],
  );
  return rows.map(({ bucket }) => Number(bucket));
}
