import type { Database, OwnerConnection } from './database.ts';

/** The first that a cell has, home first; the others are not asked then. Null when none has any. */
export async function findInCells<Found>(
  database: Pick<Database, 'inEveryCell'>,
  find: (connection: OwnerConnection) => Promise<Found | null>,
): Promise<Found | null> {
  let found: Found | null = null;
  await database.inEveryCell(async (connection) => {
    found ??= await find(connection);
  });
  return found;
}

/** Of what each cell has counted. */
export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
