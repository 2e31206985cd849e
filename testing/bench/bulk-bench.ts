// 100 records changed by one bulk call over HTTP, with permissions, audit and an answer for each, against one
// transaction of 100 updates by pg on a plain table of the same records; the same 100 saved in sequence; and 10,000 by
// one bulk change in the background and its undo, with what others wait for their grid meanwhile.
import pg from 'pg';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

const recordsAtOnce = 100;
const bulkDocument = `mutation Bulk($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
  updateBulkRecordHeader(ids: $ids, data: $data) { id outcome version message } }`;
const updateDocument = `mutation Update($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`;

const startDocument = `mutation Start($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id total } }`;
const undoDocument = `mutation Undo($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id total } }`;
const findDocument = `query Find($data: FindBulkChangeInput!) { findBulkChange(data: $data) { state updated total } }`;
const pageDocument = `query Page($data: FilterAndSortInput!) {
  filterAndSortRecordHeader(data: $data, pagination: { offset: 0, limit: 25 }) { records { id recordNumber } total } }`;

type Begun = { id: number; total: number };
type Found = { findBulkChange: { state: string; updated: number; total: number } };
type Bulk = { updateBulkRecordHeader: { id: number; outcome: string; version: number }[] };

export async function bulkBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const runs = Number(values['runs'] ?? 31);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await prepareDatabase(databaseUrl);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say);
  const server = await spawnServer({
    env: { DATABASE_URL: databaseUrl, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
  });
  await server.waitReady();
  const floor = new pg.Client({ connectionString: databaseUrl });
  await floor.connect();
  try {
    const headers = await signIn(server.url, largeEmail, largePassword);
    const field = tenant.fields['n8'] ?? 0;
    const versions = new Map<number, number>();
    const idsOf = (run: number) =>
      Array.from(
        { length: recordsAtOnce },
        (_, index) => 1 + (((run * recordsAtOnce + index) * 7919) % records),
      );
    const valueOf = (run: number, way: number) => String(run + way / 10);
    const change = (run: number, way: number) => [
      { recordAdditionalFieldByTypeId: field, value: valueOf(run, way) },
    ];

    async function bulk(run: number): Promise<number> {
      const ids = idsOf(run);
      const data = {
        versions: ids.map((id) => ({ id, version: versions.get(id) ?? 1 })),
        additionalFields: change(run, 1),
      };
      const { ms, data: answer } = await graphql<Bulk>(server.url, bulkDocument, { ids, data }, headers);
      for (const { id, outcome, version } of answer.updateBulkRecordHeader) {
        if (outcome !== 'UPDATED') throw new Error(`Record ${id}: ${outcome}`);
        versions.set(id, version);
      }
      return ms;
    }

    async function inSequence(run: number): Promise<number> {
      const began = performance.now();
      for (const id of idsOf(run)) {
        const data = { id, version: versions.get(id) ?? 1, additionalFields: change(run, 2) };
        const answer = await graphql<{ updateRecordHeader: { version: number } }>(
          server.url,
          updateDocument,
          { data },
          headers,
        );
        versions.set(id, answer.data.updateRecordHeader.version);
      }
      return performance.now() - began;
    }

    async function byPg(run: number): Promise<number> {
      const began = performance.now();
      await floor.query('begin');
      for (const id of idsOf(run)) {
        await floor.query({
          name: 'change',
          text: 'update plain_record set n8 = $1, version = version + 1, updated_at = now() where id = $2',
          values: [run + 0.5, id],
        });
      }
      await floor.query('commit');
      return performance.now() - began;
    }

    const times: Record<'bulk' | 'sequence' | 'floor', number[]> = { bulk: [], sequence: [], floor: [] };
    for (let run = 0; run < runs + 3; run += 1) {
      const [one, other, third] = [await bulk(run), await byPg(run), await inSequence(run)];
      if (run < 3) continue;
      times.bulk.push(one);
      times.floor.push(other);
      times.sequence.push(third);
    }
    /** All records with a number up to here are changed together, twice and back; others look at pages meanwhile. */
    const together = Math.min(10_000, records);
    const page = async (): Promise<number> =>
      (await graphql(server.url, pageDocument, { data: { recordTypeId: tenant.typeId } }, headers)).ms;
    const pagesAlone = [];
    for (let count = 0; count < 40; count += 1) pagesAlone.push(await page());
    const pagesMeanwhile: number[] = [];
    async function untilDone({ id, total }: Begun): Promise<number> {
      const began = performance.now();
      for (;;) {
        pagesMeanwhile.push(await page());
        const { data: found } = await graphql<Found>(server.url, findDocument, { data: { id } }, headers);
        if (found.findBulkChange.state === 'RUNNING') continue;
        if (found.findBulkChange.updated !== total) throw new Error(JSON.stringify(found));
        return (total / (performance.now() - began)) * 1000;
      }
    }
    const rates: { change: number[]; undo: number[] } = { change: [], undo: [] };
    for (let run = 0; run < Math.min(runs, 5); run += 1) {
      const query = {
        recordTypeId: tenant.typeId,
        enabled: false,
        filters: [
          {
            fieldId: 0,
            field: 'recordNumber',
            logicOperator: 'AND',
            priority: 0,
            filterCriteria: { operator: 'lessOrEqual', value: String(together) },
          },
        ],
      };
      const data = { query, values: { additionalFields: change(run, 7) } };
      const begun = await graphql<{ startBulkChange: Begun }>(server.url, startDocument, { data }, headers);
      rates.change.push(await untilDone(begun.data.startBulkChange));
      const { id } = begun.data.startBulkChange;
      const undone = await graphql<{ undoBulkChange: Begun }>(
        server.url,
        undoDocument,
        { data: { id } },
        headers,
      );
      rates.undo.push(await untilDone(undone.data.undoBulkChange));
    }
    const rate = (what: string, own: number[], aim: string) => ({
      what,
      'records/s (median)': Math.round(median(own)).toLocaleString('en'),
      slowest: Math.round(Math.min(...own)).toLocaleString('en'),
      aim,
    });
    const waited = (what: string, own: number[]) => ({
      what,
      'ms (median)': shownMs(median(own)),
      p95: shownMs(quantile(own, 0.95)),
      worst: shownMs(Math.max(...own)),
    });
    const line = (what: string, own: number[], aim: string) => ({
      what,
      'ms (median)': shownMs(median(own)),
      p95: shownMs(quantile(own, 0.95)),
      'ratio to the floor': (median(own) / median(times.floor)).toFixed(2),
      aim,
    });
    return [
      {
        title: `${recordsAtOnce} of ${records.toLocaleString('en')} records changed (of ${runs} runs)`,
        rows: [
          line('one bulk change', times.bulk, '≤ 3'),
          line('one update a record, in sequence', times.sequence, ''),
          line('the floor: one transaction of updates by pg', times.floor, ''),
        ],
      },
      {
        title: `${together.toLocaleString('en')} records changed by one bulk change, with audit, report and what undo needs`,
        rows: [rate('the change', rates.change, '≥ 2,000'), rate('its undo', rates.undo, '')],
      },
      {
        title: 'A page of 25 with its total, for somebody else',
        rows: [waited('before', pagesAlone), waited('while the changes run', pagesMeanwhile)],
      },
    ];
  } finally {
    await floor.end();
    await server.stop();
    await database.close();
    await postgres.stop();
  }
}
