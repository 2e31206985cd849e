import { expect, test } from 'vitest';
import type { FieldAccess } from '../access/field-access.ts';
import { listEffects } from './effects.ts';
import type { AccessChange } from './effects.ts';

const roles = new Map([
  [1, { name: 'Buyer', members: 7 }],
  [2, { name: 'Receiving', members: 5 }],
  [3, { name: 'Auditor', members: 0 }],
  [4, { name: 'Lead', members: 1 }],
]);
const field = (
  roleId: number,
  name: string,
  place: string,
  before: FieldAccess,
  after: FieldAccess,
): AccessChange => ({
  roleId,
  field: name,
  place,
  before,
  after,
});
const say = (...changes: AccessChange[]) => listEffects(changes, roles).map(({ sentence }) => sentence);

test('people of several roles add up, over several types', () => {
  expect(
    say(
      ...[1, 2].flatMap((role) =>
        ['Purchase orders', 'Bills', 'Sales orders'].map((type) =>
          field(role, 'Discount', type, 'Editable', 'NotAllowed'),
        ),
      ),
    ),
  ).toEqual(['12 people lose Discount on 3 types']);
});

test('what is lost stands before what is gained, and the greatest first', () => {
  const effects = listEffects(
    [
      field(1, 'Freight', 'Bills', 'NotAllowed', 'Editable'),
      field(4, 'Tax', 'Bills', 'Editable', 'NotAllowed'),
      field(2, 'Tax due', 'Bills', 'Editable', 'NotAllowed'),
      field(1, 'Margin', 'Bills', 'Editable', 'ViewOnly'),
      field(1, 'Total', 'Bills', 'NotAllowed', 'ViewOnly'),
    ],
    roles,
  );
  expect(effects.map(({ sentence, isLoss }) => [sentence, isLoss])).toEqual([
    ['5 people lose Tax due on Bills', true],
    ['1 person loses Tax on Bills', true],
    ['7 people can only view Margin on Bills', true],
    ['7 people see Total on Bills', false],
    ['7 people can edit Freight on Bills', false],
  ]);
});

test('a role that nobody has is named', () => {
  expect(say(field(3, 'Tax', 'Bills', 'ViewOnly', 'NotAllowed'))).toEqual([
    'Auditor, which nobody has, loses Tax on Bills',
  ]);
});

test('menu items and actions', () => {
  const action = (name: string | null, place: string, after: boolean): AccessChange => ({
    roleId: 1,
    action: name,
    place,
    before: !after,
    after,
  });
  expect(
    say(
      action(null, 'Bills', false),
      action(null, 'Orders', true),
      action('bulk update', 'Orders', true),
      action('bulk update', 'Bills', true),
    ),
  ).toEqual([
    '7 people lose Bills in the menu',
    '7 people get “bulk update” on 2 menu items',
    '7 people get Orders in the menu',
  ]);
});
