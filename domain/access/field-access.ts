/** Specification 6: NotAllowed hides, and any value but Editable is read-only. */
export type FieldAccess = 'NotAllowed' | 'ViewOnly' | 'Editable';

export function parseFieldAccess(stored: string): FieldAccess {
  return stored === 'NotAllowed' || stored === 'Editable' ? stored : 'ViewOnly';
}
