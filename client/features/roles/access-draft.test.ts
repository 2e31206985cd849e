import { describe, expect, test } from 'vitest';
import {
  conflictsOf,
  decideConflicts,
  settleDraft,
  toUpdate,
  writeCells,
  type AccessDraft,
} from './access-draft.ts';
import { readLevel, toModel, type AccessModel } from './access-model.ts';
import type { AccessMatrix } from './api.ts';

const matrix: AccessMatrix = {
  roles: [
    { id: 1, name: 'Buyer', administers: false, enabled: true, defaultFieldAccess: 'NotAllowed', members: 2 },
    { id: 2, name: 'Lead', administers: false, enabled: true, defaultFieldAccess: 'Editable', members: 1 },
  ],
  recordTypes: [
    {
      id: 3,
      name: 'Orders',
      fields: [
        { key: 'status', name: 'Status', dataType: 'dropdown', isFixed: false },
        { key: 'createdBy', name: 'Created By', dataType: 'dropdown', isFixed: true },
      ],
    },
  ],
  menuItems: [
    {
      id: 9,
      name: 'Orders',
      route: 'orders',
      group: 'Work',
      section: 'Papers',
      enabled: true,
      recordType: { id: 1 },
      actions: ['view', 'create records'],
    },
  ],
  fieldAccess: [{ roleId: 1, recordTypeId: 3, field: 'status', access: 'ViewOnly' }],
  confinements: [],
  actions: [{ roleId: 2, menuItemId: 9, actions: ['view'] }],
};
const model = toModel(matrix);
const row = (id: string, of: AccessModel = model) => of.rows.get(id)!;
const status = row('field 3 status');
const empty: AccessDraft = new Map();

/** As it is once somebody else has given Buyer another level of Status. */
const withStatus = (access: 'Editable' | 'NotAllowed') =>
  toModel({ ...matrix, fieldAccess: [{ ...matrix.fieldAccess[0]!, access }] });

test('a cell has its own level, or the default of its role; a system field is seen at most', () => {
  expect(model.levelOf(status, 1)).toBe('ViewOnly');
  expect(model.levelOf(status, 2)).toBe('Editable');
  expect(model.levelOf(row('field 3 createdBy'), 1)).toBe('NotAllowed');
  expect(model.levelOf(row('field 3 createdBy'), 2)).toBe('ViewOnly');
  expect(model.levelOf(row('item 9'), 1)).toBe('NotAllowed');
  expect(model.levelOf(row('item 9'), 2)).toBe('Allowed');
});

test('what is as it was is no change, and Editable of a system field is View only', () => {
  const one = writeCells(empty, [{ row: status, roleId: 1, level: 'Editable' }], model);
  expect([...one.values()]).toMatchObject([{ before: 'ViewOnly', after: 'Editable' }]);
  expect(writeCells(one, [{ row: status, roleId: 1, level: 'ViewOnly' }], model).size).toBe(0);
  const fixed = writeCells(
    empty,
    [1, 2].map((roleId) => ({ row: row('field 3 createdBy'), roleId, level: 'Editable' as const })),
    model,
  );
  expect([...fixed.values()]).toMatchObject([{ roleId: 1, after: 'ViewOnly' }]);
});

test('a save brings each cell with what it was', () => {
  const draft = writeCells(
    empty,
    [
      { row: status, roleId: 1, level: 'NotAllowed' },
      { row: row('item 9'), roleId: 1, level: 'Allowed' },
      { row: row('action 9 create records'), roleId: 2, level: 'Allowed' },
    ],
    model,
  );
  expect(toUpdate(draft)).toEqual({
    fields: [{ roleId: 1, recordTypeId: 3, field: 'status', before: 'ViewOnly', after: 'NotAllowed' }],
    actions: [
      { roleId: 1, menuItemId: 9, action: 'view', before: false, after: true },
      { roleId: 2, menuItemId: 9, action: 'create records', before: false, after: true },
    ],
  });
});

describe('what others changed meanwhile', () => {
  const draft = writeCells(
    empty,
    [
      { row: status, roleId: 1, level: 'NotAllowed' },
      { row: status, roleId: 2, level: 'ViewOnly' },
    ],
    model,
  );
  test('to the same is no change any more; other cells stay without a question', () => {
    const now = withStatus('NotAllowed');
    const left = settleDraft(draft, now);
    expect([...left.values()]).toMatchObject([{ roleId: 2, after: 'ViewOnly' }]);
    expect(conflictsOf(left, now)).toEqual([]);
  });
  test('to something else is asked about, and is mine or theirs', () => {
    const now = withStatus('Editable');
    expect(conflictsOf(draft, now)).toMatchObject([{ roleId: 1, before: 'ViewOnly', after: 'NotAllowed' }]);
    const mine = decideConflicts(draft, now, 'mine');
    expect(conflictsOf(mine, now)).toEqual([]);
    expect(toUpdate(mine).fields).toContainEqual(
      expect.objectContaining({ roleId: 1, before: 'Editable', after: 'NotAllowed' }),
    );
    expect([...decideConflicts(draft, now, 'theirs').values()]).toMatchObject([{ roleId: 2 }]);
  });
});

test.each([
  ['fields', 'Not allowed', 'NotAllowed'],
  ['fields', ' viewonly ', 'ViewOnly'],
  ['fields', 'E', 'Editable'],
  ['fields', 'Yes', null],
  ['fields', 'Maybe', null],
  ['menu', 'yes', 'Allowed'],
  ['actions', 'FALSE', 'NotAllowed'],
  ['actions', 'Editable', null],
] as const)('of %s %j reads as %s', (kind, text, level) => {
  expect(readLevel(kind, text)).toBe(level);
});
