import { densityFactors, layoutKinds } from '@rowhouse/domain/grid-preferences/model.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { pageSizes } from '@rowhouse/domain/records/limits.ts';
import { operators, takesMany, takesNoValue } from '@rowhouse/domain/values/operators.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import { intervals } from '@rowhouse/domain/aggregates/interval.ts';
import { colourTones } from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GridView } from './grid-view.ts';
import { weekOf } from '../calendar/calendar-days.ts';
import { carriesView, readView, startView, whyNotRead, writeView } from './grid-view.ts';

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,10}$/);
const keys = fc.option(fc.uniqueArray(key, { maxLength: 5 }));
const pixels = fc.integer({ min: 1, max: 2000 });

const condition = fc
  .record({
    logicOperator: fc.constantFrom('AND' as const, 'OR' as const),
    field: key,
    operator: fc.constantFrom(...(Object.keys(operators) as Operator[])),
    value: fc.string(),
    values: fc.array(fc.string(), { maxLength: 4 }),
  })
  .map(({ value, values, ...rest }): FilterCondition => {
    if (takesNoValue(rest.operator)) return rest;
    return takesMany(rest.operator) ? { ...rest, values } : { ...rest, value };
  });

const layout = fc.record({
  kind: fc.constantFrom(...layoutKinds),
  field: fc.option(key),
  sum: fc.option(key),
});
const month = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, of]) => `${String(year).padStart(4, '0')}-${String(of).padStart(2, '0')}`);

const week = fc
  .tuple(month, fc.integer({ min: 1, max: 28 }))
  .map(([of, day]) => weekOf(`${of}-${String(day).padStart(2, '0')}`)[0]!);

const view: fc.Arbitrary<GridView> = fc
  .record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    size: fc.constantFrom(...pageSizes),
    sort: fc.uniqueArray(
      fc.record({ column: key, direction: fc.constantFrom('asc' as const, 'desc' as const) }),
      { minLength: 1, maxLength: 5, selector: ({ column }) => column },
    ),
    filters: fc.array(condition, { maxLength: 5 }),
    search: fc.string({ maxLength: 200 }),
    showsDeleted: fc.boolean(),
    isTree: fc.boolean(),
    layout: fc.option(layout),
    month: fc.option(month),
    week: fc.option(fc.oneof(week, fc.constant('current'))),
    colours: fc.array(
      fc.record({
        name: fc.stringMatching(/^\S[\s\S]{0,20}$/),
        tone: fc.constantFrom(...colourTones),
        column: fc.option(key),
        conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    groups: fc.uniqueArray(fc.record({ field: key, interval: fc.option(fc.constantFrom(...intervals)) }), {
      maxLength: 3,
      selector: ({ field }) => field,
    }),
    columns: fc.record({
      order: keys,
      hidden: keys,
      left: keys,
      right: keys,
      widths: fc.uniqueArray(fc.tuple(key, pixels), { selector: ([name]) => name }).map(Object.fromEntries),
    }),
    recordId: fc.option(fc.integer({ min: 1 })),
    density: fc.option(fc.constantFrom(...densityFactors)),
    preference: fc.option(fc.oneof(fc.integer({ min: 1 }), fc.constant('none' as const))),
  })
  // Rows have no month and no week, and a week is of no month.
  .map((given) => (given.layout === null ? { ...given, month: null, week: null } : given))
  .map((given) => (given.week === null ? given : { ...given, month: null }));

it('an address brings back the view that it was written from', () => {
  fc.assert(
    fc.property(view, (given) => {
      const address = writeView(given).toString();
      expect(readView(new URLSearchParams(address))).toEqual(given);
    }),
  );
});

it('the view that a grid starts with leaves the address empty', () => {
  expect(writeView(startView).toString()).toBe('');
  expect(readView(new URLSearchParams())).toEqual(startView);
});

it.each([
  ['', false],
  ['preference=7', false],
  ['tab=2', false],
  ['preference=none', true],
  ['preference=7&page=1', true],
  ['search=x', true],
  ['record=4', true],
])('whether %j says what is seen: %s', (address, expected) =>
  expect(carriesView(new URLSearchParams(address))).toBe(expected),
);

it('a view that was chosen is in the address, also where it is as a grid starts', () => {
  expect(writeView({ ...startView, preference: 7 }).toString()).toBe('page=1&preference=7');
  expect(writeView({ ...startView, preference: 7, size: 50 }).toString()).toBe('size=50&preference=7');
  expect(carriesView(writeView({ ...startView, preference: 'none' }))).toBe(true);
});

it('what else the address says stays', () => {
  expect(writeView({ ...startView, page: 3 }, new URLSearchParams('page=9&tab=2')).toString()).toBe(
    'tab=2&page=3',
  );
});

it.each([
  'page=0&size=26&sort=createdAt:sideways&deleted=1',
  'page=-1&size=abc&sort=&filters=[',
  'page=1e9&filters={}&record=x&widths=a:b',
  'filters=[["AND","status","resembles","1"],["XOR","status","is","1"],["AND","a b","is","1"],7]',
  'filters=[["AND","status","isAnyOf","1"],["AND","status","is",["1"]],["AND","status","is",1]]',
])('what the address says wrongly is read as the grid starts: %s', (address) =>
  expect(readView(new URLSearchParams(address))).toEqual(startView),
);

it.each([
  ['', []],
  ['sort=status:asc,f7:desc', []],
  ['sort=nope', ["The sort 'nope' is none."]],
  ['filters=[', ['The filters could not be read.']],
  ['filters=[["AND","status","resembles","1"]]', ["There is no operator 'resembles'."]],
  ['filters=[["AND","status","is",1],["AND","status","is","1"]]', ['A condition could not be read.']],
])('says what of an address it could not read: %s', (address, sentences) =>
  expect(whyNotRead(new URLSearchParams(address))).toEqual(sentences),
);

it('reads several keys of a sort, each column once', () => {
  expect(readView(new URLSearchParams('sort=status:asc,,f7:desc,status:desc')).sort).toEqual([
    { column: 'status', direction: 'asc' },
    { column: 'f7', direction: 'desc' },
  ]);
});

it('never throws, whatever the address says', () => {
  fc.assert(
    fc.property(fc.string(), fc.json(), (text, json) => {
      whyNotRead(new URLSearchParams({ filters: json, sort: text }));
      readView(new URLSearchParams({ filters: json, page: text, sort: text, order: text, widths: text }));
    }),
  );
});
