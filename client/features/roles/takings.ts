// What of a draft takes a field or a menu item from the people of a role; of actions the bar says it.
import type { ProposedChange } from '../../platform/ask-impact.ts';
import type { AccessDraft, CellChange } from './access-draft.ts';

type Taken = Pick<CellChange, 'row' | 'roleId'> & Pick<ProposedChange, 'takes'>;

export function takingsOf(draft: AccessDraft): ProposedChange[] {
  const taken = [...draft.values()].flatMap(({ row, roleId, before, after }): Taken[] => {
    if (row.kind === 'fields') {
      if (after === 'NotAllowed') return [{ row, roleId, takes: 'HIDE' }];
      return before === 'Editable' ? [{ row, roleId, takes: 'NARROW' }] : [];
    }
    return row.kind === 'menu' && after === 'NotAllowed' ? [{ row, roleId, takes: 'HIDE' }] : [];
  });
  return [...Map.groupBy(taken, ({ row, takes }) => `${row.id} ${takes}`).values()].map((ofRow) => {
    const { row, takes } = ofRow[0]!;
    return {
      ...(row.kind === 'fields'
        ? { kind: 'FIELD' as const, id: row.placeId, fieldKey: row.key }
        : { kind: 'MENU_ITEM' as const, id: row.placeId }),
      takes,
      roleIds: ofRow.map(({ roleId }) => roleId),
    };
  });
}
