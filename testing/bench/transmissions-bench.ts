// Orders with lines go to another company: so many wait for its approval, which delivers them; two servers take turns, or one. And
// one order of 1,000 lines, answered at once. Over HTTP, in the companies of the demo, on PostgreSQL with fsync. The floor writes
// what a delivery has to write by pg, one transaction an order: the record, its lines, a receipt, the status of the source.
import pg from 'pg';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { orderToTry } from '@rowhouse/server/seed/demo/partner-orders.ts';
import { spawnServer } from '../fault.ts';
import type { SpawnedServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { median, shownMs } from './statistics.ts';

const atOnce = 100;
const linesOfAnOrder = 5;

type Acceptance = {
  version: number;
  recordTypeId: number;
  targetStatusField: string | null;
  targetStatusValue: string | null;
  pairs: { item: number; field: string }[];
  translations: { item: number; theirs: string; ours: string }[];
};
type Mappings = {
  findTransmissionMappings: {
    own: {
      id: number;
      version: number;
      transferSettings: Record<string, string | null>;
      fields: { key: string }[];
    }[];
    offered: { id: number; version: number; items: { number: number }[]; acceptance: Acceptance }[];
  };
};
const mappingsDocument = `{ findTransmissionMappings {
  own { id version transferSettings { triggerField triggerValue sourceStatusField sourceSuccessStatusValue sourceErrorStatusValue } fields { key } }
  offered { id version items { number } acceptance { version recordTypeId targetStatusField targetStatusValue
    pairs { item field } translations { item theirs ours } } } } }`;
const updateDocument = `mutation ($data: UpdateTransmissionMappingInput!) { updateTransmissionMapping(data: $data) { version } }`;
const approveDocument = `mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { state } }`;
const bulkDocument = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { outcome message } }`;
const conversationsDocument = `query ($data: FindRecordConversationsInput!) { findRecordConversations(data: $data) {
  id version waitsForUs terms { item name } lines { number } } }`;
const answerDocument = `mutation ($data: AnswerConversationInput!) { answerConversation(data: $data) { version waitsForUs waitsForThem } }`;

type Headers = Record<string, string>;
export type World = {
  readonly client: pg.Client;
  readonly buyer: Headers;
  readonly seller: Headers;
  readonly url: string;
};

export async function transmissionsBench({ values }: { values: Record<string, string | undefined> }) {
  const orders = Number(values['records'] ?? 1000);
  const runs = Number(values['runs'] ?? 3);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 256 });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const env = { DEMO: 'on', DATABASE_URL: databaseUrl, SECRET: 'a-secret-of-the-bench-that-is-long-enough' };
  const first = await spawnServer({ env });
  await first.waitReady();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let second: SpawnedServer | null = null;
  try {
    const world = await enterBoth(client, first.url);
    const delivered = [];
    for (let run = 0; run < runs; run += 1) delivered.push(await deliver(world, orders, linesOfAnOrder));
    second = await spawnServer({ env });
    await second.waitReady();
    const byTwo = [];
    for (let run = 0; run < runs; run += 1) byTwo.push(await deliver(world, orders, linesOfAnOrder));
    const floor = await writePlainly(client, orders);
    let killed = second;
    const faults = await deliverUnderFaults(world, orders, {
      kills: Math.max(25, orders / 2),
      restart: async () => {
        await killed.kill9();
        killed = await spawnServer({ env });
        second = killed;
        await killed.waitReady();
      },
    });
    await killed.stop();
    second = null;
    const [large] = (await deliver(world, 1, 1000)).ids;
    const answered = await answerAll(world, large ?? 0, runs);
    const row = (what: string, took: readonly number[]) => ({
      what,
      'a second': String(Math.round(orders / (median(took) / 1000))),
      'of the runs': took.map((ms) => String(Math.round(orders / (ms / 1000)))).join(', '),
      'against the floor': (floor / median(took)).toFixed(2),
    });
    return [
      {
        title: `${orders} orders of ${linesOfAnOrder} lines that waited, each record, lines, receipt, conversation and both statuses`,
        rows: [
          row(
            'one server',
            delivered.map(({ ms }) => ms),
          ),
          row(
            'two servers',
            byTwo.map(({ ms }) => ms),
          ),
          row('floor: pg, a transaction each', [floor]),
        ],
      },
      {
        title: 'Lost and doubled, of all that was sent',
        rows: [{ what: 'without faults', ...(await countFaults(client)) }],
      },
      { title: `${orders} orders with two servers under faults`, rows: [faults] },
      {
        title: 'A conversation of 1,000 lines over HTTP',
        rows: [
          { what: 'read', median: `${shownMs(median(answered.read))} ms` },
          { what: 'all lines answered in one version', median: `${shownMs(median(answered.answer))} ms` },
        ],
      },
    ];
  } finally {
    await client.end();
    await first.stop();
    await second?.stop();
    await postgres.stop();
  }
}

/** Somebody of the demo at work in the buying company and in the selling one. */
export async function enterBoth(client: pg.Client, url: string): Promise<World> {
  const tenants = new Map(
    (await client.query<{ url: string; id: number }>('select url, id from tenant')).rows.map((tenant) => [
      tenant.url,
      tenant.id,
    ]),
  );
  const enter = (company: string) => signIn(url, demoPeople.ada.email, demoPassword, tenants.get(company));
  return { client, url, buyer: await enter('adventure-works'), seller: await enter('northwind') };
}

/** Copies of an order of the demo, which wait for the approval of what is offered. */
async function queueOrders(
  { client, url, buyer }: World,
  orders: number,
  lines: number,
): Promise<{ mapping: number; ids: readonly number[] }> {
  const own = await findOwn(url, buyer);
  // A field more or less: what is sent has to be approved again.
  const keys = own.fields.map(({ key }) => key);
  const fields = keys.includes('poNumber') ? keys.filter((key) => key !== 'poNumber') : [...keys, 'poNumber'];
  const { triggerField, triggerValue, ...settings } = own.transferSettings;
  await graphql(
    url,
    updateDocument,
    {
      data: {
        id: own.id,
        version: own.version,
        enabled: true,
        triggerField,
        triggerValue,
        ...settings,
        fields,
      },
    },
    buyer,
  );
  const ids = await copyOrder(client, orders, lines);
  const [approved] = (
    await client.query<{ id: number }>(
      `select s.id::int from record_status s join record r on r.tenant_id = s.tenant_id and r.record_type_id = s.record_type_id
       where s.name = $2 and r.id = $1`,
      [ids[0], triggerValue],
    )
  ).rows;
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const data = { statusId: approved?.id, versions: some.map((id) => ({ id, version: 1 })) };
    const answer = await graphql<{ updateBulkRecordHeader: { outcome: string; message: string | null }[] }>(
      url,
      bulkDocument,
      { ids: some, data },
      buyer,
    );
    const fault = answer.data.updateBulkRecordHeader.find(({ outcome }) => outcome !== 'UPDATED');
    if (fault !== undefined) throw new Error(`${fault.outcome}: ${fault.message ?? ''}`);
  }
  await until(async () => (await countIn(client, ids, 'QUEUED')) === orders);
  return { mapping: own.id, ids };
}

/** Of these records; of the queued, those that were looked at and wait for the approval. */
const countIn = async (client: pg.Client, ids: readonly number[], state: string): Promise<number> =>
  Number(
    (
      await client.query<{ count: string }>(
        `select count(*) from transmission
         where record_id = any($1::bigint[]) and state = $2 and (state <> 'QUEUED' or reason is not null)`,
        [ids, state],
      )
    ).rows[0]?.count,
  );

async function approveOffer({ url, seller }: World, mapping: number): Promise<void> {
  const { offered } = (await graphql<Mappings>(url, mappingsDocument, {}, seller)).data
    .findTransmissionMappings;
  const offer = offered.find(({ id }) => id === mapping);
  if (offer === undefined) throw new Error('The mapping is not offered.');
  const { version, ...acceptance } = offer.acceptance;
  const numbers = new Set(offer.items.map(({ number }) => number));
  await graphql(
    url,
    approveDocument,
    {
      data: {
        id: mapping,
        offeredVersion: offer.version,
        version,
        ...acceptance,
        pairs: acceptance.pairs.filter(({ item }) => numbers.has(item)),
        answering: { answers: 'BY_PERSON', pricePercent: 1, days: 2, answerDays: 3 },
      },
    },
    seller,
  );
}

/** How long the deliveries take that waited for an approval. */
export async function deliver(
  world: World,
  orders: number,
  lines: number,
): Promise<{ ms: number; ids: readonly number[] }> {
  const { client } = world;
  const { mapping, ids } = await queueOrders(world, orders, lines);
  const { rows: clock } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  await approveOffer(world, mapping);
  await until(async () => (await countIn(client, ids, 'DELIVERED')) === orders, 100);
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from max(ended_at) - $2::timestamptz)::float8 * 1000 as ms from transmission where record_id = any($1::bigint[])`,
    [ids, clock[0]?.now],
  );
  return { ms: rows[0]?.ms ?? 0, ids };
}

/**
 * The same while connections are cut at whatever they are doing, one of the two servers is killed now and then, leases end before
 * the delivery does, messages come in any order, and what was delivered comes again.
 */
async function deliverUnderFaults(
  world: World,
  orders: number,
  { kills, restart }: { kills: number; restart: () => Promise<void> },
): Promise<Record<string, string>> {
  const { client } = world;
  const { mapping, ids } = await queueOrders(world, orders, linesOfAnOrder);
  const { rows: first } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  await approveOffer(world, mapping);
  let cut = 0;
  let again = 0;
  let servers = 0;
  const limit = performance.now() + 1_800_000;
  for (let round = 0; cut < kills && performance.now() < limit; round += 1) {
    const hit = (
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and state <> 'idle' order by random() limit 1`,
      )
    ).rows.length;
    cut += hit;
    if (hit > 0 || round % 100 === 0) {
      const { rowCount } = await client.query(
        `update transmission set state = 'QUEUED', ended_at = null, tries = 0, next_try_at = clock_timestamp() - random() * interval '1 minute'
         where record_id = any($1::bigint[]) and (state in ('QUEUED', 'FAILED') or (state = 'DELIVERED' and random() < 0.2))
           and pg_try_advisory_xact_lock(id)`,
        [ids],
      );
      again += rowCount ?? 0;
    }
    if (hit > 0 && cut % 30 === 0) {
      await restart();
      servers += 1;
    }
    // Most looks find nobody at work.
    await new Promise((resolve) => setTimeout(resolve, hit === 0 ? 1 : Math.random() * 25));
  }
  await client.query(
    `update transmission set tries = 0, next_try_at = clock_timestamp(), state = 'QUEUED' where record_id = any($1::bigint[]) and state <> 'DELIVERED'`,
    [ids],
  );
  // As the next change that is announced would.
  await restart();
  await until(async () => (await countIn(client, ids, 'DELIVERED')) === orders, 500);
  const { rows } = await client.query<Record<string, string>>(
    `select count(*)::text as sent, (count(r.id) - count(distinct t.source_key))::text as doubled,
       (count(*) filter (where r.id is null))::text as lost,
       (select count(*)::text from transmission where record_id = any($1::bigint[]) and state <> 'DELIVERED') as stuck,
       (select count(*)::text from record x join transmission_received y on y.record_id = x.id where y.received_at > $2::timestamptz) as made
     from transmission m left join transmission_received t on t.message_id = m.message_id
       left join record r on r.tenant_id = t.tenant_id and r.id = t.record_id
     where m.record_id = any($1::bigint[])`,
    [ids, first[0]?.now],
  );
  return {
    'connections cut': String(cut),
    'servers killed': String(servers),
    'sent again': String(again),
    ...rows[0],
  };
}

async function findOwn(url: string, buyer: Headers) {
  const [own] = (await graphql<Mappings>(url, mappingsDocument, {}, buyer)).data.findTransmissionMappings.own;
  if (own === undefined) throw new Error('The demo has no mapping.');
  return own;
}

let lastNumber = 900_000;
async function copyOrder(client: pg.Client, orders: number, lines: number): Promise<number[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'record' and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const { rows } = await client.query<{ id: string }>(
    `insert into record (${names}) select ${columns.map(({ name }) => `c.${pg.escapeIdentifier(name)}`).join(', ')}
     from record r cross join generate_series(1, $2::int) g
       cross join lateral jsonb_populate_record(null::public.record, to_jsonb(r) || jsonb_build_object(
         'id', nextval('record_id_seq'), 'record_number', $3::int + g, 'version', 1)) c
     where r.record_number = $1 and exists (select from line_item l where l.tenant_id = r.tenant_id and l.record_id = r.id) returning id`,
    [orderToTry, orders, lastNumber],
  );
  lastNumber += orders;
  const ids = rows.map(({ id }) => Number(id));
  await client.query(
    `insert into line_item (tenant_id, record_id, line_item_type_id, position, field_values)
     select l.tenant_id, i.id, l.line_item_type_id, g, l.field_values
     from unnest($1::bigint[]) i (id) cross join generate_series(1, $2::int) g
       cross join (select * from line_item where record_id = (select id from record where record_number = $3 and tenant_id =
         (select id from tenant where url = 'adventure-works') limit 1) order by position limit 1) l`,
    [ids, lines, orderToTry],
  );
  return ids;
}

async function until(isSo: () => Promise<boolean>, everyMs = 200): Promise<void> {
  const limit = performance.now() + 300_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error('It did not come to an end within five minutes.');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** What a delivery has to write, by one who asks nobody whether it is allowed: milliseconds for all. */
async function writePlainly(client: pg.Client, orders: number): Promise<number> {
  await client.query(`create table plain_order (id bigint primary key, status text, body jsonb);
    create table plain_line (id bigint generated always as identity primary key, order_id bigint, body jsonb);
    create index on plain_line (order_id); create table plain_receipt (message uuid primary key, order_id bigint, content jsonb);
    create table plain_source (id bigint primary key, status text);
    insert into plain_source select g, 'Approved' from generate_series(1, ${orders}) g`);
  const body = JSON.stringify(
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, `value ${at}`])),
  );
  const began = performance.now();
  for (let id = 1; id <= orders; id += 1) {
    await client.query('begin');
    await client.query(`insert into plain_order values ($1, 'New', $2)`, [id, body]);
    await client.query(
      'insert into plain_line (order_id, body) select $1, $2::jsonb from generate_series(1, $3::int)',
      [id, body, linesOfAnOrder],
    );
    await client.query('insert into plain_receipt values (gen_random_uuid(), $1, $2)', [id, body]);
    await client.query(`update plain_source set status = 'Complete' where id = $1`, [id]);
    await client.query('commit');
  }
  return performance.now() - began;
}

async function countFaults(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(
    `select count(*)::text as sent, (count(*) - count(distinct t.record_id))::text as doubled,
       (count(*) filter (where t.record_id is null))::text as lost,
       (select count(*)::text from transmission where state in ('QUEUED', 'FAILED')) as stuck,
       (count(*) filter (where not exists (select from conversation c where c.thread_id = m.message_id and c.side = 'TARGET')))::text
         as "without a conversation"
     from transmission m left join transmission_received t on t.message_id = m.message_id where m.state = 'DELIVERED'
       and m.record_id in (select id from record where record_number > 900000)`,
  );
  return rows[0] ?? {};
}

/** The record that the other company has of it. */
export async function findReceived(client: pg.Client, sourceId: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select t.record_id as id from transmission m join transmission_received t on t.message_id = m.message_id where m.record_id = $1`,
    [sourceId],
  );
  return Number(rows[0]?.id);
}

async function answerAll({ client, url, seller }: World, sourceId: number, runs: number) {
  const recordId = await findReceived(client, sourceId);
  const read: number[] = [];
  const answer: number[] = [];
  for (let run = 0; run < runs * 3; run += 1) {
    const found = await graphql<{
      findRecordConversations: {
        id: number;
        version: number;
        terms: { item: number; name: string }[];
        lines: { number: number }[];
      }[];
    }>(url, conversationsDocument, { data: { recordId } }, seller);
    read.push(found.ms);
    const [said] = found.data.findRecordConversations;
    const item = said?.terms[0]?.item;
    const answers = said?.lines.map(({ number }) => ({
      line: number,
      kind: 'CHANGED',
      values: [{ item, value: String(100 + run) }],
    }));
    const data = { id: said?.id, version: said?.version, requestKey: crypto.randomUUID(), answers };
    answer.push((await graphql(url, answerDocument, { data }, seller)).ms);
  }
  return { read, answer };
}
