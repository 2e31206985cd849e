import type { OwnerConnection } from './database.ts';

/** All of the work or nothing of it, on the owner's connection. */
export async function inTransaction<Result>(
  connection: OwnerConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.query('begin');
  try {
    const result = await work();
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}
