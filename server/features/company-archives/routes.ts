import { exportGrant, exportLinkOver } from '@rowhouse/domain/company-archives/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileNameParameters } from '../../platform/file-name-parameters.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { exportFileName } from './export-file-name.ts';
import { readExport, selectExport } from './sql.ts';
import type { StoredExport } from './sql.ts';

type Found = { readonly stored: StoredExport; readonly fileName: string };

/** The archive of a company by the grant in its link. Whether its bearer administers the company is asked again when it is opened. */
export function registerCompanyExportRoute(
  app: FastifyInstance,
  parts: {
    database: Database;
    configs: TenantConfigCache;
    grants: Grants;
    storage: ObjectStorage;
    log: Log;
  },
): void {
  app.get<{ Params: { '*': string } }>(
    '/company-exports/*',
    { exposeHeadRoute: false },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      const payload = parts.grants.verifyGrant(exportGrant, request.params['*'])?.payload;
      const found = payload === undefined ? null : await find(payload);
      const object = found && (await parts.storage.open(found.stored.objectKey));
      if (found === null || object === null)
        return reply.code(404).type('text/plain; charset=utf-8').send(exportLinkOver);
      return reply
        .header('content-type', 'application/gzip')
        .header('content-length', object.sizeBytes)
        .header('content-disposition', `attachment; ${fileNameParameters(found.fileName)}`)
        .send(object.content);
    },
  );

  async function find(payload: Readonly<Record<string, unknown>>): Promise<Found | null> {
    const member = await findGrantedMember(parts, payload, 'administers');
    if (member === null || !member.viewer.administers) return null;
    const read = await member.read([selectExport(member.viewer.tenantId)]).catch(nullWhenRefused);
    const stored = readExport(read?.answers[0]);
    if (stored?.state !== 'FINISHED' || stored.id !== payload['export']) return null;
    return { stored, fileName: exportFileName(member.config.url, stored) };
  }
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
