// Turns at the work of a table. Such a table has the columns tenant_id, id, user_id, state ('RUNNING' while there is
// something to do), tried_at, failures (in a row) and ended_at.
import { tenantId, userId, type TenantId, type UserId } from '@rowhouse/domain/kernel/ids.ts';
import { findInCells } from '../database/cells.ts';
import type { Database } from '../database/database.ts';

export type WorkTable =
  | 'bulk_change'
  | 'formula_pass'
  | 'record_type_deletion'
  | 'field_deletion'
  | 'field_retype'
  | 'property_deletion';

/** A piece of work of one person, who does it as the company knows them at that moment. */
export type Turn = { readonly tenantId: TenantId; readonly id: number; readonly userId: UserId };

/** The one that has waited longest for its turn. It is taken as tried at once, so that another process takes another. */
export const takeTurn = (database: Database, table: WorkTable): Promise<Turn | null> =>
  findInCells(database, async (connection) => {
    const { rows } = await connection.query(
      `update ${table} set tried_at = clock_timestamp() where (tenant_id, id) = (
         select tenant_id, id from ${table} where state = 'RUNNING'
         order by tried_at limit 1 for update skip locked)
       returning tenant_id, id, user_id`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      tenantId: tenantId(Number(row['tenant_id'])),
      id: Number(row['id']),
      userId: userId(Number(row['user_id'])),
    };
  });

/** Given up (state 'FAILED') when it failed so often in a row. */
export const noteFailure = (
  database: Database,
  table: WorkTable,
  { tenantId: tenant, id }: Turn,
  most: number,
): Promise<void> =>
  database.asOwnerOf(tenant, async (connection) => {
    await connection.query(
      `update ${table} set failures = failures + 1,
         state = case when failures + 1 >= $3 then 'FAILED' else state end,
         ended_at = case when failures + 1 >= $3 then now() end
       where tenant_id = $1 and id = $2 and state = 'RUNNING'`,
      [tenant, id, most],
    );
  });
