import fastifyCompress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { attachmentsOperations } from './features/attachments/operations.ts';
import { registerUploadRoute } from './features/attachments/routes.ts';
import { bulkChangesOperations } from './features/bulk-changes/operations.ts';
import { createBulkChangeRunner } from './features/bulk-changes/run-bulk-changes.ts';
import { bulkDownloadOperations } from './features/bulk-download/operations.ts';
import { registerZipRoute } from './features/bulk-download/routes.ts';
import { fieldsOperations } from './features/fields/operations.ts';
import { gridPreferencesOperations } from './features/grid-preferences/operations.ts';
import { identityOperations } from './features/identity/operations.ts';
import { registerOidcRoutes } from './features/identity/oidc-routes.ts';
import { registerIdentityRoutes } from './features/identity/routes.ts';
import { invitationsOperations } from './features/invitations/operations.ts';
import { lineItemsOperations } from './features/line-items/operations.ts';
import { listsOperations } from './features/lists/operations.ts';
import { menuOperations } from './features/menu/operations.ts';
import { objectsOperations } from './features/objects/operations.ts';
import { recordFilesOperations } from './features/record-files/operations.ts';
import { registerFileRoutes } from './features/record-files/routes.ts';
import { recordTypesOperations } from './features/record-types/operations.ts';
import { bulkRecordChanging } from './features/records/bulk-record-changing.ts';
import { registerExportRoute } from './features/records/export-route.ts';
import { FieldUseNotes } from './features/records/field-use-notes.ts';
import { createRecordOperations } from './features/records/operations.ts';
import { TotalCache } from './features/records/total-cache.ts';
import { transmissionsOperations } from './features/transmissions/operations.ts';
import { usersOperations } from './features/users/operations.ts';
import { createGraphql } from './graphql/create-graphql.ts';
import { createGate } from './graphql/gate.ts';
import { registerGraphqlRoute } from './graphql/graphql-route.ts';
import { registerClientPages, setSecurityHeaders } from './platform/client-pages.ts';
import type { Clock } from './platform/clock.ts';
import type { IdentityConfig } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { createGrants } from './platform/identity/grants.ts';
import { createIdentity } from './platform/identity/create-identity.ts';
import { createOwnProviders } from './platform/identity/open-providers.ts';
import type { IdentityProviders } from './platform/identity/open-providers.ts';
import { createTokens } from './platform/identity/tokens.ts';
import type { Log } from './platform/log.ts';
import type { ConfiguredMailer } from './platform/mail/create-mailer.ts';
import { registerMailboxRoute } from './platform/mail/mailbox-page.ts';
import { createMetrics } from './platform/metrics.ts';
import type { ObjectStorage } from './platform/object-storage/object-storage.ts';
import { TenantConfigCache } from './platform/tenant-config/tenant-config-cache.ts';
import { attachRealtime } from './realtime/attach-realtime.ts';

export type ApplicationParts = {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: ConfiguredMailer;
  /** Where people reach this installation, without a slash at its end: what links in mails begin with. */
  readonly linkBase: string;
  readonly secret: string;
  /** Absent: passwords that are kept here, and an account for whoever asks. */
  readonly identityConfig?: IdentityConfig;
  /** As the configuration names them; absent: what is kept here. */
  readonly providers?: IdentityProviders;
  readonly tokenLifetimeMs: number;
  readonly countBudgetMs: number;
  readonly explorer: boolean;
  readonly proxyHops: number;
  readonly publicUrl?: string | undefined;
  /** How many records a bulk change takes at a time; absent: as suits the database. */
  readonly bulkPartSize?: number;
  /** The folder of the built client; absent: that of this checkout. */
  readonly clientDist?: string;
};

/** The whole server over its outside parts, not yet listening: what main runs and what the tests talk to. */
export function createApplication(parts: ApplicationParts) {
  const { database, storage, clock, log } = parts;
  const metrics = createMetrics();
  const tokens = createTokens({ secret: parts.secret, lifetimeMs: parts.tokenLifetimeMs, clock });
  const grants = createGrants({ secret: parts.secret, clock });
  const configs = new TenantConfigCache(database);
  const fieldUse = new FieldUseNotes(database, log);
  const identity = createIdentity({
    ...parts,
    tokens,
    config: parts.identityConfig ?? ownIdentity,
    providers: parts.providers ?? createOwnProviders(parts),
    sessionLifetimeMs: parts.tokenLifetimeMs,
  });
  const bulkChanges = createBulkChangeRunner({
    database,
    configs,
    records: bulkRecordChanging,
    log,
    partSize: parts.bulkPartSize,
  });
  const gate = createGate({
    database,
    configs,
    tokens,
    operations: {
      ...identityOperations({ identity, tokens }),
      ...menuOperations,
      ...usersOperations,
      ...invitationsOperations({ mailer: parts.mailer, linkBase: parts.linkBase, clock }),
      ...listsOperations,
      ...lineItemsOperations,
      ...objectsOperations,
      ...recordTypesOperations,
      ...fieldsOperations,
      ...transmissionsOperations,
      ...gridPreferencesOperations,
      ...recordFilesOperations({ grants }),
      ...attachmentsOperations({ grants }),
      ...bulkDownloadOperations({ storage, clock, grants, log }),
      ...bulkChangesOperations({ records: bulkRecordChanging, runner: bulkChanges }),
      ...createRecordOperations({
        totals: new TotalCache(),
        countBudgetMs: parts.countBudgetMs,
        clock,
        grants,
        fieldUse,
      }),
    },
  });

  const app: FastifyInstance = fastify({
    trustProxy: parts.proxyHops === 0 ? false : (_address, hop) => hop < parts.proxyHops,
    bodyLimit: 1_000_000,
    // A view with a thousand pasted values in its filter is a long address.
    http: { maxHeaderSize: 65_536 },
    logger: false,
  });
  // Fast rather than small: a page of 3,000 records is 5 MB, and a tenth of it at the lowest level.
  void app.register(fastifyCompress, {
    encodings: ['gzip', 'identity'],
    threshold: 8192,
    zlibOptions: { level: 1 },
  });
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply));
  // An answer under way when the stop begins would else leave its connection open, and the stop waiting for it.
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onClose', () => bulkChanges.stop());
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: String(reply.statusCode),
    };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    // Whoever asked has gone: there is nobody to tell, and nothing failed here.
    if (reply.raw.destroyed) return reply;
    if (status < 500) {
      return reply
        .code(status)
        .send({ code: 'INVALID', message: clientFaults[status] ?? 'The request cannot be read.' });
    }
    log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    return reply.code(500).send({ code: 'INTERNAL', message: 'Internal server error.' });
  });

  attachRealtime(app, { database, configs, tokens, metrics, log, publicUrl: parts.publicUrl });

  // In a scope of their own, which is opened when the compression stands.
  void app.register(async (routes) => {
    const { explorer } = parts;
    registerGraphqlRoute(routes, createGraphql(gate, { explorer, log, metrics }), { explorer, log });
    const { linkBase, secret } = parts;
    registerIdentityRoutes(routes, { identity, tokens, log, linkBase });
    registerOidcRoutes(routes, { redirect: identity.redirect, secret, log, linkBase });
    registerFileRoutes(routes, { database, grants, storage });
    registerUploadRoute(routes, { database, configs, grants, storage, log });
    registerExportRoute(routes, { database, configs, grants, log });
    registerZipRoute(routes, { database, configs, storage, clock, grants, log });
    registerMailboxRoute(routes, { mailbox: parts.mailer.mailbox, base: parts.linkBase });
    registerHealthRoutes(routes, { database, metrics });
    registerClientPages(routes, parts.clientDist);
  });

  return { app, identity, configs, fieldUse, bulkChanges, tokens, grants, metrics };
}

export type Application = ReturnType<typeof createApplication>;

const ownIdentity: IdentityConfig = {
  cognito: null,
  oidc: null,
  passwords: true,
  registration: true,
  mfaSkipExemptEmail: null,
};

const clientFaults: Readonly<Record<number, string>> = {
  400: 'The request cannot be read as JSON.',
  413: 'The request is too large.',
  415: 'Send the request as application/json.',
};

/** Alive: this process answers. Ready: every part that it needs does, and if not, which does not. */
function registerHealthRoutes(
  app: FastifyInstance,
  { database, metrics }: { database: Database; metrics: ReturnType<typeof createMetrics> },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await Promise.race([
      database.ping().then(
        () => null,
        () => 'does not answer',
      ),
      new Promise<string>((resolve) => setTimeout(resolve, 2000, 'does not answer within 2 seconds').unref()),
    ]);
    metrics.ready.set(reason === null ? 1 : 0);
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: reason === null ? 'ready' : 'not ready', parts: { database: reason ?? 'ok' } });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
