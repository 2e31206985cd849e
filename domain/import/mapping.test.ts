import { describe, expect, test } from 'vitest';
import type { ImportField } from './import-field.ts';
import { planMapping } from './mapping.ts';

const field = (key: string, name: string, required = false): ImportField => ({
  key,
  name,
  dataType: 'string',
  required,
  choices: null,
  base: null,
  stored: null,
});
const fields = [
  field('recordNumber', 'Record Number', true),
  field('f1', 'Total due'),
  field('f2', 'Ship method'),
  field('f3', 'Vendor', true),
];

const plan = (headers: string[], map: [string, string][] = [], set: [string, string][] = []) =>
  planMapping({ headers, fields, owner: 'Orders', map, set, spoken: [] });
const pairs = (mapping: ReturnType<typeof plan>) =>
  mapping.columns.map(({ header, field: { name } }) => `${header}>${name}`);

describe('columns find their fields', () => {
  test('by their names, whatever case, spaces and underscores', () => {
    const mapping = plan(['RECORD_NUMBER', 'TotalDue', 'ship-method', ' vendor ']);
    expect(pairs(mapping)).toEqual([
      'RECORD_NUMBER>Record Number',
      'TotalDue>Total due',
      'ship-method>Ship method',
      ' vendor >Vendor',
    ]);
    expect(mapping.problems).toEqual([]);
    expect(mapping.unused).toEqual([]);
  });

  test('as it was said, one column into several fields, before any name', () => {
    const mapping = plan(
      ['Id', 'Vendor'],
      [
        ['id', 'Record Number'],
        ['id', 'Vendor'],
      ],
    );
    expect(pairs(mapping)).toEqual(['Id>Record Number', 'Id>Vendor']);
    expect(mapping.unused).toEqual(['Vendor']);
    expect(mapping.problems).toEqual([]);
  });

  test('and those that find none are told', () => {
    const mapping = plan(['Record Number', 'Vendor', 'ModifiedDate']);
    expect(mapping.unused).toEqual(['ModifiedDate']);
    expect(mapping.unfilled.map(({ name }) => name)).toEqual(['Total due', 'Ship method']);
  });

  test('a field that is set for all needs no column', () => {
    const mapping = plan(['Record Number'], [], [['vendor', 'Nobody']]);
    expect(mapping.problems).toEqual([]);
    expect(mapping.fixed).toMatchObject([{ text: 'Nobody', field: { name: 'Vendor' } }]);
  });
});

describe('what cannot be done is said in one sentence', () => {
  test.each<[string, string[], [string, string][], [string, string][], string]>([
    [
      'a required field without a column',
      ['Record Number'],
      [],
      [],
      'Vendor is required and no column fills it. Name one with --map "Column=Vendor".',
    ],
    [
      'a column that is not there',
      ['Record Number', 'Vendor'],
      [['Nr', 'Total due']],
      [],
      "The file has no column 'Nr'. It has: Record Number, Vendor.",
    ],
    [
      'a field that is not there',
      ['Record Number', 'Vendor'],
      [['Vendor', 'Seller']],
      [],
      "Orders has no field 'Seller' that a file can fill.",
    ],
    [
      'two columns of one name',
      ['Record Number', 'Vendor', 'vendor'],
      [],
      [],
      "Two columns of the file are named 'vendor'.",
    ],
    [
      'two columns for one field',
      ['Record Number', 'A', 'B'],
      [
        ['A', 'Vendor'],
        ['B', 'Vendor'],
      ],
      [],
      "Vendor is filled twice: by the column 'A' and by the column 'B'.",
    ],
    [
      'a column and a set text',
      ['Record Number', 'A'],
      [['A', 'Vendor']],
      [['Vendor', 'X']],
      "Vendor is filled twice: by --set and by the column 'A'.",
    ],
  ])('%s', (_, headers, map, set, sentence) => {
    expect(plan(headers, map, set).problems).toContain(sentence);
  });
});
