import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { findLogo } from './sql.ts';

/**
 * A logo for whoever was told its key: a picture in a page is asked for without tokens. Whatever it is opened as, it is a still
 * picture that loads and runs nothing.
 */
export function registerLogoRoute(app: FastifyInstance, { database }: { database: Database }): void {
  app.get<{ Params: { tenant: string; key: string } }>('/logos/:tenant/:key', async (request, reply) => {
    const { tenant, key } = request.params;
    const isAddress = /^[1-9]\d{0,8}$/.test(tenant) && /^[0-9a-f]{32}$/.test(key);
    const logo = isAddress
      ? await database.asOwnerOf(tenantId(Number(tenant)), (connection) =>
          findLogo(connection, Number(tenant), key),
        )
      : null;
    void reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
    if (logo === null)
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-disposition', 'inline; filename="logo.png"')
      .type('image/png')
      .send(logo);
  });
}
