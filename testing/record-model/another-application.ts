import { createApplication } from '@rowhouse/server/application.ts';
import type { ApplicationParts } from '@rowhouse/server/application.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { inject } from 'vitest';
import { openMigratedDatabase } from '../migrated-database.ts';
import { databaseUrl } from '../postgres.ts';
import { testSecret } from '../test-secret.ts';
import type { Credentials, GraphqlAnswer, ServedDatabase } from '../test-server.ts';

/**
 * A second server process, as far as the database can tell: memory and connections of its own over the same records.
 * What `alter database` has set since holds for its connections.
 */
export async function startAnother(server: ServedDatabase, parts: Partial<ApplicationParts> = {}) {
  const [row] = await server.query('select current_database() as name');
  const url = databaseUrl(inject('postgresAdminUrl'), String(row?.['name']));
  const database = await openMigratedDatabase(url, { migrated: true });
  const { app, drain, fieldUse, notificationMails, scheduledMails } = createApplication({
    database,
    storage: server.storage,
    clock: server.clock,
    log: createLog('error'),
    mailer: server.mailer,
    linkBase: 'http://localhost',
    secret: testSecret,
    tokenLifetimeMs: 86_400_000,
    countBudgetMs: 5000,
    explorer: false,
    proxyHops: 0,
    clientDist: '.',
    ...parts,
  });
  await app.ready();
  return {
    app,
    drain,
    database,
    fieldUse,
    notificationMails,
    scheduledMails,
    async ask(document: string, { service, backend, tenant }: Credentials, variables: object = {}) {
      const headers = { authorization: service ?? '', backend_jwt: backend ?? '', tenant_id: String(tenant) };
      const payload = { query: document, variables };
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
      return answer.json<GraphqlAnswer>();
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
