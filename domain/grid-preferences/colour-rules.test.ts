import { describe, expect, test } from 'vitest';
import { findColours, meetsRule, seenRules, whyNotRuleName, type ColourRule } from './colour-rules.ts';

const at = { timeZone: 'America/New_York', nowMs: Date.parse('2026-11-23T17:00:00Z') };
const held: Record<string, { dataType: 'currency' | 'date' | 'string'; stored: string | null }> = {
  total: { dataType: 'currency', stored: '1200.5' },
  due: { dataType: 'date', stored: '2026-11-23' },
  note: { dataType: 'string', stored: null },
};
const read = (key: string) => held[key];

const large = { field: 'total', operator: 'greaterThan', value: '1000', logicOperator: 'AND' } as const;
const dueToday = { field: 'due', operator: 'isWithin', value: 'today', logicOperator: 'AND' } as const;
const noted = { field: 'note', operator: 'isNotEmpty', logicOperator: 'AND' } as const;
const rule = (name: string, more: Partial<ColourRule>): ColourRule => ({
  name,
  tone: 'RED',
  column: null,
  conditions: [large],
  ...more,
});

describe('a rule', () => {
  test.each([
    ['by one condition', [large], true],
    ['by all of them, joined from the left', [large, noted], false],
    ['by one or another', [noted, { ...dueToday, logicOperator: 'OR' as const }], true],
    ['by the day where its reader is', [dueToday], true],
    ['by nothing', [], false],
  ])('is met %s', (_, conditions, isMet) => {
    expect(meetsRule(rule('Any', { conditions }), read, at)).toBe(isMet);
  });

  test('that asks what the reader does not see is not met, whatever else it asks', () => {
    const hidden = { field: 'margin', operator: 'isEmpty', logicOperator: 'OR' } as const;
    expect(meetsRule(rule('Any', { conditions: [large, hidden] }), read, at)).toBe(false);
  });
});

test('of several rules the first that is met counts, for the row and for each column', () => {
  const colours = findColours(
    [
      rule('Noted', { conditions: [noted] }),
      rule('Large', { tone: 'AMBER' }),
      rule('Also large', { tone: 'GREEN' }),
      rule('Due', { column: 'due', conditions: [dueToday], tone: 'BLUE' }),
      rule('Due again', { column: 'due', conditions: [dueToday] }),
    ],
    read,
    at,
  );
  expect(colours?.row?.name).toBe('Large');
  expect([...(colours?.cells ?? [])].map(([column, { name }]) => [column, name])).toEqual([['due', 'Due']]);
  expect(findColours([rule('Noted', { conditions: [noted] })], read, at)).toBeNull();
});

test('of a rule with a field that is not seen nothing is told', () => {
  const fields = new Map([['total', true]]);
  const fieldsOf = ({ conditions }: ColourRule) => conditions.map(({ field }) => field);
  const rules = [
    rule('Seen', {}),
    rule('Of a hidden column', { column: 'due' }),
    rule('By a hidden field', { conditions: [large, dueToday] }),
  ];
  expect(seenRules(rules, fieldsOf, fields).map(({ name }) => name)).toEqual(['Seen']);
});

test('a rule has a name', () => {
  expect(whyNotRuleName(' ')).toBe('A rule has a name: it is said where its colour is shown.');
  expect(whyNotRuleName('Large')).toBeNull();
  expect(whyNotRuleName('x'.repeat(61))).toBe('The name of a rule has at most 60 characters.');
});
