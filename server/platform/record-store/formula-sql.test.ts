// The server computes in SQL what the client computes with the evaluator of the domain: they come to the same.
import { computeValues, settleLine, type FormulaField } from '@rowhouse/domain/formulas/computed-fields.ts';
import { gather, readOperand } from '@rowhouse/domain/formulas/evaluate.ts';
import { comparators, type Formula, type Operator } from '@rowhouse/domain/formulas/formula.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createChance } from '../../seed/chance.ts';
import { aTenant } from '../../seed/builders.ts';
import { arrayText } from './insert-records.ts';
import { gatheredSql, resultSql } from './formula-sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const chance = createChance(20);
const columns = ['f1', 'f2', 'f3', 'f4'];
const dataTypes = ['currency', 'number', 'decimal', 'float'] as const;

function aFormula(depth: number): Formula {
  const kind =
    depth === 0
      ? chance.pick(['field', 'field', 'constant'])
      : chance.pick(['operation', 'operation', 'minus', 'round', 'field']);
  if (kind === 'constant') return { kind, text: chance.pick(['0', '1', '0.5', '100', '3.1415', '7']) };
  if (kind === 'field') return { kind, key: chance.pick(columns) };
  if (kind === 'minus') return { kind, of: aFormula(depth - 1) };
  if (kind === 'round') return { kind, of: aFormula(depth - 1), decimals: chance.whole(0, 6) };
  const operator = chance.pick<Operator>(['+', '-', '*', '/']);
  return { kind: 'operation', operator, left: aFormula(depth - 1), right: aFormula(depth - 1) };
}

const aValue = (): string | null =>
  chance.pick([
    () => null,
    () => '0',
    () => String(chance.whole(-50, 50)),
    () => `${chance.whole(-9999, 9999)}.${String(chance.whole(0, 99)).padStart(2, '0')}`,
    () => `0.${chance.whole(1, 99_999)}`,
    () => String(chance.whole(1, 2_000_000_000)),
  ])();

test('of 100,000 random orders', async () => {
  const formulas = 50;
  const each = 2000;
  for (let round = 0; round < formulas; round += 1) {
    const formula = aFormula(4);
    const dataType = dataTypes[round % dataTypes.length]!;
    const orders = Array.from({ length: each }, () => columns.map(aValue));
    const sql = resultSql(formula, dataType, {
      field: (key) => `(${key})::text::numeric`,
      dataTypeOf: () => 'float',
      gathered: () => 'null',
    });
    const rows = await server.query(
      `select (${sql})::float8::text as result from unnest(${columns.map((_, at) => `$${at + 1}::float8[]`).join(', ')})
         with ordinality as u(${columns.join(', ')}, place) order by place`,
      columns.map((_, at) => arrayText(orders, (order) => (order[at] == null ? null : Number(order[at])))),
    );
    const fields: FormulaField[] = [{ key: 'f9', dataType, formula }];
    const expected = orders.map((order) => {
      const value = computeValues(fields, (key) => order[columns.indexOf(key)]).get('f9')!;
      return value === null ? null : Number(value);
    });
    const found = rows.map(({ result }) => (result === null ? null : Number(result)));
    expect({ formula, found }).toEqual({ formula, found: expected });
  }
}, 60_000);

const texts = ['t1', 't2', 't3'];
const typesOfTexts = ['string', 'textarea'] as const;
const typeOfInput = (key: string) =>
  (
    {
      f1: 'currency',
      f2: 'number',
      f3: 'decimal',
      f4: 'float',
      t1: 'string',
      t2: 'url',
      t3: 'textarea',
    } as const
  )[key];
/** Quotes, what SQL and regular expressions give a meaning, letters that fold in a way of their own, and signs of two units. */
const scraps = [
  'a',
  'B',
  'é',
  'É',
  'İ',
  'ß',
  'Σ',
  'ς',
  '"',
  "'",
  '\\',
  '$1',
  '--',
  '[l7]',
  '%',
  '😀',
  '\u{10FFFF}',
  '日本',
  ' ',
  '\u00a0',
  '\ufeff',
  '\n',
  '\r\n',
  '\t',
  'e\u0301',
  '12.50',
  '…',
];
const aScrap = (): string => chance.pick(scraps);
const someText = (most: number): string => Array.from({ length: chance.whole(0, most) }, aScrap).join('');

function aNumber(depth: number): Formula {
  const kind = depth === 0 ? 'field' : chance.pick(['operation', 'minus', 'round', 'field', 'if']);
  if (kind === 'if') return aChoice(depth, aNumber);
  if (kind === 'minus') return { kind, of: aNumber(depth - 1) };
  if (kind === 'round') return { kind, of: aNumber(depth - 1), decimals: chance.whole(0, 6) };
  if (kind === 'field') return { kind, key: chance.pick(columns) };
  const operator = chance.pick<Operator>(['+', '-', '*', '/']);
  return { kind: 'operation', operator, left: aNumber(depth - 1), right: aNumber(depth - 1) };
}

function aText(depth: number): Formula {
  const kind = depth === 0 ? chance.pick(['text', 'field']) : chance.pick(['join', 'join', 'field', 'if']);
  if (kind === 'text') return { kind, text: someText(3) };
  if (kind === 'field') return { kind, key: chance.pick(texts) };
  if (kind === 'if') return aChoice(depth, aText);
  const operand = () => chance.pick([aText, aText, aNumber])(depth - 1);
  return { kind: 'join', left: operand(), right: operand() };
}

function aChoice(depth: number, of: (depth: number) => Formula): Formula {
  const compared = chance.pick([aText, aNumber]);
  const condition = {
    comparator: chance.pick(comparators),
    left: compared(depth - 1),
    right: compared(depth - 1),
  };
  const otherwise = chance.pick([() => null, () => of(depth - 1)])();
  return { kind: 'if', condition, chosen: of(depth - 1), otherwise };
}

const aTextValue = (): string | null =>
  chance.pick([
    () => null,
    () => someText(2) || null,
    () => someText(8) || null,
    // What is joined of it is longer than a line holds.
    () => aScrap().repeat(chance.whole(200, 260)),
  ])();

test('of 100,000 random orders, to texts', async () => {
  const formulas = 50;
  const each = 2000;
  const inputs = [...columns, ...texts];
  const seen = { empty: 0, cut: 0, texts: 0 };
  for (let round = 0; round < formulas; round += 1) {
    const formula = aText(4);
    const dataType = typesOfTexts[round % typesOfTexts.length]!;
    const orders = Array.from({ length: each }, () =>
      inputs.map((_, at) => (at < columns.length ? aValue() : aTextValue())),
    );
    const sql = resultSql(formula, dataType, {
      field: (key) => (texts.includes(key) ? `coalesce(${key}, '')` : `(${key})::text::numeric`),
      dataTypeOf: typeOfInput,
      gathered: () => 'null',
    });
    const arrays = inputs.map((_, at) => `$${at + 1}::${at < columns.length ? 'float8' : 'text'}[]`);
    const rows = await server.query(
      `select ${sql} as result from unnest(${arrays.join(', ')}) with ordinality as u(${inputs.join(', ')}, place) order by place`,
      inputs.map((_, at) =>
        arrayText(orders, (order) => {
          const value = order[at] ?? null;
          return value !== null && at < columns.length ? Number(value) : value;
        }),
      ),
    );
    const fields: FormulaField[] = [
      ...inputs.map((key) => ({ key, dataType: typeOfInput(key)!, formula: null })),
      { key: 'f9', dataType, formula },
    ];
    const expected = orders.map((order) =>
      computeValues(fields, (key) => order[inputs.indexOf(key)]).get('f9'),
    );
    const found = rows.map(({ result }) => result as string | null);
    // One at a time: of 2,000 that differ nobody reads the report.
    const wrong = found.findIndex((one, at) => one !== expected[at]);
    expect({ formula, order: orders[wrong], found: found[wrong] }).toEqual({
      formula,
      order: orders[wrong],
      found: expected[wrong],
    });
    for (const one of found) {
      if (one === null) seen.empty += 1;
      else if (one.endsWith('…') && one.length === 500) seen.cut += 1;
      else seen.texts += 1;
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(1000);
}, 120_000);

test('of lines that are gathered', async () => {
  const tenant = await server.database.asOwnerOfAll((connection) =>
    aTenant(connection, { name: 'Gathered' }),
  );
  const fields = [
    { id: 901, dataType: 'number' as const, formula: null },
    { id: 902, dataType: 'currency' as const, formula: null },
    { id: 903, dataType: 'currency' as const, formula: '[l901] * [l902]' },
  ];
  const orders = Array.from({ length: 2000 }, (_, index) => ({
    id: 7_000_000 + index,
    lines: Array.from({ length: chance.whole(0, 4) }, () => {
      const values: Record<string, string> = {};
      for (const id of [901, 902]) {
        const value = aValue();
        if (value !== null) values[id] = value;
      }
      return settleLine(fields, values);
    }),
  }));
  const lines = orders.flatMap(({ id, lines: own }) => own.map((values) => ({ id, values })));
  await server.query(
    `with kind as (insert into record_type (tenant_id, name, bucket) values ($1, 'Gathered', 1) returning id),
          lines as (insert into line_item_type (tenant_id, record_type_id, name) select $1, id, 'Lines' from kind returning id)
     select id from lines`,
    [tenant.id],
  );
  await server.query(
    `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values)
     select $1, (select max(id) from line_item_type where tenant_id = $1), id, 1, field_values
     from unnest($2::bigint[], $3::jsonb[]) as u(id, field_values)`,
    [tenant.id, arrayText(lines, ({ id }) => id), arrayText(lines, ({ values }) => JSON.stringify(values))],
  );
  for (const by of ['sum', 'count', 'min', 'max'] as const) {
    const rows = await server.query(
      `select (${gatheredSql(by, 903, '$1', 'o.id')})::float8 as result
       from unnest($2::bigint[]) with ordinality as o(id, place) order by place`,
      [tenant.id, arrayText(orders, ({ id }) => id)],
    );
    const expected = orders.map(({ lines: own }) => {
      const value = gather(
        by,
        own.map((values) => readOperand(values[903])),
      );
      return value === null ? null : Number(value.units) / 10 ** value.scale;
    });
    expect(rows.map(({ result }) => (result === null ? null : Number(result)))).toEqual(expected);
  }
});
