import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { nameFiles, readAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import type { RecentChange, RecentFieldChange, RecordLine } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { ChangeLine, ChangedField, SeenChange } from '@rowhouse/domain/start/gather-changes.ts';
import { mostNumbersOfLine } from '@rowhouse/domain/start/limits.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { readAudited } from '../../platform/record-store/audited-value.ts';
import { seenChanges } from '../../platform/record-store/seen-changes.ts';
import type { AuditEntry } from './sql.ts';

const actions = new Set<string>(['create', 'update', 'delete', 'restore'] satisfies SeenChange['action'][]);

/** An entry with what of it the viewer may see; null when that is nothing. */
export function readSeenChange(
  { action, changes, ...entry }: AuditEntry,
  grid: AuthorisedRecordType,
): SeenChange | null {
  if (!actions.has(action)) return null;
  const fields =
    action === 'update'
      ? seenChanges(changes, entry.recordTypeId, grid).map(({ field, ...values }): ChangedField => ({
          key: field.key,
          ...values,
        }))
      : [];
  if (action === 'update' && fields.length === 0) return null;
  return { ...entry, action: action as SeenChange['action'], fields };
}

export function describeChange(
  line: ChangeLine,
  grid: AuthorisedRecordType,
  records: ReadonlyMap<number, RecordLine>,
  config: TenantConfig,
): RecentChange {
  const [only] = line.recordIds;
  const isOne = line.recordIds.length === 1;
  return {
    kind: line.action,
    at: new Date(line.atMs).toISOString(),
    by: { id: line.userId, name: config.members.get(line.userId)?.name ?? 'Somebody who has left' },
    recordTypeId: grid.type.id,
    recordTypeName: grid.type.name,
    recordsCount: line.recordIds.length,
    record: isOne && only !== undefined ? (records.get(only) ?? null) : null,
    recordNumbers: line.recordIds
      .slice(0, mostNumbersOfLine)
      .flatMap((id) => records.get(id)?.recordNumber ?? []),
    fields: line.fields.flatMap((changed): RecentFieldChange[] => {
      const field = grid.fields.get(changed.key);
      if (field === undefined) return [];
      const show = (value: unknown) => showValue(value, field, line.recordTypeId, config);
      const [before, after] = [show(changed.before), show(changed.after)];
      // What was changed was not empty before and after: where it reads so, there is nothing to tell.
      const isOne = changed.after !== undefined && (before !== null || after !== null);
      return [{ name: field.name, dataType: field.dataType, before, after, isOne }];
    }),
  };
}

const longestValue = 80;

/** Null for nothing, and for what has no short form; of files their names. */
function showValue(
  value: unknown,
  field: AuthorisedField,
  typeId: RecordTypeId,
  config: TenantConfig,
): string | null {
  const { family, choosing } = valueOf(field.dataType);
  const kept = readAudited(value, field, typeId, config);
  const text = family === 'opaque' ? nameFiles(readAttachedFiles(kept)) || null : kept;
  const isLong = text !== null && choosing === null && text.length > longestValue;
  return isLong ? `${text.slice(0, longestValue)}…` : text;
}
