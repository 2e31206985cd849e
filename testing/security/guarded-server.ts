import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { inject } from 'vitest';
import { createTestDatabase } from '../postgres.ts';
import { openTestDatabase } from '../test-database.ts';
import { serveTestDatabase } from '../test-server.ts';
import type { Credentials, ServedDatabase } from '../test-server.ts';
import { createGuardedWorld } from './guarded-world.ts';
import type { GuardedWorld } from './guarded-world.ts';

export type GuardedServer = ServedDatabase & GuardedWorld & { readonly send: Send };
/** The answer as its bytes came, for comparing. */
export type RawAnswer = { readonly status: number; readonly body: string };
export type Send = (document: string, variables: unknown, credentials: Credentials) => Promise<RawAnswer>;

export async function startGuardedServer(
  options: Parameters<typeof serveTestDatabase>[1] = {},
): Promise<GuardedServer> {
  const { database, world } = takeGuarded();
  const served = await serveTestDatabase(await openTestDatabase(database), options);
  for (const { id } of [world.north, world.south]) {
    for (const name of ['own', 'seen', 'deleted', 'outside'])
      await served.storage.put(`${id}/${name}.pdf`, Buffer.from(`%PDF-1.7 ${name}`), 'application/pdf');
  }
  return { ...served, ...world, send: senderTo(served) };
}

/** The world in a database that nobody is connected to: for copies of it, and for servers in processes of their own. */
export async function createGuardedDatabase() {
  const { database, world } = takeGuarded();
  const copy = await createTestDatabase(inject('postgresAdminUrl'), { template: database });
  return { ...copy, name: new URL(copy.url).pathname.slice(1), world };
}

/** Files of one process are provided with one object, and each may change what it knows of its own copy. */
const takeGuarded = () => structuredClone(inject('guarded'));

/** The database stays open. */
export const fillGuarded = (database: Database): Promise<GuardedWorld> =>
  createGuardedWorld(database, createAccounts({ database }));

export function senderTo({ app }: Pick<ServedDatabase, 'app'>): Send {
  return (document, variables, credentials) => {
    const body = JSON.stringify({ query: document, variables });
    return takesFile(variables)
      ? sendBody({ app }, withFile(body), credentials, {
          'content-type': `multipart/form-data; boundary=${boundary}`,
        })
      : sendBody({ app }, body, credentials);
  };
}

const boundary = 'between-parts';

/** A file is null in the variables, and comes beside them. */
const takesFile = (variables: unknown): boolean =>
  (variables as { data?: { file?: unknown } } | undefined)?.data?.file === null;

function withFile(operations: string): string {
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  return [
    part('name="operations"', operations),
    part('name="map"', '{"0": ["variables.data.file"]}'),
    part('name="0"; filename="New.pdf"', '%PDF-1.7 new'),
    `--${boundary}--\r\n`,
  ].join('');
}

export async function sendBody(
  { app }: Pick<ServedDatabase, 'app'>,
  payload: string | Buffer,
  { service, backend, tenant }: Credentials,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      ...(service !== undefined && { authorization: service }),
      ...(backend !== undefined && { backend_jwt: backend }),
      ...(tenant !== undefined && { tenant_id: String(tenant) }),
      ...headers,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.body };
}

type Answer = { data: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] };

export const readAnswer = ({ body }: RawAnswer): Answer => JSON.parse(body) as Answer;

/**
 * 'answers', 'empty' where every list of the answer is or nothing was found, or the code of the refusal: also where it
 * is said of each of several records that it was not found.
 */
export function outcomeOf(answer: RawAnswer): string {
  const { data, errors } = readAnswer(answer);
  const code = errors?.[0]?.extensions.code;
  if (code !== undefined) return code;
  const lists = Object.values(data ?? {}).flatMap((value) => {
    if (value === null) return [[]];
    if (Array.isArray(value)) return [value];
    const { records, groups } = (value ?? {}) as { records?: unknown[]; groups?: unknown[] };
    const list = records ?? groups;
    return list === undefined ? [] : [list];
  });
  const ofEach = lists.flat().map((item) => (item as { outcome?: string } | null)?.outcome);
  if (ofEach.length > 0 && ofEach.every((outcome) => outcome === 'NOT_FOUND')) return 'NOT_FOUND';
  return lists.length > 0 && lists.every((list) => list.length === 0) ? 'empty' : 'answers';
}
