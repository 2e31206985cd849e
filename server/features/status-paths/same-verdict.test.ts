// The server reads a record as PostgreSQL writes it, the browser as the contract does: the verdict is the same.
import { dataTypes, type DataType } from '@rowhouse/domain/fields/data-types.ts';
import { judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import type { StatusPath, StepCondition } from '@rowhouse/domain/status-paths/path-of.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { expect, test } from 'vitest';
import { storedForm } from '../../platform/record-store/stored-forms.ts';

const cases = 100_000;

/** The same numbers every time: a failure can be looked at again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A value of the contract beside what PostgreSQL answers for it. */
const pools: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  text: [
    ['Écluse', 'Écluse'],
    ['STRASSE', 'STRASSE'],
    ['100%', '100%'],
    ['[1,2065550199]', '[1,2065550199]'],
  ],
  number: [
    ['0', '0'],
    ['-2.75', '-2.75'],
    ['1000000', '1e+06'],
    ['0.0000001', '1e-07'],
  ],
  date: [
    ['2026-11-23', '2026-11-23'],
    ['2024-02-29', '2024-02-29 00:00:00+00'],
  ],
  datetime: [
    ['2026-11-23T14:00:00.000Z', '2026-11-23 14:00:00+00'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29 23:59:59.999+00'],
  ],
  time: [
    ['09:30', '570'],
    ['00:00', '0'],
  ],
  relation: [
    ['3', '3'],
    ['12', '12'],
  ],
  relations: [
    ['[3,12]', '{3,12}'],
    ['[4]', '{4}'],
  ],
  checkbox: [
    ['true', 't'],
    ['false', 'f'],
  ],
};
const asked: Readonly<Record<string, readonly string[]>> = {
  text: ['écluse', 'strasse', '1', '206'],
  number: ['0', '-2.75', '1000000'],
  date: ['2026-11-23', '2025-01-01'],
  datetime: ['2026-11-23', '2024-02-29T23:59:00.000Z'],
  time: ['09:30', '12:00'],
  relation: ['3', '7'],
  relations: ['4', '12'],
  checkbox: ['true'],
};

test(`the verdict on ${cases.toLocaleString('en')} random records is the same on both floors`, () => {
  const below = random(20_261_123);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const types = dataTypes.filter((type) => valueOf(type).family in pools);
  const differing: unknown[] = [];
  const verdicts = new Set<string | null>();
  for (let index = 0; index < cases; index += 1) {
    const fields = Array.from({ length: 1 + below(3) }, (_, place) => ({
      key: `f${place}`,
      dataType: pick(types),
    }));
    const conditions = fields.map((field) => anyCondition(field, pick, below));
    const held = new Map(
      fields.map(({ key, dataType }) => [key, below(5) === 0 ? null : anyValue(dataType, pick)]),
    );
    const path: StatusPath = {
      statuses: [
        { id: 1, name: 'Draft' },
        { id: 2, name: 'Sent' },
      ],
      steps: [
        {
          fromStatusId: below(4) === 0 ? null : 1,
          toStatusId: 2,
          roles: ['Clerk'],
          isOfRole: below(6) > 0,
          creator: pick(['ANYONE', 'ONLY_CREATOR', 'NOT_CREATOR']),
          conditions: below(10) === 0 ? null : conditions,
          words: 'so',
          needsComment: below(2) === 0,
        },
      ],
    };
    const move = {
      from: pick([null, 1, 2]),
      to: pick([2, 2, 2, null]),
      createdBy: pick([7, 8, null]),
      userId: 7,
    };
    const server = judgeTransition(path, {
      ...move,
      read(key) {
        const stored = held.get(key)?.[1];
        const dataType = fields.find((field) => field.key === key)?.dataType ?? 'string';
        return stored == null ? null : storedForm(dataType).read(stored);
      },
    });
    // The browser has the path as JSON, and cleared values as the empty text of a form.
    const told = JSON.parse(JSON.stringify(path)) as StatusPath;
    const browser = judgeTransition(told, {
      ...move,
      read: (key) => held.get(key)?.[0] ?? pick(['', null]),
    });
    verdicts.add(server.whyNot);
    if (server.whyNot !== browser.whyNot || server.needsComment !== browser.needsComment)
      differing.push({ path, move, held: [...held], server, browser });
  }
  expect(differing.slice(0, 3)).toEqual([]);
  expect(verdicts.size).toBeGreaterThan(5);
});

type Pick = <One>(from: readonly One[]) => One;

const anyValue = (dataType: DataType, pick: Pick): readonly [string, string] =>
  pick(pools[valueOf(dataType).family] ?? []);

function anyCondition(
  { key, dataType }: { key: string; dataType: DataType },
  pick: Pick,
  below: (many: number) => number,
): StepCondition {
  const { family, operators } = valueOf(dataType);
  const operator = pick(operators.filter((one) => one !== 'isWithin'));
  const values = asked[family] ?? [];
  const logicOperator = below(3) === 0 ? 'OR' : 'AND';
  const many = operator === 'isAnyOf' || operator === 'between';
  return {
    field: key,
    dataType,
    operator,
    logicOperator,
    ...(many ? { values: [pick(values), pick(values)] } : { value: pick(values) }),
  };
}
