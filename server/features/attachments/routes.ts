import { Readable } from 'node:stream';
import { largestAttachmentBytes } from '@rowhouse/domain/attachments/limits.ts';
import { confirmUploadGrant, uploadGrant, uploadOver } from '@rowhouse/domain/attachments/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { withNewest } from '../../graphql/granted-member.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import { drain } from '../../platform/drain.ts';
import type { UploadRequest } from './sign-direct-upload.ts';
import type { ConfirmFile } from './confirm-file.ts';
import type { StoredUpload } from './keep-file.ts';
import { findUploader } from './newest-uploader.ts';
import type { UploaderParts } from './newest-uploader.ts';
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

type UploadParts = UploaderParts & {
  readonly grants: Grants;
  readonly storeFile: StoreFile;
  readonly confirmFile: ConfirmFile;
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
    const find = () => findUploader(parts, payload, upload, uploadIsOver);
    return { upload, member: withNewest(await find(), find) };
  }
}

const uploadIsOver = () => new Refusal('NOT_FOUND', uploadOver);
