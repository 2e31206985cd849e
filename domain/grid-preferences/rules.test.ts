import { describe, expect, test } from 'vitest';
import type { FilterCondition } from '../records/filter-rules.ts';
import { mostPreferences } from './limits.ts';
import { findGridRecordType, gridNameOf, noGridOptions, toCondition, toGridFilter } from './model.ts';
import {
  adminPreferenceLocked,
  appliedPageSize,
  findPageSize,
  isSameName,
  maySeePreference,
  requireRoomForPreference,
  seenOptions,
  whyNotEditable,
  whyNotName,
  whyNotSavable,
} from './rules.ts';

describe('who sees a preference', () => {
  const viewer = { userId: 7, roleId: 3, administers: false };
  test.each([
    ['the own person', { userId: 7, roleId: null }, true, true],
    ['another person', { userId: 8, roleId: null }, false, false],
    ['the own role', { userId: null, roleId: 3 }, true, true],
    ['another role', { userId: null, roleId: 4 }, false, true],
  ])('of %s', (_whose, owner, asMember, asAdministrator) => {
    expect(maySeePreference(viewer, owner)).toBe(asMember);
    expect(maySeePreference({ ...viewer, administers: true }, owner)).toBe(asAdministrator);
  });
});

test('one of a role is locked for all but administrators', () => {
  expect(whyNotEditable(false, true)).toBe('Admin preferences cannot be edited. You should save as new.');
  expect(whyNotEditable(true, true)).toBeNull();
  expect(whyNotEditable(false, false)).toBeNull();
});

test('saving is blocked without a grid state and for admin preferences', () => {
  expect(whyNotSavable(null, null, true)).toBe('apiRef is not defined');
  expect(whyNotSavable(noGridOptions, { isOfRole: true }, false)).toBe(adminPreferenceLocked);
  expect(whyNotSavable(noGridOptions, { isOfRole: true }, true)).toBeNull();
  expect(whyNotSavable(noGridOptions, { isOfRole: false }, false)).toBeNull();
  expect(whyNotSavable(noGridOptions, null, false)).toBeNull();
});

describe('a name', () => {
  test.each([
    ['', 'Name is required.'],
    ['  ', 'Name is required.'],
    ['x'.repeat(101), 'Name has at most 100 characters.'],
    [' open ONES ', 'A grid preference of this name exists already. Choose another name.'],
    ['x', null],
    [` ${'x'.repeat(100)} `, null],
    ['Open', null],
  ])('%j: %s', (name, sentence) => expect(whyNotName(name, ['Open ones'])).toBe(sentence));

  test('is the same whatever its case and the space around it', () => {
    expect(isSameName(' Open ', 'oPEN')).toBe(true);
    expect(isSameName('Open', 'Open ones')).toBe(false);
  });
});

test('there is room up to the limit', () => {
  expect(() => requireRoomForPreference(mostPreferences - 1)).not.toThrow();
  expect(() => requireRoomForPreference(mostPreferences)).toThrow(
    'There are 100 preferences of this grid already.',
  );
});

test('an applied page size is capped at 200', () => {
  expect([25, 200, 500, 3000].map(appliedPageSize)).toEqual([25, 200, 200, 200]);
  expect([25, 26, 3000, null].map(findPageSize)).toEqual([25, null, 3000, null]);
});

test('what names a field that the viewer does not see is left out', () => {
  const seen = new Map([['status', true]]);
  const filter = (columnField: string) =>
    ({ columnField, operatorValue: 'is', value: '1', logicOperator: 'AND' }) as const;
  expect(
    seenOptions(
      {
        orderedFields: ['margin', 'status', 'recordViewerUrl', 'f9'],
        hiddenFields: ['margin', 'dynamicViewsUrl'],
        filterModel: [filter('margin'), filter('status'), filter('recordViewerUrl')],
        sortModel: [
          { field: 'margin', sort: 'ASC' },
          { field: 'status', sort: 'DESC' },
        ],
        pinnedColumns: { left: ['margin', 'status'], right: ['margin'] },
        densityFactor: 1.3,
        pageSize: 50,
        widths: [
          { field: 'margin', width: 10 },
          { field: 'status', width: 20 },
        ],
        layout: { kind: 'BOARD', field: 'margin', sum: 'margin' },
        colours: [
          { name: 'Thin', tone: 'RED', column: null, conditions: [filter('margin'), filter('status')] },
          { name: 'Told', tone: 'RED', column: 'margin', conditions: [filter('status')] },
          { name: 'Open', tone: 'BLUE', column: 'status', conditions: [filter('status')] },
        ],
        groups: [
          { field: 'margin', interval: null },
          { field: 'status', interval: null },
        ],
      },
      seen,
    ),
  ).toEqual({
    orderedFields: ['status', 'recordViewerUrl'],
    hiddenFields: ['dynamicViewsUrl'],
    filterModel: [filter('status')],
    sortModel: [{ field: 'status', sort: 'DESC' }],
    pinnedColumns: { left: ['status'], right: [] },
    densityFactor: 1.3,
    pageSize: 50,
    widths: [{ field: 'status', width: 20 }],
    layout: { kind: 'BOARD', field: null, sum: null },
    groups: [{ field: 'status', interval: null }],
    colours: [{ name: 'Open', tone: 'BLUE', column: 'status', conditions: [filter('status')] }],
  });
});

test('a condition is kept and comes back as it was', () => {
  const conditions: FilterCondition[] = [
    { field: 'status', logicOperator: 'AND', operator: 'isAnyOf', values: ['1', '2'] },
    { field: 'f7', logicOperator: 'OR', operator: 'contains', value: "it's; --" },
    { field: 'f8', logicOperator: 'AND', operator: 'checked' },
  ];
  expect(conditions.map(toGridFilter).map(toCondition)).toEqual(conditions);
  expect(
    toGridFilter({ field: 'f8', logicOperator: 'AND', operator: 'isEmpty', value: 'x' }).value,
  ).toBeNull();
});

test('a grid has a name, and only a grid has one', () => {
  expect(findGridRecordType(gridNameOf(12))).toBe(12);
  for (const name of [
    '',
    'record-type-',
    'record-type-0',
    'record-type-1x',
    'orders',
    'record-type-99999999999999999',
  ])
    expect(findGridRecordType(name)).toBeNull();
});
