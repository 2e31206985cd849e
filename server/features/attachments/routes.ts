import { Readable } from 'node:stream';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { largestAttachmentBytes } from '@rowhouse/domain/attachments/limits.ts';
import { requireFileField, uploadGrant, uploadOver } from '@rowhouse/domain/attachments/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import { drain } from '../../platform/drain.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { UploadRequest } from './operations.ts';
import type { StoredUpload, StoreFile } from './store-file.ts';

const statusOf: Readonly<Record<RefusalCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  LIMITED: 429,
  UNAVAILABLE: 503,
};

type UploadParts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly grants: Grants;
  readonly storeFile: StoreFile;
  readonly log: Log;
};

/** A file by the grant in the address that it is sent to. */
export function registerUploadRoute(app: FastifyInstance, parts: UploadParts): void {
  const { grants, storeFile } = parts;

  void app.register(async (scope) => {
    // The bytes as they are, whatever the sender calls them. A form of another site cannot PUT.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.put<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const body = request.body instanceof Readable ? request.body : Readable.from([]);
      try {
        return await receive(request.params['*'], body);
      } catch (error) {
        await drain(body, largestAttachmentBytes);
        const refusal = toRefusal(error);
        return reply
          .code(statusOf[refusal.code])
          .send({ code: refusal.code, message: refusal.message, ...refusal.context });
      }
    });
  });

  /** Faults that are nobody's to know go on to the server's own handler. */
  function toRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    // What the company set up changed meanwhile.
    if (error instanceof StaleConfiguration) return uploadIsOver();
    throw error;
  }

  async function receive(grant: string, body: Readable): Promise<StoredUpload> {
    const payload = grants.verifyGrant(uploadGrant, grant)?.payload;
    const member = payload && (await findGrantedMember(parts, payload, { action: 'view' }));
    if (!payload || !member) throw uploadIsOver();
    const upload = payload['upload'] as UploadRequest;
    requireField(upload, member);
    return storeFile(upload, body, member);
  }
}

/** The field as the role may use it now, which is not what it was when the link was given. */
function requireField(upload: UploadRequest, { config, viewer }: MemberContext): void {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(upload.recordTypeId));
  if (recordType === null) throw notFound('The record type');
  requireFileField(recordType, upload.fieldKey);
}

const uploadIsOver = () => new Refusal('NOT_FOUND', uploadOver);
