import { Readable } from 'node:stream';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { largestAttachmentBytes } from '@rowhouse/domain/attachments/limits.ts';
import {
  confirmUploadGrant,
  requireFileField,
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
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import { drain } from '../../platform/drain.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { UploadRequest } from './sign-direct-upload.ts';
import type { ConfirmFile } from './confirm-file.ts';
import type { StoredUpload } from './keep-file.ts';
import type { StoreFile } from './store-file.ts';

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
  readonly confirmFile: ConfirmFile;
  readonly log: Log;
};

/**
 * A file by the grant in the address that it is sent to, and one that was sent straight to the storage by the grant in the
 * address where that is told.
 */
export function registerUploadRoute(app: FastifyInstance, parts: UploadParts): void {
  const { grants, storeFile, confirmFile } = parts;

  void app.register(async (scope) => {
    // The bytes as they are, whatever the sender calls them. A form of another site cannot PUT.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    type Taking = (upload: UploadRequest, body: Readable, member: MemberContext) => Promise<StoredUpload>;
    const take = (path: string, purpose: string, taking: Taking) =>
      scope.put<{ Params: { '*': string } }>(path, async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        try {
          const { upload, member } = await open(purpose, request.params['*']);
          return await taking(upload, body, member);
        } catch (error) {
          await drain(body, largestAttachmentBytes);
          const refusal = toRefusal(error);
          return reply
            .code(statusOf[refusal.code])
            .send({ code: refusal.code, message: refusal.message, ...refusal.context });
        }
      });
    take('/uploads/*', uploadGrant, (upload, body, member) =>
      storeFile({ ...upload, ownsChunks: true }, body, member),
    );
    take('/uploads/confirm/*', confirmUploadGrant, (upload, _, member) => confirmFile(upload, member));
  });

  /** Faults that are nobody's to know go on to the server's own handler. */
  function toRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    // What the company set up changed meanwhile.
    if (error instanceof StaleConfiguration) return uploadIsOver();
    throw error;
  }

  async function open(purpose: string, grant: string) {
    const payload = grants.verifyGrant(purpose, grant)?.payload;
    if (!payload) throw uploadIsOver();
    const upload = payload['upload'] as UploadRequest;
    const find = async (): Promise<MemberContext> => {
      const member = await findGrantedMember(parts, payload, { action: 'view' });
      if (!member) throw uploadIsOver();
      requireField(upload, member);
      return member;
    };
    return { upload, member: withNewest(await find(), find) };
  }
}

/** Of how often the company is set up anew while a file is on its way. */
const mostTries = 5;

/**
 * What is set up meanwhile concerns a file only where it takes the field or the member away: both are asked for anew, and what
 * was to be written is written. The bytes of a file are sent once.
 */
const withNewest = (member: MemberContext, find: () => Promise<MemberContext>): MemberContext => ({
  ...member,
  async write(first, work, source) {
    let current = member;
    for (let tries = 1; ; tries += 1) {
      try {
        return await current.write(first, work, source);
      } catch (error) {
        if (!(error instanceof StaleConfiguration) || tries === mostTries) throw error;
        current = await find();
      }
    }
  },
});

/** The field as the role may use it now, which is not what it was when the link was given. */
function requireField(upload: UploadRequest, { config, viewer }: MemberContext): void {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(upload.recordTypeId));
  if (recordType === null) throw notFound('The record type');
  requireFileField(recordType, upload.fieldKey);
}

const uploadIsOver = () => new Refusal('NOT_FOUND', uploadOver);
