// The same moment, many hands: through HTTP, on as many connections as there are.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../test-server.ts';
import { outcomeOf, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer } from './guarded-server.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';

let server: GuardedServer;
let mia: Credentials;
beforeAll(async () => {
  server = await startGuardedServer();
  mia = await server.enter('mia', server.north);
});
afterAll(() => server.close());

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const numberOf = async (text: string, values: readonly unknown[]) =>
  Number(Object.values((await server.query(text, values))[0] ?? {})[0]);

describe('50 parallel creations with one key', () => {
  const create = (who: Credentials, changes: Readonly<Record<string, unknown>>) =>
    server.send(
      'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id recordNumber description createdAt version } }',
      sampleVariables(operationSamples.registerRecordHeader, server.north, {
        'data.recordFileId': undefined,
        ...changes,
      }),
      who,
    );
  const made = (recordNumber: number) =>
    numberOf(`select count(*) from record_${server.north.bucket} where record_number = $1`, [recordNumber]);

  test('make one record, with one audit row, and have one answer', async () => {
    const changes = { 'data.recordNumber': 5001, 'data.idempotencyKey': 'the same' };
    const answers = await times(50, () => create(mia, changes));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(outcomeOf(answers[0] ?? { status: 0, body: '' })).toBe('answers');
    expect(await made(5001)).toBe(1);
    const { data } = JSON.parse(answers[0]?.body ?? '') as { data: { registerRecordHeader: { id: number } } };
    expect(
      await numberOf(`select count(*) from audit_log where entity = 'record' and entity_id = $1`, [
        data.registerRecordHeader.id,
      ]),
    ).toBe(1);
    // And later the same again.
    expect((await create(mia, changes)).body).toBe(answers[0]?.body);
  });

  test('of two people are two: a key is its person’s own', async () => {
    const changes = { 'data.recordNumber': 5002, 'data.idempotencyKey': 'of each' };
    await server.query(
      `insert into membership (tenant_id, user_id, role_id)
       select $1, (select id from app_user where email = 'sam@example.com'), $2`,
      [server.north.id, server.north.roles.manager],
    );
    const sam = await server.enter('sam', server.north);
    const answers = await times(50, (index) => create(index % 2 === 0 ? mia : sam, changes));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(2);
    expect(await made(5002)).toBe(2);
  });

  test('without a key are 50 records, and the total counts each', async () => {
    const before = await total();
    const answers = await times(50, () => create(mia, { 'data.recordNumber': 5003 }));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(50);
    expect(await made(5003)).toBe(50);
    expect(await total()).toBe(before + 50);
  });
});

async function total(): Promise<number> {
  const answer = await server.send(
    `{ filterAndSortRecordHeader(data: {recordTypeId: ${server.north.types.papers}, enabled: false}) { total } }`,
    {},
    mia,
  );
  const { data } = JSON.parse(answer.body) as { data: { filterAndSortRecordHeader: { total: number } } };
  return data.filterAndSortRecordHeader.total;
}

describe('20 writers of one record', () => {
  const update = async (version: number, description: string) => {
    const { records } = server.north;
    const answer = await server.send(
      'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version description } }',
      { data: { id: records.two, version, description } },
      mia,
    );
    return { outcome: outcomeOf(answer), answer, description };
  };
  const stored = async () => {
    const [row] = await server.query(
      `select version, description, (select count(*)::int from audit_log where entity = 'record' and entity_id = r.id and action = 'update') as audited
       from record_${server.north.bucket} r where id = $1`,
      [server.north.records.two],
    );
    return row as { version: number; description: string; audited: number };
  };

  test('from one version: one wins, the others are told what stands now', async () => {
    const before = await stored();
    const answers = await times(20, (index) => update(before.version, `writer ${index}`));
    const winners = answers.filter(({ outcome }) => outcome === 'answers');
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'CONFLICT')).toHaveLength(19);
    const after = await stored();
    expect(after).toEqual({
      version: before.version + 1,
      description: winners[0]?.description,
      audited: before.audited + 1,
    });
    for (const { outcome, answer } of answers) {
      if (outcome !== 'CONFLICT') continue;
      const [error] = (JSON.parse(answer.body) as { errors: { extensions: { details: object } }[] }).errors;
      expect(error?.extensions.details).toMatchObject({
        current: { version: after.version, description: after.description },
      });
    }
  });

  test('that try until each has won: every attempt is a win or a conflict, and every win is there', async () => {
    const before = await stored();
    let [wins, conflicts, attempts] = [0, 0, 0];
    await times(20, async (index) => {
      for (let { version } = await stored(); ;) {
        attempts += 1;
        const { outcome, answer } = await update(version, `writer ${index}`);
        if (outcome === 'answers') {
          wins += 1;
          return;
        }
        expect(outcome).toBe('CONFLICT');
        conflicts += 1;
        const { errors } = JSON.parse(answer.body) as {
          errors: { extensions: { details: { current: { version: number } } } }[];
        };
        version = errors[0]?.extensions.details.current.version ?? 0;
      }
    });
    expect(wins).toBe(20);
    expect(wins + conflicts).toBe(attempts);
    expect(await stored()).toMatchObject({ version: before.version + wins, audited: before.audited + wins });
  });
});

test('a company whose requests all wait leaves connections to the others', async () => {
  const { north, south } = server;
  const sam = await server.enter('sam', south);
  const table = `record_${north.bucket}`;
  const version = await numberOf(`select version from ${table} where id = $1`, [north.records.two]);
  const holder = new pg.Client(server.databaseUrl);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`select from ${table} where id = $1 for update`, [north.records.two]);
    const waiting = times(12, (index) =>
      server.send(
        'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }',
        { data: { id: north.records.two, version, description: `waiter ${index}` } },
        mia,
      ),
    );
    // They hold whatever they can get hold of: three of the four connections that there are here.
    const waitForLock = `select count(*) from pg_stat_activity, pg_stat_clear_snapshot()
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => Number((await holder.query(waitForLock)).rows[0].count)).toBe(3);
    const papers = `{ filterAndSortRecordHeader(data: {recordTypeId: ${south.types.papers}}) { total } }`;
    expect(outcomeOf(await server.send(papers, {}, sam))).toBe('answers');
    await holder.query('rollback');
    const outcomes = (await waiting).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual([...Array<string>(11).fill('CONFLICT'), 'answers']);
  } finally {
    await holder.end();
  }
});
