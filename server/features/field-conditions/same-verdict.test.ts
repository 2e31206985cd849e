// The server reads a record as PostgreSQL writes it, the browser as the contract does: the fault is the same.
import { conditionKinds } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { changedKeys, findRuleFault, stateOf } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { expect, test } from 'vitest';
import { anyCondition, anyValue, pools, random } from '../../../testing/random-conditions.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';

const cases = 100_000;

test(`the verdict on ${cases.toLocaleString('en')} random changes is the same on both floors`, () => {
  const below = random(20_261_124);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const types = dataTypes.filter((type) => valueOf(type).family in pools);
  const differing: unknown[] = [];
  const verdicts = new Set<string | null>();
  for (let index = 0; index < cases; index += 1) {
    const fields = Array.from({ length: 2 + below(2) }, (_, place) => ({
      key: `f${place}`,
      dataType: pick(types),
    }));
    const rules = fields.flatMap(({ key, dataType }, place): FieldRule[] =>
      below(3) === 0
        ? []
        : [
            {
              id: place,
              field: key,
              name: key,
              dataType,
              kind: pick(conditionKinds),
              reading: pick(['READABLE', 'READABLE', 'READABLE', 'BROKEN'] as const),
              conditions: [anyCondition(pick(fields), pick, below)],
              words: 'so',
            },
          ],
    );
    const any = () =>
      new Map(fields.map(({ key, dataType }) => [key, below(4) === 0 ? null : anyValue(dataType, pick)]));
    const saved = below(4) === 0 ? null : any();
    const written = new Map([...any()].filter(() => below(2) === 0));
    const heldAfter = (key: string) => (written.has(key) ? written.get(key) : saved?.get(key)) ?? null;
    const read = (of: 0 | 1, held: readonly [string, string] | null, key: string) => {
      if (held === null) return of === 0 ? pick(['', null]) : null;
      const dataType = fields.find((field) => field.key === key)?.dataType ?? 'string';
      return of === 0 ? held[0] : storedForm(dataType).read(held[1]);
    };
    const [browser, server] = ([0, 1] as const).map((of) => {
      const told = of === 0 ? (JSON.parse(JSON.stringify(rules)) as FieldRule[]) : rules;
      const record = {
        before: saved && ((key: string) => read(of, saved.get(key) ?? null, key)),
        after: (key: string) => read(of, heldAfter(key), key),
      };
      const fault = findRuleFault(told, record, changedKeys(told, new Set(written.keys()), record));
      return { fault, states: fields.map(({ key }) => stateOf(told, key, record)) };
    });
    verdicts.add(server?.fault?.sentence ?? null);
    if (JSON.stringify(server) !== JSON.stringify(browser)) differing.push({ rules, browser, server });
  }
  expect(differing.slice(0, 3)).toEqual([]);
  expect(verdicts.size).toBeGreaterThan(8);
});
