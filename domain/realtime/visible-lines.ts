import type { AuthorisedRecordType, AuthorisedSource } from '../access/authorised-record-type.ts';
import { mayOnRecordType } from '../access/decide.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { RecordLinesChange } from './messages.ts';

/** What a committed transaction did to lines of one kind in one record. */
export type CommittedLines = {
  readonly recordTypeId: RecordTypeId;
  readonly lineTypeId: number;
  readonly recordId: number;
  readonly lineIds: readonly number[] | null;
};

/**
 * Where the record of the lines is to be looked for in what the viewer watches; null when nothing of the change may be
 * told: the role sees no lines there, or lines of that kind are shown to nobody.
 */
export function findSourceOfLines(
  change: CommittedLines,
  recordType: AuthorisedRecordType,
  { config, viewer }: { readonly config: TenantConfig; readonly viewer: Viewer },
): AuthorisedSource | null {
  const source = recordType.sources.find(({ type }) => type.id === change.recordTypeId);
  const lineType = config.lineItemTypes.get(change.lineTypeId);
  const isShown = lineType?.visibility === true && lineType.recordTypeId === change.recordTypeId;
  return isShown && mayOnRecordType(viewer, 'line item access', change.recordTypeId)
    ? (source ?? null)
    : null;
}

const mostLineIds = 250;

/** One of each record. */
export function mergeLines(changes: readonly CommittedLines[]): RecordLinesChange[] {
  const merged = new Map<number, ReadonlySet<number> | null>();
  for (const { recordId, lineIds } of changes) {
    const before = merged.get(recordId);
    const all = before === null || lineIds === null ? null : new Set([...(before ?? []), ...lineIds]);
    merged.set(recordId, all !== null && all.size > mostLineIds ? null : all);
  }
  return [...merged].map(([id, lineIds]) => ({ id, lineIds: lineIds && [...lineIds] }));
}
