// "Where is this used?" in a company of 100,000 records of 60 fields, 20 roles that each say something of every field, and
// 500 saved views; and what a change would take, before it is saved. Over HTTP, from the question to the answer.
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword, type LargeTenant } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const used = `query ($data: FindWhereUsedInput!) { findWhereUsed(data: $data) { name
  groups { total places { name uses count link { page search } } } records { what count filters { field } } } }`;
const impact = `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { lines { sentence } } } }`;

export async function whereUsedBench(records: number, runs: number) {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres({ durable: true });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl);
  const database = await prepareDatabase(databaseUrl);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
  const more = await configure(database, tenant);
  const server = await spawnServer({
    env: { DATABASE_URL: databaseUrl, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
  });
  await server.waitReady();
  try {
    const headers = await signIn(server.url, largeEmail, largePassword);
    const measure = async (what: string, query: string, data: object) => {
      const took: number[] = [];
      for (let run = 0; run < runs; run += 1)
        took.push((await graphql(server.url, query, { data }, headers)).ms);
      return { what, 'median, ms': shownMs(median(took)), 'p95, ms': shownMs(quantile(took, 0.95)) };
    };
    const field = (key: string) => ({ kind: 'FIELD', id: tenant.typeId, fieldKey: key });
    const things: Record<string, object> = {
      'a field': field(`f${tenant.fields['n1']}`),
      'a standard field': field('assignedTo'),
      'a status': { kind: 'STATUS', id: tenant.statusIds[0] },
      'a value of a list': { kind: 'LIST_VALUE', id: tenant.listValueIds[0] },
      'a list': { kind: 'LIST', id: more.listId },
      'a record type': { kind: 'RECORD_TYPE', id: tenant.typeId },
      'a role': { kind: 'ROLE', id: more.roleId },
      'a person': { kind: 'USER', id: more.userId },
    };
    const rows: Record<string, string>[] = [];
    for (const [what, data] of Object.entries(things)) rows.push(await measure(what, used, data));
    const off = { ...field(`f${tenant.fields['n1']}`), takes: 'DISABLE' };
    rows.push(await measure('a field is switched off', impact, { changes: [off] }));
    const changes = Object.values(tenant.fields).map((id) => ({
      ...field(`f${id}`),
      takes: 'HIDE',
      roleIds: [more.roleId],
    }));
    rows.push(await measure('30 fields are closed to a role', impact, { changes }));
    return [{ title: `Where something is used, with ${records} records; ${runs} each`, rows }];
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
  }
}

const configure = (database: Database, { tenantId, typeId }: LargeTenant) =>
  database.asOwnerOfAll(async (connection) => {
    const run = async (text: string, values: unknown[] = [tenantId]) =>
      (await connection.query(text, values)).rows;
    await run(
      `insert into field (tenant_id, record_type_id, name, data_type, position)
       select $1, $2, 'More ' || i, 'string', 100 + i from generate_series(1, 30) i`,
      [tenantId, typeId],
    );
    await run(
      `insert into role (tenant_id, name, default_field_access) select $1, 'Role ' || i, 'ViewOnly' from generate_series(1, 19) i`,
    );
    await run(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access)
       select $1, r.id, $2, f.id, 'ViewOnly' from role r join field f on f.tenant_id = r.tenant_id and f.record_type_id = $2
       where r.tenant_id = $1 and not r.administers`,
      [tenantId, typeId],
    );
    await run(
      `insert into grid_preference (tenant_id, role_id, record_type_id, saved_name, grid_options)
       select $1, (select id from role where tenant_id = $1 order by id offset i % 20 limit 1), $2, 'View ' || i,
         jsonb_build_object('orderedFields', (select jsonb_agg('f' || f.id) from field f where f.tenant_id = $1 and f.record_type_id = $2),
           'hiddenFields', '[]'::jsonb, 'sortModel', '[{"field": "dueDate", "sort": "ASC"}]'::jsonb,
           'filterModel', jsonb_build_array(jsonb_build_object('columnField', 'status', 'operatorValue', 'is', 'logicOperator', 'AND',
             'value', (select min(id)::text from record_status where tenant_id = $1))))
       from generate_series(1, 500) i`,
      [tenantId, typeId],
    );
    await run('analyze', []);
    const [found] = await run(
      `select (select min(id) from list where tenant_id = $1) as list, (select max(id) from role where tenant_id = $1) as role,
         (select min(user_id) from membership where tenant_id = $1) as person`,
    );
    return {
      listId: Number(found?.['list']),
      roleId: Number(found?.['role']),
      userId: Number(found?.['person']),
    };
  });
