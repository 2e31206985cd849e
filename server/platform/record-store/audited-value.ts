import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { storedForm } from './stored-forms.ts';

/**
 * What the audit log keeps of a field as it is stored, and choices by their names; null for nothing.
 * @param typeId of the record, whose own field says what is kept
 */
export function readAudited(
  value: unknown,
  { base, stored, dataType }: AuthorisedField,
  typeId: RecordTypeId,
  config: TenantConfig,
): string | null {
  if (value == null) return null;
  const { choosing } = valueOf(dataType);
  if (choosing === null) {
    const form = storedForm(stored.get(typeId)?.dataType ?? dataType);
    // What the field kept when it was of another type reads as it was written.
    return form.isKept(value) ? form.readOverflow(value) : asWritten(value);
  }
  const nameOf = choiceNamer({ base, listId: stored.get(typeId)?.listId ?? null }, config, 'UTC');
  const ids = Array.isArray(value)
    ? value.map(Number)
    : choosing === 'one'
      ? [Number(value)]
      : readIds(String(value));
  return ids.map(nameOf).filter(Boolean).join(', ') || (ids.some(Number.isNaN) ? asWritten(value) : null);
}

const asWritten = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
