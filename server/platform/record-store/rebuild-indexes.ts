import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import { waitForBucket } from './bucket-lock.ts';
import { leafName } from './column.ts';

/**
 * Makes all indexes of a bucket anew, beside whoever reads and writes it. What many records leave behind when they go is never
 * given back by vacuum alone, and entries that came batch by batch take up twice the room that they need.
 * @return false when it was told to stop before the end; what it left is dropped when it is called again
 */
export async function rebuildIndexes(
  database: Database,
  log: Log,
  bucket: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const isStopped = () => signal?.aborted === true;
  const leaf = leafName(bucket);
  try {
    if (database.kind === 'embedded') await rebuildOneByOne(database, leaf);
    else
      await database.inSession(async (connection) => {
        if (!(await waitForBucket(connection, bucket, isStopped))) return;
        for (const name of await listIndexes(connection, leaf, 'remains'))
          await connection.query(`drop index concurrently if exists ${name}`);
        await connection.query(`vacuum ${leaf}`);
        await connection.query(`reindex table concurrently ${leaf}`);
      }, signal);
  } catch (error) {
    // Without it the bucket is slower and right: it is no reason to leave a move without its end.
    if (!isStopped()) log.warn({ bucket, err: error }, 'the indexes of a bucket could not be rebuilt');
  }
  return !isStopped();
}

/** A connection for each: on the embedded database requests come between. */
async function rebuildOneByOne(database: Database, leaf: string): Promise<void> {
  const names = await database.asHome((connection) => listIndexes(connection, leaf, 'valid'));
  for (const name of names)
    await database.inSession((connection) => connection.query(`reindex index ${name}`));
}

/** @param kind remains: of a rebuild that was cut off, named by PostgreSQL */
async function listIndexes(
  connection: OwnerConnection,
  leaf: string,
  kind: 'valid' | 'remains',
): Promise<string[]> {
  const { rows } = await connection.query(
    `select quote_ident(c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and case when $2 then i.indisvalid
       else not i.indisvalid and c.relname ~ '_cc(new|old)\\d*$' end order by 1`,
    [leaf, kind === 'valid'],
  );
  return rows.map(({ name }) => String(name));
}
