import { expect, test } from 'vitest';
import { readLineTypes } from './line.ts';

test('a formula of lines names their fields by the keys of the panel, and its texts stay as they are', () => {
  const field = (id: number, dataType: string, formula: string | null) => ({
    id,
    name: `Field ${id}`,
    dataType,
    required: false,
    order: id,
    listType: null,
    currency: null,
    formula,
  });
  const sent = {
    id: 1,
    name: 'Goods',
    visibility: true,
    rules: [],
    lineItemsByTypeFileds: [field(1, 'string', null), field(2, 'string', '[l1] & " [l1] ""[l1]""" & [l12]')],
  };
  const [type] = readLineTypes([sent]);
  expect(type!.fields.map(({ formula }) => formula)).toEqual([null, '[f1] & " [l1] ""[l1]""" & [f12]']);
});
