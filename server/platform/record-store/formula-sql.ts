// A formula as SQL over numerics and texts: what domain/formulas/evaluate.ts computes, in the statement that writes. Decision
// 098 says why the server does not read, compute and write; formula-sql.test.ts holds both to the same results.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import {
  kindOf,
  resultDecimals,
  resultLength,
  shownDecimals,
  type Comparator,
  type DataTypeOf,
  type Formula,
  type Gathering,
} from '@rowhouse/domain/formulas/formula.ts';
import pg from 'pg';

export type FormulaPlaces = {
  /** An expression of numbers, null where nothing stands, or of texts, '' where nothing does. */
  readonly field: (key: string) => string;
  readonly dataTypeOf: DataTypeOf;
  /** An expression of numbers; null where nothing stands. */
  readonly gathered: (by: Gathering, key: string) => string;
};

/** An expression of what the formula comes to, as those of its fields. */
export function formulaSql(formula: Formula, places: FormulaPlaces): string {
  const isText = (part: Formula): boolean => kindOf(part, places.dataTypeOf) === 'text';
  /** Texts are refused among numbers where formulas are made; one that is met all the same counts as empty. */
  const number = (part: Formula): string => (isText(part) ? 'null::numeric' : sql(part));
  const text = (part: Formula): string =>
    isText(part) ? sql(part) : `formula_shown(${sql(part)}, ${shownDecimals(part, places.dataTypeOf)})`;
  const sql = (part: Formula): string => {
    switch (part.kind) {
      case 'constant':
        return `${part.text}::numeric`;
      case 'text':
        return `${pg.escapeLiteral(part.text)}::text`;
      case 'field':
        return places.field(part.key);
      case 'gathered':
        return places.gathered(part.by, part.key);
      case 'minus':
        return `(- ${number(part.of)})`;
      case 'round':
        return `round(${number(part.of)}, ${part.decimals})`;
      case 'operation': {
        const left = number(part.left);
        const right = number(part.right);
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
      case 'join':
        return `(${text(part.left)} || ${text(part.right)})`;
      case 'if': {
        const { comparator, left, right } = part.condition;
        const as = isText(left) || isText(right) ? text : number;
        const asked = answers[comparator](`formula_difference_of(${as(left)}, ${as(right)})`);
        const result = isText(part) ? text : number;
        const otherwise = part.otherwise === null ? nothing(part) : result(part.otherwise);
        return `case when ${asked} then ${result(part.chosen)} else ${otherwise} end`;
      }
    }
  };
  const nothing = (part: Formula): string => (isText(part) ? `''::text` : 'null::numeric');
  return sql(formula);
}

/** What is not known, as whether an empty number is less than another, is not so. */
const answers: Readonly<Record<Comparator, (difference: string) => string>> = {
  '=': (difference) => `${difference} = 0`,
  '<>': (difference) => `${difference} is distinct from 0`,
  '<': (difference) => `${difference} < 0`,
  '<=': (difference) => `${difference} <= 0`,
  '>': (difference) => `${difference} > 0`,
  '>=': (difference) => `${difference} >= 0`,
};

/** As a field of the data type keeps it, in the SQL type of its column; null where it is empty. */
export function resultSql(formula: Formula, dataType: DataType, places: FormulaPlaces): string {
  const expression = formulaSql(formula, places);
  const length = resultLength(dataType);
  const isText = kindOf(formula, places.dataTypeOf) === 'text';
  if (length === null)
    return isText ? 'null::numeric' : `formula_result(${expression}, ${resultDecimals(dataType) ?? 0})`;
  if (!isText) return 'null::text';
  return `${dataType === 'string' ? 'formula_line' : 'formula_lines'}(${expression}, ${length})`;
}

const aggregates: Readonly<Record<Gathering, (value: string) => string>> = {
  sum: (value) => `coalesce(sum(${value}), 0)`,
  count: (value) => `count(${value})::numeric`,
  min: (value) => `min(${value})`,
  max: (value) => `max(${value})`,
};

/** Asked of the field itself, once for all lines: a formula names it by its key, and knows no more of it. */
const itsPlace = (lineFieldId: number, tenant: string): string =>
  `cross join (select coalesce(bool_or(f.stands_beside), false) as is_beside from line_item_field f
     where f.tenant_id = ${tenant} and f.id = ${Number(lineFieldId)}) its_place`;
const valueInLine = (lineFieldId: number): string =>
  `case when its_place.is_beside then l.beside_values else l.field_values end ->> '${Number(lineFieldId)}'`;

/** The same of the record that a statement reads: no column of the lines has a name that the record has too. */
export const gatheredHere = (by: Gathering, lineFieldId: number, tenantId: number): string =>
  `(select ${aggregates[by]('formula_number(line_value)')}
    from (select l.record_id as line_of, ${valueInLine(lineFieldId)} as line_value from line_item l
          ${itsPlace(lineFieldId, String(Number(tenantId)))}
          where l.tenant_id = ${Number(tenantId)} and l.enabled) own_lines where line_of = id)::text`;

/** Over the lines of a record that are not deleted. @param recordId an expression */
export const gatheredSql = (by: Gathering, lineFieldId: number, tenant: string, recordId: string): string =>
  `(select ${aggregates[by](`formula_number(${valueInLine(lineFieldId)})`)}
    from line_item l ${itsPlace(lineFieldId, tenant)}
    where l.tenant_id = ${tenant} and l.record_id = ${recordId} and l.enabled)`;
