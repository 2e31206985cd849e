// A formula as SQL over numerics: what domain/formulas/evaluate.ts computes, in the statement that writes. Decision 098 says
// why the server does not read, compute and write; formula-sql.test.ts holds both to the same results.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { resultDecimals, type Formula, type Gathering } from '@rowhouse/domain/formulas/formula.ts';

/** Expressions of type numeric; null where nothing stands. */
export type FormulaPlaces = {
  readonly field: (key: string) => string;
  readonly gathered: (by: Gathering, key: string) => string;
};

export function formulaSql(formula: Formula, places: FormulaPlaces): string {
  const sql = (part: Formula): string => {
    switch (part.kind) {
      case 'constant':
        return `${part.text}::numeric`;
      case 'field':
        return places.field(part.key);
      case 'gathered':
        return places.gathered(part.by, part.key);
      case 'minus':
        return `(- ${sql(part.of)})`;
      case 'round':
        return `round(${sql(part.of)}, ${part.decimals})`;
      case 'operation': {
        const left = sql(part.left);
        const right = sql(part.right);
        switch (part.operator) {
          case '+':
            return `formula_sum(${left}, ${right})`;
          case '-':
            return `formula_difference(${left}, ${right})`;
          case '*':
            return `(${left} * ${right})`;
          case '/':
            return `formula_quotient(${left}, ${right})`;
        }
      }
    }
  };
  return sql(formula);
}

export const resultSql = (expression: string, dataType: DataType): string =>
  `formula_result(${expression}, ${resultDecimals(dataType) ?? 0})`;

const aggregates: Readonly<Record<Gathering, (value: string) => string>> = {
  sum: (value) => `coalesce(sum(${value}), 0)`,
  count: (value) => `count(${value})::numeric`,
  min: (value) => `min(${value})`,
  max: (value) => `max(${value})`,
};

/** The same of the record that a statement reads: no column of the lines has a name that the record has too. */
export const gatheredHere = (by: Gathering, lineFieldId: number, tenantId: number): string =>
  `(select ${aggregates[by](`formula_number(line_values ->> '${Number(lineFieldId)}')`)}
    from (select record_id as line_of, field_values as line_values from line_item
          where tenant_id = ${Number(tenantId)} and enabled) own_lines where line_of = id)::text`;

/** Over the lines of a record that are not deleted. @param recordId an expression */
export const gatheredSql = (by: Gathering, lineFieldId: number, tenant: string, recordId: string): string =>
  `(select ${aggregates[by](`formula_number(l.field_values ->> '${Number(lineFieldId)}')`)}
    from line_item l where l.tenant_id = ${tenant} and l.record_id = ${recordId} and l.enabled)`;
