import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { auditParts } from '@rowhouse/domain/audit-log/parts.ts';
import type { RecordAuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { auditKeyOf } from '../../platform/record-store/audit-keys.ts';
import type { HistoryFilter } from './sql.ts';

const mostNamed = 500;

/** A field that is hidden reads as one that nobody has. */
export function parseHistoryFilter(asked: RecordAuditLogsFilter, grid: AuthorisedRecordType): HistoryFilter {
  for (const [name, list] of Object.entries({ what: asked.what, userIds: asked.userIds }))
    if ((list ?? []).length > mostNamed) throw invalid(`At most ${mostNamed} can be named.`, name);
  const what = asked.what ?? null;
  return {
    auditKeys: what === null ? null : what.flatMap((name) => auditKeysNamed(name, grid)),
    withRecord: what === null || what.includes(auditParts.record),
    withLines: asked.withLines === true && (what === null || what.includes(auditParts.lines)),
    withComments: what === null || what.includes(auditParts.comments),
    withConversations: what === null || what.includes(auditParts.conversations),
    userIds: asked.userIds ?? null,
    sources: asked.sources ?? null,
    since: asked.since ?? null,
  };
}

const notOfFields: ReadonlySet<string> = new Set([
  auditParts.record,
  auditParts.lines,
  auditParts.comments,
  auditParts.conversations,
]);

function auditKeysNamed(name: string, grid: AuthorisedRecordType): string[] {
  if (notOfFields.has(name)) return [];
  const isFiles = name === auditParts.files;
  const fields = [...grid.fields.values()].filter((field) =>
    isFiles ? field.dataType === 'attachment' : field.key === name,
  );
  if (fields.length === 0 && !isFiles) throw invalid(`There is no field '${name}' here.`, 'what');
  return fields.flatMap((field) => grid.sources.flatMap(({ type }) => auditKeyOf(field, type) ?? []));
}
