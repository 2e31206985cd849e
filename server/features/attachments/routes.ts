import { Readable } from 'node:stream';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findMimeType } from '@rowhouse/domain/attachments/file-types.ts';
import { largestAttachmentBytes, mostUploadsAtOnce } from '@rowhouse/domain/attachments/limits.ts';
import {
  findExtension,
  requireFileField,
  storageDown,
  tooManyAtOnce,
  uploadGrant,
  uploadOver,
} from '@rowhouse/domain/attachments/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Grants } from '../../platform/identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { removeInTime, StorageFailed, writeObject } from '../../platform/object-storage/write-object.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { UploadRequest } from './operations.ts';
import { checkFile, drain } from './receive-file.ts';
import { beginUploadStatement, insertFileStatement } from './sql.ts';

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
  readonly storage: ObjectStorage;
  readonly log: Log;
  /** How long the storage may be silent before the sender is told. */
  readonly storageSilenceMs?: number;
};

type Uploaded = { readonly id: number; readonly originalFileName: string; readonly sizeBytes: number };

/**
 * A file by the grant in the address that it is sent to. The row comes last, when the object stands whole and is what
 * its name says; whatever happens before leaves nothing, or what the sweep takes away (docs/decisions/022).
 */
export function registerUploadRoute(app: FastifyInstance, parts: UploadParts): void {
  const { grants, storage, log, storageSilenceMs = 30_000 } = parts;
  const underWay = new Map<number, number>();

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
    if (error instanceof StorageFailed) {
      log.warn({ err: error }, 'the storage did not take a file');
      return new Refusal('UNAVAILABLE', storageDown);
    }
    // What the company set up changed meanwhile.
    if (error instanceof StaleConfiguration) return uploadIsOver();
    throw error;
  }

  async function receive(grant: string, body: Readable): Promise<Uploaded> {
    const payload = grants.verifyGrant(uploadGrant, grant)?.payload;
    const member = payload && (await findGrantedMember(parts, payload, { action: 'view' }));
    if (!payload || !member) throw uploadIsOver();
    const upload = payload['upload'] as UploadRequest;
    requireField(upload, member);
    const { userId } = member.viewer;
    const present = underWay.get(userId) ?? 0;
    if (present >= mostUploadsAtOnce) throw new Refusal('LIMITED', tooManyAtOnce);
    underWay.set(userId, present + 1);
    try {
      return await store(upload, body, member);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  }

  async function store(upload: UploadRequest, body: Readable, member: MemberContext): Promise<Uploaded> {
    const { objectKey, fileName, sizeBytes } = upload;
    const { tenantId, userId } = member.viewer;
    await member.write([beginUploadStatement(objectKey)], (_, [begun]) => {
      if (begun?.rows.length !== 1) throw uploadIsOver();
      return Promise.resolve();
    });
    const extension = findExtension(fileName) ?? '';
    const mimeType = findMimeType(extension) ?? 'application/octet-stream';
    const content = checkFile(body, { ...upload, extension });
    await writeObject(storage, objectKey, content, mimeType, { silenceMs: storageSilenceMs });
    try {
      const id = await member.write(
        [insertFileStatement(tenantId, userId, { objectKey, fileName, mimeType, sizeBytes })],
        (_, [made]) => Promise.resolve(Number(made?.rows[0]?.[0])),
      );
      return { id, originalFileName: fileName, sizeBytes };
    } catch (error) {
      await removeInTime(storage, objectKey, storageSilenceMs).catch(() => undefined);
      throw error;
    }
  }
}

/** The field as the role may use it now, which is not what it was when the link was given. */
function requireField(upload: UploadRequest, { config, viewer }: MemberContext): void {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(upload.recordTypeId));
  if (recordType === null) throw notFound('The record type');
  requireFileField(recordType, upload.fieldKey);
}

const uploadIsOver = () => new Refusal('NOT_FOUND', uploadOver);
