// Work that takes long, by two servers behind PgBouncer in transaction mode with few connections, beside people who turn pages and
// save: an import, exports, bulk changes, a retype and builds of indexes, while a server is killed, the pooler is killed and away,
// and a server is stopped. Needs pgbouncer (1.21 or newer) in the PATH.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openFolderStorage } from '@rowhouse/server/platform/object-storage/object-storage.ts';
import { spawnServer, type SpawnedServer } from '../fault.ts';
import { findFreePort } from '../free-port.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, identity, runAsAdmin, startTestPostgres } from '../postgres.ts';
import { readZip } from '../read-zip.ts';
import { post, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword, slots } from './large-tenant.ts';
import { benchIdentity, benchSecret } from './records-bench.ts';

const awayMs = 6000;
const zipFiles = 100;
const zipFileBytes = 1_000_000;
type Code = { readonly code: string; readonly message: string };
class Refused extends Error {
  readonly code: string;
  constructor({ code, message }: Code) {
    super(message);
    this.code = code;
  }
}

export async function poolerWorkBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const only = values['only']?.split(',');
  const isWanted = (name: string) => only === undefined || only.includes(name);
  const rows: Record<string, string>[] = [];
  const began = performance.now();
  const note = (what: string, is: string) => {
    rows.push({ what, is });
    process.stderr.write(`[${((performance.now() - began) / 1000).toFixed(0)}s] ${what}: ${is}\n`);
  };
  const home = await mkdtemp('/var/tmp/rowhouse-pooler-');
  const dataDir = await mkdtemp('/var/tmp/rowhouse-pooler-data-');
  if (identity.uid !== undefined) await chown(home, identity.uid, identity.gid);
  const postgres = await startTestPostgres({
    durable: true,
    sharedBuffersMb: 512,
  });
  const { url: direct } = await createTestDatabase(postgres.adminUrl);
  const database = await openMigratedDatabase(direct);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, () => undefined, {
    dedicated: false,
    plain: false,
  });
  const storage = openFolderStorage(dataDir);
  const fileKeys = Array.from(
    { length: zipFiles },
    (_, at) => `${tenant.tenantId}/${String(at).padStart(32, '0')}.pdf`,
  );
  for (const key of fileKeys)
    await storage.put(key, Readable.from([randomBytes(zipFileBytes)]), 'application/pdf');
  await database.asOwnerOfAll(async (connection) => {
    await connection.query(
      `insert into record_file (tenant_id, object_key, original_file_name, mime_type, size_bytes)
       select $1::int, key, 'File ' || at || '.pdf', 'application/pdf', $3 from unnest($2::text[]) with ordinality f (key, at)`,
      [tenant.tenantId, fileKeys, zipFileBytes],
    );
    await connection.query(
      `update record set record_file_id = f.id from (select id, row_number() over (order by id) as at from record_file where tenant_id = $1) f
       where record.tenant_id = $1 and record.id = $2 + f.at`,
      [tenant.tenantId, records - 2000],
    );
  });
  await database.close();
  const look = new pg.Pool({ connectionString: direct, max: 2, application_name: 'look' });
  look.on('error', () => undefined);
  const sql = async (text: string, given: unknown[] = []) =>
    (await look.query<Record<string, unknown>>(text, given)).rows;
  // What requests come by: the owner's login, or one that may do nothing else (decision 115).
  const login = values['logins'] === '2' ? await makeLogin(postgres.adminUrl) : new URL(direct).username;
  const pooler = await openPooler(direct, home, Number(values['workers'] ?? 5), login);
  const env = {
    DATA_DIR: dataDir,
    SECRET: benchSecret,
    DEMO: 'off',
    NODE_ENV: 'production',
    ...(values['logins'] === '2'
      ? { DATABASE_URL: direct, DATABASE_APP_URL: pooler.url }
      : { DATABASE_URL: pooler.url }),
    DATABASE_LISTEN_URL: direct,
    OPERATORS: largeEmail,
    STOP_GRACE_SECONDS: '3',
    LOG_LEVEL: 'info',
  };
  let said = '';
  const servers: SpawnedServer[] = [];
  const start = async (at: number) => {
    const old = servers[at];
    if (old !== undefined) said += old.output();
    const server = await spawnServer({
      env: { ...env, ...(old !== undefined && { PORT: new URL(old.url).port }) },
    });
    servers[at] = server;
    await server.waitReady();
  };
  try {
    await start(0);
    await start(1);
    const headers = await signIn(servers[0]!.url, largeEmail, largePassword);
    const ready = new Set([0, 1]);
    const over = new AbortController();
    const looking = (async () => {
      while (!over.signal.aborted) {
        for (const at of [0, 1]) {
          const ok = await fetch(`${servers[at]!.url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
            (answer) => answer.ok,
            () => false,
          );
          if (ok) ready.add(at);
          else ready.delete(at);
        }
        await wait(200);
      }
    })();
    let turn = 0;
    const some = () => {
      const all = [...ready];
      return servers[all.length === 0 ? (turn += 1) % 2 : all[(turn += 1) % all.length]!]!.url;
    };
    const ask = async <Result>(query: string, variables: object, url = some()): Promise<Result> => {
      const { text } = await post(`${url}/graphql`, JSON.stringify({ query, variables }), headers);
      const answer = JSON.parse(text) as {
        data: Result | null;
        errors?: { message: string; extensions?: { code?: string } }[];
      };
      const [error] = answer.errors ?? [];
      if (error !== undefined)
        throw new Refused({ code: error.extensions?.code ?? '?', message: error.message });
      return answer.data!;
    };
    /** As a person who tries again while nothing answers. */
    const insist = async <Result>(query: string, variables: object): Promise<Result> => {
      for (;;) {
        try {
          return await ask<Result>(query, variables);
        } catch (error) {
          if (error instanceof Refused && error.code !== 'UNAVAILABLE') throw error;
          await wait(200);
        }
      }
    };

    // People.
    const failures: { phase: string; code: string; message: string }[] = [];
    const waits: number[] = [];
    let phase = 'start';
    let [pages, saves] = [0, 0];
    const gone = new AbortController();
    const state = new Map<number, { known: string; maybe: string[] }>();
    const people = Array.from({ length: 6 }, async (_, who) => {
      for (let count = 0; !gone.signal.aborted; count += 1) {
        const id = records - 1000 + who * 100 + (count % 100);
        const value = String(who * 1e6 + count);
        const at = performance.now();
        try {
          await ask(
            `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
               filterAndSortRecordHeader(data: $data, pagination: $pagination) { records { id recordNumber } total } }`,
            {
              data: { recordTypeId: tenant.typeId },
              pagination: { offset: 25 * (count % 40), limit: 25 },
            },
          );
          pages += 1;
          waits.push(performance.now() - at);
          const entry = state.get(id) ?? { known: '', maybe: [] };
          state.set(id, entry);
          entry.maybe.push(value);
          await ask(
            `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`,
            {
              data: {
                id,
                additionalFields: [{ recordAdditionalFieldByTypeId: tenant.fields['n2'], value }],
              },
            },
          );
          saves += 1;
          entry.known = value;
          entry.maybe = [];
        } catch (error) {
          const code = error instanceof Refused ? error.code : ((error as { code?: string }).code ?? 'none');
          failures.push({ phase, code, message: error instanceof Error ? error.message : String(error) });
          await wait(100);
        }
        await wait(50);
      }
    });
    const during = async (name: string, work: () => Promise<string>) => {
      phase = name;
      const [p, s, from, w] = [pages, saves, failures.length, waits.length];
      const at = performance.now();
      const said = await work().catch((error: unknown) => `FAILED: ${String(error)}`);
      const fresh = new Map<string, number>();
      for (const { code, message } of failures.slice(from)) {
        const line = `${code} (${message})`;
        fresh.set(line, (fresh.get(line) ?? 0) + 1);
      }
      const own = waits.slice(w).toSorted((one, other) => one - other);
      note(
        name,
        `${((performance.now() - at) / 1000).toFixed(1)} s. ${said}. Beside it ${pages - p} pages, ${saves - s} saves, page median ${own[own.length >> 1]?.toFixed(0)} ms, longest ${own.at(-1)?.toFixed(0)} ms; refused: ${fresh.size === 0 ? 'none' : [...fresh].map((pair) => pair.join(': ')).join(' | ')}`,
      );
    };
    const poolerAway = async () => {
      await pooler.kill();
      await wait(awayMs);
      await pooler.start();
    };
    const killOne = async (at: number) => {
      await servers[at]!.kill9();
      await wait(2000);
      await start(at);
    };
    const memory = () =>
      servers.map(
        ({ pid }) =>
          `${(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024).toFixed(0)} MB`,
      );

    // Bulk changes and imports.
    type Bulk = Record<string, number | string | null> & { id: number; state: string };
    const bulkParts = 'id state total updated unchanged conflicts notFound refused made';
    const findBulk = async (id: number) =>
      (
        await insist<{ findBulkChange: Bulk }>(
          `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { ${bulkParts} } }`,
          { data: { id } },
        )
      ).findBulkChange;
    const follow = async (
      id: number,
      faults: readonly [share: number, fault: () => Promise<void>][] = [],
    ) => {
      const due = [...faults];
      for (;;) {
        const found = await findBulk(id);
        if (found.state !== 'RUNNING') return found;
        const done = ['updated', 'unchanged', 'conflicts', 'notFound', 'refused'].reduce(
          (sum, key) => sum + Number(found[key]),
          0,
        );
        const [next] = due;
        if (next !== undefined && done >= next[0] * Number(found['total'])) {
          due.shift();
          await next[1]();
        }
        await wait(200);
      }
    };
    const shown = (bulk: Bulk) =>
      Object.entries(bulk)
        .filter(([key, value]) => key !== 'id' && value !== 0)
        .map(([key, value]) => `${key} ${value}`)
        .join(', ');
    const importRows = async (count: number, mark: string, faults: Parameters<typeof follow>[1]) => {
      const { createImport: made } = await insist<{
        createImport: { id: number; fields: { key: string; name: string; required: boolean }[] };
      }>(
        'mutation ($data: CreateImportInput!) { createImport(data: $data) { id fields { key name required } } }',
        {
          data: {
            recordTypeId: tenant.typeId,
            fileName: `${mark}.csv`,
            headers: ['Description', 'Status', 'Problem', 'Amount', 'Text', 'From', 'To', 'PO', 'Date'],
          },
        },
      );
      for (let from = 0; from < count; from += 2000)
        await insist('mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }', {
          data: {
            id: made.id,
            rows: Array.from({ length: Math.min(2000, count - from) }, (_, at) => ({
              row: from + at + 2,
              cells: [
                `${mark} ${from + at}`,
                `Status ${1 + (at % 14)}`,
                `Code ${1 + (at % 6)}`,
                `${from + at}.25`,
                `Imported ${from + at}`,
                `From ${at % 50}`,
                `To ${at % 50}`,
                String(1 + at),
                '2026-11-01',
              ],
            })),
          },
        });
      const keys = [
        'description',
        'status',
        'problemCode',
        `f${tenant.fields['n1']}`,
        `f${tenant.fields['t1']}`,
        'issuedByCompanyName',
        'issuedToCompanyName',
        'poNumber',
        'recordDate',
      ];
      const known = new Set(made.fields.map(({ key }) => key));
      const { judgeImport: judged } = await insist<{
        judgeImport: {
          judgement: number;
          making: number;
          faulty: number;
          problems: string[];
          reasons: object[];
        };
      }>(
        'mutation ($data: JudgeImportInput!) { judgeImport(data: $data) { judgement making faulty problems reasons { reason count } } }',
        {
          data: {
            id: made.id,
            existing: 'REFUSE',
            decimals: 'POINT',
            columns: keys.flatMap((fieldKey, column) => (known.has(fieldKey) ? [{ column, fieldKey }] : [])),
          },
        },
      );
      if (judged.making !== count)
        return `judged ${JSON.stringify(judged)} ${JSON.stringify(made.fields.filter(({ required }) => required))}`;
      const { startImport: started } = await insist<{ startImport: { bulkChangeId: number } }>(
        'mutation ($data: StartImportInput!) { startImport(data: $data) { bulkChangeId } }',
        { data: { id: made.id, judgement: judged.judgement } },
      );
      const ended = await follow(started.bulkChangeId, faults);
      const [{ all, texts }] = (await sql(
        `select count(*)::int as all, count(distinct description)::int as texts from record
         where tenant_id = $1 and record_type_id = $2 and description like $3`,
        [tenant.tenantId, tenant.typeId, `${mark} %`],
      )) as [{ all: number; texts: number }];
      return `${shown(ended)}; standing ${all}, ${texts} different; most memory ${memory().join(', ')}`;
    };

    if (isWanted('import')) {
      await during('An import of 50,000 rows', () => importRows(50_000, 'plain', []));
      await during('An import of 20,000, the pooler killed and away for 6 s, then each server killed', () =>
        importRows(20_000, 'killed', [
          [0.05, poolerAway],
          [0.3, () => killOne(0)],
          [0.6, () => killOne(1)],
        ]),
      );
    }

    const query = (upTo: number, enabled: boolean | null) => ({
      recordTypeId: tenant.typeId,
      ...(enabled !== null && { enabled }),
      filters: [
        {
          fieldId: 0,
          field: 'recordNumber',
          logicOperator: 'AND',
          priority: 0,
          filterCriteria: { operator: 'lessOrEqual', value: String(upTo) },
        },
      ],
    });
    const digest = async () => {
      const [found] = await sql(
        `select md5(string_agg(id || ':' || coalesce(n8::text, '') || ':' || coalesce(n1::text, '') || ':' || enabled, ',' order by id)) as sum
         from record where tenant_id = $1 and record_type_id = $2 and record_number <= 20000`,
        [tenant.tenantId, tenant.typeId],
      );
      return String(found?.['sum']);
    };
    const startBulk = async (of: object, given: object) =>
      (
        await insist<{ startBulkChange: { id: number } }>(
          'mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }',
          { data: { query: of, values: given } },
        )
      ).startBulkChange.id;
    const undo = async (id: number) =>
      (
        await insist<{ undoBulkChange: { id: number } }>(
          'mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id } }',
          { data: { id } },
        )
      ).undoBulkChange.id;
    if (isWanted('bulk')) {
      const before = await digest();
      let changed = 0;
      await during('A bulk change of 20,000, the pooler killed and away for 6 s', async () => {
        changed = await startBulk(query(20_000, false), {
          additionalFields: [{ recordAdditionalFieldByTypeId: tenant.fields['n8'], value: '4711' }],
        });
        return shown(await follow(changed, [[0.3, poolerAway]]));
      });
      await during('its undo, a server killed', async () => {
        const said = shown(await follow(await undo(changed), [[0.3, () => killOne(1)]]));
        return `${said}; values ${(await digest()) === before ? 'as before' : 'NOT AS BEFORE'}`;
      });
      await during('20,000 deleted, the pooler killed and away', async () => {
        changed = await startBulk(query(20_000, false), { enabled: false });
        return shown(await follow(changed, [[0.3, poolerAway]]));
      });
      await during('and brought back by its undo, a server killed', async () => {
        const said = shown(await follow(await undo(changed), [[0.3, () => killOne(0)]]));
        return `${said}; values ${(await digest()) === before ? 'as before' : 'NOT AS BEFORE'}`;
      });
    }

    type Design = {
      findRecordTypeDesign: {
        fields: { id: number; version: number }[];
        retypes: { id: number; phase: string; state: string; done: number }[];
      };
    };
    const design = async () =>
      (
        await insist<Design>(
          `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
            fields { id version } retypes { id phase state done } } }`,
          { data: { id: tenant.typeId } },
        )
      ).findRecordTypeDesign;
    if (isWanted('retype'))
      await during('A retype of a field, the pooler killed and away, a server killed', async () => {
        const fieldId = tenant.fields['n3'];
        const { fields } = await design();
        const [old] = await sql(
          `select count(*)::int as n, sum(n3)::numeric::text as s from record where tenant_id = $1 and record_type_id = $2`,
          [tenant.tenantId, tenant.typeId],
        );
        await insist('mutation ($data: RetypeInput!) { startRetype(data: $data) { retypes { id } } }', {
          data: { fieldId, dataType: 'string', version: fields.find(({ id }) => id === fieldId)?.version },
        });
        let faults = 0;
        for (;;) {
          const [retype] = (await design()).retypes;
          if (retype?.phase === 'KEPT' || retype?.state === 'FAILED') {
            const [slot] = await sql('select slot from field where id = $1', [fieldId]);
            const [now] = await sql(
              `select count(${slot?.['slot']})::int as n, sum(replace(${slot?.['slot']}, ',', '')::numeric)::text as s from record where tenant_id = $1 and record_type_id = $2 and n3 is not null`,
              [tenant.tenantId, tenant.typeId],
            );
            return `${JSON.stringify(retype)}; before ${JSON.stringify(old)}, now ${JSON.stringify(now)}`;
          }
          if (retype !== undefined && retype.done > 10_000 && faults === 0) {
            faults += 1;
            await poolerAway();
          } else if (retype !== undefined && retype.done > 30_000 && faults === 1) {
            faults += 1;
            await killOne(0);
          }
          await wait(200);
        }
      });

    const download = (url: string, onBytes: (bytes: number) => void): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        get(url, (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            onBytes((bytes += chunk.length));
          });
          response.on('end', () =>
            response.complete ? resolve(Buffer.concat(chunks)) : reject(new Error('cut off')),
          );
          response.on('error', reject);
        }).on('error', reject);
      });
    if (isWanted('export')) {
      const link = async (format = 'CSV') => {
        const base = some();
        const { exportRecordHeaders: made } = await ask<{ exportRecordHeaders: { url: string } }>(
          'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
          {
            data: {
              query: query(records, null),
              columns: ['recordNumber', 'description', ...slots.map((slot) => `f${tenant.fields[slot]}`)],
              format,
              timeZone: 'UTC',
            },
          },
          base,
        );
        return base + made.url;
      };
      const fault = (after: number, work: () => Promise<void>) => {
        let isDone = false;
        let working: Promise<void> = Promise.resolve();
        return {
          onBytes: (bytes: number) => {
            if (isDone || bytes < after) return;
            isDone = true;
            working = work();
          },
          end: () => working,
        };
      };
      const linesOf = (file: Buffer) => {
        const lines = file
          .toString()
          .split('\r\n')
          .filter((line) => line !== '');
        const numbers = new Set(lines.slice(1).map((line) => line.split(',')[0]));
        return `${lines.length - 1} lines, ${numbers.size} different, ${(file.length / 1e6).toFixed(1)} MB`;
      };
      await during('An export of 100,000 records as CSV', async () =>
        linesOf(await download(await link(), () => undefined)),
      );
      await during('The same as a workbook', async () => {
        const file = await download(await link('XLSX'), () => undefined);
        const sheet = readZip(file).find(({ name }) => /worksheets\/.*\.xml$/.test(name));
        const written = sheet?.content.toString().match(/<row[ >]/g)?.length ?? 0;
        return `${written - 1} rows below the names, ${(file.length / 1e6).toFixed(1)} MB`;
      });
      await during('The same as CSV, the pooler killed and away in the middle', async () => {
        const away = fault(8_000_000, poolerAway);
        const said = await download(await link(), away.onBytes).then(
          linesOf,
          (error) => `broke off: ${error}`,
        );
        await away.end();
        return said;
      });
      await during('The same, its server told to stop in the middle', async () => {
        const url = await link();
        const at = servers.findIndex((server) => url.startsWith(server.url));
        const stop = fault(8_000_000, async () => {
          await servers[at]!.stop();
          await start(at);
        });
        const said = await download(url, stop.onBytes).then(linesOf, (error) => `broke off: ${error}`);
        await stop.end();
        return said;
      });
    }

    if (isWanted('zip'))
      await during('A zip of 100 files of 1 MB, the pooler killed and away in the middle', async () => {
        const base = some();
        const { createZipFileLink: made } = await ask<{ createZipFileLink: { url: string } }>(
          'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { url } }',
          { data: { ids: Array.from({ length: zipFiles }, (_, at) => records - 1999 + at) } },
          base,
        );
        let away: Promise<void> | undefined;
        const file = await download(base + made.url, (bytes) => {
          if (bytes > 20_000_000) away ??= poolerAway();
        });
        await away;
        const sums = new Set(fileKeys.map((key) => sumOf(readFileSync(path.join(dataDir, 'files', key)))));
        const packed = readZip(file).filter(({ name }) => name.endsWith('.pdf'));
        return `${packed.length} files, ${packed.filter(({ content }) => sums.has(sumOf(content))).length} with their checksum`;
      });

    if (isWanted('company')) {
      await post(`${some()}/auth/prove`, JSON.stringify({ password: largePassword }), headers);
      type Export = { state: string; records: number; sizeBytes: number };
      const findExport = async () =>
        (
          await insist<{ findCompanyExport: Export | null }>(
            '{ findCompanyExport { state step done total records files sizeBytes } }',
            {},
          )
        ).findCompanyExport;
      const endOfExport = async () => {
        for (;;) {
          const found = await findExport();
          if (found?.state !== 'RUNNING') return found;
          await wait(300);
        }
      };
      const running = async () => {
        for (;;) {
          const found = (await findExport()) as (Export & { done: number }) | null;
          if (found === null || found.state !== 'RUNNING' || found.done > 5000) return;
          await wait(100);
        }
      };
      await during("A company's export, the pooler killed and away", async () => {
        await insist('mutation { startCompanyExport { id } }', {});
        await running();
        await poolerAway();
        return JSON.stringify(await endOfExport());
      });
      await during("A company's export, its connections to the database ended", async () => {
        await insist('mutation { startCompanyExport { id } }', {});
        await running();
        await sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('rowhouse', 'rowhouse session') and pid <> pg_backend_pid()`,
        );
        return JSON.stringify(await endOfExport());
      });
      let archive: Buffer = Buffer.alloc(0);
      await during("A company's export, both servers killed one after the other", async () => {
        await insist('mutation { startCompanyExport { id } }', {});
        await running();
        await killOne(0);
        await killOne(1);
        const ended = await endOfExport();
        const { createCompanyExportLink: made } = await insist<{ createCompanyExportLink: { url: string } }>(
          'mutation { createCompanyExportLink { url } }',
          {},
        );
        archive = await download(some() + made.url, () => undefined);
        return `${JSON.stringify(ended)}; file of ${(archive.length / 1e6).toFixed(1)} MB, sha256 ${sumOf(archive).slice(0, 12)}`;
      });
      type Import = {
        state: string;
        problem: string | null;
        made: { id: number; records: number } | null;
        done: number;
      };
      const findImport = async () =>
        (
          await insist<{ findCompanyImport: Import }>(
            '{ findCompanyImport { state problem done made { id records } } }',
            {},
          )
        ).findCompanyImport;
      const settled = async () => {
        for (;;) {
          const found = await findImport();
          if (!['CHECKING', 'RUNNING', 'UPLOADING'].includes(found.state)) return found;
          await wait(300);
        }
      };
      const bringIn = async (name: string, fault: () => Promise<unknown>) => {
        const { startCompanyUpload: upload } = await insist<{
          startCompanyUpload: { url: string; partBytes: number };
        }>(
          'mutation ($data: StartCompanyUploadInput!) { startCompanyUpload(data: $data) { url partBytes } }',
          {
            data: { fileName: 'bench.tar.gz', sizeBytes: archive.length },
          },
        );
        for (let part = 0; part * upload.partBytes < archive.length; part += 1) {
          const answer = await fetch(`${some()}${upload.url}?part=${part + 1}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/octet-stream' },
            body: new Uint8Array(archive.subarray(part * upload.partBytes, (part + 1) * upload.partBytes)),
          });
          if (!answer.ok) return `part ${part}: ${await answer.text()}`;
        }
        const checked = await settled();
        if (checked.state !== 'CHECKED') return JSON.stringify(checked);
        await insist(
          'mutation ($data: StartCompanyImportInput!) { startCompanyImport(data: $data) { state } }',
          {
            data: { name, url: name, isMove: false },
          },
        );
        for (;;) {
          const found = await findImport();
          if (found.state !== 'RUNNING' || found.done > 3_000_000) break;
          await wait(100);
        }
        await fault();
        const ended = await settled();
        const compared =
          ended.made === null
            ? []
            : await sql(
                `select tenant_id = $1 as own, count(*)::int as records,
                   md5(string_agg(md5(concat_ws('|', record_number, description, n1, n4, d1, t1, enabled, version)), ',' order by record_number, description)) as sum
                 from record where tenant_id = any($2::int[]) and record_number not between $3 and $4 group by 1`,
                [tenant.tenantId, [tenant.tenantId, ended.made.id], records - 1100, records],
              );
        return `${JSON.stringify(ended)} ${JSON.stringify(compared)}`;
      };
      await during('Its import beside it, the pooler killed and away', () => bringIn('one', poolerAway));
      await during('Its import, the connections to the database ended', () =>
        bringIn('two', () =>
          sql(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('rowhouse', 'rowhouse session') and pid <> pg_backend_pid()`,
          ),
        ),
      );
      await during('Its import, both servers killed one after the other', () =>
        bringIn('three', async () => {
          await killOne(0);
          await killOne(1);
        }),
      );
    }

    if (isWanted('indexes')) {
      const fieldsUsed = ['n4', 'n5', 'd2', 'd3', 't2', 'r2'];
      const used = async () => {
        for (const slot of fieldsUsed)
          for (let time = 0; time < 4; time += 1)
            await insist(
              `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) { records { id } } }`,
              {
                data: {
                  recordTypeId: tenant.typeId,
                  sort: [{ recordAdditionalFieldByTypeId: tenant.fields[slot], sort: 'ASC' }],
                },
              },
            ).catch((error: unknown) => note('sorting', String(error)));
      };
      const indexes = async () =>
        sql(
          `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ~ '^ix_' order by 1`,
        );
      const buckets = () => sql('select bucket, moving_from from record_type where id = $1', [tenant.typeId]);
      await during(
        'Builds of indexes, servers killed in two of them, the pooler killed in a third',
        async () => {
          await used();
          let faults = 0;
          const seen = new Set<string>();
          const until = performance.now() + 240_000;
          while (performance.now() < until) {
            const building = await sql(
              `select a.application_name as app, a.query, p.phase from pg_stat_progress_create_index p join pg_stat_activity a using (pid)`,
            );
            for (const one of building) seen.add(String(one['app']));
            if (building.length > 0 && faults < 3) {
              faults += 1;
              if (faults < 3) {
                // Whoever makes it is one of the two.
                await Promise.all([servers[0]!.kill9(), servers[1]!.kill9()]);
                await Promise.all([start(0), start(1)]);
              } else await poolerAway();
            }
            const all = await indexes();
            const [place] = await buckets();
            if (
              faults >= 3 &&
              building.length === 0 &&
              place?.['moving_from'] === null &&
              all.length >= fieldsUsed.length &&
              all.every(({ valid }) => valid === true)
            )
              break;
            await wait(50);
          }
          const all = await indexes();
          return `made as ${[...seen].join(', ')}; ${faults} faults; ${all.length} indexes, ${all.filter(({ valid }) => valid !== true).length} invalid; bucket ${JSON.stringify(await buckets())}`;
        },
      );
    }

    if (isWanted('stop'))
      await during('Each server told to stop in turn beside a bulk change of 20,000', async () => {
        const id = await startBulk(query(20_000, false), {
          additionalFields: [{ recordAdditionalFieldByTypeId: tenant.fields['n7'], value: '815' }],
        });
        const restart = (at: number) => async () => {
          const code = await servers[at]!.stop();
          if (code !== 0) note('a stop ended with', String(code));
          await start(at);
        };
        return shown(
          await follow(id, [
            [0.1, restart(0)],
            [0.4, restart(1)],
          ]),
        );
      });

    if (isWanted('crash'))
      await during(
        'PostgreSQL ends all its sessions and recovers, beside a bulk change of 20,000',
        async () => {
          const id = await startBulk(query(20_000, false), {
            additionalFields: [{ recordAdditionalFieldByTypeId: tenant.fields['n6'], value: '99' }],
          });
          const crash = async () => {
            const [one] = await sql(
              `select pid from pg_stat_activity where datname = current_database() and application_name not in ('look', 'rowhouse session') and pid <> pg_backend_pid() limit 1`,
            );
            process.kill(Number(one?.['pid']), 'SIGKILL');
            await wait(2000);
          };
          const ended = await follow(id, [[0.3, crash]]);
          const heard = servers.filter((server) =>
            server.output().includes('the connection that hears changes was lost'),
          );
          return `${shown(ended)}; noticed by ${heard.length} of 2 servers`;
        },
      );

    phase = 'end';
    gone.abort();
    await Promise.all(people);
    over.abort();
    await looking;
    const stand = new Map(
      (
        await sql(
          'select id::int as id, n2::text as n2 from record where tenant_id = $1 and id > $2 and record_number <= $3',
          [tenant.tenantId, records - 1001, records],
        )
      ).map((row) => [Number(row['id']), String(row['n2'])]),
    );
    const wrong = [...state].filter(
      ([id, { known, maybe }]) => known !== '' && ![known, ...maybe].includes(stand.get(id) ?? ''),
    );
    note('records saved whose value is not the last acknowledged', `${wrong.length} of ${state.size}`);
    const left = `select current_user as who, current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      current_setting('lock_timeout') as lock, current_setting('plan_cache_mode') as plans, current_setting('jit') as jit, current_setting('timezone') as zone,
      current_setting('max_parallel_workers_per_gather') as workers, coalesce(current_setting('app.tenant_id', true), '') as tenant,
      coalesce(current_setting('app.source', true), '') as source, coalesce(current_setting('app.announced', true), '') as announced,
      coalesce(current_setting('app.moving_records', true), '') as moving, coalesce(current_setting('app.settling', true), '') as settling,
      coalesce(current_setting('app.noting_unseen', true), '') as unseen, coalesce(current_setting('app.lists_version', true), '') as lists,
      (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`;
    const lookAt = async (url: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows: found } = await client.query<Record<string, unknown>>(left);
      await client.end();
      return JSON.stringify(found[0]);
    };
    const bare = await lookAt(direct);
    const fresh = await Promise.all(Array.from({ length: 24 }, () => lookAt(pooler.url)));
    note('left on pooled connections', fresh.find((line) => line !== bare) ?? 'nothing');
    const holders = await sql(
      `select application_name, state, backend_xmin::text, left(query, 60) as query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (backend_xmin is not null or state like 'idle in%')`,
    );
    const faults = (said + servers.map((server) => server.output()).join('\n'))
      .split('\n')
      .flatMap((line) => {
        const found = /"level":[45]0.*"msg":"([^"]*)"/.exec(line)?.[1];
        return found === undefined ? [] : [found];
      });
    const counts = [...Map.groupBy(faults, (one) => one)].map(([one, all]) => `${all.length} x ${one}`);
    note('warnings and errors in the logs', counts.join('; '));
    note('connections that hold a snapshot at rest', JSON.stringify(holders));
    const advisory = await sql(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    note('advisory locks at rest', JSON.stringify(advisory));
    const invalid = await sql(
      `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid and c.relkind = 'i'`,
    );
    note('invalid indexes at the end', JSON.stringify(invalid));
    const [counted] = await sql(
      `select (select sum(all_count) from record_type_counter where tenant_id = $1 and record_type_id = $2)::int as counted,
         (select count(*) from record where tenant_id = $1 and record_type_id = $2)::int as standing,
         (select count(*) from (
            select status_id, sum(all_count), sum(enabled_count) from record_status_counter
            where tenant_id = $1 and record_type_id = $2 group by status_id having sum(all_count) > 0
            except select status_id, count(*), count(*) filter (where enabled) from record
            where tenant_id = $1 and record_type_id = $2 group by status_id) q)::int as "statuses miscounted"`,
      [tenant.tenantId, tenant.typeId],
    );
    note('counters', JSON.stringify(counted));
  } finally {
    for (const server of servers) {
      await server.stop();
    }
    await look.end();
    await pooler.kill();
    await postgres.stop();
    await Promise.all([home, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return [{ title: 'Long work behind PgBouncer', rows }];
}

const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function makeLogin(adminUrl: string): Promise<string> {
  const login = 'rowhouse_requests';
  await runAsAdmin(adminUrl, `create role ${login} login`);
  return login;
}

async function openPooler(direct: string, home: string, size: number, login: string) {
  const address = new URL(direct);
  const port = await findFreePort();
  const configuration = path.join(home, 'pgbouncer.ini');
  await writeFile(path.join(home, 'users'), `"${address.username}" ""\n"${login}" ""\n`);
  await writeFile(
    configuration,
    `[databases]
* = host=${address.hostname} port=${address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
admin_users = ${address.username}
pool_mode = transaction
max_prepared_statements = 300
default_pool_size = ${size}
`,
  );
  const through = new URL(direct);
  through.port = String(port);
  through.username = login;
  const url = through.href;
  let child: ChildProcess | null = null;
  const start = async () => {
    const mine = spawn('pgbouncer', [configuration], { ...identity, stdio: 'ignore' });
    child = mine;
    for (let isUp = false; !isUp;) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (!isUp) await wait(50);
    }
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      if (child === null || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
