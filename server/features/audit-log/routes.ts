// The company's audit log as CSV, streamed a page at a time: each page is asked for with what the person may see then.
import { Readable } from 'node:stream';
import { mostAuditExported } from '@rowhouse/domain/audit-log/company-limits.ts';
import { auditKinds, nameAuditAction } from '@rowhouse/domain/audit-log/kinds.ts';
import { nameSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { showAudited } from '@rowhouse/domain/audit-log/show-audited.ts';
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import type { CompanyAuditLog, ExportAuditLogsInput } from '@rowhouse/domain/contract.generated.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { whileAway } from '../../platform/database/while-away.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readSpentExport, spendExportStatement } from '../records/sql.ts';
import { parseCompanyFilter } from './parse-company-filter.ts';
import { companyOf, readCompanyPage, resolveFilter } from './read-company-page.ts';

const batchSize = 500;

const titles = [
  'Date updated',
  'User',
  'Email',
  'About',
  'Kind',
  'Name',
  'Before',
  'After',
  'Activity',
  'From',
];

export function registerAuditExportRoute(
  app: FastifyInstance,
  parts: { database: Database; configs: TenantConfigCache; grants: Grants; log: Log },
): void {
  // To ask only for the head would spend the link.
  app.get<{ Params: { '*': string } }>(
    '/audit-exports/*',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const payload = parts.grants.verifyGrant('audit export', request.params['*'])?.payload;
      const opened = payload === undefined ? null : await open(payload);
      if (payload === undefined || opened === null) {
        return reply
          .code(404)
          .send({ code: 'NOT_FOUND', message: 'This link has been used or is over. Export once more.' });
      }
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="Audit_log_${day}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(write(payload, opened), { objectMode: false }));
    },
  );

  /** Null for who does not administer the company, or does so no longer. */
  async function contextOf(payload: Readonly<Record<string, unknown>>): Promise<MemberContext | null> {
    const context = await findGrantedMember(parts, payload, 'administers');
    return context?.viewer.administers === true ? context : null;
  }

  async function open(payload: Readonly<Record<string, unknown>>) {
    const context = await contextOf(payload);
    if (context === null) return null;
    const spent = await context
      .write([spendExportStatement(String(payload['id']))], (_, [answer]) =>
        Promise.resolve(readSpentExport(answer)),
      )
      .catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    return spent == null ? null : { input: spent as ExportAuditLogsInput, context };
  }

  async function* write(
    payload: Readonly<Record<string, unknown>>,
    { input, context }: { input: ExportAuditLogsInput; context: MemberContext },
  ): AsyncGenerator<Buffer> {
    yield Buffer.from(`\uFEFF${csvLine(titles)}`);
    const timeZone = input.timeZone ?? context.viewer.timeZone ?? 'UTC';
    const asked = parseCompanyFilter(input.filter);
    let current = context;
    let before: number | null = null;
    let left = mostAuditExported;
    while (left > 0) {
      const readPage = async (by: MemberContext) => {
        const company = companyOf(by);
        const filter = await resolveFilter(asked, company, by);
        return readCompanyPage(company, filter, { before, limit: Math.min(left, batchSize) }, by);
      };
      const by = current;
      let page;
      try {
        page = await whileAway(() => readPage(by));
      } catch (error) {
        // What the person may see may have changed since the export began: the rest is asked for as it stands now.
        const renewed = await whileAway(() => contextOf(payload));
        if (renewed === null) throw error;
        current = renewed;
        page = await whileAway(() => readPage(renewed));
      }
      yield Buffer.from(page.logs.map((log) => writeEntry(log, timeZone)).join(''));
      before = page.last;
      left -= page.logs.length;
      if (page.isLast || before === null) return;
    }
    yield Buffer.from(
      csvLine([`Only the newest ${mostAuditExported.toLocaleString('en')} entries are in this file.`]),
    );
  }
}

/** One row for each thing that changed; an entry without any is a row as well. */
function writeEntry(log: CompanyAuditLog, timeZone: string): string {
  const { line } = log;
  const changes = [
    ...log.changes.map((change) => ({ ...change, what: change.what })),
    ...log.objectsLogs.flatMap(({ objectName, changes: ofObject }) =>
      ofObject.map((change) => ({ ...change, what: `${objectName}: ${change.what}` })),
    ),
  ];
  const about =
    line === null
      ? log.subject
      : `${log.subject}, ${line.index === null ? line.kind : `${line.kind} ${line.index}`}`;
  const row = (what: string, before: string, after: string) =>
    csvLine([
      showAuditMoment(log.datetime, timeZone),
      log.user?.name ?? '',
      log.user?.email ?? '',
      about,
      auditKinds[log.kind].name,
      what,
      before,
      after,
      nameAuditAction(log.action),
      log.source == null ? '' : [nameSource(log.source), log.source.reason ?? []].flat().join(': '),
    ]);
  if (changes.length === 0) return row('', '', '');
  const show = (value: string | null | undefined, dataType: string) =>
    value == null ? '' : showAudited(value, dataType, timeZone);
  return changes
    .map(({ what, dataType, oldValue, newValue }) =>
      row(what, show(oldValue, dataType), show(newValue, dataType)),
    )
    .join('');
}
