import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
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
  name: 'f6',
  city: 'f7',
  code: 'f8',
};
const read = (text: string) =>
  readFormula(text, (name, place) => {
    const key = names[name.toLowerCase()];
    if (key === undefined) return { whyNot: `no ${name}` };
    return { key: place === 'lines' ? key.replace('f', 'l') : key };
  });

const stored: Readonly<Record<string, readonly [DataType, string | null]>> = {
  f1: ['number', '3'],
  f2: ['currency', '19.9'],
  f3: ['decimal', ''],
  f4: ['float', '0.1'],
  f5: ['float', '0.2'],
  f6: ['string', 'Ann "Bo" Ng'],
  f7: ['textarea', 'Old\nTown'],
  f8: ['string', null],
};
const comesTo = (text: string, dataType: DataType = 'currency') => {
  const { formula, whyNot } = read(text);
  expect(whyNot).toBeUndefined();
  const inputs = Object.entries(stored).map(([key, [type]]) => ({ key, dataType: type, formula: null }));
  return computeValues(
    [...inputs, { key: 'f9', dataType, formula: formula! }],
    (key) => stored[key]?.[1],
    (by) => ({ units: by === 'sum' ? 15050n : 3n, scale: by === 'sum' ? 2 : 0 }),
  ).get('f9');
};

describe('a formula', () => {
  it.each([
    ['Quantity * Unit price', '59.7'],
    ['quantity*UNIT  price'.replace('  ', ' '), '59.7'],
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
    ['if(Quantity > 2, Unit price, 0)', '19.9'],
    ['if(Quantity < 3, Unit price)', null],
    ['if(Name = "ann ""bo"" NG", 1, 2) + 1', '2'],
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
    ['"Order " & Quantity', 'Order 3'],
    ['Name & " of " & City', 'Ann "Bo" Ng of Old Town'],
    ['"5"" pipe"', '5" pipe'],
    ['“5 pipes”', '5 pipes'],
    // An amount has its two decimals, what round gives its own, and everything else as many as it needs; none has commas.
    ['Unit price & ""', '19.90'],
    ['-Unit price & ""', '-19.90'],
    ['Unit price * 1000 & ""', '19900'],
    ['round(1 / 3, 3) & ", " & 1 / 4 & ", " & 2.50', '0.333, 0.25, 2.5'],
    ['"Total " & Quantity + 1', 'Total 4'],
    // An empty value adds nothing, and a field of one line has no blanks around it.
    ['Code & [Discount %] & " " & Quantity & " "', '3'],
    ['Code & [Discount %] & "  "', null],
    ['if(Quantity >= 3, "Bulk", "Piece")', 'Bulk'],
    ['if(Quantity <> 3, "Other")', null],
    ['if(Name < "b", "A to B", "C and later")', 'A to B'],
    ['if("ß" = "SS", "alike", "apart")', 'apart'],
    ['if(Code = "", "no code", Code)', 'no code'],
    ['if([Discount %] & "" = "", "full price", "reduced")', 'full price'],
    ['if([Discount %] < 5, "less", "not less")', 'not less'],
    ['if([Discount %] = [Discount %], "alike", "apart")', 'alike'],
    ['if(Quantity ≥ 2, if(Quantity != 3, "2", "3"), "1")', '3'],
  ])('%s comes to the text %s', (text, result) => expect(comesTo(text, 'string')).toBe(result));

  it('keeps of several lines what a person would keep of them', () => {
    expect(comesTo('City & "\n" & Name & " "', 'textarea')).toBe('Old\nTown\nAnn "Bo" Ng ');
    expect(comesTo('" \n"', 'textarea')).toBeNull();
  });

  it('is cut where it is longer than its field takes, and no character in halves', () => {
    const long = (sign: string) => `"${sign.repeat(400)}" & "${sign.repeat(99)}"`;
    const cut = (text: string) =>
      computeValues([{ key: 'f9', dataType: 'string', formula: readKeptFormula(text)! }], () => null).get(
        'f9',
      )!;
    expect(cut(`${long('a')} & "b"`)).toBe(`${'a'.repeat(499)}b`);
    expect(cut(`${long('a')} & "bc"`)).toBe(`${'a'.repeat(499)}…`);
    expect(cut(long('😀'))).toBe(`${'😀'.repeat(249)}…`);
  });

  it.each([
    ['', 'The formula is empty.'],
    ['Quantity *', 'The formula ends where a field, a number or a text should follow.'],
    ['* Quantity', 'Before “*” a field, a number or a text is missing.'],
    ['(a + b', 'A “)” is missing after what stands in parentheses.'],
    ['a + b)', 'There is a “)” without a “(” before it.'],
    ['2 a', 'Before “a” a sign is missing: + - * / or &.'],
    ['1,234.5', 'Write numbers as 1234.56: a point before the decimals, and no commas.'],
    ['a % b', '“%” has no meaning in a formula. A name with such a sign stands in brackets: [Discount %].'],
    ['[Discount', 'A “[” has no “]” after it.'],
    ['median(a)', 'There is no “median()”: formulas know sum, count, min, max, round and if.'],
    ['"Order', 'A text has no " after it. A " within a text is written twice: "5"" pipe".'],
    ["'Order'", 'A text stands in double quotes: "pieces".'],
    ['"Order" &', 'The formula ends where a field, a number or a text should follow.'],
    ['a > b', '“>” compares, once and within if: if(Quantity > 10, 5, 0).'],
    ['(a > b) * 2', '“>” compares, once and within if: if(Quantity > 10, 5, 0).'],
    ['if(a < b < 2, 1)', '“<” compares, once and within if: if(Quantity < 10, 5, 0).'],
    [
      'if(a, 1, 2)',
      'if compares two numbers or two texts, by = <> < <= > or >=: if(Quantity >= 100, "Bulk", "Piece").',
    ],
    ['if(a > b)', 'After what if compares, say what it gives: if(Quantity >= 100, "Bulk", "Piece").'],
    ['if(a > b, 1, 2, 3)', 'A “)” is missing after if.'],
    ['"\ud800"', 'A text holds a character that cannot be kept.'],
    ['sum(a + b)', 'sum takes one field of the lines, and nothing beside it.'],
    ['round(a, 9)', 'round takes a number of decimals from 0 to 6: round(Price, 2).'],
    ['weight', 'no weight'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'The formula has too many parentheses in each other.'],
  ])('“%s” is refused: %s', (text, sentence) => expect(read(text).whyNot).toBe(sentence));

  it('is kept by keys, and reads the same again', () => {
    for (const text of [
      'a - (b - a)',
      'a / (b * a)',
      '-(a + b) * 2',
      'round(a, 2) + sum(b)',
      'a - -b',
      'a & (b & "x""y") & a + b',
      '(a & "[f4]") & "\n“”"',
      'if(a & b <> "if(", (a + b) * 2, if(a < b, 1))',
      '-if(a = b, 1, 2)',
    ]) {
      const kept = keepFormula(read(text).formula!);
      expect(keepFormula(readKeptFormula(kept)!)).toBe(kept);
    }
    expect(keepFormula(read('a - (b - a)').formula!)).toBe('[f4] - ([f5] - [f4])');
    expect(keepFormula(read('if(a=b,“x”,"y")&Name').formula!)).toBe('if([f4] = [f5], "x", "y") & [f6]');
    // By keys it may be longer than what a person may write.
    const long = keepFormula(read(Array.from({ length: 200 }, () => 'a').join('+')).formula!);
    expect(long.length).toBeGreaterThan(500);
    expect(readKeptFormula(long)).not.toBeNull();
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

  it('compute with numbers and texts that are switched on', () => {
    expect(whyNot([field('f1', 'A', 'B'), field('f2', 'B', null, { dataType: 'date' })])).toEqual([
      '“B” is date: formulas take numbers, amounts and texts.',
    ]);
    expect(whyNot([field('f1', 'A', 'B'), field('f2', 'B', null, { enabled: false })])).toEqual([
      '“B” is switched off.',
    ]);
    expect(whyNot([field('f1', 'A', '1', { dataType: 'email' })])).toEqual([
      'Email cannot be computed: numbers, amounts and texts can.',
    ]);
    expect(whyNot([field('f1', 'A', '1', { required: true })])).toEqual([
      'A computed field is not required: nobody fills it.',
    ]);
  });

  it.each([
    ['Name * 2', 'currency', '“*” computes with numbers, and “Name” is a text: texts are joined by &.'],
    ['2 + "x"', 'currency', '“+” computes with numbers, and "x" is a text: texts are joined by &.'],
    ['-(Name & "x")', 'currency', '“-” computes with numbers, and “Name & "x"” is a text.'],
    ['round(Name, 2)', 'currency', 'round takes a number, and “Name” is a text.'],
    [
      'if(Price = Name, 1, 2)',
      'currency',
      '“=” compares two numbers or two texts: “Name” is a text, and “Price” a number, which & "" makes a text.',
    ],
    [
      'if(Price > 1, Price, "none")',
      'currency',
      'if gives two numbers or two texts: "none" is a text, and “Price” a number, which & "" makes a text.',
    ],
    ['Name', 'currency', 'It comes to a text, and this field is currency.'],
    ['Price', 'string', 'It comes to a number, and this field is text: add & "" to make a text of it.'],
    ['sum(Note)', 'currency', '“Note” is text: sum, count, min and max take numbers and amounts.'],
    ['Note', 'string', '“Note” is a field of the lines: a record gathers numbers and amounts of them.'],
    ['Price & Link', 'string', null],
  ] as const)('mix no texts and numbers: %s as %s', (text, dataType, sentence) => {
    const lines = [field('l1', 'Note', null, { dataType: 'string' })];
    const fields = [
      field('f1', 'A', text, { dataType }),
      field('f2', 'Name', null, { dataType: 'string' }),
      field('f3', 'Price'),
      field('f4', 'Link', null, { dataType: 'url' }),
    ];
    expect(whyNot(fields, lines)).toEqual([sentence]);
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
  it('has texts', () => {
    const words = [
      { id: 1, dataType: 'string' as const, formula: null },
      { id: 2, dataType: 'currency' as const, formula: null },
      { id: 3, dataType: 'string' as const, formula: '[l1] & " at " & [l2]' },
    ];
    expect(settleLine(words, { 1: 'Chair', 2: '5.5', 3: 'mine' })).toEqual({
      1: 'Chair',
      2: '5.5',
      3: 'Chair at 5.50',
    });
  });

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
