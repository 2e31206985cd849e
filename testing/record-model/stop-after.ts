import type { Database } from '@rowhouse/server/platform/database/database.ts';

/** The database for a job that dies at its so-manieth turn: what was done before is done, the rest never happens. */
export function stopAfter(database: Database, turns: number): Database {
  let left = turns;
  return {
    ...database,
    asOwner(work) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('the job was cut off')) : database.asOwner(work);
    },
  };
}
