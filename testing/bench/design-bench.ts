// A field of a large record type is added, renamed, moved and switched off while others page through its grid: how long
// each change takes until it is saved, and what the others wait. And what a series of record numbers costs a save.
import { setTimeout as wait } from 'node:timers/promises';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { graphql, signIn } from './http-client.ts';
import { createLargeTenant, largeEmail, largePassword } from './large-tenant.ts';
import { benchIdentity, benchSecret, prepareDatabase } from './records-bench.ts';
import { median, quantile, shownMs } from './statistics.ts';

type Design = { id: number; version: number; fields: { id: number; version: number; name: string }[] };
type Ask = <Result>(
  query: string,
  variables: unknown,
) => Promise<{ readonly ms: number; readonly data: Result }>;

const design = 'id version fields { id version name }';
const page = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) {
  records { id recordNumber additionalFields { tag value } } } }`;
const update = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${design} } }`;
const neighbourEmail = 'neighbour@example.com';
const readers = 4;
const pauseMs = 50;
const turnMs = 10_000;

export async function designBench(records: number, runs: number) {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres({ durable: true });
  const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl);
  const database = await prepareDatabase(databaseUrl);
  const tenant = await createLargeTenant(database, benchIdentity(database), records, say, { plain: false });
  const neighbour = await createLargeTenant(database, benchIdentity(database), records, say, {
    plain: false,
    email: neighbourEmail,
  });
  const server = await spawnServer({
    env: { DATABASE_URL: databaseUrl, SECRET: benchSecret, DEMO: 'off', NODE_ENV: 'production' },
  });
  await server.waitReady();
  try {
    const askAs = async (email: string): Promise<Ask> => {
      const headers = await signIn(server.url, email, largePassword);
      return (query, variables) => graphql(server.url, query, variables, headers);
    };
    const ask = await askAs(largeEmail);
    const rows = await measureChanges(ask, tenant.typeId, runs, say);
    return [
      {
        title: `A field of a type of ${records} records is changed; ${readers} others page through its grid`,
        rows,
      },
      {
        title: `500 changes of a company's configuration a minute; ${readers} others turn a page of a grid every ${pauseMs} ms`,
        rows: [
          ...(await measureSteady(ask, tenant.typeId, 'of another company', {
            ask: await askAs(neighbourEmail),
            typeId: neighbour.typeId,
            say,
          })),
          ...(await measureSteady(ask, tenant.typeId, 'of the same company', {
            ask,
            typeId: tenant.typeId,
            say,
          })),
        ],
      },
      {
        title: 'A new record, with and without a series of numbers',
        rows: await measureNumbers(ask, runs, say),
      },
    ];
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
  }
}

async function measureChanges(ask: Ask, typeId: number, runs: number, say: (text: string) => void) {
  const find = async () =>
    (
      await ask<{ findRecordTypeDesign: Design }>(
        `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${design} } }`,
        { data: { id: typeId } },
      )
    ).data.findRecordTypeDesign;
  const last = ({ fields }: Design) => fields.at(-1) ?? { id: 0, version: 0, name: '' };
  const changes: Record<string, (now: Design, run: number) => object> = {
    add: (_now, run) => ({ fields: [{ name: `Added ${run}`, dataType: 'string' }] }),
    rename: (now, run) => ({ fields: [{ ...only(last(now)), name: `Renamed ${run}` }] }),
    reorder: ({ fields }) => {
      const ids = fields.map(({ id }) => id);
      return { fieldOrder: { from: ids, to: [...ids.slice(-1), ...ids.slice(0, -1)] } };
    },
    'switch off and on': (now, run) => ({ fields: [{ ...only(last(now)), enabled: run % 2 === 1 }] }),
  };
  const alone = await readMeanwhile(ask, typeId, () => Promise.resolve(), 3000);
  const rows: Record<string, string>[] = [];
  for (const [name, changeOf] of Object.entries(changes)) {
    say(name);
    const took: number[] = [];
    const waited = await readMeanwhile(
      ask,
      typeId,
      async () => {
        for (let run = 0; run < runs; run += 1) {
          const now = await find();
          took.push((await ask(update, { data: { id: typeId, ...changeOf(now, run) } })).ms);
        }
      },
      3000,
    );
    rows.push({
      change: name,
      'median, ms': shownMs(median(took)),
      'most, ms': shownMs(Math.max(...took)),
      'others p99, ms': shownMs(quantile(waited, 0.99)),
      'others alone p99, ms': shownMs(quantile(alone, 0.99)),
      ratio: (quantile(waited, 0.99) / quantile(alone, 0.99)).toFixed(2),
    });
  }
  return rows;
}

/** A help text is changed every 120 ms, and nothing is, by turns of ten seconds; of each turn the first second is not counted. */
async function measureSteady(
  ask: Ask,
  typeId: number,
  whose: string,
  others: { readonly ask: Ask; readonly typeId: number; readonly say: (text: string) => void },
) {
  others.say(`500 changes a minute, pages ${whose}`);
  const data = { recordTypeId: others.typeId };
  const read = async (isOver: () => boolean, taken: number[]) => {
    const begun = performance.now();
    while (!isOver()) {
      const { ms } = await others.ask(page, { data });
      if (performance.now() - begun > 1000) taken.push(ms);
      await wait(pauseMs);
    }
  };
  let changes = 0;
  const change = async (untilMs: number) => {
    const begun = performance.now();
    for (let turn = 0; performance.now() - begun < untilMs; turn += 1) {
      const { fields } = (
        await ask<{ findRecordTypeDesign: Design }>(
          `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${design} } }`,
          { data: { id: typeId } },
        )
      ).data.findRecordTypeDesign;
      const field = fields[turn % fields.length] ?? { id: 0, version: 0 };
      changes += 1;
      await ask(update, { data: { id: typeId, fields: [{ ...only(field), help: `Help ${changes}` }] } });
      await wait(Math.max(0, begun + (turn + 1) * 120 - performance.now()));
    }
  };
  const taken: Record<'alone' | 'changed', number[]> = { alone: [], changed: [] };
  for (let turn = 0; turn < 8; turn += 1) {
    const kind = turn % 2 === 0 ? 'alone' : 'changed';
    let isOver = false;
    const reading = Array.from({ length: readers }, () => read(() => isOver, taken[kind]));
    await (kind === 'alone' ? wait(turnMs) : change(turnMs));
    isOver = true;
    await Promise.all(reading);
  }
  const row = (what: string, of: (values: readonly number[]) => number) => ({
    'a page': `${whose}, ${what}`,
    'alone, ms': shownMs(of(taken.alone)),
    'with changes, ms': shownMs(of(taken.changed)),
    ratio: (of(taken.changed) / of(taken.alone)).toFixed(2),
    'changes a minute': Math.round((changes * 60_000) / (4 * turnMs)).toString(),
    aim: whose === 'of another company' ? '≤ 1.2' : '',
  });
  return [row('median', median), row('p95', (values) => quantile(values, 0.95))];
}

const only = ({ id, version }: { id: number; version: number }) => ({ id, version });

/** What pages took while the work was done, and for as long as was asked. */
async function readMeanwhile(
  ask: Ask,
  typeId: number,
  work: () => Promise<void>,
  leastMs: number,
): Promise<number[]> {
  const took: number[] = [];
  const reading = { isOver: false };
  const readings = Array.from({ length: readers }, async () => {
    while (!reading.isOver) took.push((await ask(page, { data: { recordTypeId: typeId } })).ms);
  });
  const begun = performance.now();
  await work();
  while (performance.now() - begun < leastMs) await ask(page, { data: { recordTypeId: typeId } });
  reading.isOver = true;
  await Promise.all(readings);
  return took;
}

async function measureNumbers(ask: Ask, runs: number, say: (text: string) => void) {
  say('numbering');
  type Made = { createRecordType: { id: number; problemCodes: { id: number }[] } };
  const make = async (name: string, numbering: object) =>
    (
      await ask<Made>(
        `mutation ($data: CreateRecordTypeInput!) { createRecordType(data: $data) { id problemCodes { id } } }`,
        {
          data: {
            name,
            statuses: [{ name: 'Open', isFirst: true }],
            problemCodes: [{ name: 'None' }],
            menu: { sectionName: 'Numbered' },
            ...numbering,
          },
        },
      )
    ).data.createRecordType;
  const rows: Record<string, string>[] = [];
  for (const [name, numbering] of [
    ['without', {}],
    ['with a series', { numbering: { prefix: '4', padding: 6 } }],
  ] as const) {
    const type = await make(`Numbered ${name}`, numbering);
    let number = 0;
    const save = async () => {
      number += 1;
      const data = {
        recordType: type.id,
        ...(name === 'without' && { recordNumber: number }),
        description: 'One',
        issuedByCompanyName: 'One',
        issuedToCompanyName: 'Two',
        poNumber: 1,
        recordDate: '2026-01-05',
        problemCodeId: type.problemCodes[0]?.id,
      };
      return (
        await ask('mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }', {
          data,
        })
      ).ms;
    };
    const alone: number[] = [];
    for (let run = 0; run < runs * 5; run += 1) alone.push(await save());
    const begun = performance.now();
    const together = (
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const took: number[] = [];
          for (let run = 0; run < runs; run += 1) took.push(await save());
          return took;
        }),
      )
    ).flat();
    rows.push({
      numbers: name,
      'one writer, median ms': shownMs(median(alone)),
      '50 writers, median ms': shownMs(median(together)),
      '50 writers, p99 ms': shownMs(quantile(together, 0.99)),
      'records a second': String(Math.round((together.length * 1000) / (performance.now() - begun))),
    });
  }
  return rows;
}
