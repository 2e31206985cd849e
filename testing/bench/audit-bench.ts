// The audit log of a company that has very many entries, over three years: its pages, what is narrowed, what is nowhere, and a
// month that is dropped. The floor is pg alone over node:http. It never judges.
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import pg from 'pg';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { floorOf } from './floor-of.ts';
import { post, signIn } from './http-client.ts';
import { median, quantile, shownMs } from './statistics.ts';

const months = 36;
const writers = 2;
const say = (text: string) => process.stderr.write(`${text}\n`);

type Company = { tenant: number; type: string; record: string; people: string[]; rare: string };

/** `--records N` entries (100,000,000), `--runs N` (21). */
export async function auditBench({ values }: { values: Record<string, string | undefined> }) {
  const entries = Number(values['records'] ?? 100_000_000);
  const runs = Number(values['runs'] ?? 21);
  const postgres = await startTestPostgres();
  const { url } = await createTestDatabase(postgres.adminUrl);
  const database = await openMigratedDatabase(url);
  await database.inEveryCell((owner) =>
    owner.query('select make_audit_partitions((current_date - make_interval(months => $1))::date, $1::int)', [
      months,
    ]),
  );
  await database.close();
  const server = await spawnServer({
    env: {
      DATABASE_URL: url,
      DEMO: 'on',
      NODE_ENV: '',
      SECRET: 'of the bench alone, and long enough for the server',
    },
  });
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c jit=off -c statement_timeout=0' });
  try {
    await server.waitReady();
    const company = await findCompany(pool);
    await load(pool, company, entries);
    const who = await signIn(server.url, demoPeople.ada.email, demoPassword, company.tenant);
    return await measure(pool, server.url, who, company, { entries, runs });
  } finally {
    await pool.end();
    await server.stop();
    await postgres.stop();
  }
}

async function findCompany(pool: pg.Pool): Promise<Company> {
  const { rows } = await pool.query<{ id: string; tenant: number; type: string }>(
    `select r.id, r.tenant_id as tenant, r.record_type_id as type from record r
       join membership m on m.tenant_id = r.tenant_id join app_user u on u.id = m.user_id and u.email = $1
     where r.record_number = 7408 order by r.id limit 1`,
    [demoPeople.ada.email],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('The demo has no record 7408.');
  const { rows: people } = await pool.query<{ id: string }>(
    'select user_id as id from membership where tenant_id = $1 order by user_id',
    [found.tenant],
  );
  const [rare = { id: '' }, ...others] = people.toReversed();
  return {
    tenant: found.tenant,
    type: found.type,
    record: found.id,
    people: others.map(({ id }) => id),
    rare: rare.id,
  };
}

/**
 * Of a hundred 92 change a record, seven a line and one comments; of 5,000 one is of the configuration. One record has 10,000, and one
 * person a few in the first month alone. Indexes are made when all stands.
 */
async function load(pool: pg.Pool, { tenant, type, record, people, rare }: Company, entries: number) {
  await pool.query(
    'select make_audit_partitions((current_date - make_interval(months => $1))::date, $1::int)',
    [months],
  );
  const { rows: indexes } = await pool.query<{ name: string; text: string; primary: boolean }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as text, i.indisprimary as primary
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'audit_log'::regclass`,
  );
  for (const { name, primary } of indexes)
    await pool.query(primary ? `alter table audit_log drop constraint ${name}` : `drop index ${name}`);
  await pool.query('alter table audit_log disable trigger user');
  const ofMonth = Math.ceil(entries / months);
  const write = async (month: number) => {
    const started = performance.now();
    const { rows } = await pool.query<{ leaf: string; start: string; base: string }>(
      `select 'audit_log_' || to_char(start, 'YYYYMM') as leaf, start::text, audit_month_start(start) as base
       from date_trunc('month', (now() at time zone 'UTC') - make_interval(months => $1)) start`,
      [months - 1 - month],
    );
    const [{ leaf, start, base } = { leaf: '', start: '', base: '' }] = rows;
    const isLast = month === months - 1;
    await pool.query(
      `insert into ${leaf} (id, at, tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes, source)
       select $1::bigint + 1000000000 + n, $2::timestamp at time zone 'UTC' + n * ($3::interval / $4::int), $5,
              case when $6 and n % 50000 = 7 then $7::bigint else ($8::bigint[])[1 + n % cardinality($8::bigint[])] end,
              kind, case kind when 'record' then case when n % $11 = 0 then $9::bigint else 900000 + n % 500000 end else n end,
              case when kind <> 'list' then $10::bigint end, case when kind in ('line_item', 'comment') then 900000 + n % 500000 end,
              'update', case kind when 'list' then jsonb_build_object('name', jsonb_build_array('List ' || n, 'List ' || n + 1))
                else jsonb_build_object('description', jsonb_build_array('Text ' || n, 'Text ' || n + 1)) end, null
       from generate_series(1, $4::int) n
         cross join lateral (select case when n % 5000 = 11 then 'list' when n % 100 < 92 then 'record'
           when n % 100 < 99 then 'line_item' else 'comment' end as kind) k`,
      [
        base,
        start,
        // Of the current month what is over.
        isLast ? `${Math.max(1, new Date().getUTCDate() - 1)} days` : '27 days',
        ofMonth,
        tenant,
        month === 0,
        rare,
        people,
        record,
        type,
        Math.max(1, Math.floor(entries / 10_000 / 100) * 100),
      ],
    );
    say(`month ${month + 1} of ${months}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  };
  const waiting = Array.from({ length: months }, (_, month) => month);
  await inTurn(waiting.map((month) => () => write(month)));
  await pool.query(`select setval('audit_log_number', 1000000000 + $1::bigint)`, [ofMonth + 1]);
  await inTurn(
    indexes.map(({ name, text, primary }) => async () => {
      const started = performance.now();
      const client = await pool.connect();
      try {
        await client.query(`set maintenance_work_mem = '1GB'`);
        await client.query(
          primary
            ? `alter table audit_log add constraint ${name} primary key (tenant_id, id)`
            : text.replace(' ON ONLY ', ' ON '),
        );
      } finally {
        client.release();
      }
      say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }),
  );
  await pool.query('alter table audit_log enable trigger user');
  await pool.query('vacuum analyze audit_log');
}

/** By so many at once. */
async function inTurn(works: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = works.values();
  const work = async () => {
    for (const one of rest) await one();
  };
  await Promise.all(Array.from({ length: writers }, work));
}

async function measure(
  pool: pg.Pool,
  url: string,
  who: Readonly<Record<string, string>>,
  { tenant, type, record, rare }: Company,
  { entries, runs }: { entries: number; runs: number },
) {
  const floor = await floorOf(async () => {
    const { rows } = await pool.query(
      'select * from audit_log where tenant_id = $1 order by id desc limit 26',
      [tenant],
    );
    return rows;
  });
  const ask = async (query: string, data: object) => {
    const answer = await post(`${url}/graphql`, JSON.stringify({ query, variables: { data } }), { ...who });
    if (answer.text.includes('"errors"')) throw new Error(answer.text);
    return answer;
  };
  const page = `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { isLast lookedBack { id datetime } logs { id subject
    user { name } changes { what oldValue newValue } } } }`;
  const count = `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { total { count isMore } } }`;
  const history = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { isLast logs { id action
    datetime user { id name } changes { what oldValue newValue } } } }`;
  const { rows } = await pool.query<{ id: string; day: string; next: string }>(
    `select audit_month_start((now() at time zone 'UTC') - interval '20 months') + 1000400000 as id,
            (date_trunc('month', now()) - interval '20 months' + interval '10 days')::date::text as day,
            (date_trunc('month', now()) - interval '20 months' + interval '11 days')::date::text as next`,
  );
  const [middle = { id: '0', day: '', next: '' }] = rows;
  const zone = 'T00:00:00.000Z';
  const configured = ['LIST', 'MEMBER', 'ROLE', 'TYPE', 'MENU', 'COMPANY'];
  const lines: Record<string, () => Promise<{ ms: number; text: string }>> = {
    'an indexed select of 26, over node:http': () => post(floor.url, '{}'),
    'first page': () => ask(page, { limit: 25 }),
    'a page of 20 months ago': () => ask(page, { limit: 25, before: Number(middle.id) }),
    'one day of 20 months ago': () =>
      ask(page, { limit: 25, filter: { since: middle.day + zone, until: middle.next + zone } }),
    'a person who left three years ago': () => ask(page, { limit: 25, filter: { userIds: [Number(rare)] } }),
    'what is configured (1 of 5,000)': () => ask(page, { limit: 25, filter: { kinds: configured } }),
    'a text of every tenth': () => ask(page, { limit: 25, filter: { text: '7' } }),
    'a text that is nowhere, until it says how far it looked': () =>
      ask(page, { limit: 25, filter: { text: 'zzz nowhere' } }),
    'the count of all': () => ask(count, { limit: 1 }),
    'the count of that person': () => ask(count, { limit: 1, filter: { userIds: [Number(rare)] } }),
    'history of a record with 10,000': () =>
      ask(history, {
        filterInput: { recordId: Number(record), recordType: Number(type), withLines: true },
        pagination: { offset: 0, limit: 25 },
      }),
  };
  const measured = new Map<string, number[]>();
  const said = new Map<string, string>();
  for (let run = 0; run < runs + 3; run += 1)
    for (const [name, look] of Object.entries(lines)) {
      const { ms, text } = await look();
      if (run >= 3) measured.set(name, [...(measured.get(name) ?? []), ms]);
      said.set(name, tell(text));
    }
  await floor.close();
  const least = median(measured.values().next().value ?? []);
  const dropped = await pool.query<{ leaf: string }>(
    `select 'audit_log_' || to_char((now() at time zone 'UTC') - make_interval(months => $1), 'YYYYMM') as leaf`,
    [months - 1],
  );
  const began = performance.now();
  await pool.query(`drop table ${dropped.rows[0]?.leaf ?? ''}`);
  const dropMs = performance.now() - began;
  return [
    {
      title: `The audit of a company over HTTP, ${entries.toLocaleString('en')} entries of ${months} months`,
      rows: [
        ...[...measured].map(([what, values]) => ({
          what,
          'median ms': shownMs(median(values)),
          'p99 ms': shownMs(quantile(values, 0.99)),
          ratio: (median(values) / least).toFixed(2),
          answer: said.get(what) ?? '',
        })),
        { what: 'a month dropped', 'median ms': shownMs(dropMs), 'p99 ms': '', ratio: '', answer: '' },
      ],
    },
  ];
}

/** What was found, in short. */
function tell(text: string): string {
  const { data } = JSON.parse(text) as { data?: Record<string, Record<string, unknown>> };
  const found = Object.values(data ?? {})[0];
  if (found === undefined) return '';
  const { total, logs, lookedBack } = found as {
    total?: { count: number; isMore: boolean };
    logs?: unknown[];
    lookedBack?: { datetime: string } | null;
  };
  if (total) return `${total.count}${total.isMore ? ' or more' : ''}`;
  return `${logs?.length ?? 0} found${lookedBack ? `, looked back to ${lookedBack.datetime.slice(0, 10)}` : ''}`;
}
