// A tree of 11,111 records in five levels, ten under each: what is under a record, over HTTP, against a plain indexed
// select of the same rows; and a tree of 1,111 moved a level down and up again, with its audit. It never judges.
import pg from 'pg';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { quantile, shownMs } from './statistics.ts';

const runs = 60;
const moves = 11;

export async function projectsBench() {
  const postgres = await startTestPostgres();
  const database = await createTestDatabase(postgres.adminUrl);
  const server = await spawnServer({
    env: {
      DATABASE_URL: database.url,
      DEMO: 'on',
      NODE_ENV: '',
      SECRET: 'of the bench alone, and long enough for the server',
    },
  });
  await server.waitReady();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const ask = await enter(server.url);
    const { tenant, type, bucket } = await placeOfOrders(client);
    const ids = await plant(client, tenant, type, bucket);
    const plain = `select id, version, record_type_id, record_number, description, status_id, due_date, created_at, updated_at,
        level, is_project, enabled from record_${bucket} where tenant_id = $1 and parent_id = $2 order by record_number, id limit 50`;
    const children = (recordId: number) =>
      ask(
        `query ($data: FindChildRecordsInput!) { findChildRecords(data: $data) { total hidden records {
          id version recordType { id name } recordNumber description status { id name } dueDate updatedAt level enabled childCount mayPlace } } }`,
        { data: { recordId } },
      );
    const explained = await client.query(
      `explain (analyze, timing off) ${plain.replace('$1', String(tenant)).replace('$2', String(ids[0]))}`,
    );
    process.stderr.write(
      `${explained.rows.map((row) => String(Object.values(row as object)[0])).join('\n')}\n`,
    );
    const sides = {
      'plain select, same connection': async () => {
        await client.query('begin');
        await client.query(plain, [tenant, ids[0]]);
        await client.query('commit');
      },
      'one record by its id, over HTTP': () =>
        ask(
          `{ findRecordHeader(data: { ids: [${ids[0]}] }) { records { id recordNumber description } } }`,
          {},
        ),
      'what is under the root, over HTTP': () => children(ids[0]!),
      'what is above a leaf, over HTTP': () =>
        ask(
          `query ($data: FindRecordPathInput!) { findRecordPath(data: $data) { record { id } parents { id recordNumber } } }`,
          { data: { recordId: ids.at(-1) } },
        ),
    };
    const taken = new Map(Object.keys(sides).map((name) => [name, [] as number[]]));
    for (let run = -10; run < runs; run += 1)
      for (const [name, go] of Object.entries(sides)) {
        const begun = performance.now();
        await go();
        if (run >= 0) taken.get(name)!.push(performance.now() - begun);
      }
    const moved: number[] = [];
    for (let run = 0; run < moves; run += 1) {
      const parentId = run % 2 === 0 ? ids[2] : ids[0];
      const begun = performance.now();
      const answer = await ask(
        `mutation ($data: MoveRecordsInput!) { moveRecords(data: $data) { outcome message } }`,
        { data: { parentId, records: [{ id: ids[1] }] } },
      );
      moved.push(performance.now() - begun);
      if (!JSON.stringify(answer).includes('UPDATED')) throw new Error(JSON.stringify(answer));
    }
    return [
      {
        title: `A tree of 11,111 records, five levels; ${runs} times each, in turns`,
        rows: [...taken].map(([what, times]) => ({
          what,
          'median ms': shownMs(quantile(times, 0.5)),
          'p98 ms': shownMs(quantile(times, 0.98)),
        })),
      },
      {
        title: `A tree of 1,111 of them moved to another level, with 1,111 entries of audit; ${moves} times`,
        rows: [
          {
            'median ms': shownMs(quantile(moved, 0.5)),
            'longest ms': shownMs(Math.max(...moved)),
          },
        ],
      },
    ];
  } finally {
    await client.end();
    await server.stop();
    await postgres.stop();
  }
}

async function placeOfOrders(client: pg.Client) {
  const { rows } = await client.query<{ tenant: number; type: string; bucket: number }>(
    `select tenant_id as tenant, id as type, bucket from record_type where name = 'Purchase orders' order by tenant_id limit 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('There is no type of the demo.');
  return { tenant: row.tenant, type: Number(row.type), bucket: row.bucket };
}

/** The ids by level: the root, then what is under it, and so on. */
async function plant(client: pg.Client, tenant: number, type: number, bucket: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval('record_id_seq') as id from generate_series(1, 11111)`,
  );
  const ids = rows.map((row) => Number(row.id));
  const parents = ids.map((_, at) => (at === 0 ? null : ids[Math.floor((at - 1) / 10)]!));
  const levels = ids.map((_, at) => (at === 0 ? 0 : at <= 10 ? 1 : at <= 110 ? 2 : at <= 1110 ? 3 : 4));
  await client.query(
    `insert into record_${bucket} (bucket, id, tenant_id, record_type_id, record_number, parent_id, level)
     select ${bucket}, id, $1, $2, 100000 + id, parent, level from unnest($3::bigint[], $4::bigint[], $5::int[]) r (id, parent, level)`,
    [tenant, type, ids, parents, levels],
  );
  await client.query(`analyze record_${bucket}`);
  return ids;
}

async function enter(url: string) {
  const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(data),
    });
    return (await response.json()) as {
      data?: Record<string, never>;
      serviceToken?: string;
      errors?: unknown;
    };
  };
  const { serviceToken = '' } = await post('/auth/sign-in', {
    email: demoPeople.ada.email,
    password: demoPassword,
  });
  const authorization = `Bearer ${serviceToken}`;
  const details = (await post(
    '/graphql',
    { query: '{ getUserDetails { tenants { tenant { id url } } } }' },
    { authorization },
  )) as unknown as {
    data: { getUserDetails: { tenants: { tenant: { id: number; url: string } }[] } };
  };
  const tenant = details.data.getUserDetails.tenants.find((one) => one.tenant.url === 'adventure-works')!
    .tenant.id;
  const entered = (await post(
    '/graphql',
    { query: `mutation { SaasTenantLogin(data: { tenantId: ${tenant} }) { token } }` },
    { authorization },
  )) as unknown as { data: { SaasTenantLogin: { token: string } } };
  const headers = {
    authorization,
    backend_jwt: entered.data.SaasTenantLogin.token,
    tenant_id: String(tenant),
  };
  return async (query: string, variables: object) => {
    const answer = await post('/graphql', { query, variables }, headers);
    if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  };
}
