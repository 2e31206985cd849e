import type { FastifyInstance } from 'fastify';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { fileGrant, fileNotFound } from '@rowhouse/domain/record-files/rules.ts';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import { readByteRange } from '../../platform/byte-range.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileNameParameters } from '../../platform/file-name-parameters.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readFile, selectFile } from './sql.ts';
import type { StoredFile } from './sql.ts';

/** A file by the grant in its link, whole or a range of it. Saved rather than shown, except a PDF; never read as another type than its own. */
export function registerFileRoutes(
  app: FastifyInstance,
  parts: {
    database: Database;
    configs: TenantConfigCache;
    grants: Grants;
    storage: ObjectStorage;
    log: Log;
  },
): void {
  // A wildcard, because a grant is longer than what the router takes as a parameter.
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const payload = parts.grants.verifyGrant(fileGrant, request.params['*'])?.payload;
    const file = payload === undefined ? null : await findFile(payload);
    if (file === null) return reply.code(404).send({ code: 'NOT_FOUND', message: fileNotFound });
    const isPdf = file.mimeType === 'application/pdf';
    // What stands under an id never changes: a file that is replaced has another.
    const entityTag = `"file-${file.id}"`;
    const condition = request.headers['if-range'];
    const isAsked = condition === undefined || condition === entityTag;
    const range = isAsked ? readByteRange(request.headers.range, file.sizeBytes) : null;
    void reply.header('accept-ranges', 'bytes').header('etag', entityTag);
    if (range === 'unsatisfiable')
      return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
    const stored = await parts.storage.open(file.objectKey, range ?? undefined);
    if (stored === null) return reply.code(404).send({ code: 'NOT_FOUND', message: fileNotFound });
    if (range !== null)
      void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${stored.sizeBytes}`);
    return (
      reply
        .header(
          'content-type',
          /^[\w.+-]+\/[\w.+-]+$/.test(file.mimeType) ? file.mimeType : 'application/octet-stream',
        )
        .header('content-length', range === null ? stored.sizeBytes : range.last - range.first + 1)
        // Shown by whatever the browser has for PDFs; anything else could only be a page, and that may do nothing.
        .headers(
          isPdf ? {} : { 'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'" },
        )
        .header(
          'content-disposition',
          `${isPdf ? 'inline' : 'attachment'}; ${fileNameParameters(file.originalFileName)}`,
        )
        .send(stored.content)
    );
  });

  /** Who may have it was asked when the link was made; whether their session still holds is asked now. */
  async function findFile(payload: Readonly<Record<string, unknown>>): Promise<StoredFile | null> {
    const member = await findGrantedMember(parts, payload, 'member');
    if (member === null) return null;
    const read = await member.read([selectFile(Number(payload['fileId']))]).catch(nullWhenRefused);
    return readFile(read?.answers[0]);
  }
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
