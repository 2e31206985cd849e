// Many companies on one server, asked in turn: whether a company is slower for the others that were asked before it. One person
// belongs to all of them; each has a type of its own with fields, statuses and records, in the shared buckets.
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { graphql, post } from './http-client.ts';
import { largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, memoryOf, prepareDatabase, withTotal } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const counts = [1, 200, 1000];
const recordsOfEach = 200;
/** As many as there are. */
const sharedBuckets = 32;

type Company = { readonly tenantId: number; readonly typeId: number };

export async function companiesBench({ values }: { values: Record<string, string | undefined> }) {
  const runs = Number(values['runs'] ?? 1000);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  try {
    const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl);
    const database = await prepareDatabase(databaseUrl);
    const { userId } = await benchIdentity(database).createAccount(largeEmail, largePassword, {
      firstName: 'Bench',
      lastName: 'Viewer',
    });
    const companies = await database.asOwnerOfAll((connection) =>
      makeCompanies(connection, userId, Math.max(...counts)),
    );
    await database.inSession((connection) => connection.query('vacuum (analyze)'));
    await database.close();
    const rows: Record<string, string>[] = [];
    for (const count of counts) rows.push(...(await askInTurn(databaseUrl, companies.slice(0, count), runs)));
    return [{ title: `A page of 25 with total, companies of ${recordsOfEach} records asked in turn`, rows }];
  } finally {
    await postgres.stop();
  }
}

/** A server of its own for each number of companies: what it remembers of others is part of the question. */
async function askInTurn(databaseUrl: string, companies: readonly Company[], runs: number) {
  const server = await spawnServer({
    env: { DATABASE_URL: databaseUrl, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
  });
  try {
    await server.waitReady();
    const { text } = await post(
      `${server.url}/auth/sign-in`,
      JSON.stringify({ email: largeEmail, password: largePassword }),
    );
    const { serviceToken } = JSON.parse(text) as { serviceToken: string };
    const authorization = `Bearer ${serviceToken}`;
    const entered: { readonly typeId: number; readonly headers: Record<string, string> }[] = [];
    for (const { tenantId, typeId } of companies) {
      const { data } = await graphql<{ SaasTenantLogin: { token: string } }>(
        server.url,
        'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
        { data: { tenantId } },
        { authorization },
      );
      const headers = { authorization, backend_jwt: data.SaasTenantLogin.token, tenant_id: String(tenantId) };
      entered.push({ typeId, headers });
    }
    const ask = async (at: number): Promise<number> => {
      const { typeId, headers } = entered[at % entered.length]!;
      const variables = { data: { recordTypeId: typeId }, pagination: { limit: 25, offset: 0 } };
      return (await graphql(server.url, withTotal, variables, headers)).ms;
    };
    for (let at = 0; at < 200; at += 1) await ask(0);
    const [first, again, one]: [number[], number[], number[]] = [[], [], []];
    for (let at = 0; at < entered.length; at += 1) first.push(await ask(at));
    for (let at = 0; at < runs; at += 1) {
      again.push(await ask(at));
      one.push(await ask(0));
    }
    return [
      {
        companies: String(entered.length),
        'one of them, ms': shownMs(median(one)),
        'in turn, ms': shownMs(median(again)),
        ratio: (median(again) / median(one)).toFixed(2),
        aim: '≤ 1.2',
        'in turn, p99': shownMs(quantile(again, 0.99)),
        'each for the first time, ms': shownMs(median(first)),
        'memory, MB': memoryOf(server.pid).toFixed(0),
      },
    ];
  } finally {
    await server.stop();
  }
}

async function makeCompanies(
  connection: OwnerConnection,
  userId: number,
  count: number,
): Promise<readonly Company[]> {
  await connection.query('set statement_timeout = 0');
  await connection.query(`set app.moving_records = 'on'`);
  const companies: Company[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = async (text: string, given: readonly unknown[]) =>
      Number((await connection.query(`${text} returning id`, given)).rows[0]?.['id']);
    const bucket = at % sharedBuckets;
    const tenantId = await id('insert into tenant (name, url, bucket) values ($1, $2, $3)', [
      `Company ${at}`,
      `company-${at}`,
      bucket,
    ]);
    const roleId = await id(
      `insert into role (tenant_id, name, default_field_access, administers) values ($1, 'All', 'Editable', true)`,
      [tenantId],
    );
    const typeId = await id(`insert into record_type (tenant_id, name, bucket) values ($1, 'Orders', $2)`, [
      tenantId,
      bucket,
    ]);
    const groupId = await id(`insert into menu_group (tenant_id, name, route) values ($1, 'Work', 'work')`, [
      tenantId,
    ]);
    const sectionId = await id(
      `insert into menu_section (tenant_id, menu_group_id, name, route) values ($1, $2, 'Records', 'records')`,
      [tenantId, groupId],
    );
    const itemId = await id(
      `insert into menu_item (tenant_id, menu_section_id, name, route, record_type_id) values ($1, $2, 'Orders', 'orders', $3)`,
      [tenantId, sectionId, typeId],
    );
    await connection.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenantId,
      userId,
      roleId,
    ]);
    await connection.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select $1, $2, $3, action.id, action.name from unnest($4::text[]) with ordinality as action (name, id)`,
      [tenantId, roleId, itemId, [...menuActions]],
    );
    await connection.query(
      `insert into field (tenant_id, record_type_id, name, data_type, position, slot)
       select $1, $2, 'Field ' || slot, case left(slot, 1) when 'n' then 'currency' when 'd' then 'date' else 'string' end, at, slot
       from unnest(array['n1', 'n2', 'n3', 'n4', 'd1', 'd2', 'd3', 't1', 't2', 't3', 't4', 't5']) with ordinality s (slot, at)`,
      [tenantId, typeId],
    );
    const statusId = await id(
      `insert into record_status (tenant_id, record_type_id, name, position) values ($1, $2, 'Open', 1)`,
      [tenantId, typeId],
    );
    await connection.query(
      `insert into record (bucket, tenant_id, record_type_id, record_number, status_id, created_by, created_at, description, enabled, n1, n2, d1, t1, t2)
       select $1, $2, $3, i, $4, $5, timestamptz '2026-01-01' + make_interval(mins => i), 'Order ' || i, true, i, i * 2.5,
              timestamptz '2026-02-01' + make_interval(hours => i), 'Text ' || i, 'Other ' || i from generate_series(1, $6::int) i`,
      [bucket, tenantId, typeId, statusId, userId, recordsOfEach],
    );
    await connection.query(
      'insert into record_type_counter (tenant_id, record_type_id, slot, version, enabled_count, all_count) values ($1, $2, 0, 1, $3, $3)',
      [tenantId, typeId, recordsOfEach],
    );
    companies.push({ tenantId, typeId });
  }
  await connection.query('reset statement_timeout');
  await connection.query('reset app.moving_records');
  return companies;
}
