import type { Database, OwnerConnection } from '../server/platform/database/database.ts';

/** The database, and of each connection of its owner what is made of it: for tests that end work, or look at what it asks. */
export const throughOwner = (
  real: Database,
  made: (connection: OwnerConnection, way: OwnerWay) => OwnerConnection,
): Database => ({
  ...real,
  asHome: (work) => real.asHome((connection) => work(made(connection, 'asHome'))),
  asOwnerOf: (tenant, work) => real.asOwnerOf(tenant, (connection) => work(made(connection, 'asOwnerOf'))),
  inEveryCell: (work) => real.inEveryCell((connection) => work(made(connection, 'inEveryCell'))),
  asOwnerOfAll: (work) => real.asOwnerOfAll((connection) => work(made(connection, 'asOwnerOfAll'))),
});

export type OwnerWay = 'asHome' | 'asOwnerOf' | 'inEveryCell' | 'asOwnerOfAll';
