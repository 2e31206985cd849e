import { expect, test } from 'vitest';
import {
  findObstacle,
  orderBefore,
  sayWhyNotBack,
  whyNotInOneStep,
  type ConfigurationEntry,
} from './put-back-configuration.ts';

const entry = (
  entity: string,
  changes: ConfigurationEntry['changes'],
  { id = 1, action = 'update' } = {},
): ConfigurationEntry => ({ id, entity, entityId: 7, action, changes });
const cell = { role_id: [3, 3], record_type_id: [4, 4], base_field: ['description', 'description'] } as const;

test.each([
  ['a cell of the matrix', entry('role_field_access', { ...cell, access: ['Editable', 'ViewOnly'] }), null],
  [
    'the first of a cell',
    entry(
      'role_field_access',
      { ...cell, access: [null, 'ViewOnly'], enabled: [null, true] },
      { action: 'insert' },
    ),
    null,
  ],
  ['a confinement', entry('role_field_access', { ...cell, filter_criteria: [null, []] }), null],
  [
    'an action',
    entry('role_menu_item_action', { role_id: [3, 3], name: ['view', 'view'], enabled: [true, false] }),
    null,
  ],
  ['the name of a field', entry('field', { name: ['Old', 'New'] }), null],
  ['the formula of a field', entry('field', { name: ['Old', 'New'], formula: [null, 'a'] }), null],
  ['a new field', entry('field', { name: [null, 'New'] }, { action: 'insert' }), 'NOTHING_BEFORE'],
  [
    'a new condition of a field',
    entry('field_condition', { kind: [null, 'REQUIRED'] }, { action: 'insert' }),
    null,
  ],
  [
    'the order of fields',
    entry('record_type', {
      field_order: [
        [1, 2],
        [2, 1],
      ],
    }),
    null,
  ],
  ['the name of a type', entry('record_type', { name: ['Old', 'New'] }), null],
  ['the currency of a type', entry('record_type', { currency: ['USD', 'EUR'] }), 'OTHER_PAGE'],
  ['an order without its ids', entry('list', { order: ['A, B', 'B, A'] }), 'OTHER_PAGE'],
  [
    'the order of values',
    entry('list', {
      order: ['A, B', 'B, A'],
      value_order: [
        [1, 2],
        [2, 1],
      ],
    }),
    null,
  ],
  [
    'an order of properties that was kept without ids',
    entry('object_definition', { order: ['A', 'B'] }),
    'OTHER_PAGE',
  ],
  ['the role of a person', entry('membership', { role_id: [1, 2] }), null],
  ['the logo', entry('tenant', { logo: ['A picture', null] }), 'OTHER_PAGE'],
  ['a property', entry('object_property', { name: ['Old', 'New'], is_required: [false, true] }), null],
  [
    'a property that is deleted',
    entry('object_property', { delete_after: [null, '2026-12-01'] }),
    'OTHER_PAGE',
  ],
  ['the place of a menu item', entry('menu_item', { position: [1, 2], menu_section_id: [3, 4] }), null],
  [
    'a chart of a shared dashboard',
    entry('dashboard', { role_ids: [[3], [3]], 'chart:k1': [{ place: 1 }, null] }),
    null,
  ],
  [
    'the order of charts',
    entry('dashboard', {
      role_ids: [[3], [3]],
      order: ['A, B', 'B, A'],
      chart_order: [
        ['k1', 'k2'],
        ['k2', 'k1'],
      ],
    }),
    null,
  ],
  [
    'a dashboard that was deleted',
    entry('dashboard', { role_ids: [[3], [3]], enabled: [true, false] }),
    null,
  ],
  ['the name of a dashboard of one’s own', entry('dashboard', { name: ['Old', 'New'] }), 'OTHER_PAGE'],
  [
    'the server of an embedded dashboard',
    entry('dashboard', { role_ids: [[3], [3]], server_url: ['https://a', 'https://b'] }),
    'OTHER_PAGE',
  ],
  [
    'what a mapping sends',
    entry('transmission_mapping', { settings: [{}, {}], offer: [{}, { items: [] }], updated_at: ['a', 'b'] }),
    null,
  ],
  [
    'a save of a mapping that changed nothing',
    entry('transmission_mapping', { updated_at: ['a', 'b'] }),
    'OTHER_PAGE',
  ],
  ['a new transition', entry('status_transition', { to_status_id: [null, 3] }, { action: 'insert' }), null],
])('%s', (_, given, reason) => expect(whyNotInOneStep(given)).toBe(reason));

test('what was changed since, or put back, stands in the way; another column does not', () => {
  const first = entry('field', { name: ['Old', 'New'] });
  const again = { ...entry('field', { name: ['New', 'Newer'] }, { id: 2 }), putsBack: [] };
  const other = { ...entry('field', { help: [null, 'x'] }, { id: 3 }), putsBack: [] };
  const back = { ...entry('field', { name: ['New', 'Old'] }, { id: 4 }), putsBack: [1] };
  expect(findObstacle(first, [])).toBeNull();
  expect(findObstacle(first, [other])).toBeNull();
  expect(findObstacle(first, [again, other])).toEqual({ reason: 'CHANGED_SINCE', by: again });
  const byHand = { ...entry('field', { name: ['Newer', 'Old'] }, { id: 5 }), putsBack: [] };
  expect(findObstacle(first, [again, byHand])).toEqual({ reason: 'ALREADY_SO', by: byHand });
  expect(findObstacle(first, [again, byHand, { ...again, id: 6 }])?.reason).toBe('CHANGED_SINCE');
  expect(findObstacle(first, [back])).toEqual({ reason: 'ALREADY_PUT_BACK', by: back });
});

test('another action of the same menu item does not', () => {
  const view = entry('role_menu_item_action', {
    role_id: [3, 3],
    name: ['view', 'view'],
    enabled: [true, false],
  });
  const make = {
    ...entry(
      'role_menu_item_action',
      { role_id: [3, 3], name: ['create records', 'create records'], enabled: [true, false] },
      { id: 2 },
    ),
    putsBack: [],
  };
  expect(findObstacle(view, [make])).toBeNull();
  expect(findObstacle(view, [make, { ...make, changes: view.changes }])?.reason).toBe('CHANGED_SINCE');
});

test('the sentence names who and when', () =>
  expect(sayWhyNotBack('CHANGED_SINCE', { who: 'Maya', when: 'Nov 3' })).toBe(
    'This was changed again by Maya, Nov 3. Put that back first, or change it on its page.',
  ));

test.each([
  [
    'what moved takes its places back',
    [3, 1, 2, 4],
    [
      [1, 2, 3],
      [3, 1, 2],
    ],
    [1, 2, 3, 4],
  ],
  [
    'what was made since stays where it is',
    [2, 5, 1, 3],
    [
      [1, 2],
      [2, 1],
    ],
    [1, 5, 2, 3],
  ],
  [
    'what is gone is left out',
    [2, 1],
    [
      [1, 7, 2],
      [2, 1, 7],
    ],
    [1, 2],
  ],
  [
    'what moved again does not go back',
    [1, 2, 3],
    [
      [1, 2, 3],
      [3, 1, 2],
    ],
    null,
  ],
] as const)('%s', (_, current, pair, expected) => expect(orderBefore(current, pair)).toEqual(expected));
