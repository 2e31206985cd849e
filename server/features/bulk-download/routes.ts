import { Readable } from 'node:stream';
import { zipGrant, zipLinkOver } from '@rowhouse/domain/bulk-download/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { fileNotFound } from '@rowhouse/domain/record-files/rules.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { Database } from '../../platform/database/database.ts';
import { whileAway } from '../../platform/database/while-away.ts';
import { fileNameParameters } from '../../platform/file-name-parameters.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readSpentExport, spendExportStatement } from '../records/sql.ts';
import { findRecordsWithFiles } from './find-files.ts';
import type { RecordWithFile } from './find-files.ts';
import type { ZipParts, ZipRequest } from './operations.ts';
import { writeArchive } from './write-archive.ts';

/** How long the storage may be silent before a file counts as one that cannot be read. */
const silenceMs = 20_000;

/**
 * The zip by the grant in its link, made while it is sent (docs/decisions/017). What the viewer may see is asked when
 * it begins, and again for each file. Whoever stops the download stops the work.
 */
export function registerZipRoute(
  app: FastifyInstance,
  parts: ZipParts & { database: Database; configs: TenantConfigCache },
): void {
  const { storage, clock, grants, log } = parts;

  // To ask only for the head would spend the link.
  app.get<{ Params: { '*': string } }>('/zips/*', { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const payload = grants.verifyGrant(zipGrant, request.params['*'])?.payload;
    const opened = payload === undefined ? null : await open(payload);
    // Whoever opens a link in a tab of its own reads this there.
    if (opened === null) return reply.code(404).type('text/plain; charset=utf-8').send(zipLinkOver);
    const { zip, records, lookAgain } = opened;
    if (!records.some(({ file }) => file !== null))
      return reply.code(404).type('text/plain; charset=utf-8').send(fileNotFound);
    const stopped = new AbortController();
    reply.raw.once('close', () => stopped.abort());
    const archive = writeArchive(records, {
      storage,
      log,
      terms: { silenceMs, signal: stopped.signal },
      timeZone: zip.timeZone,
      now: new Date(clock.now()).toISOString(),
      lookAgain,
    });
    const content = Readable.from(archive, { objectMode: false });
    content.on('error', (error) => {
      if (!stopped.signal.aborted) log.error({ err: error }, 'a bulk download broke off');
    });
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; ${fileNameParameters(zip.fileName)}`)
      .send(content);
  });

  async function open(payload: Readonly<Record<string, unknown>>): Promise<OpenedZip | null> {
    let member = await findGrantedMember(parts, payload, { action: 'bulk download' });
    if (member === null) return null;
    const look = async (ids: readonly number[]): Promise<RecordWithFile[] | null> => {
      if (member === null) return null;
      try {
        return await findRecordsWithFiles(ids, member);
      } catch {
        // What the company set up may have changed, or what the person may do in it.
        member = await findGrantedMember(parts, payload, { action: 'bulk download' });
        return member === null ? null : findRecordsWithFiles(ids, member).catch(nullWhenRefused);
      }
    };
    const spent = await member
      .write([spendExportStatement(String(payload['id']))], (_, [answer]) =>
        Promise.resolve(readSpentExport(answer)),
      )
      .catch(nullWhenRefused);
    if (spent == null) return null;
    const zip = spent as ZipRequest;
    const records = await look(zip.ids);
    return (
      records && { zip, records, lookAgain: async (id) => (await whileAway(() => look([id])))?.[0] ?? null }
    );
  }
}

type OpenedZip = {
  readonly zip: ZipRequest;
  readonly records: readonly RecordWithFile[];
  readonly lookAgain: (id: number) => Promise<RecordWithFile | null>;
};

function nullWhenRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
