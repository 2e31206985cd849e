import { describe, expect, it } from 'vitest';
import { computeValues, settleLine } from './computed-fields.ts';
import { judgeFormulas, showFormula, type DesignedField } from './judge-formulas.ts';
import { readFormula, readKeptFormula } from './read-formula.ts';
import { keepFormula } from './write-formula.ts';

const names: Readonly<Record<string, string>> = {
  quantity: 'f1',
  'unit price': 'f2',
  'discount %': 'f3',
  a: 'f4',
  b: 'f5',
};
const read = (text: string) =>
  readFormula(text, (name, place) => {
    const key = names[name.toLowerCase()];
    if (key === undefined) return { whyNot: `no ${name}` };
    return { key: place === 'lines' ? key.replace('f', 'l') : key };
  });

const amounts: Readonly<Record<string, string>> = { f1: '3', f2: '19.99', f3: '', f4: '0.1', f5: '0.2' };
const comesTo = (text: string, dataType: 'currency' | 'decimal' | 'number' | 'float' = 'currency') => {
  const { formula, whyNot } = read(text);
  expect(whyNot).toBeUndefined();
  const fields = [{ key: 'f9', dataType, formula: formula! }];
  return computeValues(
    fields,
    (key) => amounts[key],
    (by) => ({ units: by === 'sum' ? 15050n : 3n, scale: by === 'sum' ? 2 : 0 }),
  ).get('f9');
};

describe('a formula', () => {
  it.each([
    ['Quantity * Unit price', '59.97'],
    ['quantity*UNIT  price'.replace('  ', ' '), '59.97'],
    ['a + b', '0.3'],
    ['(a + b) * 10 - 1', '2'],
    ['-(a - b)', '0.1'],
    ['1 / 3', '0.33'],
    ['2 / 3 × 3', '2'],
    ['round(2 / 3, 1) * 3', '2.1'],
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['sum(Unit price) + a', '150.6'],
    ['count(Unit price)', '3'],
    ['10 - 4 - 3', '3'],
    ['12 / 2 / 3', '2'],
  ])('%s comes to %s', (text, result) => expect(comesTo(text)).toBe(result));

  it('leaves an empty value out of sums, and is empty where one is multiplied or divided', () => {
    expect(comesTo('a + [Discount %]')).toBe('0.1');
    expect(comesTo('[Discount %] - a')).toBe('-0.1');
    expect(comesTo('Quantity * (1 - [Discount %] / 100)')).toBe('3');
    expect(comesTo('Quantity * [Discount %]')).toBeNull();
  });

  it('is empty where something is divided by zero, and where it has more digits than are kept', () => {
    expect(comesTo('a / (b - b)')).toBeNull();
    expect(comesTo('9999999999999.99')).toBe('9999999999999.99');
    expect(comesTo('9999999999999.99 + 0.01')).toBeNull();
  });

  it.each([
    ['', 'The formula is empty.'],
    ['Quantity *', 'The formula ends where a field or a number should follow.'],
    ['* Quantity', 'Before “*” a field or a number is missing.'],
    ['(a + b', 'A “)” is missing after what stands in parentheses.'],
    ['a + b)', 'There is a “)” without a “(” before it.'],
    ['2 a', 'Before “a” a sign is missing: + - * or /.'],
    ['1,234.5', 'Write numbers as 1234.56: a point before the decimals, and no commas.'],
    ['a % b', '“%” has no meaning in a formula. A name with such a sign stands in brackets: [Discount %].'],
    ['[Discount', 'A “[” has no “]” after it.'],
    ['median(a)', 'There is no “median()”: formulas know sum, count, min, max and round.'],
    ['sum(a + b)', 'sum takes one field of the lines, and nothing beside it.'],
    ['round(a, 9)', 'round takes a number of decimals from 0 to 6: round(Price, 2).'],
    ['weight', 'no weight'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'The formula has too many parentheses in each other.'],
  ])('“%s” is refused: %s', (text, sentence) => expect(read(text).whyNot).toBe(sentence));

  it('is kept by keys, and reads the same again', () => {
    for (const text of ['a - (b - a)', 'a / (b * a)', '-(a + b) * 2', 'round(a, 2) + sum(b)', 'a - -b']) {
      const kept = keepFormula(read(text).formula!);
      expect(keepFormula(readKeptFormula(kept)!)).toBe(kept);
    }
    expect(keepFormula(read('a - (b - a)').formula!)).toBe('[f4] - ([f5] - [f4])');
  });
});

const field = (
  key: string,
  name: string,
  formula: string | null = null,
  more: Partial<DesignedField> = {},
) => ({
  key,
  name,
  dataType: 'currency' as const,
  enabled: true,
  required: false,
  formula: formula === null ? null : { written: formula },
  ...more,
});
const whyNot = (fields: readonly DesignedField[], lines: readonly DesignedField[] = []) =>
  judgeFormulas(fields, lines.length === 0 ? [] : [{ name: 'Goods', enabled: true, fields: lines }]).map(
    (one) => one.whyNot,
  );

describe('formulas of a type', () => {
  it('name fields of the record, and gather those of its lines', () => {
    const lines = [field('l1', 'Price'), field('l2', 'Line total', 'Price * 2')];
    expect(
      whyNot([field('f1', 'Total', 'sum(Line total) + Freight'), field('f2', 'Freight')], lines),
    ).toEqual([null, null]);
    expect(whyNot([field('f1', 'Total', 'Price')], lines)[0]).toBe(
      '“Price” is a field of the lines: write sum(Price).',
    );
    expect(whyNot([field('f1', 'Total', 'sum(Weight)')], lines)[0]).toBe('The lines have no field “Weight”.');
    expect(whyNot([], [field('l1', 'Price', 'sum(Cost)'), field('l2', 'Cost')])[0]).toBe(
      'A line is computed from its own fields: sum, count, min and max are for fields of the record.',
    );
  });

  it('go in no circle, which is named', () => {
    expect(whyNot([field('f1', 'A', 'B + 1'), field('f2', 'B', 'C'), field('f3', 'C', 'A')])).toEqual([
      'This goes in a circle: A → B → C → A.',
      'This goes in a circle: B → C → A → B.',
      'This goes in a circle: C → A → B → C.',
    ]);
    expect(whyNot([field('f1', 'A', 'A + 1')])).toEqual(['This goes in a circle: A → A.']);
  });

  it('compute with numbers alone, which are switched on', () => {
    expect(whyNot([field('f1', 'A', 'B'), field('f2', 'B', null, { dataType: 'date' })])).toEqual([
      '“B” is date: formulas compute with numbers and amounts.',
    ]);
    expect(whyNot([field('f1', 'A', 'B'), field('f2', 'B', null, { enabled: false })])).toEqual([
      '“B” is switched off.',
    ]);
    expect(whyNot([field('f1', 'A', '1', { dataType: 'string' })])).toEqual([
      'Text cannot be computed: numbers and amounts can.',
    ]);
    expect(whyNot([field('f1', 'A', '1', { required: true })])).toEqual([
      'A computed field is not required: nobody fills it.',
    ]);
  });

  it('say their fields by the names that these have now', () => {
    const lines = [{ name: 'Goods', enabled: true, fields: [{ key: 'l1', name: 'Amount', enabled: true }] }];
    expect(showFormula('sum([l1]) * [f2]', [{ key: 'f2', name: 'Tax %' }], lines)).toBe(
      'sum(Amount) * [Tax %]',
    );
    const twins = [
      ...lines,
      { name: 'Hours', enabled: true, fields: [{ key: 'l2', name: 'Amount', enabled: true }] },
    ];
    expect(showFormula('sum([l1])', [], twins)).toBe('sum(Goods.Amount)');
  });
});

describe('a line', () => {
  const fields = [
    { id: 1, dataType: 'number' as const, formula: null },
    { id: 2, dataType: 'currency' as const, formula: null },
    { id: 3, dataType: 'currency' as const, formula: '[l1] * [l2]' },
    { id: 4, dataType: 'currency' as const, formula: '[l3] / 2' },
  ];
  it('is written with what it comes to, whatever was given for that', () => {
    expect(settleLine(fields, { 1: '3', 2: '1.5', 3: '99' })).toEqual({
      1: '3',
      2: '1.5',
      3: '4.5',
      4: '2.25',
    });
    expect(settleLine(fields, { 1: '3', 3: '99' })).toEqual({ 1: '3' });
  });
});
