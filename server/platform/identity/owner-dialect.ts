import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect } from 'kysely';
import type { Database, OwnerConnection } from '../database/database.ts';

type Held = DatabaseConnection & { release(): void };

/**
 * Lets a library that speaks Kysely work as the owner through the one door to the database, in place of a pool of
 * its own. A connection is held from acquire to release: never ask for a second one in between.
 */
export function ownerDialect(database: Database): Dialect {
  const run = (connection: DatabaseConnection, text: string) =>
    connection.executeQuery(CompiledQuery.raw(text));
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: () => acquire(database),
      releaseConnection: async (connection) => (connection as Held).release(),
      beginTransaction: async (connection) => void (await run(connection, 'begin')),
      commitTransaction: async (connection) => void (await run(connection, 'commit')),
      rollbackTransaction: async (connection) => void (await run(connection, 'rollback')),
      destroy: async () => {},
    }),
  };
}

function acquire(database: Database): Promise<Held> {
  return new Promise((resolve, reject) => {
    database
      .asOwner((connection) => new Promise<void>((release) => resolve(hold(connection, release))))
      .catch(reject);
  });
}

const hold = (connection: OwnerConnection, release: () => void): Held => ({
  release,
  executeQuery: async <Row>(query: CompiledQuery) => {
    const { rows, rowCount } = await connection.query(query.sql, query.parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount) };
  },
  streamQuery: () => {
    throw new Error('The owner connection does not stream.');
  },
});
