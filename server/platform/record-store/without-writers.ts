import type { OwnerConnection } from '../database/database.ts';

/** Writers hold the tenant's lock shared: none is under way meanwhile, and who begins after this commits knows what it did. */
export async function withoutWriters(
  connection: OwnerConnection,
  tenantId: number,
  work: () => Promise<unknown>,
): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(`set local lock_timeout = '60s'`);
    await connection.query('select pg_advisory_xact_lock(74702, $1)', [tenantId]);
    await work();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}
