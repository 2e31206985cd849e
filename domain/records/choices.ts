import type { BaseField } from '../fields/base-fields.ts';
import { valueOf } from '../values/values.ts';
import { readIds } from '../kernel/formats.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { StoredField, TenantConfig } from '../tenants/tenant-config.ts';

export const notInList = 'Should be a value from the list';
export const disabledChoice = 'This value is disabled and cannot be chosen.';

type Choice = { readonly enabled: boolean } | undefined;

/** Specification 4: a disabled value may stay where it is, and cannot be newly chosen. */
function judge(choice: Choice, isCurrent: boolean): string | null {
  if (choice === undefined) return notInList;
  return choice.enabled || isCurrent ? null : disabledChoice;
}

/**
 * Why a value cannot be chosen for a relation of a record, or null. What belongs to another type, list or tenant
 * reads as absent.
 * @param current the ids that the field holds now
 */
export function whyNotChoice(
  config: TenantConfig,
  recordTypeId: RecordTypeId,
  base: BaseField,
  id: number,
  current: number | null,
): string | null {
  const ofType = (choice: { enabled: boolean; recordTypeId: RecordTypeId } | undefined): Choice =>
    choice?.recordTypeId === recordTypeId ? choice : undefined;
  switch (base.relation) {
    case 'status':
      return judge(ofType(config.statuses.get(id)), id === current);
    case 'problemCode':
      return judge(ofType(config.problemCodes.get(id)), id === current);
    case 'user':
      return judge(config.members.get(id as never), id === current);
    case 'tenant':
      return judge(config.targetTenants.has(id) ? { enabled: true } : undefined, id === current);
    default:
      return null;
  }
}

/** The same for the value, or values, of an additional field. */
export function whyNotListValue(
  config: TenantConfig,
  field: Pick<StoredField, 'dataType' | 'listId'>,
  value: string,
  current: readonly number[],
): string | null {
  const { choosing } = valueOf(field.dataType);
  if (choosing === null) return null;
  const ids = choosing === 'one' ? [Number(value)] : readIds(value);
  for (const id of ids) {
    const choice = config.listValues.get(id as never);
    const whyNot = judge(choice?.listId === field.listId ? choice : undefined, current.includes(id));
    if (whyNot !== null) return whyNot;
  }
  return null;
}
