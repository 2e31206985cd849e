// The statements that count what a query matches, and what a total that was counted is remembered by.
import type { Answer } from '../database/database.ts';
import { number, row, text } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { isTotalKept, keptTotal } from './kept-totals.ts';
import { Values } from './predicate.ts';
import { type RecordQuery, placesOf, wherePart } from './record-query.ts';
import { writeVersionOf } from './write-version.ts';

/** How many records several queries show together. */
export function countManyStatement(queries: readonly RecordQuery[]): Statement {
  const values = new Values();
  const arms = queries.flatMap((query) =>
    placesOf(query).map((place) => `select 1 from ${place.leaf} where ${wherePart(query, place, values)}`),
  );
  if (arms.length === 0) return { text: 'select 0' };
  return { text: `select count(*) from (${arms.join(' union all ')}) shown`, values: values.list };
}

/**
 * Counts the matches, and in the same snapshot reads the write version of the types: the count stays exact for as long as
 * that does.
 */
export function countStatement(query: RecordQuery): Statement {
  const values = new Values();
  const parts = placesOf(query).map(
    (place) => `select 1 from ${place.leaf} where ${wherePart(query, place, values)}`,
  );
  const matches = parts.length === 0 ? 'select 1 where false' : parts.join(' union all ');
  const count =
    parts.length === 1
      ? matches.replace('select 1', 'select count(*)')
      : `select count(*) from (${matches}) m`;
  // Nothing is counted where the first of the two is known.
  const total = isTotalKept(query) ? `coalesce(${keptTotal(query, values)}, (${count}))` : `(${count})`;
  return { text: `select ${total}, (${writeVersionOf(query, values)})`, values: values.list };
}

const counted = row({ total: number, version: text });

export const readCounted = (answer: Answer | undefined) => counted.get(answer);

/** A count that is given up after its budget. */
export const countWithin = (query: RecordQuery, budgetMs: number): Statement[] =>
  within(countStatement(query), budgetMs);

/** A statement, the second, that is given up after its budget; what the session allows one holds again after it. */
export const within = (statement: Statement, budgetMs: number): Statement[] =>
  allWithin([statement], budgetMs);

/** The same of several, each for itself: between the first and the last. */
export const allWithin = (statements: readonly Statement[], budgetMs: number): Statement[] => [
  { text: `select set_config('statement_timeout', $1, true)`, values: [String(budgetMs)] },
  ...statements,
  { text: `select set_config('statement_timeout', '30000', true)` },
];

/** The text of a query's conditions, with whatever values. */
export const queryShape = (query: RecordQuery): string => countStatement(query).text;

/** The text and values of a query's conditions: two queries with the same key have the same total. */
export function queryKey(query: RecordQuery): string {
  const { text, values } = countStatement(query);
  return `${text} ${JSON.stringify(values)}`;
}
