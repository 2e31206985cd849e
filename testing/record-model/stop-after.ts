import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { throughOwner } from '../through-owner.ts';

/** The database for a job that dies at its so-manieth turn: what was done before is done, the rest never happens. */
export function stopAfter(database: Database, turns: number): Database {
  let left = turns;
  return throughOwner(database, (connection) => {
    left -= 1;
    if (left < 0) throw new Error('the job was cut off');
    return connection;
  });
}
