// The record query over HTTP, signed in, with permissions, row-level security and exact totals, against the floor on
// the same data: interleaved run by run, each run with values of its own, so that no total is remembered unless said.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { createServerPool, openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { promoteAbove } from '@rowhouse/server/platform/record-store/promote.ts';
import { tendIndexes } from '@rowhouse/server/platform/record-store/tend-indexes.ts';
import autocannon from 'autocannon';
import { spawnServer } from '../fault.ts';
import { startPeer } from './peer.ts';
import type { Peer, PeerAsk } from './peer.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, post, signIn } from './http-client.ts';
import { importLarge } from './import-large.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import type { LargeTenant } from './large-tenant.ts';
import { countingSettings, openPostgresTime, type Parts } from './postgres-time.ts';
import { mean, median, quantile, shownMs } from './statistics.ts';

export const benchSecret = 'the secret of the benchmark, long enough';
export const benchLog = createLog('warn');

/** Every field that the contract has of a record, as the floor reads every column. */
export const pageDocument = `query Page($data: FilterAndSortInput!, $pagination: PaginationInput) {
  filterAndSortRecordHeader(data: $data, pagination: $pagination) {
    records {
      id version recordNumber poNumber statusId { id name } problemCodeId { id name } enabled description
      issuedByCompanyName issuedToCompanyName recordDate dueDate recordCreateDate validationRequired
      createdBy { id name email } receivedBy { id name email } approvedBy { id name email } assignedTo { id name email }
      createdAt receivedAt approvedAt updatedAt recordType { id name }
      additionalFields { id tag value }
    }
    TOTAL
  }
}`;
export const withTotal = pageDocument.replace('TOTAL', 'total totalState');
export const withoutTotal = pageDocument.replace('TOTAL', '');

type Line = {
  what: string;
  aim: string;
  total: boolean;
  /** What is asked in run i, of us and of the floor. */
  ask(i: number): { data: object; pagination: Slice; floor: object; peer: PeerAsk };
};
type Slice = { limit: number; offset: number };

const filter = (field: string | number, criteria: object, priority = 0) => ({
  fieldId: typeof field === 'number' ? field : 0,
  ...(typeof field === 'string' && { field }),
  logicOperator: 'AND',
  priority,
  filterCriteria: criteria,
});

export function linesFor(tenant: LargeTenant, records: number): Line[] {
  const { fields, statusIds, listValueIds } = tenant;
  const field = (slot: string): number => fields[slot] ?? 0;
  const page = (limit: number, offset = 0) => ({ limit, offset });
  const newest = 'created_at desc, id desc';
  const newestOfPeer = ['CREATED_AT_DESC', 'ROW_ID_DESC'];
  const ofPeer = (filter: object = {}, orderBy = newestOfPeer): PeerAsk => ({
    filter: { enabled: { equalTo: true }, ...filter },
    orderBy,
  });
  const day = (i: number) => `2018-0${1 + (i % 9)}-01`;
  return [
    {
      what: 'page of 25, default sort, with exact total',
      aim: '≤ 0.07',
      total: true,
      ask: () => ({
        data: {},
        pagination: page(25),
        floor: { where: 'enabled', order: newest, ...page(25) },
        peer: ofPeer(),
      }),
    },
    {
      what: 'the same without total',
      aim: '≤ 1.0',
      total: false,
      ask: () => ({
        data: {},
        pagination: page(25),
        floor: { where: 'enabled', order: newest, ...page(25) },
        peer: ofPeer(),
      }),
    },
    {
      what: 'status, page of 200, total',
      aim: '≤ 0.6',
      total: true,
      ask: (i) => ({
        data: {
          filters: [filter('status', { operator: 'is', value: String(statusIds[i % 14]) })],
        },
        pagination: page(200),
        floor: {
          where: 'enabled and status_id = $1',
          values: [statusIds[i % 14]],
          order: newest,
          ...page(200),
        },
        peer: ofPeer({ statusId: { equalTo: String(statusIds[i % 14]) } }),
      }),
    },
    {
      what: 'eight of 14 statuses, page of 200, total',
      aim: '≤ 0.15',
      total: true,
      ask: (i) => {
        const wanted = Array.from({ length: 8 }, (_, step) => statusIds[(i + step) % 14]!);
        return {
          data: { filters: [filter('status', { operator: 'isAnyOf', values: wanted.map(String) })] },
          pagination: page(200),
          floor: {
            where: 'enabled and status_id = any($1::bigint[])',
            values: [wanted],
            order: newest,
            ...page(200),
          },
          peer: ofPeer({ statusId: { in: wanted.map(String) } }),
        };
      },
    },
    {
      what: 'number range sorted by a date, total',
      aim: '≤ 1.1',
      total: true,
      ask: (i) => ({
        data: {
          filters: [
            filter(field('n1'), { operator: 'greaterOrEqual', value: String(5000 + i * 10) }),
            filter(field('n1'), { operator: 'lessThan', value: String(6000 + i * 10) }, 1),
          ],
          sort: [{ fieldId: field('d1'), sort: 'ASC' }],
        },
        pagination: page(25),
        floor: {
          where: 'enabled and n1 >= $1 and n1 < $2',
          values: [5000 + i * 10, 6000 + i * 10],
          order: 'd1 asc, id asc',
          ...page(25),
        },
        peer: ofPeer({ n1: { greaterThanOrEqualTo: 5000 + i * 10, lessThan: 6000 + i * 10 } }, [
          'D1_ASC',
          'ROW_ID_ASC',
        ]),
      }),
    },
    {
      what: 'contains (rare term), total',
      aim: '≤ 1.2',
      total: true,
      ask: (i) => {
        const term = (0xabc00 + i * 7).toString(16);
        return {
          data: { filters: [filter(field('t1'), { operator: 'contains', value: term })] },
          pagination: page(25),
          floor: { where: 'enabled and t1 ilike $1', values: [`%${term}%`], order: newest, ...page(25) },
          peer: ofPeer({ t1: { includesInsensitive: term } }),
        };
      },
    },
    {
      what: 'any-of and date range sorted by a number, total',
      aim: '≤ 1.2',
      total: true,
      ask: (i) => {
        const wanted = [0, 1, 2].map((step) => listValueIds[(i * 3 + step) % listValueIds.length] ?? 0);
        return {
          data: {
            filters: [
              filter(field('r3'), { operator: 'isAnyOf', values: wanted.map(String) }),
              filter(field('d2'), { operator: 'onOrAfter', value: day(i) }, 1),
            ],
            sort: [{ fieldId: field('n2'), sort: 'DESC' }],
          },
          pagination: page(25),
          floor: {
            where: 'enabled and r3 = any($1::bigint[]) and d2 >= $2',
            values: [wanted, day(i)],
            order: 'n2 desc, id desc',
            ...page(25),
          },
          peer: ofPeer({ r3: { in: wanted.map(String) }, d2: { greaterThanOrEqualTo: day(i) } }, [
            'N2_DESC',
            'ROW_ID_DESC',
          ]),
        };
      },
    },
    {
      what: 'page of 3,000, all fields',
      aim: '≤ 0.6',
      total: false,
      ask: (i) => ({
        data: {},
        pagination: page(3000, i % 2),
        floor: { where: 'enabled', order: newest, ...page(3000, i % 2) },
        peer: ofPeer(),
      }),
    },
    {
      what: `offset ${Math.floor(records * 0.9).toLocaleString('en')}, page of 200`,
      aim: '≤ 0.06',
      total: true,
      ask: (i) => ({
        data: {},
        pagination: page(200, Math.floor(records * 0.9) + i),
        floor: { where: 'enabled', order: newest, ...page(200, Math.floor(records * 0.9) + i) },
        peer: ofPeer(),
      }),
    },
  ];
}

export async function prepareDatabase(url: string): Promise<Database> {
  const database = openDatabase(createServerPool(url, 4, benchLog), 'server');
  await migrate(database);
  return database;
}

export const benchIdentity = (database: Database) => createAccounts({ database });

export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Of all its threads, since it began. */
function processorMsOf(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

async function startFloor(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('floor-server.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: `http://127.0.0.1:${line.split(' ')[1] ?? ''}`, stop: () => child.kill() };
}

export async function recordsBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 1_000_000);
  const runs = Number(values['runs'] ?? 31);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({
    durable: true,
    sharedBuffersMb: 2048,
    settings: {
      work_mem: '16MB',
      effective_cache_size: '8GB',
      random_page_cost: '1.1',
      max_wal_size: '8GB',
      ...(values['parts'] !== undefined && countingSettings),
    },
  });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await prepareDatabase(databaseUrl);
  // As real ones are: a type moves to a bucket of its own when it outgrows this.
  const dedicated = records > promoteAbove;
  const isImported = values['imported'] !== undefined;
  const tenant = await createLargeTenant(database, benchIdentity(database), isImported ? 0 : records, say, {
    dedicated,
    plain: !isImported,
  });
  if (isImported) {
    const seconds = await importLarge(database, databaseUrl, benchSecret, tenant, records);
    say(`imported in ${seconds.toFixed(0)} s, ${(records / seconds).toFixed(0)} records/s\n`);
  }
  const [{ first = 1 } = {}] = await database.asOwnerOfAll(
    async (connection) => (await connection.query('select min(id)::int as first from plain_record')).rows,
  );
  const server = await spawnServer({
    env: {
      DATABASE_URL: databaseUrl,
      SECRET: benchSecret,
      DEMO: 'off',
      NODE_ENV: 'production',
      DATABASE_POOL_SIZE: '8',
    },
  });
  await server.waitReady();
  const floor = await startFloor(databaseUrl);
  const parts = values['parts'] === undefined ? null : await openPostgresTime(databaseUrl);
  const peer = values['peer'] === undefined ? null : await startPeer(values['peer'], databaseUrl, database);
  try {
    const headers = await signIn(server.url, largeEmail, largePassword);
    const ask = (line: Line, i: number) => {
      const { data, pagination } = line.ask(i);
      return graphql<{ filterAndSortRecordHeader: { records: unknown[]; total?: number } }>(
        server.url,
        line.total ? withTotal : withoutTotal,
        { data: { recordTypeId: tenant.typeId, ...data }, pagination },
        headers,
      );
    };
    const askFloor = async (line: Line, i: number) => {
      const { ms, text } = await post(
        floor.url,
        JSON.stringify({ values: [], total: line.total, ...line.ask(i).floor }),
      );
      return { ms, data: JSON.parse(text) as { records: unknown[]; total: number | null } };
    };
    const lines = linesFor(tenant, records).filter(
      ({ what }) => values['only'] === undefined || what.includes(values['only']),
    );

    const askPeer = (line: Line, i: number) => {
      const asked = line.ask(i);
      return peer?.ask({ ...asked.peer, ...asked.pagination }, line.total);
    };

    say('indexes by use …\n');
    // Of so many records an order that is new is refused until its index is there.
    for (const line of lines) await ask(line, 1000).catch(() => undefined);
    await database.asOwnerOfAll((connection) =>
      connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, 'f' || unnest($3::bigint[]), 'order', 5
         on conflict do nothing`,
        [tenant.tenantId, tenant.typeId, ['n1', 'n2', 'd1', 'd2', 'r3'].map((slot) => tenant.fields[slot])],
      ),
    );
    await database.asOwnerOfAll((connection) =>
      connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) values ($1, $2, $3, 'contains', 5) on conflict do nothing`,
        [tenant.tenantId, tenant.typeId, `f${tenant.fields['t1'] ?? 0}`],
      ),
    );
    // As it is after three uses in one day, which of the floor's indexes are the same.
    const { n1, d1, r3, d2 } = tenant.fields;
    await database.asOwnerOfAll((connection) =>
      connection.query(
        `insert into field_use (tenant_id, record_type_id, field_key, kind, uses) select $1, $2, unnest($3::text[]), 'pair', 5
         on conflict (tenant_id, record_type_id, field_key, kind) do update set uses = 5`,
        [tenant.tenantId, tenant.typeId, [`f${n1}+f${d1}+range`, `f${r3}+f${d2}`]],
      ),
    );
    say(`${(await makeIndexes(database, records)).join(', ')}\n`);
    await database.inSession((connection) => connection.query('vacuum (analyze)'));

    let written = 0;
    /** Another record each time, of ours and of the floor's; no question of these asks for what is written. */
    const write = async () => {
      written += 1;
      const id = Number(first) + ((written * 7919) % records);
      const fields = [{ recordAdditionalFieldByTypeId: tenant.fields['n8'], value: String(written + 0.5) }];
      // As the client sends it.
      const idempotencyKey = `write ${written}`;
      const data = { id, version: 1, additionalFields: fields, idempotencyKey };
      const mine = await graphql(server.url, updateDocument, { data }, headers);
      const other = await post(floor.url, JSON.stringify({ id, value: written + 0.5 }));
      return [mine.ms, other.ms] as const;
    };
    /** Interleaved run by run. Each asks with values of its own, where its line has any. */
    const compare = async (line: Line, from: number, before: () => Promise<unknown>) => {
      const [ours, theirs, peers]: [number[], number[], number[]] = [[], [], []];
      let pending = 0;
      for (let i = from; i < from + runs + warmUp; i += 1) {
        await before();
        const isFirst = i % 2 === 0;
        const early = isFirst ? await ask(line, i) : null;
        const other = await askFloor(line, i);
        const mine = early ?? (await ask(line, i));
        const third = await askPeer(line, i);
        if (i < from + warmUp) continue;
        const { records: rows, total = null } = mine.data.filterAndSortRecordHeader;
        const isPending = line.total && total === null;
        if (rows.length !== other.data.records.length || (!isPending && total !== other.data.total))
          throw new Error(
            `${line.what}: ${rows.length} rows of ${other.data.records.length}, total ${total} of ${other.data.total}`,
          );
        if (third !== undefined && (third.rows !== rows.length || third.total !== other.data.total))
          throw new Error(`${line.what}: the peer has ${third.rows} rows, total ${third.total}`);
        if (third !== undefined) peers.push(third.ms);
        pending += Number(isPending);
        ours.push(mine.ms);
        theirs.push(other.ms);
      }
      return { ours, theirs, peers, pending };
    };

    /** What of it is PostgreSQL's, a time, and what is not. */
    const partly = async (
      times: number,
      work: () => Promise<{ ours: number[]; theirs: number[] }>,
    ): Promise<Record<string, string>> => {
      if (parts === null) return {};
      await parts.forget();
      const { ours, theirs } = await work();
      const found = await parts.read();
      const shown = (asked: number[], { planning, execution }: Parts) => {
        const [plans, executes] = [planning / times, execution / times];
        return [mean(asked), plans, executes, mean(asked) - plans - executes].map(shownMs).join(', ');
      };
      return {
        'ours: ms, of it planning, carrying out, the rest': shown(ours, found.ours),
        'floor: ms, of it planning, carrying out, the rest': shown(theirs, found.floor),
      };
    };

    const rows: Record<string, string>[] = [];
    for (const line of lines) {
      const standing = await compare(line, 0, () => Promise.resolve());
      const after = await compare(line, 1000, write);
      const stop = startWriter(write);
      const beside = await compare(line, 2000, () => Promise.resolve()).finally(stop);
      rows.push({
        what: line.what,
        'floor, ms': shownMs(median(standing.theirs)),
        ours: ratio(standing),
        'after a write': ratio(after),
        'floor then, ms': shownMs(median(after.theirs)),
        'beside a writer': ratio(beside),
        p95: `${shownMs(quantile(beside.ours, 0.95))} ms`,
        ...(peer !== null && { 'peer, after a write': ratio({ ours: after.peers, theirs: after.theirs }) }),
        'totals pending': [standing, after, beside].map(({ pending }) => pending).join(', '),
        aim: line.aim,
        ...(await partly(runs + warmUp, () => compare(line, 1500, () => Promise.resolve()))),
      });
      say(`${JSON.stringify(rows.at(-1))}\n`);
    }
    if (values['only'] === undefined || 'update'.includes(values['only'])) {
      const change = async () => {
        const times: (readonly [number, number])[] = [];
        for (let i = 0; i < runs * 2 + warmUp; i += 1) times.push(await write());
        const [ours, theirs] = [0, 1].map((which) => times.slice(warmUp).map((pair) => pair[which]!));
        return { ours: ours!, theirs: theirs! };
      };
      const figures = await change();
      rows.push({
        what: 'update one field, with audit',
        'floor, ms': shownMs(median(figures.theirs)),
        ours: ratio(figures),
        ...(peer !== null && {
          'peer, after a write': ratio({
            ours: await changesOf(peer, runs, records, Number(first)),
            theirs: figures.theirs,
          }),
        }),
        aim: '≤ 1.8',
        ...(await partly(runs * 2 + warmUp, change)),
      });
    }
    const loads: { title: string; rows: Record<string, string>[] }[] = [];
    for (const { what, aim } of underLoad) {
      const line = linesFor(tenant, records).find((one) => one.what.startsWith(what));
      if (line === undefined) continue;
      const { data, pagination, floor: ofFloor, peer: ofPeer } = line.ask(1);
      const asked = {
        query: withTotal,
        variables: { data: { recordTypeId: tenant.typeId, ...data }, pagination },
      };
      const stop = startWriter(write);
      loads.push({
        title: `16 connections beside a writer, ${line.what}`,
        rows: await throughput(
          [
            { what: 'ours', url: `${server.url}/graphql`, body: asked, headers },
            {
              what: 'the floor',
              url: floor.url,
              body: { values: [], total: true, ...ofFloor },
              headers: {},
            },
            ...(peer === null
              ? []
              : [
                  {
                    what: 'the peer',
                    url: peer.url,
                    body: peer.page({ ...ofPeer, ...pagination }, true),
                    headers: {},
                  },
                ]),
          ],
          server.pid,
          aim,
        ).finally(stop),
      });
    }
    return [
      {
        title: `Records, ${records.toLocaleString('en')} of one type, in a ${dedicated ? 'bucket of its own' : 'shared bucket'} (medians of ${runs} as ratios to the floor)`,
        rows,
      },
      ...loads,
    ];
  } finally {
    await server.stop();
    floor.stop();
    peer?.stop();
    await parts?.close();
    await database.close();
    await postgres.stop();
  }
}

/** Of single fields, one of the range with its order, and one of the pair that is asked together. */
const indexedFields = 8;
const smallestIndexed = 20_000;

/** The server's own job may be at it, and then nobody else is. */
async function makeIndexes(database: Database, records: number): Promise<string[]> {
  for (;;) {
    await tendIndexes(database, benchLog);
    const { rows } = await database.asOwnerOfAll((connection) =>
      connection.query(
        `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like 'ix\\_%' and i.indisvalid`,
      ),
    );
    if (rows.length >= indexedFields || records < smallestIndexed)
      return rows.map(({ name }) => String(name));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const underLoad = [
  { what: 'page of 25, default sort', aim: '≥ 1,200, p99 ≤ 50, ≤ 300 MB' },
  { what: 'status,', aim: '≥ 250' },
];

/** The first runs warm what is in memory. */
const warmUp = 3;

const ratio = ({ ours, theirs }: { ours: number[]; theirs: number[] }): string =>
  (median(ours) / median(theirs)).toFixed(2);

/** Twenty changes a second, of ours and of the floor's alike; answers how to stop. */
function startWriter(write: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const writing = (async () => {
    for (;;) {
      if (isOver) return;
      await Promise.all([write(), new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  })();
  return async () => {
    isOver = true;
    await writing;
  };
}

async function changesOf(peer: Peer, runs: number, records: number, first: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < runs * 2 + warmUp; i += 1)
    times.push((await peer.change(first + ((i * 7907) % records), i + 0.25)).ms);
  return times.slice(warmUp);
}

const updateDocument = `mutation Update($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`;

/** Who is asked by 16 connections at once, by its address and what it is sent. */
type Loaded = {
  readonly what: string;
  readonly url: string;
  readonly body: object;
  readonly headers: object;
};

const loadOf = (loaded: Loaded) =>
  autocannon({
    url: loaded.url,
    connections: 16,
    duration: 10,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...loaded.headers },
    body: JSON.stringify(loaded.body),
  });

/** Each in its turn; of the first, which is ours, also the most memory that its process had. */
async function throughput(all: readonly Loaded[], pid: number, aim: string) {
  const rows: Record<string, string>[] = [];
  for (const [index, loaded] of all.entries()) {
    let largestMb = 0;
    const watch = setInterval(() => {
      largestMb = Math.max(largestMb, memoryOf(pid));
    }, 200);
    const began = processorMsOf(pid);
    const result = await loadOf(loaded);
    const each = (processorMsOf(pid) - began) / result.requests.total;
    clearInterval(watch);
    rows.push({
      what: loaded.what,
      'requests/s': result.requests.average.toFixed(0),
      'p50, ms': String(result.latency.p50),
      'p99, ms': String(result.latency.p99),
      errors: String(result.errors + result.non2xx),
      ...(index === 0 && { aim, 'memory, MB': largestMb.toFixed(0), 'processor, ms each': each.toFixed(2) }),
    });
  }
  return rows;
}
