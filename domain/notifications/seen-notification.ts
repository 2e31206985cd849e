// Whether somebody may see a notification now. It is asked each time it is shown, told or mailed, and never stored: what
// was written when a role saw more is not shown to one who sees less. That the record is in sight is asked of the records.
import { mayOnRecordType } from '../access/decide.ts';
import type { AuthorisedRecordType } from '../access/authorised-record-type.ts';
import type { NotificationKind } from '../contract.generated.ts';
import { findVisibleKey } from '../realtime/visible-change.ts';
import { findSourceOfLines } from '../realtime/visible-lines.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';

export type NotifiedChange = {
  readonly kind: NotificationKind;
  readonly recordTypeId: RecordTypeId;
  /** Keys of the fields that changed as the record's own type has them, and 'l' with the id of a type of lines. */
  readonly keys: readonly string[];
};

/** Whether the viewer may hear of what is about no record: of mappings whoever may look at them. */
export const mayHear = (kind: NotificationKind, { administers }: Pick<Viewer, 'administers'>): boolean =>
  administers || !kind.startsWith('MAPPING_');

/**
 * The names of what changed, as far as the viewer may see it; empty where the notification is of no field. Null when
 * it may not be seen at all: everything in it is hidden.
 */
export function findSeenNames(
  { kind, recordTypeId, keys }: NotifiedChange,
  recordType: AuthorisedRecordType,
  beside: { readonly config: TenantConfig; readonly viewer: Viewer },
): string[] | null {
  if (kind === 'ASSIGNED') return recordType.fields.has('assignedTo') ? [] : null;
  if (kind === 'TO_ANSWER' || kind === 'OVERDUE' || kind === 'REMINDED')
    return recordType.fields.has('targetTransmissionTenant') &&
      mayOnRecordType(beside.viewer, 'answer conversations', recordTypeId)
      ? []
      : null;
  if (kind !== 'CHANGED') return [];
  const names = keys.flatMap((key) =>
    /^l\d+$/.test(key)
      ? (findLinesName(Number(key.slice(1)), recordTypeId, recordType, beside) ?? [])
      : (findFieldName(key, recordTypeId, recordType) ?? []),
  );
  return names.length === 0 ? null : names;
}

function findFieldName(key: string, typeId: RecordTypeId, recordType: AuthorisedRecordType): string | null {
  const visible = findVisibleKey(key, typeId, recordType);
  return visible === null ? null : (recordType.fields.get(visible)?.name ?? null);
}

function findLinesName(
  lineTypeId: number,
  typeId: RecordTypeId,
  recordType: AuthorisedRecordType,
  beside: { readonly config: TenantConfig; readonly viewer: Viewer },
): string | null {
  const change = { recordTypeId: typeId, lineTypeId, recordId: 0, lineIds: null };
  const source = findSourceOfLines(change, recordType, beside);
  return source === null ? null : (beside.config.lineItemTypes.get(lineTypeId)?.name ?? null);
}
