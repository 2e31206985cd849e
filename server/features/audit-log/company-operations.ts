// The audit log of the whole company, for whoever administers it.
import { auditPage } from '@rowhouse/domain/audit-log/page.ts';
import { largestCompanyPage, mostAuditCounted } from '@rowhouse/domain/audit-log/company-limits.ts';
import {
  isShorter,
  requireRetention,
  retentionChangedMeanwhile,
} from '@rowhouse/domain/audit-log/retention.ts';
import { dayAt, isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { requireProof } from '../../graphql/require-proof.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Clock } from '../../platform/clock.ts';
import { keepExportStatement, readKeptExport } from '../records/sql.ts';
import { parseCompanyFilter } from './parse-company-filter.ts';
import { companyOf, countCompanyAudit, readCompanyPage, resolveFilter } from './read-company-page.ts';
import {
  countOlder,
  keepRetention,
  lockRetention,
  readCompanyCount,
  readRetention,
  selectRetention,
} from './company-sql.ts';

type Names =
  | 'findAuditLogs'
  | 'exportAuditLogs'
  | 'findAuditRetention'
  | 'countAuditLogsOlder'
  | 'updateAuditRetention';

const exportLinkMs = 60_000;

export const companyAuditOperations = ({
  grants,
  clock,
}: {
  readonly grants: Grants;
  readonly clock: Clock;
}): Pick<OperationTable, Names> => ({
  async findAuditLogs({ data }, context) {
    const limit = data.limit ?? auditPage;
    if (limit < 1 || limit > largestCompanyPage)
      throw invalid(`A page has from 1 to ${largestCompanyPage} entries.`, 'limit');
    const company = companyOf(context);
    const filter = await resolveFilter(parseCompanyFilter(data.filter), company, context);
    const asked = new Set(context.selection.map(({ name }) => name));
    // The page asks for the number by itself, after its first entries: what else would be read for it is not.
    const isOnlyCounted = asked.size === 1 && asked.has('total');
    const page = isOnlyCounted
      ? null
      : await readCompanyPage(company, filter, { before: data.before ?? null, limit }, context);
    const total = asked.has('total')
      ? await countCompanyAudit(company, filter, context)
      : { count: 0, isMore: false };
    return {
      logs: [...(page?.logs ?? [])],
      isLast: page?.isLast ?? true,
      lookedBack: page?.lookedBack ? { id: page.lookedBack.id, datetime: page.lookedBack.at } : null,
      total,
    };
  },

  async exportAuditLogs({ data }, context) {
    parseCompanyFilter(data.filter);
    if (data.timeZone != null && !isTimeZone(data.timeZone))
      throw invalid('There is no such time zone.', 'timeZone');
    const { tenantId, userId, sessionId } = context.viewer;
    const id = await context.write([keepExportStatement(tenantId, userId, data)], (_, [kept]) =>
      Promise.resolve(readKeptExport(kept)),
    );
    const grant = grants.signGrant('audit export', { id, tenantId, userId, sessionId }, exportLinkMs);
    const today = dayAt(clock.now(), data.timeZone ?? context.viewer.timeZone ?? 'UTC');
    return { url: `/audit-exports/${grant}`, fileName: `Audit_log_${today}.csv` };
  },

  async findAuditRetention(_input, { viewer, read }) {
    const { answers } = await read([selectRetention(viewer.tenantId)]);
    return readRetention(answers[0]);
  },

  async countAuditLogsOlder({ data }, { viewer, read }) {
    const years = requireRetention(data.years) ?? 0;
    const { answers } = await read([countOlder(viewer.tenantId, years)]);
    return sayCount(readCompanyCount(answers[0]));
  },

  async updateAuditRetention({ data }, context) {
    const { viewer, write } = context;
    const tenant = viewer.tenantId;
    const years = requireRetention(data.years);
    return write([lockRetention(tenant), selectRetention(tenant)], async (transaction, [, found]) => {
      // Read after the lock: the statements before it saw what stood before another's change.
      const [current] = await transaction.run([selectRetention(tenant)]);
      const kept = readRetention(current ?? found);
      if (kept.version !== data.version) throw retentionChangedMeanwhile(kept);
      if (kept.years === years) return kept;
      if (isShorter(years, kept.years ?? null)) requireProof(context);
      const [changed] = await transaction.finish([keepRetention(tenant, years)]);
      return readRetention(changed);
    });
  },
});

const sayCount = (count: number) => ({
  count: Math.min(count, mostAuditCounted),
  isMore: count > mostAuditCounted,
});
