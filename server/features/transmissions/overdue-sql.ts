// Answers that became overdue are told once: the row says of which due time people were told, so a server that starts anew, and
// several at once, tell nobody twice.
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { number, row } from '../../platform/database/row.ts';

const told = row({ overdue: number.at('tell_overdue($1)') });
const mostTogether = 500;

/** Of every company. The notifications travel with the transaction that marks what was told. */
export async function tellOverdue(database: Database): Promise<void> {
  const found = await database.inEveryCell((connection) =>
    connection.query(
      `select distinct tenant_id from conversation where due_at <= clock_timestamp() and overdue_told is distinct from due_at`,
    ),
  );
  for (const { tenant_id: id } of found.flatMap(({ rows }) => rows))
    for (let some = mostTogether; some === mostTogether;)
      some = await database.withTenant(
        { tenantId: tenantId(Number(id)), userId: null },
        async (transaction) =>
          told.get(await transaction.one({ text: `select ${told.columns}`, values: [mostTogether] })).overdue,
      );
}
