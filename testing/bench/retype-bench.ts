// A field of many records gets another data type while somebody else pages through the same grid and saves in it: how long the report
// and the work take, and what the other person feels of it, against the same person alone. The floor is the one `alter table` that
// an engineer would write for a table of their own: shorter by far, and nobody reads or writes meanwhile.
import pg from 'pg';
import { aloneAfterMs } from '@rowhouse/server/identity/session-use.ts';
import { spawnServer } from '../fault.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, withTotal } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

type Report = { findRetypeReport: { next: number | null; kept: number; changed: number; lost: number } };
type Design = {
  findRecordTypeDesign: {
    fields: { id: number; version: number }[];
    retypes: { id: number; phase: string; done: number; again: number }[];
  };
};
const reporting = `query ($data: FindRetypeReportInput!) { findRetypeReport(data: $data) { next kept changed lost } }`;
const starting = `mutation ($data: RetypeInput!) { startRetype(data: $data) { retypes { id } } }`;
const undoing = `mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { retypes { id } } }`;
const finding = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
  fields { id version } retypes { id phase done again } } }`;
const saving = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }';

/** After each save, of who makes any. */
const paceMs = 100;
const reportsBesidePauses = 4;

/** `--records N`: 100,000 unless told. `--only report` leaves the change out. */
export async function retypeBench({ values }: { values: Record<string, string | undefined> }) {
  const records = Number(values['records'] ?? 100_000);
  const say = (text: string) => process.stderr.write(text);
  const postgres = await startTestPostgres({ durable: true, sharedBuffersMb: 512 });
  const { url } = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const database = await openMigratedDatabase(url);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(
    'update role set administers = true where id in (select role_id from membership where tenant_id = $1)',
    [tenant.tenantId],
  );
  const { rows: some } = await pool.query<{ id: string }>(
    'select id from record where tenant_id = $1 and record_type_id = $2 order by id limit 1000',
    [tenant.tenantId, tenant.typeId],
  );
  await database.close();
  const server = await spawnServer({
    env: {
      DATABASE_URL: url,
      SECRET: benchSecret,
      DEMO: 'off',
      NODE_ENV: 'production',
      DATABASE_POOL_SIZE: '4',
    },
  });
  try {
    await server.waitReady();
    const headers = await signIn(server.url, largeEmail, largePassword);
    // In a session of their own, as another person is.
    const others = await signIn(server.url, largeEmail, largePassword);
    const ask = async <Result>(query: string, data: object) =>
      (await graphql<Result>(server.url, query, { data }, headers)).data;
    const design = async () => (await ask<Design>(finding, { id: tenant.typeId })).findRecordTypeDesign;
    const fieldId = tenant.fields['n1'];
    const target = { fieldId, dataType: 'string' };

    let saved = 0;
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    /** One person's work: a page, then a save of another field, until told to stop. */
    const work = (pauseMs: number) => {
      const [pages, saves]: [number[], number[]] = [[], []];
      const over = new AbortController();
      const ended = (async () => {
        while (!over.signal.aborted) {
          const page = { recordTypeId: tenant.typeId };
          const slice = { offset: 25 * (saved % 40), limit: 25 };
          pages.push((await graphql(server.url, withTotal, { data: page, pagination: slice }, others)).ms);
          saved += 1;
          const given = { recordAdditionalFieldByTypeId: tenant.fields['n2'], value: String(saved) };
          const data = { id: Number(some[saved % some.length]?.id), additionalFields: [given] };
          saves.push((await graphql(server.url, saving, { data }, others)).ms);
          if (pauseMs > 0) await wait(pauseMs);
        }
      })();
      return async () => {
        over.abort();
        await ended;
        return { pages, saves };
      };
    };
    const during = async <Result>(doing: () => Promise<Result>, pauseMs = 0) => {
      const stop = work(pauseMs);
      const began = performance.now();
      const result = await doing();
      const seconds = (performance.now() - began) / 1000;
      return { result, seconds, ...(await stop()) };
    };
    const untilPhase = async (isThere: (phases: string[]) => boolean) => {
      for (;;) {
        const { retypes } = await design();
        if (isThere(retypes.map(({ phase }) => phase))) return retypes[0];
        await wait(200);
      }
    };
    const readReport = async () => {
      const sum = { kept: 0, changed: 0, lost: 0, longest: 0 };
      for (let after: number | null = 0; after !== null;) {
        const began = performance.now();
        const { findRetypeReport: part }: Report = await ask<Report>(reporting, {
          ...target,
          ...(after > 0 && { after }),
        });
        sum.longest = Math.max(sum.longest, performance.now() - began);
        for (const key of ['kept', 'changed', 'lost'] as const) sum[key] += part[key];
        after = part.next;
      }
      return sum;
    };
    await during(() => wait(2000));
    const alone = await during(() => wait(10_000));
    const report = await during(readReport);
    const pacedAlone = await during(() => wait(30_000), paceMs);
    // Several times, so that there are enough pages.
    const pacedReports = await during(async () => {
      for (let time = 0; time < reportsBesidePauses; time += 1) await readReport();
    }, paceMs);
    const pacedReport = { ...pacedReports, seconds: pacedReports.seconds / reportsBesidePauses };
    // Nobody else has asked for a while.
    await wait(aloneAfterMs);
    const began = performance.now();
    await readReport();
    const undisturbed = { seconds: (performance.now() - began) / 1000, pages: [], saves: [] };
    const retypeAndBack = async () => {
      const { fields } = await design();
      const version = fields.find(({ id }) => id === fieldId)?.version;
      const changed = await during(async () => {
        await ask(starting, { ...target, version });
        return untilPhase((phases) => phases.includes('KEPT'));
      });
      const undone = await during(async () => {
        await ask(undoing, { id: changed.result?.id });
        return untilPhase((phases) => phases.length === 0);
      });
      return { changed, undone };
    };
    const done = values['only'] === 'report' ? null : await retypeAndBack();
    const { rows: column } = await pool.query<{ bucket: string }>(
      'select bucket from record_type where id = $1',
      [tenant.typeId],
    );
    await pool.query(
      `create table plain as select id, n1 from record_${column[0]?.bucket} where record_type_id = ${tenant.typeId}`,
    );
    const altering = performance.now();
    await pool.query('alter table plain alter column n1 type text using n1::text');
    const floor = (performance.now() - altering) / 1000;

    const row = (
      what: string,
      { seconds, pages, saves }: Omit<typeof alone, 'result'>,
      records?: number,
      against = alone,
    ) => {
      const ratio = (mine: readonly number[], theirs: readonly number[], at: number) =>
        (quantile(mine, at) / quantile(theirs, at)).toFixed(2);
      return {
        what,
        seconds: seconds.toFixed(1),
        'records a second': records === undefined ? '' : Math.round(records / seconds).toLocaleString('en'),
        ...(pages.length > 0 && {
          'page median': shownMs(median(pages)),
          'page p99': shownMs(quantile(pages, 0.99)),
          'p99 against alone': ratio(pages, against.pages, 0.99),
          'save median': shownMs(median(saves)),
          'save p99': shownMs(quantile(saves, 0.99)),
          'save p99 against alone': ratio(saves, against.saves, 0.99),
          'save longest': shownMs(Math.max(...saves)),
        }),
      };
    };
    return [
      {
        title: `A currency field of ${records.toLocaleString('en')} records becomes text; another person pages and saves without a pause (with pauses: of ${paceMs} ms), ms`,
        rows: [
          row('the person alone', alone),
          row('the report', report, records),
          row('the report, nobody else there', undisturbed, records),
          row('the person alone, with pauses', pacedAlone, undefined, pacedAlone),
          row('the report, beside the pauses', pacedReport, records, pacedAlone),
          ...(done === null
            ? []
            : [
                row('the change', done.changed, records),
                row('its undo, and the new column emptied', done.undone, records),
              ]),
        ],
      },
      {
        title: 'What it said, and what a table of its own would take',
        rows: [
          {
            what: 'kept, changed, lost',
            value: ['kept', 'changed', 'lost'].map((key) => report.result[key as 'kept']).join(', '),
          },
          { what: 'longest part of the report, ms', value: shownMs(report.result.longest) },
          {
            what: 'records written meanwhile, converted once more',
            value: String(done?.changed.result?.again ?? ''),
          },
          { what: 'alter table of id and the one column alone, s', value: floor.toFixed(2) },
        ],
      },
    ];
  } finally {
    await server.stop();
    await pool.end();
    await postgres.stop();
  }
}
