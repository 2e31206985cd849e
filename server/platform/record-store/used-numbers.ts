// Of which types numbers over records have an index of their own, and of which fields it is (docs/decisions/165).
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { OwnerConnection } from '../database/database.ts';
import {
  findIndexableColumn,
  forgottenAfterDays,
  indexName,
  isDedicated,
  namesOfNumbers,
} from './index-by-use.ts';
import type { IndexOfNumbers } from './index-by-use.ts';

type NumbersLimits = {
  readonly numbersAbove: number;
  readonly mostFieldsOfNumbers: number;
};

/** In one day. */
const usesBeforeNumbers = 3;

type UsedColumn = IndexOfNumbers['columns'][number] & { readonly uses: number; readonly daysUnused: number };

type TypeOfNumbers = {
  readonly tenantId: TenantId;
  readonly typeId: number;
  readonly bucket: number;
  readonly movingFrom: number | null;
  readonly records: number;
  readonly columns: readonly UsedColumn[];
};

type Standing = { readonly bucket: number; readonly name: string; readonly columns: readonly string[] };

/** What stands and is not wanted. It serves until its successor is there; null where there is to be none. */
export type StandingBefore = Pick<Standing, 'bucket' | 'name'> & { readonly successor: string | null };

type Judged = {
  /** Larger types first. */
  readonly wanted: readonly IndexOfNumbers[];
  readonly others: readonly StandingBefore[];
};

/**
 * One for each type, of the fields that are used. It is made anew when a field joins them; one that is not used any more leaves it
 * then, and only when none is used the index goes. So it is made as often as it has fields, whatever is asked from day to day.
 */
export async function judgeNumbers(
  connection: OwnerConnection,
  limits: NumbersLimits,
  bucket: number | null,
): Promise<Judged> {
  const standing = (await listStanding(connection)).filter((one) => bucket === null || one.bucket === bucket);
  const types = await listTypes(connection, bucket);
  const wanted: IndexOfNumbers[] = [];
  const stays = new Set<string>();
  const successors = new Map<string, string>();
  for (const type of types) {
    const own = standing.filter((one) => isOf(one, type));
    // While the records of a type move, what serves them stays where it is.
    if (type.movingFrom !== null) {
      for (const { name } of own) stays.add(name);
      continue;
    }
    const [before] = own.toSorted((one, other) => heldBy(other, type).length - heldBy(one, type).length);
    const columns = findColumns(type, before, limits);
    if (columns.length > 0) {
      const { tenantId, typeId } = type;
      const isSuccessor = own.some(({ bucket }) => bucket === type.bucket);
      const index: IndexOfNumbers = {
        kind: 'numbers',
        tenantId,
        typeId,
        bucket: type.bucket,
        columns,
        isSuccessor,
      };
      wanted.push(index);
      for (const { name } of own) successors.set(name, indexName(index));
    } else if (before !== undefined && heldBy(before, type).length > 0) {
      stays.add(before.name);
      for (const { name } of own) successors.set(name, before.name);
    }
  }
  for (const index of wanted) stays.add(indexName(index));
  return {
    wanted,
    others: standing
      .filter(({ name }) => !stays.has(name))
      .map(({ bucket, name }) => ({ bucket, name, successor: successors.get(name) ?? null })),
  };
}

const isOf = ({ bucket, name }: Standing, type: TypeOfNumbers): boolean =>
  [type.bucket, type.movingFrom].includes(bucket) &&
  (isDedicated({ bucket }) || name.startsWith(`ix_${bucket}_${type.typeId}_t${type.tenantId}_`));

const isStillUsed = ({ daysUnused }: UsedColumn): boolean => daysUnused < forgottenAfterDays;

/** What is used of the columns that an index has. */
const heldBy = (one: Standing, { columns }: TypeOfNumbers): readonly UsedColumn[] =>
  columns.filter((column) => isStillUsed(column) && one.columns.includes(column.expression));

/** What an index is to be made of: of what the one before holds, and what joins it. None if there is nothing to make. */
function findColumns(
  type: TypeOfNumbers,
  before: Standing | undefined,
  { numbersAbove, mostFieldsOfNumbers }: NumbersLimits,
): readonly UsedColumn[] {
  if (type.records < numbersAbove) return [];
  const held = before === undefined ? [] : heldBy(before, type);
  const joining = type.columns
    .filter((column) => isStillUsed(column) && column.uses >= usesBeforeNumbers && !held.includes(column))
    .toSorted((one, other) => one.daysUnused - other.daysUnused || other.uses - one.uses)
    .slice(0, Math.max(0, mostFieldsOfNumbers - held.length));
  return joining.length === 0 ? [] : [...held, ...joining];
}

/** With the columns that each holds beside its key, as PostgreSQL knows them. */
async function listStanding(connection: OwnerConnection): Promise<Standing[]> {
  const { rows } = await connection.query(
    `select c.relname as name, substring(c.relname from '^ix_(\\d+)_')::int as bucket,
            (select array_agg(a.attname::text) from pg_attribute a
             where a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ~ $1 and i.indisvalid order by 1`,
    [namesOfNumbers],
  );
  return rows.map(({ name, bucket, columns }) => ({
    name: String(name),
    bucket: Number(bucket),
    columns: columns as string[],
  }));
}

async function listTypes(connection: OwnerConnection, bucket: number | null): Promise<TypeOfNumbers[]> {
  const { rows } = await connection.query(
    `with noted as materialized (
       select u.*, t.bucket, t.moving_from from field_use u
       join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id
       where u.kind = 'numbers' and ($1::int is null or $1 in (t.bucket, t.moving_from))
     ), counted as materialized (
       select c.tenant_id, c.record_type_id, sum(c.all_count) as records from record_type_counter c
       where (c.tenant_id, c.record_type_id) in (select tenant_id, record_type_id from noted) group by 1, 2
     )
     select u.tenant_id, u.record_type_id, u.bucket, u.moving_from, coalesce(n.records, 0) as records,
            u.field_key, u.uses, current_date - u.last_used as days_unused, f.slot
     from noted u
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     left join counted n on n.tenant_id = u.tenant_id and n.record_type_id = u.record_type_id
     order by records desc, u.tenant_id, u.record_type_id, u.field_key`,
    [bucket],
  );
  const byType = Map.groupBy(rows, (row) => `${String(row['tenant_id'])}:${String(row['record_type_id'])}`);
  return [...byType.values()].flatMap((ofType) => {
    const [first] = ofType;
    if (first === undefined) return [];
    const columns = ofType.flatMap((row): UsedColumn[] => {
      const column = findIndexableColumn(String(row['field_key']), row['slot'], 'numbers');
      if (column === null) return [];
      const { expression, sqlType } = column;
      return [{ expression, sqlType, uses: Number(row['uses']), daysUnused: Number(row['days_unused']) }];
    });
    return {
      tenantId: tenantId(Number(first['tenant_id'])),
      typeId: Number(first['record_type_id']),
      bucket: Number(first['bucket']),
      movingFrom: first['moving_from'] === null ? null : Number(first['moving_from']),
      records: Number(first['records']),
      columns,
    };
  });
}
