import type { FastifyInstance } from 'fastify';
import { isAppRoleRefusal } from './platform/database/app-role.ts';
import type { Database } from './platform/database/database.ts';
import type { Metrics } from './platform/metrics.ts';

/** This process answers. */
export function registerAlive(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
}

/** For whoever watches the machine: whether every part that it needs answers, and if not, which does not; and figures. */
export function registerWatch(
  app: FastifyInstance,
  { database, metrics, isStopping }: { database: Database; metrics: Metrics; isStopping: () => boolean },
): void {
  app.get('/readyz', async (_request, reply) => {
    const sayStopping = () =>
      reply.code(503).header('cache-control', 'no-store').send({ status: 'stopping', parts: {} });
    if (isStopping()) return sayStopping();
    const reason = await Promise.race([
      database.ping().then(
        () => null,
        (error: unknown) => (isAppRoleRefusal(error) ? 'refuses the role of requests' : 'does not answer'),
      ),
      new Promise<string>((resolve) => setTimeout(resolve, 2000, 'does not answer within 2 seconds').unref()),
    ]);
    // A balancer that hears 'ready' now would send people to where nobody is any more.
    if (isStopping()) return sayStopping();
    metrics.ready.set(reason === null ? 1 : 0);
    const announcements = database.notifications.state();
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: reason === null ? 'ready' : 'not ready',
        // Without them all is answered as ever, and what others change is shown late.
        parts: { database: reason ?? 'ok', ...(announcements !== null && { announcements }) },
      });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
