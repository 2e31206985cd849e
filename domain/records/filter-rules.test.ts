import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { mostFilters, mostFilterValues } from './limits.ts';
import type { FilterCondition, FilterCriteria, FilterField } from './filter-rules.ts';
import { findFilterCriteria, whyNotCondition, whyNotFilters, whyNotTyped } from './filter-rules.ts';

const aField = (dataType: DataType, name = 'Vendor'): FilterField => ({
  key: 'f1',
  name,
  dataType,
  filterable: true,
});

const typed = (dataType: DataType, criteria: FilterCriteria) =>
  whyNotCondition(aField(dataType), criteria) ?? whyNotTyped(aField(dataType), criteria);

describe('a condition', () => {
  const valid: [DataType, FilterCriteria][] = [
    ['string', { operator: 'contains', value: 'bike' }],
    ['string', { operator: 'isAnyOf', values: ['a', 'b'] }],
    ['string', { operator: 'isEmpty' }],
    ['string', { operator: 'isNotEmpty', value: '' }],
    ['number', { operator: 'equals', value: '12' }],
    ['currency', { operator: 'greaterOrEqual', value: '-12.25' }],
    ['number', { operator: 'isAnyOf', values: ['1', '2.5'] }],
    ['date', { operator: 'is', value: '2026-07-01' }],
    ['datetime', { operator: 'after', value: '2026-07-01T00:00:00Z' }],
    ['datetime', { operator: 'is', value: '2026-07-01' }],
    ['time', { operator: 'onOrBefore', value: '23:59' }],
    ['number', { operator: 'between', values: ['-2', '10'] }],
    ['currency', { operator: 'between', values: ['9.5', '9.5'] }],
    ['date', { operator: 'between', values: ['2026-07-01', '2026-07-31'] }],
    ['datetime', { operator: 'between', values: ['2026-07-01', '2026-07-01T10:00:00Z'] }],
    ['time', { operator: 'between', values: ['08:00', '17:30'] }],
    ['date', { operator: 'isWithin', value: 'thisWeek' }],
    ['datetime', { operator: 'isWithin', value: 'last30Days' }],
    ['dropdown', { operator: 'is', value: '7' }],
    ['dropdown', { operator: 'is', value: '@username' }],
    ['multiselect', { operator: 'isAnyOf', values: ['7', '@username'] }],
    ['checkbox', { operator: 'checked' }],
    ['boolean', { operator: 'notChecked' }],
    ['object', { operator: 'isEmpty' }],
  ];
  it.each(valid)('on a %s field may be %j', (dataType, criteria) =>
    expect(typed(dataType, criteria)).toBeNull(),
  );

  const refused: [DataType, FilterCriteria, string][] = [
    ['string', { operator: 'contains', value: '' }, 'Vendor needs a value.'],
    ['string', { operator: 'contains', value: '   ' }, 'Vendor needs a value.'],
    ['string', { operator: 'contains' }, 'Vendor needs a value.'],
    ['string', { operator: 'isAnyOf', values: [] }, 'Vendor needs a value.'],
    ['string', { operator: 'isAnyOf', values: ['a', ''] }, 'Vendor needs a value.'],
    ['string', { operator: 'isAnyOf', value: 'a' }, "Vendor: 'is any of' takes a list of values."],
    ['string', { operator: 'equals', values: ['a'] }, "Vendor: a list of values is only for 'is any of'."],
    ['string', { operator: 'checked' }, "Vendor cannot be filtered by 'is checked'."],
    ['string', { operator: 'equals', value: 'x'.repeat(501) }, 'Vendor needs at most 500 characters.'],
    ['number', { operator: 'equals', value: 'ten' }, 'Should be numeric'],
    ['number', { operator: 'equals', value: '1.2.3' }, 'Should be numeric'],
    ['number', { operator: 'equals', value: '1e3' }, 'Should be numeric'],
    ['number', { operator: 'equals', value: '9007199254740993' }, 'Should be numeric'],
    ['number', { operator: 'equals', value: '1.234' }, 'Vendor takes numbers with at most 2 decimals.'],
    ['date', { operator: 'is', value: '2026-02-31' }, 'Vendor needs a date as MM/DD/YYYY.'],
    ['datetime', { operator: 'is', value: '2026-02-31' }, 'Vendor needs a date, or a date and time.'],
    ['number', { operator: 'between', value: '1' }, "Vendor: 'is between' takes a list of values."],
    ['number', { operator: 'between', values: ['1'] }, "Vendor: 'is between' takes two values."],
    ['number', { operator: 'between', values: ['1', ''] }, 'Vendor needs a value.'],
    [
      'number',
      { operator: 'between', values: ['10', '9'] },
      'Vendor: the first value cannot come after the second.',
    ],
    [
      'date',
      { operator: 'between', values: ['2026-07-02', '2026-07-01'] },
      'Vendor: the first value cannot come after the second.',
    ],
    ['string', { operator: 'between', values: ['a', 'b'] }, "Vendor cannot be filtered by 'is between'."],
    ['time', { operator: 'isWithin', value: 'today' }, "Vendor cannot be filtered by 'is within'."],
    [
      'date',
      { operator: 'isWithin', value: '2026-07-01' },
      'Vendor needs one of today, yesterday, this week, last week, this month, last month, the last 7 days, the last 30 days, the next 7 days.',
    ],
    ['time', { operator: 'is', value: '24:00' }, 'Vendor needs a time as HH:mm.'],
    ['dropdown', { operator: 'is', value: 'Approved' }, 'Vendor needs a value from the list.'],
    ['object', { operator: 'is', value: '1' }, "Vendor cannot be filtered by 'is'."],
  ];
  it.each(refused)('on a %s field cannot be %j', (dataType, criteria, sentence) =>
    expect(typed(dataType, criteria)).toBe(sentence),
  );

  it.each(['a;b', "O'Brien", 'a--b', 'a /* b', 'b */'])(
    'cannot carry %j: a semicolon, a single quote, a double dash or a comment mark',
    (value) => {
      const sentence =
        'Vendor: a value cannot contain a semicolon, a single quote, a double dash or a comment mark.';
      expect(typed('string', { operator: 'contains', value })).toBe(sentence);
      expect(typed('string', { operator: 'isAnyOf', values: ['fine', value] })).toBe(sentence);
    },
  );

  it('the marks bind who types, not the server, which binds its values', () => {
    expect(whyNotCondition(aField('string'), { operator: 'contains', value: "O'Brien" })).toBeNull();
  });

  it('needs a field that is there', () =>
    expect(whyNotCondition(undefined, { operator: 'isEmpty' })).toBe('Choose a field.'));
  it('needs a field that can be filtered', () => {
    const field = { ...aField('number', 'ID'), filterable: false };
    expect(whyNotCondition(field, { operator: 'isEmpty' })).toBe('ID cannot be filtered.');
  });
  it('takes 1,000 values, and no more than the limit', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
    expect(typed('dropdown', { operator: 'isAnyOf', values: values(1000) })).toBeNull();
    expect(typed('dropdown', { operator: 'isAnyOf', values: values(mostFilterValues + 1) })).toBe(
      'Vendor takes at most 5000 values.',
    );
  });
});

describe('the conditions together', () => {
  const empties = (count: number): FilterCondition[] =>
    Array.from({ length: count }, () => ({ field: 'f1', operator: 'isEmpty', logicOperator: 'AND' }));
  const fields = new Map([['f1', aField('string')]]);

  it('are each answered in order', () => {
    const conditions: FilterCondition[] = [
      ...empties(1),
      { field: 'f9', operator: 'isEmpty', logicOperator: 'OR' },
      { field: 'f1', operator: 'contains', value: "'", logicOperator: 'OR' },
    ];
    const { each, whole } = whyNotFilters(fields, conditions);
    expect(whole).toBeNull();
    expect(each.map((sentence) => sentence === null)).toEqual([true, false, false]);
  });

  it('are not more than the limit', () => {
    expect(whyNotFilters(fields, empties(mostFilters)).whole).toBeNull();
    expect(whyNotFilters(fields, empties(mostFilters + 1)).whole).toBe(
      'At most 50 conditions can be applied.',
    );
  });
});

describe("a role's stored criteria", () => {
  it.each([
    [
      { operator: 'is', value: '7' },
      { operator: 'is', value: '7' },
    ],
    [
      { operator: 'isAnyOf', values: ['7'] },
      { operator: 'isAnyOf', values: ['7'] },
    ],
    [{ operator: 'resembles', value: '7' }, null],
    [{ operator: 'is', value: 7 }, null],
    [{ operator: 'isAnyOf', values: [7] }, null],
    [null, null],
    ['is 7', null],
  ])('%j are read as %j', (stored, expected) => expect(findFilterCriteria(stored)).toEqual(expected));
});
