// What an index by use is called and what it holds.
import { createHash } from 'node:crypto';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Column } from './column.ts';
import { baseColumns, roleOfOrderKey, updatedAtSeenBy } from './column.ts';
import { isSlot, slotType } from './slots.ts';
import type { SqlType } from './stored-forms.ts';

/** Days without a use after which an index goes. */
export const forgottenAfterDays = 30;

/** With the name that its index has, where that is not the column's own. */
type IndexableColumn = Pick<Column, 'expression' | 'sqlType'> & { readonly name?: string };

type OfType = {
  readonly tenantId: TenantId;
  readonly typeId: number;
  readonly bucket: number;
  readonly fieldKey: string;
};

export type IndexOfField = OfType & {
  readonly kind: 'order' | 'contains';
  readonly column: IndexableColumn;
};

/** Of two fields that are asked together: what one has to equal, and what the other is compared with or sorted by. */
export type IndexOfPair = OfType & {
  readonly kind: 'pair';
  readonly column: IndexableColumn;
  readonly second: IndexableColumn;
};

/** Of all that numbers over records are computed of, which are then read from it alone (docs/decisions/165). */
export type IndexOfNumbers = Omit<OfType, 'fieldKey'> & {
  readonly kind: 'numbers';
  readonly columns: readonly IndexableColumn[];
  /** Whether one stands that goes when this is made: it needs no room of its own. */
  readonly isSuccessor: boolean;
};

export type IndexByUse = IndexOfField | IndexOfPair | IndexOfNumbers;

/** These have their index from the beginning, or are too seldom filled or too coarse to be worth one. */
const notIndexed = new Set<string>([
  'id',
  'tenant',
  'recordType',
  'recordNumber',
  'status',
  'createdAt',
  'enabled',
  'level',
  'isProject',
  'validationRequired',
  'recordFile',
]);

/** Their own index is of no help to who asks for another field too. */
const indexedInPairs = new Set<string>(['recordNumber', 'status', 'createdAt']);

/** An entry of a B-tree has at most 2,704 bytes: an index on longer text would refuse the records that have it. */
const tooLongToOrder = new Set<string>(['description']);

/** Eight bytes or less: an index of numbers is read whole, and is worth as much as it is narrow. */
const narrow: readonly SqlType[] = ['float8', 'bigint', 'timestamptz', 'date', 'boolean'];

/** What each of its entries is of, or has in any case. */
const notInNumbers = new Set<string>(['id', 'tenant', 'recordType', 'enabled', 'recordFile']);

function findColumnOfNumbers(key: string, slot: unknown): IndexableColumn | null {
  const column: IndexableColumn | undefined =
    typeof slot === 'string' && isSlot(slot)
      ? { expression: slot, sqlType: slotType(slot) }
      : notInNumbers.has(key)
        ? undefined
        : (baseColumns[key as BaseFieldName] as Column | undefined);
  return column !== undefined && narrow.includes(column.sqlType) ? column : null;
}

export function findIndexableColumn(
  key: string,
  slot: unknown,
  kind: IndexByUse['kind'],
): IndexableColumn | null {
  if (kind === 'numbers') return findColumnOfNumbers(key, slot);
  const role = roleOfOrderKey(key);
  if (role !== null) return { ...updatedAtSeenBy(role), name: `updated_at_seen_by_${role}` };
  if (kind !== 'contains' && tooLongToOrder.has(key)) return null;
  if (typeof slot === 'string' && isSlot(slot)) return { expression: slot, sqlType: slotType(slot) };
  if (notIndexed.has(key) && !(kind === 'pair' && indexedInPairs.has(key))) return null;
  const base = baseColumns[key as BaseFieldName] as Column | undefined;
  return base ?? null;
}

/** Whether the bucket holds the records of one type alone. */
export const isDedicated = ({ bucket }: Pick<IndexByUse, 'bucket'>): boolean => bucket >= 1000;

type Named =
  | Omit<IndexOfField, 'fieldKey' | 'tenantId'>
  | Omit<IndexOfPair, 'fieldKey' | 'tenantId'>
  | IndexOfNumbers;

export function indexName(index: Named): string {
  if (index.kind === 'numbers') return nameOfNumbers(index);
  const columns =
    index.kind === 'pair' ? pairName(index.column, index.second) : shortName(index.column, Infinity);
  return `ix_${index.bucket}_${isDedicated(index) ? '' : `${index.typeId}_`}${columns}_${index.kind}`;
}

const shortName = ({ name, expression }: IndexableColumn, length: number): string =>
  (name ?? expression).slice(0, length);

/** PostgreSQL keeps 63 letters of a name; by so many all columns still differ. */
const lettersInPair = 15;

const pairName = (column: IndexableColumn, second: IndexableColumn): string =>
  `${shortName(column, lettersInPair)}_${shortName(second, lettersInPair)}`;

/** More columns than a name has room for; they stand in PostgreSQL's own list of what an index holds. */
function nameOfNumbers(index: IndexOfNumbers): string {
  const columns = createHash('sha256').update(listOf(index)).digest('hex').slice(0, 8);
  const type = isDedicated(index) ? '' : `${index.typeId}_t${index.tenantId}_`;
  return `ix_${index.bucket}_${type}c${columns}_numbers`;
}

const listOf = ({ columns }: IndexOfNumbers): string =>
  columns
    .toSorted(
      (one, other) =>
        narrow.indexOf(one.sqlType) - narrow.indexOf(other.sqlType) ||
        one.expression.localeCompare(other.expression),
    )
    .map(({ expression }) => expression)
    .join(', ');

/** What finds the indexes of numbers among all names. */
export const namesOfNumbers = String.raw`^ix_\d+_\w+_numbers$`;

/** What finds the indexes of pairs among all names. */
export const namesOfPairs = String.raw`^ix_\d+_\w+_pair$`;

/** The same of the pairs of a type in which a column stands. */
export const namesOfPairsWith = (index: Pick<IndexByUse, 'bucket' | 'typeId'>, column: string): string =>
  `^ix_${index.bucket}_${isDedicated(index) ? '' : `${index.typeId}_`}(${column}_\\w+|\\w+_${column})_pair$`;

/** Each search reads all of the list of what was written lately, in kB; 4,096 without this. */
const shortPendingList = 'with (gin_pending_list_limit = 512)';

/** So that a count reads the index alone. */
const covering = 'include (tenant_id, record_type_id, enabled)';

/** What is made, or null where no index serves. */
export function definition(index: IndexByUse): string | null {
  // In the order in which records came: entries are added at its end, and the map of pages is read in its own order.
  if (index.kind === 'numbers') return `(id) include (${listOf(index)})`;
  if (index.kind === 'pair') {
    const keys = [keyExpression(index.column), keyExpression(index.second)];
    return keys.includes(null) ? null : `(${keys.join(', ')}, id) ${covering}`;
  }
  const { expression, sqlType } = index.column;
  // Folded before the trigrams are taken: they are folded by the collation of the database, which may know other letters.
  if (index.kind === 'contains')
    return sqlType === 'text' ? `using gin (lower(${expression}) gin_trgm_ops) ${shortPendingList}` : null;
  switch (sqlType) {
    case 'bigint':
      return `(${expression}, created_at, id) ${covering}`;
    case 'boolean':
      return `(${expression}, enabled, tenant_id, record_type_id)`;
    case 'bigint[]':
      return `using gin (${expression})`;
    default: {
      const key = keyExpression(index.column);
      return key === null ? null : `(${key}, id) ${covering}`;
    }
  }
}

/**
 * Of which records it is. Of numbers those that count: that they are of the type and enabled is then neither kept nor compared.
 */
export function rangeOf(index: IndexByUse): string {
  const ofType = `tenant_id = ${index.tenantId} and record_type_id = ${index.typeId}`;
  if (index.kind === 'numbers') return ` where ${ofType} and enabled`;
  return isDedicated(index) ? '' : ` where ${ofType}`;
}

/** By what one value comes before another; null of what has no order. */
export function keyExpression({ expression, sqlType }: IndexableColumn): string | null {
  switch (sqlType) {
    case 'text':
      return `lower(${expression})`;
    case 'bigint[]':
    case 'boolean':
    case 'jsonb':
      return null;
    default:
      return expression;
  }
}
