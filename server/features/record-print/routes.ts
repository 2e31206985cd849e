import { Readable } from 'node:stream';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { printGrant, printLinkOver } from '@rowhouse/domain/record-print/rules.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileNameParameters } from '../../platform/file-name-parameters.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readSpentExport, spendExportStatement } from '../records/sql.ts';
import type { PrintRequest } from './operations.ts';
import { findPrintable, readPrinted } from './read-printed.ts';
import { readBeside } from './read-beside.ts';
import type { BesideParts } from './read-beside.ts';
import type { PrintedRecord } from './read-printed.ts';
import { writePdf } from './write-pdf.ts';

type PrintParts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly grants: Grants;
  readonly log: Log;
  /** How comments and history are read by whoever opens the record. */
  readonly beside: BesideParts;
};

/**
 * Records as one PDF by the grant in the link, made while it is sent: one record is read and laid out at a time. What the
 * viewer may see is asked for each of them anew. Whoever stops reading stops the work.
 */
export function registerPrintRoute(app: FastifyInstance, parts: PrintParts): void {
  // To ask only for the head would spend the link.
  app.get<{ Params: { '*': string } }>('/prints/*', { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const payload = parts.grants.verifyGrant(printGrant, request.params['*'])?.payload;
    const opened = payload === undefined ? null : await open(payload);
    // Whoever opens a link in a tab of its own reads this there.
    if (opened === null) return reply.code(404).type('text/plain; charset=utf-8').send(printLinkOver);
    const { asked, member, renew } = opened;
    const content = Readable.from(
      writePdf(
        { title: asked.title, day: asked.day, company: member.config.name },
        recordsOf(asked, member, renew, parts.beside),
      ),
      { objectMode: false },
    );
    content.on('error', (error) => {
      if (!reply.raw.destroyed) parts.log.error({ err: error }, 'a print broke off');
    });
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; ${fileNameParameters(asked.fileName)}`)
      .send(content);
  });

  async function open(payload: Readonly<Record<string, unknown>>) {
    const renew = () => findGrantedMember(parts, payload, { action: 'view' });
    const member = await renew();
    if (member === null) return null;
    const spent = await member
      .write([spendExportStatement(String(payload['id']))], (_, [answer]) =>
        Promise.resolve(readSpentExport(answer)),
      )
      .catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
    return spent == null ? null : { asked: spent as PrintRequest, member, renew };
  }
}

/** Records that went out of sight since the link was asked for are left out. */
async function* recordsOf(
  { ids, timeZone, ...choice }: PrintRequest,
  first: MemberContext,
  renew: () => Promise<MemberContext | null>,
  parts: BesideParts,
): AsyncGenerator<PrintedRecord> {
  let member = first;
  const read = async (id: number): Promise<PrintedRecord | null> => {
    const [found] = await findPrintable([id], member);
    if (found === undefined) return null;
    const record = await readPrinted(id, found.recordType, timeZone, member);
    const typeId = found.recordType.type.id;
    return record && { ...record, ...(await readBeside(id, typeId, timeZone, choice, parts, member)) };
  };
  for (const id of ids) {
    let record: PrintedRecord | null;
    try {
      record = await read(id);
    } catch {
      // What the company set up may have changed, or what the person may do in it.
      const renewed = await renew();
      if (renewed === null) return;
      member = renewed;
      record = await read(id);
    }
    if (record !== null) yield record;
  }
}
