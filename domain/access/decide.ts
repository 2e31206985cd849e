// What a role may do and see, each as a verdict with the rule that gave it. Whoever only needs the answer asks the
// functions without the rule, which ask these: nothing else decides (decision 085).
import type { Field } from '../fields/field.ts';
import { additionalFieldKey } from '../fields/field.ts';
import { isComputed } from '../formulas/computed-fields.ts';
import type { BaseField } from '../fields/base-fields.ts';
import type { FieldAccess } from './field-access.ts';
import type { MenuAction } from '../menu/actions.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';

/**
 * - NOT_OPEN: no menu item opens the type for the role.
 * - OPENED_BY_SUPER_TYPE: only a super type's menu item does, which is for reading.
 * - SUPER_TYPE: the type gathers others and has no such action.
 * - MISSING_ACTION: the menu items do not give the action to the role.
 */
export type ActionRule = 'GIVEN' | 'NOT_OPEN' | 'OPENED_BY_SUPER_TYPE' | 'SUPER_TYPE' | 'MISSING_ACTION';

export type ActionVerdict = { readonly isAllowed: boolean; readonly rule: ActionRule };

const refused = (rule: ActionRule): ActionVerdict => ({ isAllowed: false, rule });

/** The one decision about a record type: closed unless the role's menu item says otherwise. */
export function judgeAction(viewer: Viewer, action: MenuAction, recordTypeId: RecordTypeId): ActionVerdict {
  const grant = viewer.recordTypes.get(recordTypeId);
  if (grant === undefined || !grant.actions.has('view')) return refused('NOT_OPEN');
  if (grant.actions.has(action)) return { isAllowed: true, rule: 'GIVEN' };
  if (grant.closed.has(action)) return refused('SUPER_TYPE');
  return refused(grant.isDirect ? 'MISSING_ACTION' : 'OPENED_BY_SUPER_TYPE');
}

export const mayOnRecordType = (viewer: Viewer, action: MenuAction, recordTypeId: RecordTypeId): boolean =>
  judgeAction(viewer, action, recordTypeId).isAllowed;

/**
 * - FIELD_ACCESS: what the role's access to the field says; DEFAULT_ACCESS: what it says of fields without their own.
 * - SYSTEM_FIELD: nobody writes it. COMPUTED: a formula does. SWITCHED_OFF: nobody sees it.
 * - MISSING_ACTION: it is seen by roles that delete records.
 */
export type FieldRule =
  | 'FIELD_ACCESS'
  | 'DEFAULT_ACCESS'
  | 'SYSTEM_FIELD'
  | 'COMPUTED'
  | 'SWITCHED_OFF'
  | Extract<ActionRule, 'OPENED_BY_SUPER_TYPE' | 'SUPER_TYPE' | 'MISSING_ACTION'>;

export type FieldVerdict = { readonly access: FieldAccess; readonly rule: FieldRule };

/** Access of a base field is kept by record type and name: two types may differ. */
export const baseAccessKey = (recordTypeId: RecordTypeId, name: string): string => `${recordTypeId}:${name}`;

export function judgeBaseField(viewer: Viewer, recordTypeId: RecordTypeId, field: BaseField): FieldVerdict {
  const stored = storedAccess(viewer, baseAccessKey(recordTypeId, field.name));
  if (field.name === 'id') return { access: 'ViewOnly', rule: 'SYSTEM_FIELD' };
  if (stored.access === 'NotAllowed') return stored;
  if (field.name === 'enabled')
    return mayOnRecordType(viewer, 'soft delete', recordTypeId)
      ? { access: 'ViewOnly', rule: 'SYSTEM_FIELD' }
      : { access: 'NotAllowed', rule: 'MISSING_ACTION' };
  if (field.readOnly === true) return { access: 'ViewOnly', rule: 'SYSTEM_FIELD' };
  return forReading(stored, viewer, recordTypeId);
}

export function judgeAdditionalField(viewer: Viewer, field: Field): FieldVerdict {
  if (!field.enabled) return { access: 'NotAllowed', rule: 'SWITCHED_OFF' };
  const stored = storedAccess(viewer, additionalFieldKey(field.id));
  if (isComputed(field) && stored.access !== 'NotAllowed') return { access: 'ViewOnly', rule: 'COMPUTED' };
  return forReading(stored, viewer, field.recordTypeId);
}

function storedAccess(viewer: Viewer, key: string): FieldVerdict {
  const access = viewer.fieldAccess.get(key);
  return access === undefined
    ? { access: viewer.defaultFieldAccess, rule: 'DEFAULT_ACCESS' }
    : { access, rule: 'FIELD_ACCESS' };
}

const forReading = (verdict: FieldVerdict, viewer: Viewer, recordTypeId: RecordTypeId): FieldVerdict =>
  verdict.access === 'Editable' && viewer.recordTypes.get(recordTypeId)?.isDirect !== true
    ? { access: 'ViewOnly', rule: 'OPENED_BY_SUPER_TYPE' }
    : verdict;

const closedness: readonly FieldAccess[] = ['Editable', 'ViewOnly', 'NotAllowed'];

/** The most closed of several verdicts: a field of a super type shows only what every type under it shows. */
export function mostClosed(verdicts: readonly FieldVerdict[]): FieldVerdict {
  const [first, ...others] = verdicts;
  if (first === undefined) return { access: 'Editable', rule: 'DEFAULT_ACCESS' };
  return others.reduce(
    (most, one) => (closedness.indexOf(one.access) > closedness.indexOf(most.access) ? one : most),
    first,
  );
}
