// Random records and conditions over them: each value as the contract writes it beside what PostgreSQL answers for it.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { RecordCondition } from '@rowhouse/domain/records/meets.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

/** The same numbers every time: a failure can be looked at again. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A value of the contract beside what PostgreSQL answers for it. */
export const pools: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
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

export type Pick = <One>(from: readonly One[]) => One;

export const anyValue = (dataType: DataType, pick: Pick): readonly [string, string] =>
  pick(pools[valueOf(dataType).family] ?? []);

export function anyCondition(
  { key, dataType }: { key: string; dataType: DataType },
  pick: Pick,
  below: (many: number) => number,
): RecordCondition {
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
