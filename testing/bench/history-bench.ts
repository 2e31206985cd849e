// The history of a record of 10,000 entries, the audit of a whole company, what writing audit costs, and how long the
// division by month takes on a log that stands. Floors are pg alone on the same rows, over node:http where the server is.
// It never judges.
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { listMigrations, migrate } from '@rowhouse/server/platform/database/migrate.ts';
import pg from 'pg';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { floorOf } from './floor-of.ts';
import { post, signIn } from './http-client.ts';
import { median, quantile, shownMs } from './statistics.ts';

const entryCount = 10_000;
const otherCount = 1_000_000;
const runs = 200;
const division = '20261122224100_audit_by_month.sql';

/** `--only division`, `--only years` or `--only saves`, which is without the others. */
export async function historyBench({ values }: { values: Record<string, string | undefined> }) {
  const postgres = await startTestPostgres();
  const { only } = values;
  try {
    return [
      ...(only === undefined || only === 'division' ? [await measureDivision(postgres.adminUrl)] : []),
      ...(only === 'division' ? [] : await measureServer(postgres.adminUrl, only)),
    ];
  } finally {
    await postgres.stop();
  }
}

const say = (text: string) => process.stderr.write(`${text}\n`);
const row = (what: string, values: readonly number[], ratio = '', aim = '') => ({
  what,
  'median ms': shownMs(median(values)),
  'p99 ms': shownMs(quantile(values, 0.99)),
  ratio,
  aim,
});

async function measureDivision(adminUrl: string) {
  const { url } = await createTestDatabase(adminUrl);
  const database = await openMigratedDatabase(url, { migrated: true });
  const all = listMigrations();
  const at = all.findIndex(({ name }) => name === division);
  await migrate(database, { migrations: all.slice(0, at) });
  say(`writing ${otherCount} entries`);
  await database.asOwnerOfAll(async (owner) => {
    await owner.query('set statement_timeout = 0');
    await owner.query(`insert into tenant (name, url, bucket) values ('Bench', 'bench', 3)`);
    await owner.query(
      `insert into audit_log (tenant_id, entity, entity_id, record_type_id, action, changes)
       select 1, 'record', n / 100, 1, 'update', '{"description": ["before", "after"], "f12": [1, 2]}'
       from generate_series(1, ${otherCount}) n`,
    );
  });
  const began = performance.now();
  await migrate(database, { migrations: all.slice(0, at + 1) });
  const ms = performance.now() - began;
  await database.close();
  return {
    title: `The division by month of a log of ${otherCount.toLocaleString('en')} entries that stands (once, while the server does not run)`,
    rows: [{ what: 'migration', ms: ms.toFixed(0) }],
  };
}

async function measureServer(adminUrl: string, only: string | undefined) {
  const tables = [];
  for (const past of only === 'saves' ? [0] : [0, 120])
    tables.push(...(await measureYears(adminUrl, past, only)));
  return tables;
}

/** @param past how many months the log has behind it */
async function measureYears(adminUrl: string, past: number, only: string | undefined) {
  const { url } = await createTestDatabase(adminUrl);
  if (past > 0) {
    // As an installation that has run for so long has them: months that are over, and three ahead.
    const database = await openMigratedDatabase(url);
    await database.inEveryCell((owner) =>
      owner.query(
        `select make_audit_partitions((current_date - make_interval(months => $1))::date, $1::int)`,
        [past],
      ),
    );
    await database.close();
  }
  const server = await spawnServer({
    env: {
      DATABASE_URL: url,
      DEMO: 'on',
      NODE_ENV: '',
      SECRET: 'of the bench alone, and long enough for the server',
    },
  });
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c jit=off' });
  try {
    await server.waitReady();
    const { rows } = await pool.query<{ id: string; tenant: number; type: string; person: string }>(
      `select r.id, r.tenant_id as tenant, r.record_type_id as type, m.user_id as person
       from record r join membership m on m.tenant_id = r.tenant_id
         join app_user u on u.id = m.user_id and u.email = $1
       where r.record_number = 7408 order by r.id limit 1`,
      [demoPeople.ada.email],
    );
    const [record] = rows;
    if (record === undefined) throw new Error('The demo has no record 7408.');
    say('writing entries');
    await pool.query(
      `insert into audit_log (id, at, tenant_id, user_id, entity, entity_id, record_type_id, action, changes)
       select audit_month_start(at) + nextval('audit_log_number'), at,
              $1, $2, 'record', case when n % 100 = 0 then $3 else 900000 + n % 5000 end, $4, 'update',
              jsonb_build_object('description', jsonb_build_array('Text ' || n, 'Text ' || n + 1))
       from (select n, (now() at time zone 'UTC') - (${otherCount} - n) * make_interval(months => $5) / ${otherCount} as at
             from generate_series(1, ${otherCount}) n) entry`,
      [record.tenant, record.person, record.id, record.type, past],
    );
    // Another record as old as the log, whose last change was years ago: its page is in no month that is near.
    const still = await pool.query<{ id: string }>(
      `update record set created_at = now() - make_interval(months => $2) where id in (
         select id from record where tenant_id = $1 and record_type_id = $3 and id <> $4 order by id desc limit 1) returning id`,
      [record.tenant, past, record.type, record.id],
    );
    await pool.query('update record set created_at = now() - make_interval(months => $1) where id = $2', [
      past,
      record.id,
    ]);
    await pool.query('analyze audit_log');
    const who = await signIn(server.url, demoPeople.ada.email, demoPassword, record.tenant);
    const floor = await openFloor(pool, record);
    const tables = [];
    if (only !== 'saves') {
      const { rows: leaves } = await pool.query('select from pg_inherits where inhparent = $1::regclass', [
        'audit_log',
      ]);
      const historyOf = (id: string | undefined) => ({
        query: `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { isLast logs {
          id action datetime user { id name email } source { kind file records reason } line { id kind index }
          putsBack putBackBy changes { what dataType oldValue newValue } objectsLogs { objectName changes { what } } } } }`,
        variables: {
          data: {
            filterInput: { recordId: Number(id), recordType: Number(record.type), withLines: true },
            pagination: { offset: 0, limit: 25 },
          },
        },
      });
      const company = {
        query: `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { isLast logs { id subject user { name }
          changes { what oldValue newValue } } } }`,
        variables: { data: { limit: 25 } },
      };
      const measured = await interleave({
        floor: async () => (await post(floor.url, '{}')).ms,
        history: async () => ask(server.url, historyOf(record.id), who),
        still: async () => ask(server.url, historyOf(still.rows[0]?.id), who),
        company: async () => ask(server.url, company, who),
      });
      const ratio = (values: readonly number[]) => (median(values) / median(measured.floor)).toFixed(2);
      tables.push({
        title: `First pages of 25 over HTTP, ${leaves.length} partitions, ${otherCount.toLocaleString('en')} entries of which ${entryCount.toLocaleString('en')} of the record`,
        rows: [
          row('an indexed select, over node:http', measured.floor, '1'),
          row('the history of the record', measured.history, ratio(measured.history), '≤ 3'),
          row('of a record as old as the log, not changed for long', measured.still, ratio(measured.still)),
          row('the audit of the company', measured.company, ratio(measured.company)),
        ],
      });
    }
    await floor.close();
    if (only === 'years') return tables;
    return [...tables, ...(await measureWriting(pool, record, { url: server.url, who }))];
  } finally {
    await pool.end();
    await server.stop();
  }
}

/**
 * One save of one field as the trigger audits it, and with a trigger that writes no log, and of 100 records at once: as somebody
 * saves it, and as the one statement alone. What is counted and announced is the same in both.
 */
async function measureWriting(
  pool: pg.Pool,
  { id, tenant, type }: { id: string; tenant: number; type: string },
  { url, who }: { url: string; who: Headers },
) {
  const { rows: hundred } = await pool.query<{ id: string }>(
    'select id from record where tenant_id = $1 and record_type_id = $2 and enabled order by id limit 100',
    [tenant, type],
  );
  const { rows } = await pool.query<{ leaf: string }>(
    'select tableoid::regclass::text as leaf from record where id = $1 and tenant_id = $2',
    [id, tenant],
  );
  const leaf = rows[0]?.leaf ?? '';
  const client = await pool.connect();
  let value = 0;
  const save = async (many: boolean) => {
    value += 1;
    const began = performance.now();
    await client.query(
      `update ${leaf} set description = $1, version = version + 1 where tenant_id = $2 and
       id in (select id from record where tenant_id = $2 and ($3::bigint is null or id = $3) order by id limit 100)`,
      [`Saved ${value}`, tenant, many ? null : id],
    );
    return performance.now() - began;
  };
  const saveByHttp = async (many: boolean) => {
    value += 1;
    const ids = many ? hundred.map((one) => Number(one.id)) : [Number(id)];
    const query = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { id } }`;
    return ask(url, { query, variables: { ids, data: { description: `Saved ${value}` } } }, who);
  };
  const states = ['', 'Log', 'Alone'] as const;
  const measured: Record<string, number[]> = {};
  try {
    const { rows: functions } = await client.query<{ text: string }>(
      `select pg_get_functiondef('after_record_update'::regproc) as text`,
    );
    const whole = functions[0]?.text ?? '';
    const withoutLog = whole.replace(
      /insert into audit_log \([^)]*\)\s*select tenant_id, acting_user\(\), 'record', id, record_type_id,\s*(case[^]*?end), changes\s*from pair order by id\s*returning id, entity_id, action/,
      'select 0::bigint as id, id as entity_id, $1 as action from pair',
    );
    if (withoutLog === whole)
      throw new Error('The trigger of records writes its log in other words than these.');
    for (let block = 0; block < 20; block += 1)
      for (const state of states) {
        const hanging = state === '' ? 'enable' : 'disable';
        await client.query(state === 'Alone' ? withoutLog : whole);
        await client.query(
          `alter table audit_log ${hanging} trigger notify, ${hanging} trigger queue_transmissions`,
        );
        for (const many of [false, true])
          for (let run = 0; run < 13; run += 1) {
            const kinds = { '': await save(many), ByHttp: await saveByHttp(many) };
            if (run < 3) continue;
            for (const [kind, ms] of Object.entries(kinds))
              (measured[`${many ? 'many' : 'one'}${kind}${state}`] ??= []).push(ms);
          }
      }
    const ratio = (one: readonly number[], other: readonly number[]) =>
      (median(one) / median(other)).toFixed(2);
    const table = (title: string, kind: string) => ({
      title,
      rows: (['one', 'many'] as const).flatMap((count) => {
        const [all, log, alone] = states.map((state) => measured[`${count}${kind}${state}`] ?? []);
        const what = count === 'one' ? 'one record' : '100 records';
        return [
          row(`${what}, no audit`, alone ?? [], '1'),
          row(`${what}, audited`, log ?? [], ratio(log ?? [], alone ?? []), '≤ 1.5'),
          row(`${what}, with notifications and transmissions`, all ?? [], ratio(all ?? [], alone ?? [])),
        ];
      }),
    });
    return [
      table(
        'A save over HTTP, fsync off: without its entry in the audit log, with it, and with what entries lead to',
        'ByHttp',
      ),
      table('The same as one statement in the database alone', ''),
    ];
  } finally {
    client.release();
  }
}

async function interleave<Name extends string>(
  kinds: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(kinds) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let run = 0; run < runs + 20; run += 1)
    for (const name of names) {
      const ms = await kinds[name]();
      if (run >= 20) measured[name].push(ms);
    }
  return measured;
}

const openFloor = (pool: pg.Pool, { id, tenant }: { id: string; tenant: number }) =>
  floorOf(async () => {
    const { rows } = await pool.query(
      `select * from audit_log where tenant_id = $1 and entity = 'record' and entity_id = $2 order by id desc limit 26`,
      [tenant, id],
    );
    return rows;
  });

type Headers = Readonly<Record<string, string>>;

async function ask(url: string, body: object, headers: Headers): Promise<number> {
  const { ms, text } = await post(`${url}/graphql`, JSON.stringify(body), { ...headers });
  if (text.includes('"errors"')) throw new Error(text);
  return ms;
}
