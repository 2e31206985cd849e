import { describe, expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { listId, recordTypeId, userId } from '../kernel/ids.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { ChoiceNames } from './choice-names.ts';
import type { ChoiceSource, ImportField } from './import-field.ts';
import { readCell } from './read-cell.ts';

const orders = { id: recordTypeId(7), name: 'Orders' };
const vendors = listId(1);
const inspectors = listId(2);
const listValue = (
  id: number,
  list: number,
  value: string,
  enabled = true,
  person: number | null = null,
) => ({
  id,
  listId: listId(list),
  value,
  enabled,
  userId: person === null ? null : userId(person),
});
const values = [
  listValue(11, 1, 'Blue Lantern'),
  listValue(12, 1, 'Old Mill', false),
  listValue(13, 1, 'Chain, Gear; Co'),
  listValue(21, 2, 'The tall one', true, 5),
];
const member = (id: number, name: string, email: string, enabled = true) => ({ id, name, email, enabled });
const config = {
  lists: new Map([
    [
      vendors,
      { name: 'Vendors', listType: 'Value', values: values.filter((value) => value.listId === vendors) },
    ],
    [
      inspectors,
      { name: 'Inspectors', listType: 'User', values: values.filter((value) => value.listId === inspectors) },
    ],
  ]),
  listValues: new Map(values.map((value) => [value.id, value])),
  statuses: new Map([
    [1, { id: 1, name: 'Pending', enabled: true, recordTypeId: 7 }],
    [2, { id: 2, name: 'Faxed', enabled: false, recordTypeId: 7 }],
    [3, { id: 3, name: 'Paid', enabled: true, recordTypeId: 8 }],
  ]),
  problemCodes: new Map(),
  members: new Map([
    [5, member(5, 'Ana Lind', 'ana@example.com')],
    [6, member(6, 'Bo Lind', 'bo@example.com')],
    [7, member(7, 'Bo Lind', 'bo2@example.com')],
  ]),
  closingStatuses: new Set(),
  statusTransitions: new Map(),
  fieldConditions: new Map(),
  targetTenants: new Map(),
} as unknown as TenantConfig;

const rulesOf = (more: object = {}) => ({
  config,
  recordType: orders,
  choices: new ChoiceNames(config, orders.id),
  createsListValues: false,
  dayFirst: false,
  timeZone: 'UTC',
  today: '2026-11-20',
  decimalSign: '.' as const,
  rounds: false,
  ...more,
});
const field = (
  dataType: DataType,
  choices: ChoiceSource | null = null,
  more: Partial<ImportField> = {},
): ImportField => ({
  key: 'f1',
  name: 'Field',
  dataType,
  required: false,
  choices,
  base: null,
  stored: null,
  ...more,
});
const ofList = { kind: 'list', listId: vendors } as const;

describe('a cell becomes a value', () => {
  test.each<[DataType, string, string]>([
    ['string', '  Spring stock ', 'Spring stock'],
    ['textarea', 'two\nlines', 'two\nlines'],
    ['number', '1,200', '1200'],
    ['number', '3.00', '3'],
    ['decimal', '0.125', '0.125'],
    ['currency', '$1,234.50', '1234.50'],
    ['date', 'Apr 16 2011 12:00AM', '2011-04-16'],
    ['datetime', '04/16/2011 14:30', '2011-04-16T14:30:00.000Z'],
    ['time', '2:30 PM', '14:30'],
    ['checkbox', 'Yes', 'true'],
    ['boolean', '0', 'false'],
    ['url', 'example.com/a', 'https://example.com/a'],
    ['email', 'ana@example.com', 'ana@example.com'],
    ['phone', '(503) 555-0131', '[1,5035550131]'],
    ['phone', '+1 503 555 0131', '[1,5035550131]'],
    ['phone', '+49 30 0074321', '[49,300074321]'],
    ['phone', '[44,2071234567]', '[44,2071234567]'],
  ])('%s: %s', (dataType, cell, value) => {
    expect(readCell(field(dataType), cell, rulesOf())).toEqual({ value });
  });

  test('an empty one is no value', () => {
    expect(readCell(field('date'), '  ', rulesOf())).toEqual({ value: null });
  });

  test('a text of a list, whatever its case and spaces, is the id of the value', () => {
    expect(readCell(field('dropdown', ofList), ' blue  lantern ', rulesOf())).toEqual({ value: '11' });
  });

  test('several texts of a list are parted by semicolons or commas, and a text that holds them is one', () => {
    const many = field('multiselect', ofList);
    expect(readCell(many, 'Chain, Gear; Co', rulesOf())).toEqual({ value: '[13]' });
    expect(readCell(many, 'Blue Lantern; Blue Lantern', rulesOf())).toEqual({ value: '[11]' });
  });

  test('a person is found by name or email, also in a list of people', () => {
    expect(readCell(field('dropdown', { kind: 'user' }), 'ANA@example.com', rulesOf())).toEqual({
      value: '5',
    });
    expect(readCell(field('dropdown', { kind: 'user' }), 'Ana Lind', rulesOf())).toEqual({ value: '5' });
    expect(readCell(field('dropdown', { kind: 'list', listId: inspectors }), 'Ana Lind', rulesOf())).toEqual({
      value: '21',
    });
  });

  test('a text that its list does not have is made when that was said, once', () => {
    const rules = rulesOf({ createsListValues: true });
    const first = readCell(field('dropdown', ofList), 'New Vendor', rules);
    expect(first).toEqual({ value: '-1' });
    expect(readCell(field('multiselect', ofList), 'new vendor;Blue Lantern', rules)).toEqual({
      value: '[-1,11]',
    });
    expect(rules.choices.created(-1)).toEqual({ listId: vendors, text: 'New Vendor' });
  });
});

describe('or the sentence that says why not', () => {
  const status = { kind: 'status' } as const;
  test.each<[DataType, ChoiceSource | null, string, string]>([
    ['number', null, 'twelve', 'Field must be a number'],
    ['number', null, '3.5', 'Field: Should be a whole number'],
    ['number', null, '99999999999999999999', 'Field must be a number'],
    ['currency', null, '1.234,50', 'Field: Write 1234.56: two decimals, a point before them.'],
    ['currency', null, '16.448', 'Field: An amount has two decimals. Import with --round to round it.'],
    ['date', null, '02/31/2011', 'Field Invalid date format, format should be MM/DD/YYYY'],
    [
      'date',
      null,
      '03/01/19',
      'Field Invalid date format, format should be MM/DD/YYYY. With --century 2000 years of two digits are read: 19 is 2019 then.',
    ],
    ['datetime', null, 'soon', 'Field Invalid datetime format, format should be MM/DD/YYYY HH:mm (24 hours)'],
    ['checkbox', null, 'maybe', 'Field must be Yes or No'],
    [
      'email',
      null,
      'ana',
      'Field: Invalid format. Please enter a valid email address (e.g. name@example.com).',
    ],
    ['url', null, 'javascript:alert(1)', 'Field: Should be a web address'],
    ['phone', null, '12', 'Field: Should be a whole phone number'],
    ['string', null, 'a\0b', 'Field: Holds a character that cannot be kept'],
    ['string', null, 'x'.repeat(501), 'Field: Should have at most 500 characters'],
    [
      'dropdown',
      ofList,
      'Nobody',
      "Field: the list Vendors has no 'Nobody'. Import with --create-list-values to add it.",
    ],
    ['dropdown', ofList, 'Old Mill', "Field: 'Old Mill': This value is disabled and cannot be chosen."],
    ['dropdown', status, 'Paid', "Field: Orders has no status 'Paid'."],
    ['dropdown', { kind: 'user' }, 'Bo Lind', "Field: 'Bo Lind' means more than one here. Give the email."],
    ['dropdown', { kind: 'user' }, 'Cy', "Field: nobody here has the name or email 'Cy'."],
  ])('%s %o: %s', (dataType, choices, cell, whyNot) => {
    expect(readCell(field(dataType, choices), cell, rulesOf())).toMatchObject({ whyNot });
  });

  test('with --round an amount is rounded half up, and says so', () => {
    const round = (text: string, dataType: DataType = 'currency') =>
      readCell(field(dataType), text, rulesOf({ rounds: true }));
    expect(round('16.445')).toEqual({ value: '16.45', isRounded: true });
    expect(round('$1,016.4449')).toEqual({ value: '1016.44', isRounded: true });
    expect(round('-1.005')).toEqual({ value: '-1.01', isRounded: true });
    expect(round('16.4400')).toEqual({ value: '16.44' });
    expect(round('1.5', 'number')).toEqual({ whyNot: 'Field: Should be a whole number' });
    expect(round('0.1251', 'decimal')).toEqual({ value: '0.1251' });
  });

  test('with --decimal-comma', () => {
    const read = (text: string, dataType: DataType = 'currency') =>
      readCell(field(dataType), text, rulesOf({ decimalSign: ',' }));
    expect(read('1.234,56')).toEqual({ value: '1234.56' });
    expect(read('3.54')).toEqual({ whyNot: 'Field: Write 1234,56: two decimals, a comma before them.' });
    expect(read('3.54', 'decimal')).toEqual({ whyNot: 'Field: Write 1234,56: a comma before the decimals.' });
  });

  test('a required field that is empty', () => {
    expect(readCell(field('string', null, { required: true }), '', rulesOf())).toEqual({
      whyNot: 'Field is required',
    });
  });

  test('a list of people is never added to', () => {
    const rules = rulesOf({ createsListValues: true });
    expect(readCell(field('dropdown', { kind: 'list', listId: inspectors }), 'Zoe', rules)).toEqual({
      whyNot: "Field: the list Inspectors has no 'Zoe'.",
    });
  });

  test('a record date that is not earlier than today, as in the form', () => {
    const recordDate = field('date', null, { key: 'recordDate', name: 'Record Date' });
    expect(readCell(recordDate, '2026-11-20', rulesOf())).toEqual({
      whyNot: 'Record Date must be earlier than today',
      meant: '2026-11-20',
    });
  });
});
