import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer, OwnerConnection, Transaction } from '../../platform/database/database.ts';
import { flag, json, number, row } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement, StatementValue } from '../../platform/database/statement-batch.ts';

const setUp = row({
  templates: json<string[]>().at('to_jsonb(s.templates)'),
  startedEmpty: flag.at('s.started_empty'),
  putAway: flag.at('s.put_away'),
  hasRecordTypes: flag.at(
    'exists (select from record_type t where t.tenant_id = s.tenant_id and not t.is_super)',
  ),
  hasRecords: flag.at(
    'exists (select from record_type_counter c where c.tenant_id = s.tenant_id and c.all_count > 0)',
  ),
  peopleCount: number.at('(select count(*) from membership m where m.tenant_id = s.tenant_id and m.enabled)'),
  invitedCount: number.at(
    `(select count(*) from invitation i where i.tenant_id = s.tenant_id and i.accepted_at is null and i.revoked_at is null)`,
  ),
});
export type StoredSetUp = Described<typeof setUp>;

export const selectSetUp = (tenant: TenantId): Statement => ({
  text: `select ${setUp.columns} from company_set_up s where s.tenant_id = $1`,
  values: [tenant],
});

export const findSetUp = (answer: Answer | undefined): StoredSetUp | null => setUp.find(answer);

/** Held to the end of the transaction: two administrators who choose at once make nothing twice. */
export const lockSetUp = (tenant: TenantId): Statement => ({
  text: `insert into company_set_up as s (tenant_id) values ($1)
         on conflict (tenant_id) do update set put_away = s.put_away`,
  values: [tenant],
});

export const changeSetUp = (
  tenant: TenantId,
  { templates, startedEmpty, putAway }: Pick<StoredSetUp, 'templates' | 'startedEmpty' | 'putAway'>,
): Statement => ({
  text: 'update company_set_up set templates = $2::text[], started_empty = $3, put_away = $4 where tenant_id = $1',
  values: [tenant, templates, startedEmpty, putAway],
});

export async function readBucket(connection: OwnerConnection, tenant: TenantId): Promise<number> {
  const { rows } = await connection.query('select bucket as id from tenant where id = $1', [tenant]);
  return Number(rows[0]?.['id']);
}

/** What the template would make a second time, by name as people read it. */
export async function findNamed(
  connection: OwnerConnection,
  table: 'record_type' | 'list' | 'role' | 'menu_group',
  tenant: TenantId,
  name: string,
): Promise<number | null> {
  const { rows } = await connection.query(
    `select id from ${table} where tenant_id = $1 and lower(name) = lower($2) order by id limit 1`,
    [tenant, name],
  );
  return rows[0] === undefined ? null : Number(rows[0]['id']);
}

export async function listAdministeringRoles(
  connection: OwnerConnection,
  tenant: TenantId,
): Promise<number[]> {
  const { rows } = await connection.query(
    'select id from role where tenant_id = $1 and administers and enabled order by id',
    [tenant],
  );
  return rows.map((found) => Number(found['id']));
}

const id = row({ id: number });

/**
 * The member's own transaction as the builders take one: they read back ids alone, so every statement answers one
 * column.
 */
export const asBuilderConnection = (transaction: Transaction): OwnerConnection => ({
  async query(statement, values = []) {
    const answer = await transaction.one({ text: statement, values: values as readonly StatementValue[] });
    return { rows: answer.rows.length === 0 ? [] : id.read(answer), rowCount: answer.count };
  },
});
