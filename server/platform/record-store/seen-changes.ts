// What of an entry of the audit log a viewer may see.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { auditKeyOf } from './audit-keys.ts';

/** Null where there was nothing. */
export type FieldChange = {
  readonly field: AuthorisedField;
  readonly before: unknown;
  readonly after: unknown;
};

/** The names that the audit log has for what the viewer sees; the time of a change is none. */
export const auditKeysOf = (grid: AuthorisedRecordType, type: StoredRecordType): string[] =>
  [...grid.fields.values(), ...grid.gone.values()].flatMap((field) =>
    field.key === 'updatedAt' ? [] : (auditKeyOf(field, type) ?? []),
  );

/**
 * The condition that an entry has anything in it that the viewer may see. What is hidden is left out before it is
 * counted, so that it makes no difference to how many there are.
 * @param bind gives the place of a value in the statement
 */
export function isSeenEntry(
  grid: AuthorisedRecordType,
  bind: (value: string | number | readonly string[]) => string,
): string {
  const arms = grid.sources.map(
    ({ type }) =>
      `(entry.record_type_id = ${bind(type.id)}
        and (entry.action <> 'update' or entry.changes ?| ${bind(auditKeysOf(grid, type))}::text[]))`,
  );
  return arms.length === 0 ? 'false' : `(${arms.join(' or ')})`;
}

/** @param changes of one entry: before and after by the names that the audit log has for fields */
export function seenChanges(
  changes: unknown,
  typeId: RecordTypeId,
  grid: AuthorisedRecordType,
): FieldChange[] {
  const source = grid.sources.find(({ type }) => type.id === typeId);
  if (source === undefined) return [];
  const entry = changes as Readonly<Record<string, readonly [unknown, unknown] | undefined>>;
  return [...grid.fields.values(), ...grid.gone.values()].flatMap((field): FieldChange[] => {
    const key = field.key === 'updatedAt' ? null : auditKeyOf(field, source.type);
    const pair = key === null ? undefined : entry[key];
    return pair === undefined ? [] : [{ field, before: pair[0] ?? null, after: pair[1] ?? null }];
  });
}
