// A row is described once, and the description gives both halves of a statement: the columns that it selects and the
// reader of its answer. Rows stay text by position (statement-batch.ts); only here is a position counted.
// Decision 043: why there is no query builder.
import type { Answer, TextRow } from './statement-batch.ts';

/** One column: where it comes from and what its text means. Each method gives a new column. */
type Column<Value> = {
  /** SQL; null for the column of the key's own name (`recordTypeId` is record_type_id). */
  readonly sql: string | null;
  /** What stands for NULL; undefined where the column is never NULL. */
  readonly whenNull: { readonly value: Value } | undefined;
  parse(stored: string): Value;
  /** From this column or expression. */
  at(sql: string): Column<Value>;
  /** Made from the plain value; NULL is not asked. */
  as<Made>(make: (value: Value) => Made): Column<Made>;
  /** NULL is null. Last, after `as`. */
  readonly orNull: Column<Value | null>;
};

function column<Value>(
  parse: (stored: string) => Value,
  sql: string | null = null,
  whenNull?: { readonly value: Value },
): Column<Value> {
  return {
    sql,
    whenNull,
    parse,
    at: (expression) => column(parse, expression, whenNull),
    as: (make) => column((stored) => make(parse(stored)), sql),
    get orNull() {
      return column<Value | null>(parse, sql, { value: null });
    },
  };
}

export const text = column((stored) => stored);
export const number = column(Number);
export const flag = column((stored) => stored === 't');
/** Of an array of integers. */
export const numbers = column((stored): number[] =>
  stored === '{}' ? [] : stored.slice(1, -1).split(',').map(Number),
);
/** Of json or jsonb; its shape is what the statement or the writer of the column promises. */
export const json = <Value>(): Column<Value> => column((stored) => JSON.parse(stored) as Value);

type Columns = Readonly<Record<string, Column<unknown>>>;
type RowOf<Described extends Columns> = {
  [Key in keyof Described]: Described[Key] extends Column<infer Value> ? Value : never;
};

/** What a row description reads: `type Field = Described<typeof field>`. */
export type Described<Row extends { read(answer: Answer | undefined): readonly unknown[] }> = ReturnType<
  Row['read']
>[number];

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * @param from the alias of the table, put before each column that has no expression of its own
 */
export function row<const Described extends Columns>(columns: Described, from?: string) {
  const entries = Object.entries(columns);
  const prefix = from === undefined ? '' : `${from}.`;

  function readColumns(stored: TextRow): RowOf<Described> {
    const made: Record<string, unknown> = {};
    let position = 0;
    for (const [key, { whenNull, parse }] of entries) {
      const value = stored[position] ?? null;
      position += 1;
      if (value !== null) made[key] = parse(value);
      else if (whenNull === undefined) throw new Error(`${key} is NULL.`);
      else made[key] = whenNull.value;
    }
    return made as RowOf<Described>;
  }

  /** Throws where the answer has other columns than described, or NULL where none may be. */
  function readRow(stored: TextRow): RowOf<Described> {
    if (stored.length !== entries.length)
      throw new Error(`The statement gives ${stored.length} columns where ${entries.length} are described.`);
    return readColumns(stored);
  }

  const find = (answer: Answer | undefined): RowOf<Described> | null => {
    const first = answer?.rows[0];
    return first === undefined ? null : readRow(first);
  };
  return {
    /** What stands after SELECT or RETURNING. */
    columns: entries.map(([key, { sql }]) => sql ?? `${prefix}${snakeCase(key)}`).join(', '),
    /** Every row, in the order of the answer. */
    read: (answer: Answer | undefined): RowOf<Described>[] => (answer?.rows ?? []).map(readRow),
    /** The first row, or null when there is none. */
    find,
    /** The first row; throws when there is none. */
    get(answer: Answer | undefined): RowOf<Described> {
      const found = find(answer);
      if (found === null) throw new Error('The statement gave no row.');
      return found;
    },
    /** A row that begins with these columns, and those that come after them. */
    split: (stored: TextRow): readonly [RowOf<Described>, TextRow] => [
      readColumns(stored),
      stored.slice(entries.length),
    ],
  };
}
