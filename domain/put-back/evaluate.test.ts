import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, reasons, type Place, type PlaceEntry } from './evaluate.ts';

const entry = (id: number, before: unknown, after: unknown, more: Partial<PlaceEntry> = {}): PlaceEntry => ({
  id,
  person: `P${id}`,
  when: `T${id}`,
  before: { value: before },
  after,
  putsBack: [],
  ...more,
});
const place = (entries: readonly PlaceEntry[], more: Partial<Place> = {}): Place => ({
  key: 'k',
  name: 'Tax',
  now: entries.at(-1)?.after,
  entries,
  whyClosed: null,
  whyNotValue: () => null,
  ...more,
});

describe('putting back', () => {
  test('goes to before the first ticked entry', () => {
    const found = evaluate(place([entry(1, 'a', 'b'), entry(2, 'b', 'c')]), new Set([1, 2]));
    expect(found).toMatchObject({ to: 'a', entries: 2, whyNot: null });
  });

  test.each([
    ['later', [entry(1, 'a', 'b'), entry(2, 'b', 'c')], [1], reasons.superseded('P2', 'T2')],
    [
      'between',
      [entry(1, 'a', 'b'), entry(2, 'b', 'c'), entry(3, 'c', 'd')],
      [1, 3],
      reasons.superseded('P2', 'T2'),
    ],
    [
      'the same value again',
      [entry(1, 'a', 'b'), entry(2, 'b', 'c'), entry(3, 'c', 'b')],
      [1],
      reasons.superseded('P3', 'T3'),
    ],
    [
      'put back',
      [entry(1, 'a', 'b'), entry(2, 'b', 'a', { putsBack: [1] })],
      [1],
      reasons.alreadyPutBack('P2', 'T2'),
    ],
    ['made', [entry(1, null, true, { before: null })], [1], reasons.nothingBefore],
  ])('is refused: %s', (_, entries, ticked, sentence) => {
    expect(evaluate(place(entries), new Set(ticked)).whyNot).toBe(sentence);
  });

  test('is refused where the place is closed, by its rule, and after a write that no entry tells of', () => {
    const entries = [entry(1, 'a', 'b')];
    expect(evaluate(place(entries, { whyClosed: 'closed' }), new Set([1])).whyNot).toBe('closed');
    expect(evaluate(place(entries, { whyNotValue: (to) => `not ${String(to)}` }), new Set([1])).whyNot).toBe(
      'not a',
    );
    expect(evaluate(place(entries, { now: 'x' }), new Set([1])).whyNot).toContain('Superseded by the system');
  });

  test('in any history does what it foretold, and loses nothing that others wrote later', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ person: fc.nat(2), field: fc.nat(2), value: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ ticks: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }) }) },
    );
    let putBacks = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => {
        const values = [0, 0, 0];
        const log: { entry: PlaceEntry; field: number; person: number }[] = [];
        const write = (field: number, value: number, person: number, putsBack: readonly number[] = []) => {
          if (values[field] === value) return;
          const made = entry(log.length + 1, values[field], value, { person: String(person), putsBack });
          log.push({ entry: made, field, person });
          values[field] = value;
        };
        for (const one of steps) {
          if ('field' in one) {
            write(one.field, one.value, one.person);
            continue;
          }
          const ticked = new Set(one.ticks.map((at) => (at % Math.max(1, log.length)) + 1));
          for (const field of [0, 1, 2]) {
            const ofField = log.filter((each) => each.field === field);
            const first = ofField.findIndex((each) => ticked.has(each.entry.id));
            if (first === -1) continue;
            const since = ofField.slice(first);
            const asked = place(
              since.map((each) => each.entry),
              { now: values[field] },
            );
            const foretold = evaluate(asked, ticked);
            expect(evaluate(asked, ticked)).toEqual(foretold);
            const isLost = since.some((each) => !ticked.has(each.entry.id));
            const before = values[field];
            // Refused exactly where somebody wrote since without being ticked.
            expect(foretold.whyNot !== null).toBe(isLost);
            const isDone = foretold.whyNot === null;
            if (isDone) write(field, foretold.to as number, 9, [...ticked]);
            expect(values[field]).toBe(isDone ? since[0]!.entry.before!.value : before);
            putBacks += isDone ? 1 : 0;
          }
        }
      }),
      { numRuns: 10_000 },
    );
    expect(putBacks).toBeGreaterThan(1000);
  });
});
