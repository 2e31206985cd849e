// The statements that lock and change what a query shows. A record that the query does not show is never changed.
import type { Answer } from '../database/database.ts';
import { number, numbers, row } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { leafName, seenVersion } from './column.ts';
import { Values } from './predicate.ts';
import { type RecordQuery, placesOf, wherePart } from './record-query.ts';
import { type Assignment, setList, settleUpdate } from './settle-columns.ts';

/**
 * Changes one record if it is still as it was stored when the change was judged, and if the query shows it; none
 * otherwise. Returns the columns that `select` gives.
 * @param expectedVersion the stored one: what the role does not see is judged too
 */
export function updateStatement(
  query: RecordQuery,
  bucket: number,
  change: (values: Values) => readonly Assignment[],
  expectedVersion: number,
  columns: readonly string[],
): Statement {
  const values = new Values();
  const place = placesOf(query).find(({ leaf }) => leaf === leafName(bucket));
  if (place === undefined) return { text: 'select 1 where false' };
  const columnsSet = settleUpdate(place.source.type, place.leaf, change(values));
  const set = [setList(columnsSet), 'version = version + 1', 'updated_at = now()'].filter(Boolean).join(', ');
  const where = `${wherePart(query, place, values)} and version = ${values.bind(expectedVersion)}`;
  return {
    text: `update ${place.leaf} set ${set} where ${where} returning ${columns.join(', ')}`,
    values: values.list,
    plannedFor: 'any values',
  };
}

/**
 * Locks the records that the query shows, and reads of each its id, its version and the columns given. By partition and
 * id, so that changes of many records that meet wait for each other and never in a circle.
 */
export function lockStatements(query: RecordQuery, columns: readonly string[]): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const where = wherePart(query, place, values);
    return {
      text: `select ${['id', `${seenVersion} as version`, ...columns].join(', ')} from ${place.leaf} where ${where} order by id for no key update`,
      values: values.list,
    };
  });
}

/** Changes, of the records that the query shows, those that do not hold all of the values. Returns id and version. */
export const updateManyStatements = (
  query: RecordQuery,
  change: (values: Values) => readonly Assignment[],
): Statement[] => changeManyStatements(query, (values) => ({ assignments: change(values) }));

const versioned = row({ id: number, version: number.at(seenVersion), stored: number.at('version') });

/** Of each record that was changed its id, and the version that it has now: the role's, and as it is stored. */
export const readVersions = (answer: Answer | undefined) => versioned.read(answer);

/** The values of a change of many records: the same for all, or each its own by a row that is joined to it. */
export type ManyChange = {
  readonly assignments: readonly Assignment[];
  readonly from?: string;
  readonly joined?: string;
};

export function changeManyStatements(
  query: RecordQuery,
  change: (values: Values, leaf: string) => ManyChange,
): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const { assignments, from, joined } = change(values, place.leaf);
    const columnsSet = settleUpdate(place.source.type, place.leaf, assignments);
    const set = [setList(columnsSet), 'version = version + 1', 'updated_at = now()'].join(', ');
    const where = [
      ...(joined === undefined ? [] : [joined]),
      wherePart(query, place, values),
      `(${differsPart(columnsSet)})`,
    ].join(' and ');
    return {
      text: `update ${place.leaf} set ${set}${from === undefined ? '' : ` from ${from}`} where ${where} returning ${versioned.columns}`,
      values: values.list,
    };
  });
}

const differsPart = (assignments: readonly Assignment[]): string =>
  assignments.map(({ column, expression }) => `${column} is distinct from ${expression}`).join(' or ');

const differing = row({ total: number, changing: number, ids: numbers.orNull });

export const readDiffering = (answer: Answer | undefined) =>
  differing.read(answer).map(({ ids, ...counts }) => ({ ...counts, ids: ids ?? [] }));

/**
 * Of the records that the query shows: how many there are, how many of them do not hold all of the values, and the ids
 * of a few of those, the newest first.
 */
export function differingStatements(
  query: RecordQuery,
  change: (values: Values) => readonly Assignment[],
  few: number,
): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const where = wherePart(query, place, values);
    const differs = differsPart(change(values));
    return {
      text: `select count(*), count(*) filter (where ${differs}),
        (select array_agg(id) from (select id from ${place.leaf} where ${where} and (${differs}) order by id desc limit ${few}) few)
        from ${place.leaf} where ${where}`,
      values: values.list,
    };
  });
}
