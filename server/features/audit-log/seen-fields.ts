import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import { linkKeys } from '../../platform/record-store/audit-keys.ts';
import { seenChanges, type FieldChange } from '../../platform/record-store/seen-changes.ts';
import type { RecordEntry } from './sql.ts';

/** That a record was deleted or restored is said by the action. */
export const seenFields = (
  { changes, recordTypeId }: RecordEntry,
  grid: AuthorisedRecordType,
): FieldChange[] => seenChanges(changes, recordTypeId, grid).filter(({ field }) => field.key !== 'enabled');

/** The keys of what the viewer sees of an entry, by which two entries are about the same. */
export function seenKeys(entry: RecordEntry, grid: AuthorisedRecordType): string[] {
  const all = entry.action === 'update' ? [] : ['enabled'];
  if (entry.isOfLines) return [...all, ...Object.keys(entry.changes as object)];
  const links = maySeePlace(grid) ? linkKeys.filter((key) => key in (entry.changes as object)) : [];
  return [...all, ...links, ...seenFields(entry, grid).map(({ field }) => field.key)];
}
