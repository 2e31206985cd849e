import { recordTypeId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';

/** That comments of a record have changed, as the database announces it in one line of text (see the migration record_comments). */
export type AnnouncedComments = {
  readonly tenantId: TenantId;
  readonly recordTypeId: RecordTypeId;
  readonly commentedId: number;
};

/** Null when the text is none of ours. */
export function parseAnnouncedComments(line: string): AnnouncedComments | null {
  const [tenant, type, kind, record] = line.split(' ');
  if (kind !== 'm') return null;
  return {
    tenantId: tenantId(Number(tenant)),
    recordTypeId: recordTypeId(Number(type)),
    commentedId: Number(record),
  };
}
