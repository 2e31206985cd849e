import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { mergeChange } from './merge-change.ts';
import { valueOf } from '../values/values.ts';

const types: Record<string, DataType> = {
  total: 'currency',
  note: 'string',
  tags: 'multiselect',
  at: 'datetime',
};
const map = (values: Record<string, string>) => new Map(Object.entries(values));
const merge = (
  original: Record<string, string>,
  mine: Record<string, string>,
  theirs: Record<string, string>,
) => {
  const { kept, taken, overlapping } = mergeChange(
    map(original),
    map(mine),
    map(theirs),
    (key) => types[key]!,
  );
  return { kept: Object.fromEntries(kept), taken, overlapping };
};

describe('one value', () => {
  it('is the same file by its id, whatever is written beside it', () => {
    const file = (id: number, name: string) => JSON.stringify({ id, name, sizeBytes: null });
    expect(valueOf('attachment').isSame(file(5, 'a.pdf'), file(5, 'b.pdf'))).toBe(true);
    expect(valueOf('attachment').isSame(file(5, 'a.pdf'), file(6, 'a.pdf'))).toBe(false);
    expect(valueOf('attachment').isSame(file(5, 'a.pdf'), '')).toBe(false);
  });
});

describe('two changes of one record', () => {
  it('stand side by side when they concern different fields', () =>
    expect(
      merge({ total: '1', note: 'a', tags: '0' }, { total: '2' }, { total: '1', note: 'b', tags: '0' }),
    ).toEqual({ kept: { total: '2' }, taken: ['note'], overlapping: [] }));

  it('are asked about where both changed a field to another value', () =>
    expect(
      merge({ note: 'a', total: '1' }, { note: 'mine', total: '2' }, { note: 'theirs', total: '1' }),
    ).toEqual({
      kept: { total: '2' },
      taken: [],
      overlapping: [{ key: 'note', original: 'a', mine: 'mine', theirs: 'theirs' }],
    }));

  it('are one when both wrote the same', () =>
    expect(merge({ note: 'a' }, { note: 'b' }, { note: 'b' })).toEqual({
      kept: {},
      taken: [],
      overlapping: [],
    }));

  it('overlap where one cleared what the other changed', () => {
    expect(merge({ note: 'a' }, { note: '' }, { note: 'b' }).overlapping).toHaveLength(1);
    expect(merge({ note: 'a' }, { note: 'b' }, { note: '' }).overlapping).toHaveLength(1);
  });

  it('are not compared in a field that was out of sight', () =>
    expect(merge({}, {}, { note: 'b' })).toEqual({ kept: {}, taken: [], overlapping: [] }));
});

it.each<[DataType, string, string, boolean]>([
  ['currency', '12.5', '12.50', true],
  ['currency', '', '0', false],
  ['multiselect', '[1,2]', '["2","1"]', true],
  ['multiselect', '0', '', true],
  ['multiselect', '[1]', '[1,2]', false],
  ['datetime', '2026-07-04T10:00:00Z', '2026-07-04T06:00:00.000-04:00', true],
  ['string', 'a', 'a ', false],
])('of a %s field %j and %j are the same: %s', (dataType, one, other, same) =>
  expect(valueOf(dataType).isSame(one, other)).toBe(same),
);
