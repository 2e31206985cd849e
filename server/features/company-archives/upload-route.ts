import { Readable } from 'node:stream';
import {
  archivePartBytes,
  archiveUploadGrant,
  archiveUploadOver,
} from '@rowhouse/domain/company-archives/import-rules.ts';
import { sessionId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { isOperator } from '@rowhouse/domain/tenants/rules.ts';
import type { FastifyInstance } from 'fastify';
import type { Grants } from '../../identity/grants.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Database } from '../../platform/database/database.ts';
import { drain } from '../../platform/drain.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { StorageFailed, writeObject } from '../../platform/object-storage/write-object.ts';
import { findSignedInPerson } from '../identity/sql.ts';
import { findImport, notePart } from './import-sql.ts';
import type { StoredImport } from './import-sql.ts';
import { partKey, storageSilenceMs } from './sent-archive.ts';

type Parts = {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly grants: Grants;
  readonly imports: Pick<BackgroundRunner, 'wake'>;
  readonly operators: readonly string[];
  readonly log: Log;
};

/** The archive of a company, part by part, by the grant in the address: whether its bearer still runs the installation is asked for each. */
export function registerArchiveUploadRoute(app: FastifyInstance, parts: Parts): void {
  const { database, storage, grants, imports, operators, log } = parts;

  void app.register(async (scope) => {
    // The bytes as they are, whatever the sender calls them. A form of another site cannot PUT.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.put<{ Params: { '*': string }; Querystring: { part?: string } }>(
      '/company-archives/*',
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        try {
          return await receive(request.params['*'], Number(request.query.part), body);
        } catch (error) {
          await drain(body, archivePartBytes);
          const refusal = toRefusal(error);
          return reply
            .code(refusal.code === 'NOT_FOUND' ? 404 : refusal.code === 'UNAVAILABLE' ? 503 : 400)
            .send({ code: refusal.code, message: refusal.message });
        }
      },
    );
  });

  function toRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (!(error instanceof StorageFailed)) throw error;
    log.error({ err: error }, 'the storage did not take a part of an archive');
    return new Refusal('UNAVAILABLE', 'The file could not be kept: perhaps there is no room. Try it again.');
  }

  async function receive(
    grant: string,
    part: number,
    body: Readable,
  ): Promise<Pick<StoredImport, 'received'>> {
    const stored = await findUpload(grant);
    if (stored === null || stored.state !== 'UPLOADING') throw archiveUploadOver();
    if (Number.isInteger(part) && part > 0 && part <= stored.parts) {
      // It came before, and its sender did not hear of it.
      await drain(body, archivePartBytes);
      return { received: stored.received };
    }
    if (part !== stored.parts + 1) throw invalid('The parts of the file did not come in their order.');
    const most = Math.min(archivePartBytes, stored.sizeBytes - stored.received);
    let bytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of body) {
        bytes += (chunk as Buffer).byteLength;
        if (bytes > most) throw invalid('The file is longer than was said.');
        yield chunk as Buffer;
      }
      if (bytes === 0) throw invalid('The file is shorter than was said.');
    }
    const key = partKey(stored.objectPrefix, part);
    await writeObject(storage, key, counted(), 'application/octet-stream', { silenceMs: storageSilenceMs });
    const noted = await notePart(database, stored, part, bytes);
    if (noted === null) throw archiveUploadOver();
    if (noted.state === 'CHECKING') imports.wake();
    return { received: noted.received };
  }

  async function findUpload(grant: string): Promise<StoredImport | null> {
    const payload = grants.verifyGrant(archiveUploadGrant, grant)?.payload;
    if (payload === undefined) return null;
    const signedIn = {
      userId: userId(Number(payload['userId'])),
      sessionId: sessionId(String(payload['sessionId'])),
    };
    const person = await findSignedInPerson(database, signedIn);
    if (person === null || !isOperator(operators, person)) return null;
    const found = await findImport(database, signedIn.userId);
    return found?.id === payload['import'] ? found : null;
  }
}
