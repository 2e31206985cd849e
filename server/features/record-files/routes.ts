import type { FastifyInstance } from 'fastify';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { fileGrant, fileNotFound } from '@rowhouse/domain/record-files/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileNameParameters } from '../../platform/file-name-parameters.ts';
import type { Grants } from '../../platform/identity/grants.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { findGrantedFile } from './sql.ts';

/** A file by the grant in its link. Saved rather than shown, except a PDF; never read as another type than its own. */
export function registerFileRoutes(
  app: FastifyInstance,
  parts: { database: Database; grants: Grants; storage: ObjectStorage },
): void {
  // A wildcard, because a grant is longer than what the router takes as a parameter.
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const payload = parts.grants.verifyGrant(fileGrant, request.params['*'])?.payload;
    const file =
      payload === undefined
        ? null
        : await findGrantedFile(
            parts.database,
            tenantId(Number(payload['tenantId'])),
            Number(payload['fileId']),
          );
    const stored = file === null ? null : await parts.storage.open(file.objectKey);
    if (file === null || stored === null)
      return reply.code(404).send({ code: 'NOT_FOUND', message: fileNotFound });
    const isPdf = file.mimeType === 'application/pdf';
    return reply
      .header(
        'content-type',
        /^[\w.+-]+\/[\w.+-]+$/.test(file.mimeType) ? file.mimeType : 'application/octet-stream',
      )
      .header('content-length', stored.sizeBytes)
      .header(
        'content-disposition',
        `${isPdf ? 'inline' : 'attachment'}; ${fileNameParameters(file.originalFileName)}`,
      )
      .send(stored.content);
  });
}
