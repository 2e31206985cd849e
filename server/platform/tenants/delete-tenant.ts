import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { orderFileKey, orderFileKinds } from '@rowhouse/domain/order-entry/order-files.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Log } from '../log.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';

/**
 * Every row of the company in one transaction, then its files. The tables are read from the catalogue, so that one which
 * comes later is emptied too. What happened to a person's sign-in stays theirs.
 * A process that is killed after the rows leaves files that nobody knows; the next call for the tenant takes them.
 */
export async function deleteTenant(
  parts: { database: Database; storage: ObjectStorage },
  tenant: TenantId,
): Promise<void> {
  await parts.database.asOwnerOfAll((connection) =>
    inTransaction(connection, async () => {
      // Nobody enters any more, and no job works for it, before the first row goes.
      await connection.query('update tenant set enabled = false where id = $1', [tenant]);
      await connection.query('delete from transmission_mapping where target_tenant_id = $1', [tenant]);
      const arrived = await connection.query(
        'select newcomers::text from company_arrival where tenant_id = $1',
        [tenant],
      );
      const tables = await listTablesInOrder(connection);
      // Triggers of a table count and audit what goes, in tables that were emptied before: a second round takes that.
      for (let round = 1; round <= 3; round += 1) {
        let gone = 0;
        for (const table of tables)
          gone += (await connection.query(`delete from ${table} where tenant_id = $1`, [tenant])).rowCount;
        if (gone === 0) break;
      }
      await connection.query('delete from tenant where id = $1', [tenant]);
      const newcomers = arrived.rows[0]?.['newcomers'];
      if (newcomers !== undefined) await forgetNewcomers(connection, String(newcomers));
    }),
  );
  for (const kind of orderFileKinds) await parts.storage.remove(orderFileKey(tenant, kind));
  await parts.storage.removeAllOf(tenant);
}

/** Who came with a company that was brought in half, unless somebody else has come to know them meanwhile. */
async function forgetNewcomers(connection: OwnerConnection, ids: string): Promise<void> {
  await connection.query(
    `delete from app_user u where id = any($1::bigint[]) and auth_user_id is null
       and not exists (select from membership m where m.user_id = u.id)
       and not exists (select from invitation i where i.invited_by = u.id or i.accepted_by = u.id)
       and not exists (select from company_arrival a where u.id = any(a.people))`,
    [ids],
  );
}

/** Those whose time is over; each by itself, so that one that fails keeps no other. */
export async function deleteTenantsInTime(
  parts: { database: Database; storage: ObjectStorage },
  log: Log,
): Promise<void> {
  const due = await parts.database.inEveryCell((connection) =>
    connection.query('select id, url from tenant where delete_after <= now() order by delete_after'),
  );
  for (const row of due.flatMap(({ rows }) => rows)) {
    const tenant = tenantId(Number(row['id']));
    await deleteTenant(parts, tenant);
    log.info({ tenantId: tenant, url: String(row['url']) }, 'a company was deleted, as it was asked for');
  }
}

/** Tables with rows of tenants, those that others refer to last. Partitions go with their table. */
async function listTablesInOrder(connection: OwnerConnection): Promise<string[]> {
  const { rows: found } = await connection.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
  const { rows: links } = await connection.query(
    `select distinct conrelid::regclass::text as source, confrelid::regclass::text as target
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const names = found.map((row) => String(row['name']));
  const known = new Set(names);
  const referrers = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  for (const link of links) {
    const source = String(link['source']);
    if (known.has(source)) referrers.get(String(link['target']))?.add(source);
  }
  const ordered: string[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    if (ordered.includes(name) || way.includes(name)) return;
    for (const source of referrers.get(name) ?? []) visit(source, [...way, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}
