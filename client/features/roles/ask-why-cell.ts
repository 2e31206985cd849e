import { askWhy, type RoleWhySubject } from '../../platform/ask-why.ts';
import { focusedPlace } from '../../ui/focused-place.ts';
import type { AccessRow } from './access-model.ts';
import type { AccessRole } from './api.ts';

/** How a role comes to what a cell of the matrix says. */
export function askWhyCell(row: AccessRow, role: Pick<AccessRole, 'id' | 'name'>): void {
  askWhy({
    title: `Why is ${row.name} so for ${role.name}?`,
    subjects: [subjectOf(row, role.id)],
    anchor: focusedPlace(),
  });
}

function subjectOf({ kind, key, placeId, recordTypeId }: AccessRow, roleId: number): RoleWhySubject {
  if (kind === 'menu' || recordTypeId === null) return { roleId, menuItemId: placeId };
  return kind === 'fields' ? { roleId, recordTypeId, fieldKey: key } : { roleId, recordTypeId, action: key };
}
