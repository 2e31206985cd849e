import { describe, expect, test } from 'vitest';
import { judgeOrder, readDays, requireOrder, writeDays } from './rules.ts';
import { orderParts, orderQuestions, questionsOf, sectionsOf } from './sections.ts';
import type { OrderPart, OrderQuestion } from './sections.ts';

const right: Record<OrderQuestion['kind'], string> = {
  text: 'x',
  email: 'dana@example.com',
  phone: '[1,2065550142]',
  country: 'France',
  days: '["Monday"]',
  opportunity: 'SPA-1',
};
const answersOf = (parts: readonly OrderPart[]) =>
  Object.fromEntries(questionsOf(parts).map(({ key, kind }) => [key, right[kind]]));
const namesOf = (parts: readonly OrderPart[]) => questionsOf(parts).map(({ name }) => name);
/** Each set of parts: every variant that a company can make. */
const variants = Array.from({ length: 2 ** orderParts.length }, (_, bits) =>
  orderParts.filter((_part, index) => (bits & (2 ** index)) !== 0),
);

test('every form asks order and shipping information, in that order', () => {
  expect(sectionsOf([])).toEqual(['Order Information', 'Shipping Information']);
  expect(namesOf([])).toEqual([
    'PO Number',
    'Order Contact First Name',
    'Order Contact Last Name',
    'Order Contact Phone',
    'Order Contact Email',
    'Dealer Sales Person First Name',
    'Dealer Sales Person Last Name',
    'Dealer Sales Person Phone',
    'Dealer Sales Person Email',
    'Company Name',
    'Address 1',
    'City',
    'State',
    'Postal Code',
    'Country',
    'Delivery Contact 1 First Name',
    'Delivery Contact 1 Phone',
    'Delivery Contact 1 Email',
    'Delivery Contact 2 First Name',
    'Delivery Contact 2 Phone',
    'Delivery Contact 2 Email',
    'Destination Type',
    'Docks Open on the following Days',
  ]);
});

test.each<[OrderPart, string[]]>([
  ['opportunity', ['Opportunity', 'Dealer ID']],
  ['salesOrder', ['Original Sales Order #']],
  ['pricingProgram', ['Pricing Program']],
  ['pricingProgramContractName', ['Pricing Program Contract Name']],
  ['discountingProgramsType', ['Discounting Programs Type']],
  ['billing', ['Billing']],
  ['deliveryContactLastNames', ['Delivery Contact 1 Last Name', 'Delivery Contact 2 Last Name']],
  ['attachments', []],
])('the part %s asks %j beside that, and nothing else', (part, names) => {
  const base = new Set(namesOf([]));
  expect(namesOf([part]).filter((name) => !base.has(name))).toEqual(names);
});

test('each of the 256 variants takes its answers, and misses each required one by its name', () => {
  for (const parts of variants) {
    expect(judgeOrder(parts, answersOf(parts))).toEqual([]);
    const required = questionsOf(parts).filter((question) => question.required);
    expect(judgeOrder(parts, {})).toEqual(
      required.map(({ key, name }) => ({ key, sentence: `${name} is required` })),
    );
  }
});

test('all is required but the opportunity that is looked up and the days of the docks', () => {
  expect(orderQuestions.filter(({ required }) => !required).map(({ key }) => key)).toEqual([
    'opportunity',
    'docksOpen',
  ]);
});

describe('an answer is refused in the words of the specification', () => {
  test.each([
    [
      'orderContactEmail',
      'dana',
      'Invalid format. Please enter a valid email address (e.g. name@example.com).',
    ],
    ['orderContactPhone', '[1,206555]', 'Should be a whole phone number'],
    ['orderContactPhone', '[1,0065550142]', 'Should be a whole phone number'],
    ['poNumber', '   ', 'PO Number is required'],
    ['city', 'x'.repeat(501), 'Should have at most 500 characters'],
    ['docksOpen', '["Someday"]', 'Should be days of the week'],
    ['docksOpen', 'Monday', 'Should be days of the week'],
    ['docksOpen', '["Monday","Monday"]', 'Should be days of the week'],
  ])('%s: %j', (key, value, sentence) => {
    expect(judgeOrder([], { ...answersOf([]), [key]: value })).toEqual([{ key, sentence }]);
  });

  test('of a list only its values are taken', () => {
    const choices = new Map([['destinationType', ['Store', 'Site']]]);
    expect(judgeOrder([], { ...answersOf([]), destinationType: 'Store' }, choices)).toEqual([]);
    expect(judgeOrder([], { ...answersOf([]), destinationType: 'Moon' }, choices)).toEqual([
      { key: 'destinationType', sentence: 'Should be a value from the list' },
    ]);
  });
});

test('days stand in the order of the week', () => {
  expect(writeDays(['Friday', 'Monday'])).toBe('["Monday","Friday"]');
  expect(readDays('["Monday","Friday"]')).toEqual(['Monday', 'Friday']);
  expect(writeDays([])).toBe('');
  expect(readDays('')).toEqual([]);
});

describe('what is sent', () => {
  const given = (answers: Record<string, string>) =>
    Object.entries(answers).map(([key, value]) => ({ key, value }));
  test('is trimmed', () =>
    expect(requireOrder([], given({ ...answersOf([]), city: ' Lyon ' }), new Map())['city']).toBe('Lyon'));
  test('answers no question of another variant', () =>
    expect(() => requireOrder([], given({ ...answersOf([]), billing: 'x' }), new Map())).toThrow(
      "There is no field 'billing' in this form.",
    ));
  test('answers no question twice', () =>
    expect(() => requireOrder([], [...given(answersOf([])), { key: 'city', value: 'x' }], new Map())).toThrow(
      'A field is given twice.',
    ));
});
