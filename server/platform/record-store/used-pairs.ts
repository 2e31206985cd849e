// Which pairs of fields that are asked together have an index, and which no longer (docs/decisions/149).
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { OwnerConnection } from '../database/database.ts';
import { leafName } from './column.ts';
import {
  findIndexableColumn,
  forgottenAfterDays,
  indexName,
  keyExpression,
  namesOfPairs,
} from './index-by-use.ts';
import type { IndexByUse, IndexOfPair } from './index-by-use.ts';
import { betweenKeys } from './pair-of-query.ts';

type PairLimits = {
  readonly pairsAbove: number;
  readonly mostPairsOfType: number;
  /** Of pairs and single fields together. */
  readonly mostOfType: number;
};

/** In one day. */
const usesBeforePair = 3;
/** A pair that was used so lately keeps its index, whatever others are used more often today. */
const keptForDays = 7;
/** Of a type: what nobody has asked often enough gives way to what is asked now. */
const mostKeptNotes = 16;
/** Beyond so many nothing is noted until the others gave way. */
export const mostNotesOfPairs = 32;

type Noted = {
  readonly index: IndexOfPair;
  readonly movingFrom: number | null;
  readonly records: number;
  readonly uses: number;
  readonly daysUnused: number;
};

type NotedPair = Pick<IndexOfPair, 'tenantId' | 'typeId' | 'fieldKey'>;
type Standing = { readonly bucket: number; readonly name: string };

type Judged = {
  /** Larger types first. */
  readonly wanted: readonly IndexOfPair[];
  /** What stands and shall not. */
  readonly forgotten: readonly Standing[];
  /** Notes that are too old, or too many. */
  readonly surplus: readonly NotedPair[];
};

/**
 * Which pairs shall have an index, beside those that the single fields of their type shall have. One that stands keeps its
 * place for a week without use, so that none are made and dropped in turns.
 */
export async function judgePairs(
  connection: OwnerConnection,
  { pairsAbove, mostPairsOfType, mostOfType }: PairLimits,
  ofFields: readonly Pick<IndexByUse, 'tenantId' | 'typeId'>[],
  bucket: number | null,
): Promise<Judged> {
  const standing = (await listStanding(connection)).filter((one) => bucket === null || one.bucket === bucket);
  const names = new Set(standing.map(({ name }) => name));
  const isThere = ({ index }: Noted) => names.has(indexName(index));
  const isHeld = (one: Noted) => Number(isThere(one) && one.daysUnused <= keptForDays);
  const fieldsOf = Map.groupBy(ofFields, typeKey);
  const noted = await listNoted(connection, bucket);
  const stillUsed = noted.filter(({ daysUnused }) => daysUnused < forgottenAfterDays);
  const wanted: Noted[] = [];
  const surplus = noted.filter(({ daysUnused }) => daysUnused >= forgottenAfterDays);
  for (const [key, ofType] of Map.groupBy(stillUsed, ({ index }) => typeKey(index))) {
    const room = Math.min(mostPairsOfType, mostOfType - (fieldsOf.get(key)?.length ?? 0));
    const ranked = ofType.toSorted(
      (one, other) =>
        isHeld(other) - isHeld(one) || one.daysUnused - other.daysUnused || other.uses - one.uses,
    );
    const chosen = ranked
      .filter((one) => isThere(one) || (one.records >= pairsAbove && one.uses >= usesBeforePair))
      .slice(0, Math.max(0, room));
    wanted.push(...chosen);
    surplus.push(...ranked.slice(mostKeptNotes).filter((one) => !chosen.includes(one)));
  }
  // While the records of a type move, what serves them stays where it is.
  const stay = noted.flatMap(({ index, movingFrom }) =>
    movingFrom === null ? [] : [index, { ...index, bucket: movingFrom }],
  );
  const kept = new Set([...wanted.map(({ index }) => index), ...stay].map(indexName));
  return {
    wanted: wanted.flatMap(({ index, movingFrom }) => (movingFrom === null ? index : [])),
    forgotten: standing.filter(({ name }) => !kept.has(name)),
    surplus: surplus.map(({ index }) => index),
  };
}

const typeKey = ({ tenantId, typeId }: Pick<IndexByUse, 'tenantId' | 'typeId'>): string =>
  `${tenantId}:${typeId}`;

async function listStanding(connection: OwnerConnection): Promise<Standing[]> {
  const { rows } = await connection.query(
    `select c.relname as name, substring(c.relname from '^ix_(\\d+)_')::int as bucket
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ~ $1 and i.indisvalid`,
    [namesOfPairs],
  );
  return rows.map(({ name, bucket }) => ({ name: String(name), bucket: Number(bucket) }));
}

async function listNoted(connection: OwnerConnection, bucket: number | null): Promise<Noted[]> {
  const { rows } = await connection.query(
    `with noted as materialized (
       select u.*, t.bucket, t.moving_from from field_use u
       join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id
       where u.kind = 'pair' and ($1::int is null or $1 in (t.bucket, t.moving_from))
     ), counted as materialized (
       select c.tenant_id, c.record_type_id, sum(c.all_count) as records from record_type_counter c
       where (c.tenant_id, c.record_type_id) in (select tenant_id, record_type_id from noted) group by 1, 2
     )
     select u.tenant_id, u.record_type_id, u.field_key, u.uses, current_date - u.last_used as days_unused,
            u.bucket, u.moving_from, coalesce(n.records, 0) as records, first.slot as first_slot, second.slot as second_slot
     from noted u
     left join field first on first.tenant_id = u.tenant_id and 'f' || first.id = split_part(u.field_key, '${betweenKeys}', 1)
     left join field second on second.tenant_id = u.tenant_id and 'f' || second.id = split_part(u.field_key, '${betweenKeys}', 2)
     left join counted n on n.tenant_id = u.tenant_id and n.record_type_id = u.record_type_id
     order by records desc, u.tenant_id, u.record_type_id, u.field_key`,
    [bucket],
  );
  return rows.flatMap((row): Noted[] => {
    const [firstKey = '', secondKey = ''] = String(row['field_key']).split(betweenKeys);
    const column = findIndexableColumn(firstKey, row['first_slot'], 'pair');
    const second = findIndexableColumn(secondKey, row['second_slot'], 'pair');
    if (column === null || second === null) return [];
    return [
      {
        index: {
          tenantId: tenantId(Number(row['tenant_id'])),
          typeId: Number(row['record_type_id']),
          bucket: Number(row['bucket']),
          fieldKey: String(row['field_key']),
          kind: 'pair',
          column,
          second,
        },
        movingFrom: row['moving_from'] === null ? null : Number(row['moving_from']),
        records: Number(row['records']),
        uses: Number(row['uses']),
        daysUnused: Number(row['days_unused']),
      },
    ];
  });
}

/** Of these rows of a type it is looked at how many have one value. */
const sampled = 20_000;
/** So few are found by the index of their field alone before anybody notices. */
const fewestOfValue = 100;

/** Whether enough records have one value of the first field for the second to be of use. */
export async function isWorthwhile(connection: OwnerConnection, index: IndexOfPair): Promise<boolean> {
  const value = keyExpression(index.column);
  const { rows } = await connection.query(
    `select sample.read, sample.different, type.records
     from (select count(*) as read, count(distinct value) as different
           from (select ${value} as value from ${leafName(index.bucket)}
                 where tenant_id = $1 and record_type_id = $2 and ${value} is not null limit ${sampled}) taken) sample,
          (select coalesce(sum(all_count), 0) as records from record_type_counter
           where tenant_id = $1 and record_type_id = $2) type`,
    [index.tenantId, index.typeId],
  );
  const read = Number(rows[0]?.['read']);
  const different = Number(rows[0]?.['different']);
  const records = read < sampled ? read : Number(rows[0]?.['records']);
  return different <= read / 2 && different <= records / fewestOfValue;
}

/** Whoever asks in ever new ways fills nothing: what is forgotten is noted again when it is asked again. */
export async function forgetPairs(connection: OwnerConnection, pairs: readonly NotedPair[]): Promise<void> {
  for (const { tenantId, typeId, fieldKey } of pairs)
    await connection.query(
      `delete from field_use where tenant_id = $1 and record_type_id = $2 and field_key = $3 and kind = 'pair'`,
      [tenantId, typeId, fieldKey],
    );
}
