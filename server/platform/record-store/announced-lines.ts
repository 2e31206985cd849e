import { recordTypeId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { CommittedLines } from '@rowhouse/domain/realtime/visible-lines.ts';

/** A change of lines as the database announces it, one line of text (see the migration announce_lines). */
export type AnnouncedLines = CommittedLines & { readonly tenantId: TenantId };

/** Null when the text is none of ours. */
export function parseAnnouncedLines(line: string): AnnouncedLines | null {
  const [tenant, type, kind, lineType, record, ids = ''] = line.split(' ');
  if (kind !== 'l') return null;
  return {
    tenantId: tenantId(Number(tenant)),
    recordTypeId: recordTypeId(Number(type)),
    lineTypeId: Number(lineType),
    recordId: Number(record),
    lineIds: ids === '*' ? null : ids.split(',').map(Number),
  };
}
