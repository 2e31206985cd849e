import type { OwnerConnection } from '../database/database.ts';

const pauseMs = 500;

/**
 * Held until the session ends: who holds it alone makes, rebuilds or drops indexes of the bucket. The other lock, shared, is the
 * one that an older server of ours takes alone.
 */
export async function holdsBucket(connection: OwnerConnection, bucket: number): Promise<boolean> {
  const { rows } = await connection.query(
    'select case when pg_try_advisory_lock_shared(74703) then pg_try_advisory_lock(74703, $1) end as mine',
    [bucket],
  );
  return rows[0]?.['mine'] === true;
}

/**
 * Asked again and again, since who waits within PostgreSQL holds up every index that is being made.
 * @return false when it was told to stop before
 */
export async function waitForBucket(
  connection: OwnerConnection,
  bucket: number,
  isStopped: () => boolean,
): Promise<boolean> {
  while (!(await holdsBucket(connection, bucket))) {
    if (isStopped()) return false;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return true;
}
