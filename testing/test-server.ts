// The server over a test database, reached the way a browser reaches it: HTTP, JSON, tokens in headers.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { sessionId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { createApplication } from '@rowhouse/server/application.ts';
import type { ApplicationParts } from '@rowhouse/server/application.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { createMailer } from '@rowhouse/server/platform/mail/create-mailer.ts';
import { openFolderStorage } from '@rowhouse/server/platform/object-storage/object-storage.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { testSecret } from './test-secret.ts';

export type Credentials = {
  service?: string | undefined;
  backend?: string | undefined;
  tenant?: number | string | undefined;
  /** What the client says of the screen that asks. */
  source?: string | undefined;
  /** As the header has it. */
  reason?: string | undefined;
};
export type GraphqlAnswer = {
  data: Record<string, unknown> | null;
  errors?: { message: string; extensions: Record<string, unknown> }[];
};
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
export type ServedDatabase = Awaited<ReturnType<typeof serveTestDatabase>>;

export async function startTestServer(options: ServedOptions = {}) {
  const { database, world } = inject('twoTenants');
  return { ...(await serveTestDatabase(await openTestDatabase(database), options)), ...world };
}

type ServedOptions = Partial<
  Pick<
    ApplicationParts,
    | 'bulkPartSize'
    | 'companies'
    | 'explorer'
    | 'operators'
    | 'hasOwnWatchPort'
    | 'beforeTransmissionStep'
    | 'storage'
    | 'sessionIdleMs'
    | 'callsPerMinute'
    | 'log'
    | 'publicUrl'
    | 'proxyHops'
  >
>;

/** The same over a database that was filled otherwise; it goes with the server. */
export async function serveTestDatabase(own: TestDatabase, options: ServedOptions = {}) {
  const { database } = own;
  const clock = { at: Date.now(), now: () => clock.at };
  const folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-files-'));
  const storage = options.storage ?? openFolderStorage(folder);
  const log = options.log ?? createLog('error');
  const mailer = createMailer({ smtpUrl: undefined, from: 'rowhouse@example.com', mailbox: true }, { log });
  const application = createApplication({
    database,
    storage,
    clock,
    log,
    mailer,
    linkBase: 'http://localhost',
    secret: testSecret,
    tokenLifetimeMs: 86_400_000,
    countBudgetMs: 5000,
    explorer: false,
    proxyHops: 0,
    clientDist: folder,
    companies: 'anyone',
    embedOrigins: ['https://reports.example'],
    ...options,
  });
  const { app, identity, tokens, grants, notificationMails, scheduledMails } = application;
  const {
    transmissions,
    bulkChanges,
    deletions,
    fieldDeletions,
    propertyDeletions,
    retypes,
    companyExports,
    companyImports,
  } = application;
  await app.ready();

  async function ask(
    document: string,
    { service, backend, tenant, source, reason }: Credentials,
    variables: object = {},
  ): Promise<GraphqlAnswer> {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        ...(service !== undefined && { authorization: service }),
        ...(backend !== undefined && { backend_jwt: backend }),
        ...(tenant !== undefined && { tenant_id: String(tenant) }),
        ...(source !== undefined && { change_source: source }),
        ...(reason !== undefined && { change_reason: reason }),
      },
      payload: { query: document, variables },
    });
    return answer.json<GraphqlAnswer>();
  }

  /** A session as signing in makes it, without the cost of the password, which routes.test.ts has seen to. */
  async function signIn(name: string, { secondFactor = false, isProved = false } = {}): Promise<Credentials> {
    const session = randomBytes(16).toString('hex');
    const { rows } = await database.asHome((connection) =>
      connection.query(
        `insert into auth_session (id, token, "userId", "expiresAt", "updatedAt", second_factor, proved_at)
         select $1, $1, auth_user_id, now() + interval '1 day', now(), $3, $4 from app_user where email = $2
         returning (select id::int from app_user where email = $2) as id`,
        [session, `${name}@example.com`, secondFactor, isProved ? new Date(clock.at) : null],
      ),
    );
    const signedIn = { userId: userId(Number(rows[0]?.['id'])), sessionId: sessionId(session) };
    return { service: tokens.issueService(signedIn).token };
  }

  return {
    app,
    watch: application.watch,
    database,
    /** For a connection beside the server's. */
    databaseUrl: own.url,
    clock,
    mailer,
    /** What was mailed, the newest first. */
    mails: () => mailer.mailbox?.list() ?? [],
    tokens,
    grants,
    notificationMails,
    scheduledMails,
    transmissions,
    bulkChanges,
    deletions,
    fieldDeletions,
    propertyDeletions,
    companyExports,
    companyImports,
    retypes,
    identity,
    storage,
    ask,
    signIn,
    /** Signs in and enters the tenant; `isProved`: has just shown once more who it is. */
    async enter(
      name: string,
      tenant: { id: number },
      options?: { secondFactor?: boolean; isProved?: boolean },
    ): Promise<Credentials> {
      const { service } = await signIn(name, options);
      const answer = await ask(
        `mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }`,
        { service },
        { data: { tenantId: tenant.id } },
      );
      const login = answer.data?.['SaasTenantLogin'] as { token: string } | undefined;
      return { service, backend: login?.token, tenant: tenant.id };
    },
    query: (text: string, values: readonly unknown[] = []) =>
      database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows),
    async close() {
      await app.close();
      await own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What answers whoever has not just shown once more who it is. */
export const proofNeeded = {
  message: 'Enter your password once more to do this.',
  extensions: { code: 'FORBIDDEN', details: { reason: 'ProofNeeded', proof: 'PASSWORD' } },
};

/** What hidden, foreign and absent things have in common: one answer, byte for byte. */
export const absent = (what: string): GraphqlAnswer => ({
  data: null,
  errors: [{ message: `${what} was not found.`, extensions: { code: 'NOT_FOUND' } }],
});
