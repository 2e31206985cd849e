import { describe, expect, test } from 'vitest';
import { changedKeys, findRuleFault, stateOf, type ConditionedRecord } from './judge-fields.ts';
import type { FieldRule } from './rules-of-fields.ts';

const rule = (more: Partial<FieldRule> = {}): FieldRule => ({
  id: 1,
  field: 'f1',
  name: 'Tracking',
  dataType: 'string',
  kind: 'REQUIRED',
  reading: 'READABLE',
  conditions: [{ field: 'f2', dataType: 'checkbox', operator: 'checked', logicOperator: 'AND' }],
  words: 'Sent is checked',
  ...more,
});
type Held = Readonly<Record<string, string | null>>;
const record = (before: Held | null, change: Held): ConditionedRecord => ({
  before: before && ((key) => before[key] ?? null),
  after: (key) => (key in change ? (change[key] ?? null) : (before?.[key] ?? null)),
});
const fault = (rules: readonly FieldRule[], before: Held | null, change: Held) => {
  const asked = record(before, change);
  const changed = changedKeys(rules, new Set(Object.keys(change)), asked);
  return findRuleFault(rules, asked, changed)?.sentence ?? null;
};
const required = [rule()];
const closed = [rule({ kind: 'READ_ONLY' })];
const shown = [rule({ kind: 'SHOWN' })];

describe('a field that is required when something holds', () => {
  test.each<[string, Held | null, Held, string | null]>([
    ['is asked of a new record', null, { f2: 'true' }, 'Tracking is required when Sent is checked.'],
    ['is not asked while it does not hold', null, { f2: 'false' }, null],
    [
      'is asked by what makes it hold',
      { f1: '' },
      { f2: 'true' },
      'Tracking is required when Sent is checked.',
    ],
    ['is not emptied', { f1: 'T', f2: 'true' }, { f1: '' }, 'Tracking is required when Sent is checked.'],
    ['is not asked by a change of something else', { f2: 'true' }, { f3: 'x' }, null],
    ['is not asked by what stands already', { f2: 'true' }, { f2: 'true' }, null],
  ])('%s', (_, before, change, sentence) => expect(fault(required, before, change)).toBe(sentence));

  test('is asked at present, where the person may not read why', () =>
    expect(fault([rule({ reading: 'HIDDEN', words: '' })], null, { f2: 'true' })).toBe(
      'Tracking is required at present.',
    ));
});

describe('a field that is read only when something holds', () => {
  const words = 'Tracking is read only when Sent is checked.';
  const later = 'Tracking is read only when Sent is checked: save it before.';
  test.each<[string, Held | null, Held, string | null]>([
    ['is closed by what is saved', { f2: 'true' }, { f1: 'T' }, words],
    ['is not opened by the same change', { f2: 'true' }, { f1: 'T', f2: 'false' }, words],
    ['is closed by what the same change makes of it', { f2: 'false' }, { f1: 'T', f2: 'true' }, later],
    ['takes the value that it has', { f1: 'T', f2: 'true' }, { f1: 'T' }, null],
    ['is closed in a new record', null, { f1: 'T', f2: 'true' }, words],
    ['is open else', { f2: 'false' }, { f1: 'T' }, null],
  ])('%s', (_, before, change, sentence) => expect(fault(closed, before, change)).toBe(sentence));

  test('is set once where it depends on itself', () => {
    const once = rule({
      kind: 'READ_ONLY',
      conditions: [{ field: 'f1', dataType: 'string', operator: 'isNotEmpty', logicOperator: 'AND' }],
      words: 'Tracking is not empty',
    });
    expect(fault([once], { f1: '' }, { f1: 'T' })).toBeNull();
    expect(fault([once], { f1: 'T' }, { f1: 'U' })).toBe('Tracking is read only when Tracking is not empty.');
  });

  test('is left to the server where a value is not known', () =>
    expect(
      stateOf(closed, 'f1', { before: () => undefined, after: () => undefined }).whyReadOnly,
    ).toBeNull());
});

describe('a field that is shown when something holds', () => {
  test('is not shown else, nor filled, nor asked for', () => {
    const both = [...shown, rule({ conditions: [] })];
    expect(stateOf(both, 'f1', record(null, {}))).toEqual({
      isShown: false,
      whyRequired: null,
      whyReadOnly: 'Tracking is filled only when Sent is checked.',
    });
    expect(fault(both, null, {})).toBeNull();
    expect(fault(both, null, { f1: 'T' })).toBe('Tracking is filled only when Sent is checked.');
  });
  test('is not shown by a value that the person does not see', () =>
    expect(
      stateOf([rule({ kind: 'SHOWN', reading: 'HIDDEN' })], 'f1', record(null, { f2: 'true' })),
    ).toMatchObject({ isShown: false, whyReadOnly: 'Tracking is read only at present.' }));
});

test('a condition that cannot be read opens nothing', () => {
  const broken = { reading: 'BROKEN', conditions: null, words: '' } as const;
  const stateOfKind = (kind: FieldRule['kind']) => stateOf([rule({ ...broken, kind })], 'f1', record({}, {}));
  expect(stateOfKind('REQUIRED').whyRequired).toMatch(/cannot be read/);
  expect(stateOfKind('READ_ONLY').whyReadOnly).toMatch(/cannot be read/);
  expect(stateOfKind('SHOWN').isShown).toBe(false);
});
