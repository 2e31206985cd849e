// Which two fields of a question one index together would serve better than one of each (docs/decisions/149).
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import { type Column, findColumn } from './column.ts';
import { findIndexableColumn } from './index-by-use.ts';
import type { QueryCondition, RecordQuery } from './record-query.ts';

const equalities: readonly Operator[] = ['equals', 'is', 'isAnyOf'];
const ranges: readonly Operator[] = [
  'between',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'after',
  'onOrAfter',
  'before',
  'onOrBefore',
];

type Asked = { readonly key: string; readonly column: Column };
type Compared = Asked & { readonly isEquality: boolean; readonly isOneValue: boolean };

/** Between the names of two fields, neither of which has it. */
export const betweenKeys = '+';

/**
 * What one field has to equal, and what another is compared with, or else sorted by: along such an index the matches
 * stand side by side. At most one pair of a question, by the names of its fields, or null.
 */
export function findPair({ conditions, sort }: RecordQuery, type: StoredRecordType): string | null {
  if (conditions.slice(1).some(({ logicOperator }) => logicOperator === 'OR')) return null;
  const compared = conditions.flatMap((condition) => findCompared(condition, type) ?? []);
  // By its number a record is found at once.
  const first = compared.find(({ key, isEquality }) => isEquality && key !== 'recordNumber');
  if (first === undefined) return null;
  const others = compared.filter(({ key }) => key !== first.key);
  const second = others.find(({ isEquality }) => !isEquality) ?? others[0] ?? findSorted(first, sort, type);
  if (second === null || isServedAlready(first, second)) return null;
  // Two texts of the greatest length are more than an entry of an index holds.
  if (first.column.sqlType === 'text' && second.column.sqlType === 'text') return null;
  const keys = [first.key, second.key];
  const isSymmetric = 'isEquality' in second && second.isEquality;
  return (isSymmetric ? keys.toSorted() : keys).join(betweenKeys);
}

/** What stands behind the names of a pair whose first field is compared with a range. */
const markOfRange = `${betweenKeys}range`;

export const isOfRange = (pair: string): boolean => pair.endsWith(markOfRange);

/**
 * What is compared with a range, and what its few matches are sorted by: they are sorted in such an index, and only their page
 * is read. Null where anything else is asked of them, for then each is read all the same.
 */
export function findRangeWithOrder(
  { conditions, sort, search, ids, parentId, parentIds, rootsOnly, recordType }: RecordQuery,
  type: StoredRecordType,
): string | null {
  const [only, ...others] = sort;
  const source = recordType.sources.find((one) => one.type === type);
  const isMore = search !== null || ids !== null || parentId !== undefined || parentIds !== undefined;
  if (only === undefined || others.length > 0 || isMore || rootsOnly === true) return null;
  if (source === undefined || source.confinement.length > 0) return null;
  if (conditions.slice(1).some(({ logicOperator }) => logicOperator === 'OR')) return null;
  const compared = conditions.map((condition) => findCompared(condition, type));
  const [first] = compared;
  if (first == null || first.isEquality || compared.some((one) => one?.key !== first.key || one.isEquality))
    return null;
  const second = findSorted({ ...first, isOneValue: true }, sort, type);
  if (second === null || second.column.sqlType === 'text') return null;
  return `${first.key}${betweenKeys}${second.key}${markOfRange}`;
}

function findCompared(
  { field, criteria: { operator, values } }: QueryCondition,
  type: StoredRecordType,
): Compared | null {
  const asked = findAsked(field, type);
  if (asked === null) return null;
  // A minute of a moment is a range of it, and the digits of a phone number are computed.
  const isMoment = asked.column.family === 'datetime';
  const isEquality = equalities.includes(operator) && !isMoment && asked.column.isPhone !== true;
  const isRange = ranges.includes(operator) || (isMoment && operator === 'is');
  if (!isEquality && !isRange) return null;
  return { ...asked, isEquality, isOneValue: operator !== 'isAnyOf' || values?.length === 1 };
}

/** Of several values the index has each in order, and not all together. */
function findSorted(first: Compared, [sort]: RecordQuery['sort'], type: StoredRecordType): Asked | null {
  if (sort === undefined || sort.ranking !== undefined || !first.isOneValue) return null;
  // The newest first is what everybody is given who asks for no order.
  if (sort.field.key === 'createdAt') return null;
  const sorted = findAsked(sort.field, type);
  return sorted?.key === first.key ? null : sorted;
}

/** The index of a choice alone, and the one of the status, go on with the time at which a record was created. */
const isServedAlready = (first: Asked, second: Asked): boolean =>
  second.key === 'createdAt' && first.column.sqlType === 'bigint';

const ordered: readonly Column['sqlType'][] = ['bigint', 'float8', 'date', 'timestamptz', 'text'];

/** By the name that it has in this type; null where no index of a pair can be made. */
function findAsked(field: AuthorisedField, type: StoredRecordType): Asked | null {
  const column = findColumn(field, type);
  if (column === null || field.seenBy !== undefined || !ordered.includes(column.sqlType)) return null;
  const stored = field.stored.get(type.id);
  const key = stored === undefined ? field.key : additionalFieldKey(stored.id);
  return findIndexableColumn(key, column.slot, 'pair') === null ? null : { key, column };
}
