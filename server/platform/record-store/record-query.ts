import type {
  AuthorisedField,
  AuthorisedRecordType,
  AuthorisedSource,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RoleId } from '@rowhouse/domain/kernel/ids.ts';
import type { FilterCriteria, LogicOperator } from '@rowhouse/domain/records/filter-rules.ts';
import { resolveMoments } from '@rowhouse/domain/records/resolve-moments.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import type { StoredField, StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { systemClock } from '../clock.ts';
import { type Column, confinementColumn, findColumn, leafName } from './column.ts';
import { bucketsOfType } from './places.ts';
import { predicate, type Values } from './predicate.ts';

/** One condition of a query, joined by its operator to all before it; its criteria are valid for its field. */
export type QueryCondition = {
  readonly field: AuthorisedField;
  readonly criteria: FilterCriteria;
  readonly logicOperator: LogicOperator;
};

export type QuerySort = {
  readonly field: AuthorisedField;
  readonly descending: boolean;
  /** Of a relation: its ids in the order of what they show; the others come last. Absent: by the stored value. */
  readonly ranking?: readonly number[];
};

/** What is asked of the records of a type. It names only authorised fields: nothing hidden can be asked of. */
export type RecordQuery = {
  readonly recordType: AuthorisedRecordType;
  readonly enabledOnly: boolean;
  readonly ids: readonly number[] | null;
  readonly conditions: readonly QueryCondition[];
  /** Conditions of which any must hold, or null; none at all find nothing. */
  readonly search: readonly Pick<QueryCondition, 'field' | 'criteria'>[] | null;
  readonly sort: readonly QuerySort[];
  /** Only what stands directly under this record. */
  readonly parentId?: number;
  /** Only what stands directly under one of these, or is a root where those are asked for too. */
  readonly parentIds?: readonly number[];
  /** Only what stands under none that the query would show without its conditions and its search. */
  readonly rootsOnly?: boolean;
  /** Puts the current user in the place of '@username' in a role's confinement. */
  readonly resolve: (criteria: FilterCriteria, field: StoredField | null) => FilterCriteria;
};

/** A partition that holds records of a type: two of them while the type moves. */
export type Place = { readonly source: AuthorisedSource; readonly leaf: string; readonly dedicated: boolean };

const firstOwnBucket = 1000;

export function placesOf(query: RecordQuery): Place[] {
  return query.recordType.sources.flatMap((source) => {
    return bucketsOfType(source.type).map((bucket) => ({
      source,
      leaf: leafName(bucket),
      dedicated: bucket >= firstOwnBucket,
    }));
  });
}

/** Whether nothing but conditions of fields, and what confines the role, decides what it shows. */
const isOfFieldsAlone = ({ search, ids, parentId, parentIds, rootsOnly }: RecordQuery): boolean =>
  search === null && ids === null && parentId === undefined && parentIds === undefined && rootsOnly !== true;

/** Whether the query shows every record, or every enabled one, of its type: its total is then kept counted. */
export const isWholeType = (query: RecordQuery): boolean =>
  isOfFieldsAlone(query) &&
  query.conditions.length === 0 &&
  query.recordType.sources.every((source) => source.confinement.length === 0);

/**
 * Whether one field decides, and by what PostgreSQL expects few matches of whatever the value: a part of a text, or what lies
 * between two values. A plan for any values then takes the index of that field, which is right for all of them.
 */
export function isOfOneIndex(query: RecordQuery): boolean {
  const [first] = query.conditions;
  const [source, ...others] = query.recordType.sources;
  if (first === undefined || source === undefined || others.length > 0) return false;
  if (!isOfFieldsAlone(query) || source.confinement.length > 0) return false;
  if (query.conditions.some(({ field, logicOperator }) => field !== first.field || logicOperator === 'OR'))
    return false;
  const column = findColumn(first.field, source.type);
  if (column === null || column.isPhone === true) return false;
  const criteria = query.conditions.map((condition) => condition.criteria);
  return column.family === 'text' ? isPartOfText(criteria) : isOrdered(column) && isBetween(criteria);
}

const isOrdered = ({ family }: Column): boolean =>
  family === 'number' || family === 'date' || family === 'datetime';

/** Of a part without three characters in a row the whole index of parts would be read. */
function isPartOfText([criteria, ...others]: readonly FilterCriteria[]): boolean {
  if (criteria === undefined || others.length > 0) return false;
  if (criteria.operator === 'startsWith') return true;
  return criteria.operator === 'contains' && /[\p{L}\p{N}]{3}/u.test(criteria.value ?? '');
}

const fromOperators: readonly Operator[] = ['greaterThan', 'greaterOrEqual', 'after', 'onOrAfter'];
const toOperators: readonly Operator[] = ['lessThan', 'lessOrEqual', 'before', 'onOrBefore'];

function isBetween(criteria: readonly FilterCriteria[]): boolean {
  const has = (operators: readonly Operator[]) =>
    criteria.some(({ operator }) => operators.includes(operator));
  return criteria.length === 1 ? has(['between']) : has(fromOperators) && has(toOperators);
}

/** Whether the status alone decides which records the query shows: how many there are of each is kept counted as well. */
export const isOfStatuses = (query: RecordQuery): boolean =>
  isOfFieldsAlone(query) &&
  !isWholeType(query) &&
  query.conditions.every(({ field }) => field.key === 'status') &&
  query.recordType.sources.every(({ confinement }) =>
    confinement.every(({ base }) => base?.name === 'status'),
  );

/**
 * Of whom else than of its statement it depends what a query finds: who is confined by Updated At is so by the changes that
 * their role saw, and which role that is only the transaction says.
 */
export const roleThatDecides = ({ recordType }: RecordQuery, role: RoleId): RoleId | '' =>
  recordType.sources.some(({ confinement }) => confinement.some(({ base }) => base?.name === 'updatedAt'))
    ? role
    : '';

export function wherePart(query: RecordQuery, place: Place, values: Values): string {
  const { source } = place;
  // Row-level security compares the tenant too, with a setting; only a value known when the statement is planned proves
  // that an index of this tenant's records in a shared bucket serves.
  const parts = [
    `tenant_id = ${values.bindType(query.recordType.tenantId)}`,
    `record_type_id = ${values.bindType(source.type.id)}`,
  ];
  if (query.enabledOnly) parts.push('enabled');
  if (query.ids !== null) parts.push(`id = any(${values.bind(query.ids)}::bigint[])`);
  if (query.parentId !== undefined) parts.push(`parent_id = ${values.bind(query.parentId)}`);
  const inTree = [
    ...(query.parentIds === undefined ? [] : [`parent_id = any(${values.bind(query.parentIds)}::bigint[])`]),
    ...(query.rootsOnly === true ? [rootPart(query, place, values)] : []),
  ];
  if (inTree.length > 0) parts.push(`(${inTree.join(' or ')})`);
  for (const confinement of source.confinement) {
    const column = confinementColumn(confinement);
    // A confinement that cannot be read confines to nothing: closed, not open.
    if (column === null || confinement.criteria === null) parts.push('false');
    else {
      for (const criteria of confinement.criteria) {
        // What confines a role is the same for all of it, wherever its people are.
        const now = { timeZone: 'UTC', nowMs: systemClock.now() };
        const resolved = resolveMoments(query.resolve(criteria, confinement.stored), column.family, now);
        parts.push(predicate(column, resolved, values));
      }
    }
  }
  const filter = filterPart(query.conditions, source.type, values);
  if (filter !== null) parts.push(filter);
  if (query.search !== null) parts.push(searchPart(query.search, source.type, values));
  return parts.join(' and ');
}

/** Columns without a table are those of the innermost one: within, those of what would stand above. */
function rootPart(query: RecordQuery, { leaf }: Place, values: Values): string {
  const { rootsOnly: _, parentIds: __, ...rest } = query;
  const whole: RecordQuery = { ...rest, ids: null, conditions: [], search: null };
  const above = placesOf(query).map(
    (place) =>
      `select 1 from ${place.leaf} above where above.id = ${leaf}.parent_id and ${wherePart(whole, place, values)}`,
  );
  return `not exists (${above.join(' union all ')})`;
}

function filterPart(
  conditions: readonly QueryCondition[],
  type: StoredRecordType,
  values: Values,
): string | null {
  let folded: string | null = null;
  for (const { field, criteria, logicOperator } of conditions) {
    const column = findColumn(field, type);
    const part = column === null ? 'false' : predicate(column, criteria, values);
    folded = folded === null ? part : `(${folded} ${logicOperator === 'OR' ? 'or' : 'and'} ${part})`;
  }
  return folded === null ? null : `(${folded})`;
}

function searchPart(
  search: NonNullable<RecordQuery['search']>,
  type: StoredRecordType,
  values: Values,
): string {
  const arms = search.flatMap(({ field, criteria }) => {
    const column = findColumn(field, type);
    return column === null ? [] : predicate(column, criteria, values);
  });
  return arms.length === 0 ? 'false' : `(${arms.join(' or ')})`;
}

export type SortKey = {
  readonly expression: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  readonly isRanked?: boolean;
};

export function sortKeys(query: RecordQuery, type: StoredRecordType, values: Values): SortKey[] {
  return query.sort.flatMap(({ field, descending, ranking }) => {
    const column = findColumn(field, type);
    if (column === null) return [];
    return { ...sortExpression(column, ranking, values), descending };
  });
}

function sortExpression(
  column: Column,
  ranking: readonly number[] | undefined,
  values: Values,
): Omit<SortKey, 'descending'> {
  const { expression, nullable } = column;
  if (ranking !== undefined) {
    const id = column.sqlType === 'bigint[]' ? `(${expression})[1]` : expression;
    const bound = `${values.bind(ranking)}::bigint[]`;
    // A long ranking is looked up in a hash, not walked along for each row.
    const rank =
      ranking.length > 64
        ? `(select position from unnest(${bound}) with ordinality as ranking(item, position) where item = ${id})`
        : `array_position(${bound}, ${id})`;
    return { expression: rank, nullable: true, isRanked: true };
  }
  if (column.sqlType === 'text') return { expression: `lower(${expression})`, nullable };
  if (column.sqlType === 'bigint[]') return { expression: `(${expression})[1]`, nullable: true };
  if (column.sqlType === 'jsonb') return { expression: `(${expression})::text`, nullable: true };
  return { expression, nullable };
}

/** Empty values come last whichever way is sorted; ties go by id, in the direction of the last key. */
export function orderPart(keys: readonly SortKey[], reverse: boolean, id = 'id'): string {
  const parts = keys.map(({ expression, descending, nullable }) => {
    const down = descending !== reverse;
    const nullsLast = !reverse;
    const usual = down ? !nullsLast : nullsLast;
    return `${expression} ${down ? 'desc' : 'asc'}${!nullable || usual ? '' : nullsLast ? ' nulls last' : ' nulls first'}`;
  });
  const idDown = (keys.at(-1)?.descending ?? true) !== reverse;
  return [...parts, `${id} ${idDown ? 'desc' : 'asc'}`].join(', ');
}
