import type { Field } from '../fields/field.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { BaseField } from '../fields/base-fields.ts';
import type { FieldAccess } from './field-access.ts';
import type { MenuAction } from '../menu/actions.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';

/** The one decision about a record type: closed unless the role's menu item says otherwise. */
export function mayOnRecordType(viewer: Viewer, action: MenuAction, recordTypeId: RecordTypeId): boolean {
  const grant = viewer.recordTypes.get(recordTypeId);
  return grant !== undefined && grant.actions.has('view') && grant.actions.has(action);
}

/** Access of a base field is kept by record type and name: two types may differ. */
export const baseAccessKey = (recordTypeId: RecordTypeId, name: string): string => `${recordTypeId}:${name}`;

export function baseFieldAccess(viewer: Viewer, recordTypeId: RecordTypeId, field: BaseField): FieldAccess {
  const stored = viewer.fieldAccess.get(baseAccessKey(recordTypeId, field.name)) ?? viewer.defaultFieldAccess;
  if (field.name === 'id') return 'ViewOnly';
  if (field.name === 'enabled')
    return mayOnRecordType(viewer, 'soft delete', recordTypeId) && stored !== 'NotAllowed'
      ? 'ViewOnly'
      : 'NotAllowed';
  const isReadOnly = field.readOnly === true || !isDirect(viewer, recordTypeId);
  return isReadOnly && stored === 'Editable' ? 'ViewOnly' : stored;
}

const isDirect = (viewer: Viewer, recordTypeId: RecordTypeId): boolean =>
  viewer.recordTypes.get(recordTypeId)?.isDirect === true;

export function additionalFieldAccess(viewer: Viewer, field: Field): FieldAccess {
  if (!field.enabled) return 'NotAllowed';
  const stored = viewer.fieldAccess.get(additionalFieldKey(field.id)) ?? viewer.defaultFieldAccess;
  return stored === 'Editable' && !isDirect(viewer, field.recordTypeId) ? 'ViewOnly' : stored;
}
