// What is changed in the matrix and not yet saved: each cell with what it was when it was changed. A cell that others
// changed meanwhile is in conflict; the others merge by themselves.
import type { AccessChange } from '@rowhouse/domain/roles/effects.ts';
import type { AccessUpdate } from './api.ts';
import { cappedLevel, cellKey, type AccessModel, type AccessRow, type Level } from './access-model.ts';

export type CellChange = {
  readonly row: AccessRow;
  readonly roleId: number;
  readonly before: Level;
  readonly after: Level;
};
/** By cell. */
export type AccessDraft = ReadonlyMap<string, CellChange>;

export type CellWrite = { readonly row: AccessRow; readonly roleId: number; readonly level: Level };

/** A cell that is as it was before is no change. */
export function writeCells(
  draft: AccessDraft,
  writes: readonly CellWrite[],
  model: AccessModel,
): AccessDraft {
  const next = new Map(draft);
  for (const { row, roleId, level } of writes) {
    const key = cellKey(row.id, roleId);
    const before = draft.get(key)?.before ?? model.levelOf(row, roleId);
    const after = cappedLevel(row, level);
    if (after === before) next.delete(key);
    else next.set(key, { row, roleId, before, after });
  }
  return next;
}

/** Without what others have made so meanwhile, and what is gone: both are no changes any more. */
export function settleDraft(draft: AccessDraft, model: AccessModel): AccessDraft {
  const left = [...draft].filter(([, { row, roleId, after }]) => {
    const now = model.rows.get(row.id);
    return now !== undefined && model.levelOf(now, roleId) !== after;
  });
  return left.length === draft.size ? draft : new Map(left);
}

/** Those cells that others changed to something else meanwhile. */
export const conflictsOf = (draft: AccessDraft, model: AccessModel): CellChange[] =>
  [...draft.values()].filter(({ row, roleId, before }) => model.levelOf(row, roleId) !== before);

/** `mine`: over what they are now; `theirs`: as they are now. */
export function decideConflicts(
  draft: AccessDraft,
  model: AccessModel,
  whose: 'mine' | 'theirs',
): AccessDraft {
  const next = new Map(draft);
  for (const change of conflictsOf(draft, model)) {
    const key = cellKey(change.row.id, change.roleId);
    if (whose === 'theirs') next.delete(key);
    else next.set(key, { ...change, before: model.levelOf(change.row, change.roleId) });
  }
  return next;
}

export function toUpdate(draft: AccessDraft): AccessUpdate {
  const changes = [...draft.values()];
  return {
    fields: changes.flatMap(({ row, roleId, before, after }) =>
      row.kind === 'fields' && before !== 'Allowed' && after !== 'Allowed'
        ? { roleId, recordTypeId: row.placeId, field: row.key, before, after }
        : [],
    ),
    actions: changes.flatMap(({ row, roleId, before, after }) =>
      row.kind === 'fields'
        ? []
        : {
            roleId,
            menuItemId: row.placeId,
            action: row.key,
            before: before === 'Allowed',
            after: after === 'Allowed',
          },
    ),
  };
}

/** As the sentences about it take it. */
export const toAccessChanges = (draft: AccessDraft): AccessChange[] =>
  [...draft.values()].map(({ row, roleId, before, after }): AccessChange =>
    before !== 'Allowed' && after !== 'Allowed' && row.kind === 'fields'
      ? { roleId, place: row.place, field: row.name, before, after }
      : {
          roleId,
          place: row.kind === 'menu' ? row.name : row.place,
          action: row.kind === 'menu' ? null : row.name,
          before: before === 'Allowed',
          after: after === 'Allowed',
        },
  );
