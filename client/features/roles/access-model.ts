// The matrix as rows and cells: a row is a field of a type, a menu item, or an action on one; a column is a role.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import type { AccessMatrix } from './api.ts';

/** Of fields the three of Specification 6; of menu items and actions allowed or not. */
export type Level = FieldAccess | 'Allowed';

export type AccessKind = 'fields' | 'menu' | 'actions';

export type AccessRow = {
  readonly id: string;
  readonly kind: AccessKind;
  readonly name: string;
  /** The record type, the section of the menu, or the menu item. */
  readonly place: string;
  readonly placeId: number;
  /** Null of a menu item without one. */
  readonly recordTypeId: number | null;
  /** The field's key, or the action. */
  readonly key: string;
  /** Never editable, whatever the role says. */
  readonly isFixed: boolean;
};

export const levels = {
  Editable: { letter: 'e', word: 'Editable', icon: 'edit' },
  ViewOnly: { letter: 'v', word: 'View only', icon: 'eye' },
  Allowed: { letter: 'a', word: 'Allowed', icon: 'check' },
  NotAllowed: { letter: 'n', word: 'Not allowed', icon: 'barred' },
} as const satisfies Record<Level, { letter: string; word: string; icon: string }>;

export const levelsOf = (kind: AccessKind): readonly Level[] =>
  kind === 'fields' ? ['Editable', 'ViewOnly', 'NotAllowed'] : ['Allowed', 'NotAllowed'];

/** The level that a letter stands for, or null. */
export const levelOfLetter = (kind: AccessKind, letter: string): Level | null =>
  levelsOf(kind).find((level) => levels[level].letter === letter.toLowerCase()) ?? null;

const otherWords: Readonly<Record<string, Level>> = {
  yes: 'Allowed',
  true: 'Allowed',
  no: 'NotAllowed',
  false: 'NotAllowed',
};

/** A word, a level or its letter, as it comes from a spreadsheet; null for what is none of this kind. */
export function readLevel(kind: AccessKind, text: string): Level | null {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, '');
  const own = levelsOf(kind);
  const named = own.find((level) => level.toLowerCase() === plain) ?? levelOfLetter(kind, plain);
  const other = otherWords[plain];
  return named ?? (kind !== 'fields' && other !== undefined ? other : null);
}

/** What a field can be at most: a system field is seen, and never editable. */
export const cappedLevel = (row: AccessRow, level: Level): Level =>
  row.isFixed && level === 'Editable' ? 'ViewOnly' : level;

export const cellKey = (rowId: string, roleId: number): string => `${roleId} ${rowId}`;

export type AccessModel = {
  readonly rows: ReadonlyMap<string, AccessRow>;
  readonly ofKind: Readonly<Record<AccessKind, readonly AccessRow[]>>;
  levelOf(row: AccessRow, roleId: number): Level;
};

export function toModel(matrix: AccessMatrix): AccessModel {
  const ofKind = {
    fields: matrix.recordTypes.flatMap((type) =>
      type.fields.map((field): AccessRow => ({
        id: `field ${type.id} ${field.key}`,
        kind: 'fields',
        name: field.name,
        place: type.name,
        placeId: type.id,
        recordTypeId: type.id,
        key: field.key,
        isFixed: field.isFixed,
      })),
    ),
    menu: matrix.menuItems.map((item): AccessRow => ({
      id: `item ${item.id}`,
      kind: 'menu',
      name: item.name,
      place: `${item.group} › ${item.section}${item.enabled ? '' : ' (Disabled)'}`,
      placeId: item.id,
      recordTypeId: null,
      key: 'view',
      isFixed: false,
    })),
    actions: matrix.menuItems.flatMap((item) =>
      item.actions
        .filter((action) => action !== 'view')
        .map((action): AccessRow => ({
          id: `action ${item.id} ${action}`,
          kind: 'actions',
          name: capital(action),
          place: item.name,
          placeId: item.id,
          recordTypeId: item.recordType?.id ?? null,
          key: action,
          isFixed: false,
        })),
    ),
  };
  const rows = new Map(Object.values(ofKind).flatMap((list) => list.map((row) => [row.id, row] as const)));
  const defaults = new Map(matrix.roles.map((role) => [role.id, role.defaultFieldAccess]));
  const fieldLevels = new Map(
    matrix.fieldAccess.map((cell) => [
      cellKey(`field ${cell.recordTypeId} ${cell.field}`, cell.roleId),
      cell.access,
    ]),
  );
  const allowed = new Set(
    matrix.actions.flatMap(({ roleId, menuItemId, actions }) =>
      actions.map((action) => `${roleId} ${menuItemId} ${action}`),
    ),
  );
  return {
    rows,
    ofKind,
    levelOf(row, roleId) {
      if (row.kind !== 'fields')
        return allowed.has(`${roleId} ${row.placeId} ${row.key}`) ? 'Allowed' : 'NotAllowed';
      return cappedLevel(
        row,
        fieldLevels.get(cellKey(row.id, roleId)) ?? defaults.get(roleId) ?? 'NotAllowed',
      );
    },
  };
}
