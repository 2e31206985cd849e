// Clocks that are wrong: that of the server beside that of the database, and one that is set back by an hour between two saves.
// What was written before a clock was set back carries times that are still to come; so they are made here.
import { guessesAnAccount } from '@rowhouse/domain/identity/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Credentials, type TestServer } from '../test-server.ts';
import { testPassword } from '../two-tenants.ts';
import { sendCall, signInOutcome } from './sign-in-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.clock.at = Date.now();
});
afterAll(() => server.close());

async function run<Result>(document: string, data: object, who: Credentials): Promise<Result> {
  const { data: answer, errors } = await server.ask(document, who, { data });
  expect(errors).toBeUndefined();
  return Object.values(answer ?? {})[0] as Result;
}

async function signIn(): Promise<Credentials> {
  const body = JSON.stringify({ email: 'ana@example.com', password: testPassword });
  const answer = await sendCall(server, 'sign-in', body);
  const { serviceToken } = JSON.parse(answer.body) as { serviceToken?: string };
  const service = `Bearer ${serviceToken ?? answer.body}`;
  const login = 'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }';
  const { token } = await run<{ token: string }>(login, { tenantId: server.north.id }, { service });
  return { service, backend: token, tenant: server.north.id };
}

async function createOrder(): Promise<number> {
  const { bucket, id, types, statuses } = server.north;
  const [made] = await server.query(
    `insert into record_${bucket} (bucket, id, tenant_id, record_type_id, record_number, status_id, description)
     values ($1, nextval('record_id_seq'), $2, $3, nextval('record_id_seq'), $4, 'First') returning id::int`,
    [bucket, id, types.orders, statuses.order],
  );
  return Number(made?.['id']);
}

const save = (id: number, version: number, description: string, who: Credentials) =>
  run<{ version: number; description: string }>(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version description } }',
    { id, version, description },
    who,
  );

/** The newest first. */
const history = async (recordId: number, who: Credentials): Promise<number[]> =>
  (
    await run<{ logs: { id: number }[] }>(
      'query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id } } }',
      { filterInput: { recordId, withLines: true } },
      who,
    )
  ).logs.map(({ id }) => id);

const undo = async (recordId: number, entries: number[], who: Credentials): Promise<string[]> =>
  (
    await run<{ outcome: string }[]>(
      'mutation ($data: UndoChangesInput!) { undoChanges(data: $data) { outcome } }',
      { records: [{ recordId, entries }] },
      who,
    )
  ).map(({ outcome }) => outcome);

const stored = async (id: number) =>
  (await server.query('select description from record where id = $1', [id]))[0]?.['description'];

describe('the clock of the server', () => {
  test.for([
    ['ahead of', 10 * minuteMs],
    ['behind', -10 * minuteMs],
  ] as const)(
    'ten minutes %s that of the database: one signs in, saves, and takes back',
    async ([, offMs]) => {
      server.clock.at = Date.now() + offMs;
      const who = await signIn();
      const id = await createOrder();
      expect(await save(id, 1, 'Second', who)).toEqual({ version: 2, description: 'Second' });
      expect(await save(id, 2, 'Third', who)).toEqual({ version: 3, description: 'Third' });
      const [newest = 0, before = 0] = await history(id, who);
      expect(newest).toBeGreaterThan(before);
      expect(await undo(id, [newest], who)).toEqual(['UPDATED']);
      expect(await stored(id)).toBe('Second');
    },
  );

  test('set back by an hour ends no session, and lets whoever guessed too often try again', async () => {
    server.clock.at = Date.now() + hourMs;
    const who = await signIn();
    const address = '192.0.2.77';
    const attempt = (password: string) =>
      sendCall(server, 'sign-in', JSON.stringify({ email: 'sue@example.com', password }), { address });
    for (let guess = 0; guess < guessesAnAccount; guess += 1) await attempt(`wrong horse ${guess}`);
    expect(signInOutcome(await attempt(testPassword))).toBe('LIMITED');
    server.clock.at -= hourMs;
    const id = await createOrder();
    expect(await save(id, 1, 'Second', who)).toEqual({ version: 2, description: 'Second' });
    expect((await attempt(testPassword)).status).toBe(200);
  });
});

test('a clock of the database that is set back by an hour between two saves loses no order, and both are taken back', async () => {
  const who = await signIn();
  const id = await createOrder();
  await save(id, 1, 'Second', who);
  const later = `+ interval '1 hour'`;
  await server.query(`update audit_log set at = at ${later} where entity = 'record' and entity_id = $1`, [
    id,
  ]);
  await server.query(
    `update record set created_at = created_at ${later}, updated_at = updated_at ${later} where id = $1`,
    [id],
  );
  expect(await save(id, 2, 'Third', who)).toEqual({ version: 3, description: 'Third' });
  // Who still has what stood there before the jump is told of the conflict.
  const stale = await server.ask(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }',
    who,
    { data: { id, version: 2, description: 'Stale' } },
  );
  expect(stale.errors?.[0]?.extensions['code']).toBe('CONFLICT');
  const entries = await history(id, who);
  expect(entries).toEqual(entries.toSorted((one, other) => other - one));
  const [third = 0, second = 0] = entries;
  // Older than what was saved after the jump, whatever its time says.
  expect(await undo(id, [second], who)).toEqual(['REFUSED']);
  expect(await undo(id, [third, second], who)).toEqual(['UPDATED']);
  expect(await stored(id)).toBe('First');
});
