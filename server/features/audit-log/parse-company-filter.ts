import { longestAuditSearch, mostAuditNamed } from '@rowhouse/domain/audit-log/company-limits.ts';
import { auditActions, auditKinds, type AuditKind } from '@rowhouse/domain/audit-log/kinds.ts';
import type { AuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { CompanyFilter } from './company-sql.ts';

export type AskedFilter = Omit<CompanyFilter, 'found'> & {
  /** '' for any. */
  readonly text: string;
};

export function parseCompanyFilter(asked: AuditLogsFilter | null | undefined): AskedFilter {
  const { since, until, userIds, kinds, actions, sources } = asked ?? {};
  for (const [name, list] of Object.entries({ userIds, kinds, actions, sources }))
    if ((list ?? []).length > mostAuditNamed)
      throw invalid(`At most ${mostAuditNamed} can be named.`, `filter.${name}`);
  const text = requireStorableText((asked?.text ?? '').trim(), 'filter.text');
  if (text.length > longestAuditSearch)
    throw invalid(`Search for at most ${longestAuditSearch} characters.`, 'filter.text');
  const has = (kind: AuditKind) => kinds == null || kinds.includes(kind);
  return {
    since: since ?? null,
    until: until ?? null,
    userIds: userIds ?? null,
    sources: sources ?? null,
    actions: actions == null ? null : actions.flatMap((action) => [...auditActions[action].actions]),
    records:
      kinds == null
        ? null
        : {
            record: has('RECORD'),
            lines: has('LINE'),
            comments: has('COMMENT'),
            conversations: has('CONVERSATION'),
            objects: has('OBJECT'),
            files: has('FILE'),
          },
    configured:
      kinds == null
        ? null
        : {
            entities: kinds.flatMap((kind) => (ofRecords.has(kind) ? [] : [...auditKinds[kind].entities])),
            withOthers: has('OTHER'),
          },
    text,
  };
}

const ofRecords = new Set<AuditKind>(['RECORD', 'LINE', 'OBJECT', 'FILE', 'COMMENT', 'CONVERSATION']);
