// Notifications over sockets: two processes on one PostgreSQL, a thousand windows of a hundred people, and a hundred comments a
// second that each mention one of them. Meanwhile windows go and come back. It reports how long until a window hears of what is
// for its person, and, of every window, which notifications it neither heard nor found when it came back, and which it heard
// twice. It never judges.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { recordTypeId, roleId, sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { createTokens } from '@rowhouse/server/identity/tokens.ts';
import { systemClock } from '@rowhouse/server/platform/clock.ts';
import pg from 'pg';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { handshakeOf, openSocket } from '../socket-client.ts';
import type { Credentials } from '../test-server.ts';
import { demoOrdersType } from './demo-orders.ts';
import { quantile, shownMs } from './statistics.ts';

const people = 100;
const windowsOfPerson = 10;
const eventsPerSecond = 100;
const seconds = 20;
/** Of the windows, each second. */
const reconnectsPerSecond = 10;
const secret = 'of the bench alone, and long enough for the server';
const ordersType = recordTypeId(demoOrdersType);

type Person = { readonly id: number; readonly name: string; readonly credentials: Credentials };
type Window = {
  readonly person: Person;
  readonly url: string;
  readonly heard: number[];
  readonly asked: Set<number>;
  close(): void;
  reconnect(): Promise<void>;
};

export async function socketsBench() {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres();
  const database = await createTestDatabase(postgres.adminUrl);
  const env = { DATABASE_URL: database.url, DEMO: 'on', NODE_ENV: '', SECRET: secret };
  const first = await spawnServer({ env });
  await first.waitReady();
  const second = await spawnServer({ env });
  await second.waitReady();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const urls = [first.url, second.url] as const;
    const readers = await makePeople(client);
    const records = (
      await client.query<{ id: string }>(
        'select id from record where record_type_id = $1 and enabled order by id limit 400',
        [ordersType],
      )
    ).rows.map(({ id }) => Number(id));
    /** When the comment was sent, and when it was answered, by its text. */
    const latencies: { sent: number[]; answered: number[] } = { sent: [], answered: [] };
    const times = new Map<number, { sentAt: number; answeredAt: number }>();
    const hearings: { id: number; at: number }[] = [];
    say(`${people * windowsOfPerson} windows are opened`);
    const windows: Window[] = [];
    for (const [index, person] of readers.entries())
      windows.push(
        ...(await Promise.all(
          Array.from({ length: windowsOfPerson }, (_, place) =>
            openWindow(person, urls[(index + place) % 2 === 0 ? 0 : 1], (id) =>
              hearings.push({ id, at: performance.now() }),
            ),
          ),
        )),
      );
    say(`${eventsPerSecond} comments a second, for ${seconds} s`);
    const begun = performance.now();
    const writing: Promise<void>[] = [];
    const coming: Promise<void>[] = [];
    for (let index = 0; index < eventsPerSecond * seconds; index += 1) {
      await pause(Math.max(0, begun + (index * 1000) / eventsPerSecond - performance.now()));
      const [writer, reader] = [readers[index % people]!, readers[(index * 7 + 1) % people]!];
      if (writer === reader) continue;
      const sentAt = performance.now();
      writing.push(
        write(urls[index % 2 === 0 ? 0 : 1], writer.credentials, {
          recordId: records[index % records.length]!,
          text: `@${reader.name} look`,
        }).then((comment) => void times.set(comment, { sentAt, answeredAt: performance.now() })),
      );
      if (index % (eventsPerSecond / reconnectsPerSecond) === 0)
        coming.push(windows[(index * 13) % windows.length]!.reconnect());
    }
    await Promise.all(writing);
    await Promise.all(coming);
    const told = (
      await client.query<{ id: string; user_id: string; comment_id: string }>(
        `select id, user_id, comment_id from notification where kind = 'MENTIONED'`,
      )
    ).rows.map((row) => ({
      id: Number(row.id),
      reader: Number(row.user_id),
      comment: Number(row.comment_id),
    }));
    await pause(3000);
    const commentOf = new Map(told.map(({ id, comment }) => [id, comment]));
    for (const { id, at } of hearings) {
      const time = times.get(commentOf.get(id) ?? 0);
      if (time === undefined) continue;
      latencies.sent.push(at - time.sentAt);
      latencies.answered.push(Math.max(0, at - time.answeredAt));
    }
    let lost = 0;
    let doubled = 0;
    for (const { person, heard, asked } of windows) {
      const known = new Set([...heard, ...asked]);
      lost += told.filter(({ id, reader }) => reader === person.id && !known.has(id)).length;
      doubled += heard.length - new Set(heard).size;
    }
    for (const window of windows) window.close();
    return [
      {
        title: `${windows.length} open sockets of ${people} people in two processes, ${eventsPerSecond} mentions a second for ${seconds} s, ${reconnectsPerSecond} reconnects a second; aim: p99 ≤ 250 ms, 0 lost, 0 doubled`,
        rows: (['sent', 'answered'] as const).map((from) => ({
          'from the comment being': from,
          written: String(times.size),
          told: String(latencies[from].length),
          reconnects: String(coming.length),
          lost: String(lost),
          doubled: String(doubled),
          'median ms': shownMs(quantile(latencies[from], 0.5)),
          'p99 ms': shownMs(quantile(latencies[from], 0.99)),
          'longest ms': shownMs(quantile(latencies[from], 1)),
        })),
      },
    ];
  } finally {
    await client.end();
    await second.stop();
    await first.stop();
    await postgres.stop();
  }
}

/** People with the role of one who sees every purchase order, signed in. */
async function makePeople(client: pg.Client): Promise<Person[]> {
  const tokens = createTokens({ secret, lifetimeMs: 86_400_000, clock: systemClock });
  const { rows } = await client.query<{ tenant_id: number; role_id: string }>(
    `select m.tenant_id, m.role_id from membership m join app_user u on u.id = m.user_id
     where u.email = 'maya@adventure-works.example' limit 1`,
  );
  const { tenant_id: tenant, role_id: role } = rows[0]!;
  const made: Person[] = [];
  for (let index = 0; index < people; index += 1) {
    const key = randomBytes(12).toString('hex');
    const name = `Reader ${index}`;
    const email = `reader${index}@adventure-works.example`;
    await client.query(`insert into auth_user (id, name, email, "emailVerified") values ($1, $2, $3, true)`, [
      key,
      name,
      email,
    ]);
    await client.query(
      `insert into auth_session (id, token, "userId", "expiresAt", "updatedAt") values ($1, $1, $1, now() + interval '1 day', now())`,
      [key],
    );
    const person = await client.query<{ id: string }>(
      `insert into app_user (auth_user_id, email, first_name, last_name, validated) values ($1, $2, 'Reader', $3, true) returning id`,
      [key, email, String(index)],
    );
    const id = userId(Number(person.rows[0]!.id));
    await client.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenant,
      id,
      role,
    ]);
    const signedIn = { userId: id, sessionId: sessionId(key) };
    made.push({
      id,
      name,
      credentials: {
        service: tokens.issueService(signedIn).token,
        backend: tokens.issueBackend({
          ...signedIn,
          tenantId: tenantId(tenant),
          roleId: roleId(Number(role)),
          membershipVersion: 1,
        }).token,
        tenant,
      },
    });
  }
  return made;
}

/** As the page in a browser: when it begins to hear, and after each new connection, it asks for what there is. */
async function openWindow(person: Person, url: string, onHeard: (id: number) => void): Promise<Window> {
  const heard: number[] = [];
  const asked = new Set<number>();
  const connect = async () => {
    const socket = await openSocket(url, handshakeOf(person.credentials));
    socket.socket.on('notified', ({ ids }) => {
      for (const id of ids) {
        heard.push(id);
        onHeard(id);
      }
    });
    await socket.watchNotifications();
    return socket;
  };
  let socket = await connect();
  return {
    person,
    url,
    heard,
    asked,
    close: () => socket.close(),
    async reconnect() {
      socket.close();
      await pause(200);
      socket = await connect();
      const data = await ask(
        url,
        person.credentials,
        'query ($data: FindNotificationsInput!) { findNotifications(data: $data) { notifications { id } } }',
        { data: {} },
      );
      const found = data['findNotifications'] as { notifications: { id: number }[] };
      for (const { id } of found.notifications) asked.add(id);
    },
  };
}

let keys = 0;
async function write(
  url: string,
  who: Credentials,
  comment: { readonly recordId: number; readonly text: string },
): Promise<number> {
  const data = await ask(
    url,
    who,
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    { data: { ...comment, recordTypeId: ordersType, idempotencyKey: `bench ${++keys}` } },
  );
  return (data['createComment'] as { id: number }).id;
}

async function ask(
  url: string,
  { service, backend, tenant }: Credentials,
  query: string,
  variables: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: service ?? '',
      backend_jwt: backend ?? '',
      tenant_id: String(tenant),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data: Record<string, unknown> | null;
    errors?: { message: string }[];
  };
  if (data == null || errors !== undefined) throw new Error(errors?.[0]?.message ?? 'No answer.');
  return data;
}
