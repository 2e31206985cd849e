import fastifyCompress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createChartNotes } from './features/aggregates/note-chart.ts';
import { AggregateCache } from './features/aggregates/aggregate-cache.ts';
import { createAggregatesOperations } from './features/aggregates/operations.ts';
import { attachmentsOperations } from './features/attachments/operations.ts';
import { createFileConfirmer } from './features/attachments/confirm-file.ts';
import { createUploadTurns } from './features/attachments/keep-file.ts';
import { createDirectUploads } from './features/attachments/sign-direct-upload.ts';
import { createFileStore } from './features/attachments/store-file.ts';
import { registerUploadRoute } from './features/attachments/routes.ts';
import { bulkChangesOperations } from './features/bulk-changes/operations.ts';
import { createBulkChangeRunner } from './features/bulk-changes/run-bulk-changes.ts';
import { bulkDownloadOperations } from './features/bulk-download/operations.ts';
import { registerZipRoute } from './features/bulk-download/routes.ts';
import { commentsOperations } from './features/comments/operations.ts';
import { configurationFileOperations } from './features/configuration-file/operations.ts';
import { configurationHistoryOperations } from './features/configuration-history/operations.ts';
import { createDashboardsOperations } from './features/dashboards/operations.ts';
import { showWidgets } from './features/dashboards/widgets.ts';
import { fieldsOperations } from './features/fields/operations.ts';
import { gridPreferencesOperations } from './features/grid-preferences/operations.ts';
import { identityOperations } from './features/identity/operations.ts';
import { registerOidcRoutes } from './features/identity/oidc-routes.ts';
import { registerIdentityRoutes } from './features/identity/routes.ts';
import { invitationsOperations } from './features/invitations/operations.ts';
import { companyAuditOperations } from './features/audit-log/company-operations.ts';
import { auditLogOperations } from './features/audit-log/operations.ts';
import { registerAuditExportRoute } from './features/audit-log/routes.ts';
import { lineItemsOperations } from './features/line-items/operations.ts';
import { listOperations } from './features/lists/list-operations.ts';
import { listsOperations } from './features/lists/operations.ts';
import { createMailSchedulesOperations } from './features/mail-schedules/operations.ts';
import { createScheduledMails } from './features/mail-schedules/send-scheduled.ts';
import { registerStopMailRoute } from './features/mail-schedules/stop-route.ts';
import { companyMenuOperations } from './features/menu/company-operations.ts';
import { menuOperations } from './features/menu/operations.ts';
import { createNotificationsOperations } from './features/notifications/operations.ts';
import { createNotificationMails } from './features/notifications/send-mails.ts';
import { registerUnsubscribeRoute } from './features/notifications/unsubscribe-route.ts';
import { definitionOperations } from './features/objects/definition-operations.ts';
import { objectsOperations } from './features/objects/operations.ts';
import { createPortalsOperations } from './features/portals/operations.ts';
import { fieldConditionOperations } from './features/field-conditions/operations.ts';
import { statusPathOperations } from './features/status-paths/operations.ts';
import { orderFormOperations } from './features/order-entry/form-operations.ts';
import { pastOrderOperations } from './features/order-entry/past-orders.ts';
import { createOfferedReader } from './features/order-entry/read-offered.ts';
import { orderEntryOperations } from './features/order-entry/operations.ts';
import { registerOrderFileRoutes } from './features/order-entry/routes.ts';
import { projectsOperations } from './features/projects/operations.ts';
import { putBackOperations } from './features/put-back/operations.ts';
import { recordEvidenceOperations } from './features/record-evidence/operations.ts';
import { recordPrintOperations } from './features/record-print/operations.ts';
import { registerPrintRoute } from './features/record-print/routes.ts';
import { recordFilesOperations } from './features/record-files/operations.ts';
import { registerFileRoutes } from './features/record-files/routes.ts';
import { designOperations } from './features/record-types/design-operations.ts';
import { orderFieldsOperations } from './features/record-types/order-fields-operations.ts';
import { createDeletionRunner } from './features/record-types/run-deletions.ts';
import { propertyRetypeOperations } from './features/record-types/property-retype-operations.ts';
import { retypeOperations } from './features/record-types/retype-operations.ts';
import { createFieldDeletionRunner } from './features/record-types/run-field-deletions.ts';
import { createPropertyDeletionRunner } from './features/objects/run-property-deletions.ts';
import { createRetypeRunner } from './features/record-types/run-retypes.ts';
import { createFormulaRunner } from './features/record-types/run-formula-passes.ts';
import { recordTypesOperations } from './features/record-types/operations.ts';
import { importOperations } from './features/import/operations.ts';
import { createImportRunning } from './features/import/run-import.ts';
import { bulkRecordChanging } from './features/records/bulk-record-changing.ts';
import { registerExportRoute } from './features/records/export-route.ts';
import { AwaitedIndexes } from './features/records/awaited-indexes.ts';
import { FieldUseNotes } from './features/records/field-use-notes.ts';
import { readFirstRows, toRecordFiltersOf } from './features/records/first-rows.ts';
import { createRecord } from './features/records/create-record.ts';
import { createRecordOperations } from './features/records/operations.ts';
import { transmittedRecords } from './features/records/transmitted-records.ts';
import { TotalCache } from './features/records/total-cache.ts';
import { companyImportOperations } from './features/company-archives/import-operations.ts';
import { createCompanyImportRunner } from './features/company-archives/run-imports.ts';
import { registerArchiveUploadRoute } from './features/company-archives/upload-route.ts';
import { companyArchivesOperations } from './features/company-archives/operations.ts';
import { registerCompanyExportRoute } from './features/company-archives/routes.ts';
import { createExportRunner } from './features/company-archives/run-exports.ts';
import { companyMakingOperations } from './features/tenants/company-making.ts';
import { roleAliasesOperations } from './features/role-aliases/operations.ts';
import { accessReasonsOperations } from './features/access-reasons/operations.ts';
import { accessTestOperations } from './features/roles/access-tests.ts';
import { rolesOperations } from './features/roles/operations.ts';
import { tenantsOperations } from './features/tenants/operations.ts';
import { registerLogoRoute } from './features/tenants/routes.ts';
import { parseRecordQuery } from './features/records/parse-record-query.ts';
import { createStartOperations } from './features/start/operations.ts';
import { templatesOperations } from './features/templates/operations.ts';
import { transmissionsOperations } from './features/transmissions/operations.ts';
import { createTransmissionRunner } from './features/transmissions/run-transmissions.ts';
import type { BeforeStep } from './features/transmissions/run-transmissions.ts';
import { viewAsOperations } from './features/view-as/operations.ts';
import { usersOperations } from './features/users/operations.ts';
import { whereUsedOperations } from './features/where-used/operations.ts';
import { createGraphql } from './graphql/create-graphql.ts';
import { createGate } from './graphql/gate.ts';
import { isMember } from './graphql/member-claims.ts';
import { registerGraphqlRoute } from './graphql/graphql-route.ts';
import { CallBudget } from './platform/call-budget.ts';
import { registerClientPages, setSecurityHeaders } from './platform/client-pages.ts';
import type { Clock } from './platform/clock.ts';
import type { IdentityConfig } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { logDatabaseLoss } from './platform/database/database-lost.ts';
import { isOutOfReach, sayOutOfReach } from './platform/database/open-database.ts';
import { createGrants } from './identity/grants.ts';
import { createIdentity } from './identity/create-identity.ts';
import type { BreachedPasswords } from './platform/identity/embedded/breached-passwords.ts';
import { createOwnProviders } from './identity/open-providers.ts';
import type { IdentityProviders } from './identity/open-providers.ts';
import { createSessionUse } from './identity/session-use.ts';
import { createTokens } from './identity/tokens.ts';
import type { Log } from './platform/log.ts';
import type { ConfiguredMailer } from './platform/mail/create-mailer.ts';
import { mailboxKey, registerMailboxRoute } from './platform/mail/mailbox-page.ts';
import { createMetrics } from './platform/metrics.ts';
import { logRefusedRequests } from './platform/refused-requests.ts';
import { createSecurityLog } from './platform/security-log.ts';
import type { ObjectStorage } from './platform/object-storage/object-storage.ts';
import { trackConnections } from './platform/drain-connections.ts';
import { warnOfUnknownProxy } from './platform/unknown-proxy.ts';
import { TenantConfigCache } from './platform/tenant-config/tenant-config-cache.ts';
import { registerAlive, registerWatch } from './health-routes.ts';
import { attachRealtime } from './realtime/attach-realtime.ts';
import type { Secret } from './platform/secret.ts';

export type ApplicationParts = {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: ConfiguredMailer;
  /** Where people reach this installation, without a slash at its end: what links in mails begin with. */
  readonly linkBase: string;
  readonly secret: Secret;
  /** Passwords that nobody may choose, beside the common ones; absent: there is no such list. */
  readonly breached?: BreachedPasswords | undefined;
  /** Absent: passwords that are kept here, and an account for whoever asks. */
  readonly identityConfig?: IdentityConfig;
  /** As the configuration names them; absent: what is kept here. */
  readonly providers?: IdentityProviders;
  readonly tokenLifetimeMs: number;
  /** How long a session lasts that nobody uses; absent: as long as its tokens. */
  readonly sessionIdleMs?: number;
  /** Who makes companies in the browser; absent: nobody but the first person. */
  readonly companies?: 'anyone' | 'operators';
  /** Emails of those who run the installation; absent: nobody does so in the browser. */
  readonly operators?: readonly string[];
  /** Of a person, in this process; absent: no limit. */
  readonly callsPerMinute?: number;
  readonly countBudgetMs: number;
  /** Of one company; absent: as many as usual. */
  readonly numbersAtOnce?: number;
  /** For tests with few records: how long rows are waited for without an index and kept if they come late, and from how many records one is made. */
  readonly awaitedIndexes?: Pick<
    ConstructorParameters<typeof AwaitedIndexes>[0],
    'patienceMs' | 'keptMs' | 'limits'
  >;
  readonly explorer: boolean;
  readonly proxyHops: number;
  readonly publicUrl?: string | undefined;
  /** Whether /metrics and /readyz stand on a port of their own. */
  readonly hasOwnWatchPort?: boolean;
  /** How many records a bulk change takes at a time; absent: as suits the database. */
  readonly bulkPartSize?: number;
  /** Origins of servers whose dashboards may be shown in frames; absent: none. */
  readonly embedOrigins?: readonly string[];
  /** For tests that end a delivery of a transmission between its steps. */
  readonly beforeTransmissionStep?: BeforeStep;
  /** The folder of the built client; absent: that of this checkout. */
  readonly clientDist?: string;
};

/** The whole server over its outside parts, not yet listening: what main runs and what the tests talk to. */
export function createApplication(parts: ApplicationParts) {
  const { database, storage, clock, log } = parts;
  const metrics = createMetrics();
  const securityLog = createSecurityLog(log);
  const calls = new CallBudget(parts.callsPerMinute ?? 0);
  const tokens = createTokens({ secret: parts.secret, lifetimeMs: parts.tokenLifetimeMs, clock });
  const grants = createGrants({ secret: parts.secret, clock });
  const sessionIdleMs = parts.sessionIdleMs ?? parts.tokenLifetimeMs;
  const sessionUse = createSessionUse({ database, log, idleLimitMs: sessionIdleMs });
  const configs = new TenantConfigCache(database);
  const fieldUse = new FieldUseNotes(database, log);
  const awaited = new AwaitedIndexes({ database, log, fieldUse, ...parts.awaitedIndexes });
  const identity = createIdentity({
    ...parts,
    securityLog,
    tokens,
    config: parts.identityConfig ?? ownIdentity,
    providers: parts.providers ?? createOwnProviders(parts),
    sessionLifetimeMs: parts.tokenLifetimeMs,
    sessionIdleMs,
  });
  const bulkChanges = createBulkChangeRunner({
    database,
    configs,
    records: bulkRecordChanging,
    imports: createImportRunning(clock),
    log,
    partSize: parts.bulkPartSize,
  });
  const formulas = createFormulaRunner({ database, configs, log });
  const deletions = createDeletionRunner({ database, log, partSize: parts.bulkPartSize });
  const fieldDeletions = createFieldDeletionRunner({ database, log, partSize: parts.bulkPartSize });
  const propertyDeletions = createPropertyDeletionRunner({ database, log, partSize: parts.bulkPartSize });
  const companyExports = createExportRunner({ database, storage, log });
  const companyImports = createCompanyImportRunner({ database, storage, log });
  const operators = parts.operators ?? [];
  const retypes = createRetypeRunner({ database, configs, log, formulas, partSize: parts.bulkPartSize });
  const transmitted = transmittedRecords(clock);
  const transmissions = createTransmissionRunner({
    database,
    configs,
    records: transmitted,
    storage,
    log,
    beforeStep: parts.beforeTransmissionStep,
  });
  const notificationMails = createNotificationMails({ ...parts, configs, grants });
  const totals = new TotalCache();
  const aggregateCache = new AggregateCache();
  database.whenLost(() => {
    totals.forget();
    aggregateCache.forget();
  });
  const aggregates = createAggregatesOperations({
    clock,
    fieldUse,
    parseQuery: parseRecordQuery,
    atOnce: parts.numbersAtOnce,
    cache: aggregateCache,
    sessionUse,
  });
  const scheduledMails = createScheduledMails({
    ...parts,
    configs,
    grants,
    reading: {
      aggregate: aggregates.aggregateRecords,
      readFirstRows,
      toRecordFilters: toRecordFiltersOf,
      showWidgets,
    },
  });
  const inTurn = createUploadTurns(log);
  const storeFile = createFileStore({ storage, inTurn });
  const confirmFile = createFileConfirmer({ storage, inTurn });
  const designs = designOperations(clock, formulas);
  const users = usersOperations({ mailer: parts.mailer });
  const portals = createPortalsOperations({ embedOrigins: parts.embedOrigins ?? [] });
  const transmissionOperations = transmissionsOperations({
    database,
    configs,
    log,
    records: transmitted,
    runner: transmissions,
  });
  const dashboards = createDashboardsOperations({
    secret: parts.secret,
    clock,
    embedOrigins: parts.embedOrigins ?? [],
    noteChart: createChartNotes({
      parseQuery: parseRecordQuery,
      toRecordFilters: toRecordFiltersOf,
      fieldUse,
    }),
  });
  const gate = createGate({
    database,
    configs,
    tokens,
    sessionUse,
    identity,
    operations: {
      ...identityOperations({ identity, tokens }),
      ...tenantsOperations,
      ...retypeOperations({ retypes, sessionUse }),
      ...propertyRetypeOperations({ retypes, sessionUse }),
      ...templatesOperations,
      ...companyImportOperations({ grants, storage, imports: companyImports, identity, operators }),
      ...companyArchivesOperations({ grants, exports: companyExports }),
      ...companyMakingOperations({ isOpen: parts.companies === 'anyone', operators }),
      ...menuOperations,
      ...users,
      ...companyMenuOperations,
      ...accessReasonsOperations,
      ...viewAsOperations,
      ...rolesOperations,
      ...accessTestOperations,
      ...roleAliasesOperations,
      ...invitationsOperations({ mailer: parts.mailer, linkBase: parts.linkBase, clock, database, log }),
      ...listsOperations,
      ...listOperations,
      ...lineItemsOperations,
      ...auditLogOperations,
      ...companyAuditOperations({ grants, clock }),
      ...commentsOperations,
      ...createNotificationsOperations({ mailer: parts.mailer }),
      ...createMailSchedulesOperations({ mailer: parts.mailer, clock }),
      ...dashboards,
      ...objectsOperations,
      ...definitionOperations,
      ...recordTypesOperations,
      ...designs,
      ...orderFieldsOperations(clock),
      ...configurationFileOperations(
        {
          ...rolesOperations,
          ...accessTestOperations,
          ...roleAliasesOperations,
          ...designs,
          ...listOperations,
          ...definitionOperations,
          ...companyMenuOperations,
          ...portals,
          ...orderFormOperations,
          ...dashboards,
          ...gridPreferencesOperations,
        },
        formulas,
      ),
      ...configurationHistoryOperations({
        ...rolesOperations,
        ...tenantsOperations,
        ...users,
        ...designs,
        ...listOperations,
        ...definitionOperations,
        ...companyMenuOperations,
        ...dashboards,
        ...gridPreferencesOperations,
        ...transmissionOperations,
      }),
      ...whereUsedOperations,
      ...fieldsOperations,
      ...transmissionOperations,
      ...gridPreferencesOperations,
      ...recordFilesOperations({ grants, storage }),
      ...recordEvidenceOperations,
      ...attachmentsOperations({
        grants,
        signDirect: createDirectUploads({ grants, storage }),
        storeFile,
        clock,
        uploaders: { database, configs, log },
      }),
      ...bulkDownloadOperations({ storage, clock, grants, log }),
      ...recordPrintOperations({ grants, clock }),
      ...portals,
      ...projectsOperations,
      ...fieldConditionOperations,
      ...statusPathOperations,
      ...orderFormOperations,
      ...pastOrderOperations,
      ...orderEntryOperations({
        grants,
        clock,
        readOffered: createOfferedReader(storage),
        createRecord: (data, context, body) => createRecord(data, context, clock, { body }),
      }),
      ...putBackOperations,
      ...bulkChangesOperations({ records: bulkRecordChanging, runner: bulkChanges }),
      ...importOperations({ clock, runner: bulkChanges }),
      ...createStartOperations({
        clock,
        searchBudgetMs: parts.countBudgetMs,
        parseSearch: (search, recordType, context) =>
          parseRecordQuery({ recordTypeId: recordType.type.id, search }, recordType, context),
      }),
      ...aggregates,
      ...createRecordOperations({
        totals,
        awaited,
        countBudgetMs: parts.countBudgetMs,
        clock,
        grants,
        fieldUse,
      }),
    },
  });

  const app: FastifyInstance = fastify({
    trustProxy: parts.proxyHops === 0 ? false : (_address, hop) => hop < parts.proxyHops,
    bodyLimit: 200_000,
    // To the last byte of a request: a file of 10 MB over a slow line comes in half of it.
    requestTimeout: 300_000,
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
  const isHttps = parts.publicUrl?.startsWith('https:') ?? false;
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, isHttps));
  logRefusedRequests(app, securityLog);
  if (parts.proxyHops === 0) warnOfUnknownProxy(app, log);
  const connections = trackConnections(app.server);
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onClose', async () => {
    // Begun again by the next process, as what was noted says.
    awaited.stop();
    await bulkChanges.stop();
    await formulas.stop();
    await deletions.stop();
    await fieldDeletions.stop();
    await propertyDeletions.stop();
    await companyExports.stop();
    await companyImports.stop();
    await retypes.stop();
    await transmissions.stop();
  });
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
    if (isOutOfReach(error)) {
      logDatabaseLoss(log, error);
      return reply.code(503).send({ code: 'UNAVAILABLE', message: sayOutOfReach(error) });
    }
    if (status < 500) {
      return reply
        .code(status)
        .send({ code: 'INVALID', message: clientFaults[status] ?? 'The request cannot be read.' });
    }
    log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    return reply.code(500).send({ code: 'INTERNAL', message: 'Internal server error.' });
  });

  // Whoever watches the machine asks there, and nobody else reaches it.
  const watch: FastifyInstance | null = parts.hasOwnWatchPort === true ? fastify({ logger: false }) : null;
  if (watch !== null) {
    registerAlive(watch);
    registerWatch(watch, { database, metrics, isStopping: () => isStopping });
  }

  const realtime = attachRealtime(app, {
    database,
    configs,
    tokens,
    metrics,
    log,
    securityLog,
    publicUrl: parts.publicUrl,
  });

  // In a scope of their own, which is opened when the compression stands.
  void app.register(async (routes) => {
    const { explorer } = parts;
    registerGraphqlRoute(
      routes,
      createGraphql(gate, { explorer, log, securityLog, metrics, tokens, calls }),
      {
        explorer,
        log,
        isMember: ({ credentials, facts }) => isMember(tokens, credentials, facts.tenantHeader),
      },
    );
    const { linkBase, secret } = parts;
    registerIdentityRoutes(routes, { identity, tokens, sessionUse, calls, log, securityLog, linkBase });
    registerOidcRoutes(routes, { redirect: identity.redirect, secret, log, linkBase });
    registerFileRoutes(routes, { database, configs, grants, storage, log });
    registerLogoRoute(routes, { database });
    registerArchiveUploadRoute(routes, {
      database,
      storage,
      grants,
      imports: companyImports,
      operators,
      log,
    });
    registerCompanyExportRoute(routes, { database, configs, grants, storage, log });
    registerOrderFileRoutes(routes, { database, configs, grants, storage, log });
    registerUploadRoute(routes, { database, configs, grants, storeFile, confirmFile, log });
    registerExportRoute(routes, { database, configs, grants, log });
    registerAuditExportRoute(routes, { database, configs, grants, log });
    registerPrintRoute(routes, {
      database,
      configs,
      grants,
      log,
      beside: { ...commentsOperations, ...auditLogOperations },
    });
    registerZipRoute(routes, { database, configs, storage, clock, grants, log });
    registerMailboxRoute(routes, {
      mailbox: parts.mailer.mailbox,
      base: linkBase,
      key: mailboxKey(secret),
    });
    registerUnsubscribeRoute(routes, { database, grants });
    registerStopMailRoute(routes, { database, grants });
    registerAlive(routes);
    if (watch === null) registerWatch(routes, { database, metrics, isStopping: () => isStopping });
    registerClientPages(routes, {
      dist: parts.clientDist,
      embedOrigins: parts.embedOrigins,
      uploadOrigin: storage.incoming?.origin,
      signInMethods: identity.signInMethods,
    });
  });

  /**
   * Says at /readyz that it stops, so that a balancer sends nobody here any more; after the grace takes no new
   * connection, sends the sockets away, and answers what was asked, each to its end. The sockets go first: one that
   * polls holds a question open that is answered when there is something to tell.
   */
  async function drain(grace: Promise<unknown>): Promise<void> {
    isStopping = true;
    await grace;
    connections.stopListening();
    await realtime.close();
    await connections.drain();
  }

  return {
    app,
    /** /metrics and /readyz, where they have a port of their own. */
    watch,
    drain,
    identity,
    configs,
    fieldUse,
    bulkChanges,
    formulas,
    deletions,
    fieldDeletions,
    propertyDeletions,
    companyExports,
    companyImports,
    retypes,
    transmissions,
    notificationMails,
    scheduledMails,
    tokens,
    grants,
    metrics,
  };
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
