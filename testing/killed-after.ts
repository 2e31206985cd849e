import type { Database } from '../server/platform/database/database.ts';
import { throughOwner } from './through-owner.ts';

/** A database for work in the background: it answers so many statements, and then the process that asks is killed. */
export function killedAfter(real: Database, most: number) {
  let statements = 0;
  const database = throughOwner(real, (connection) => ({
    query(text, values) {
      statements += 1;
      if (statements > most) throw new Error('The process is killed.');
      return connection.query(text, values);
    },
  }));
  return { database, asked: () => statements };
}
