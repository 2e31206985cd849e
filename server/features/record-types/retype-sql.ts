// A field that gets another data type (decision 122): asking for it, what each part of the work converts, the moment at which
// the field is of the other type, and the way back. The values of both types stand in places of their own all the while.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { deletionGraceDays } from '@rowhouse/domain/kernel/deletion.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import type { RetypePhase, RetypeState } from '@rowhouse/domain/record-types/retype.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { ConversionReading, Converted, Outcome } from '@rowhouse/domain/values/conversion.ts';
import type { Turn } from '../../platform/background/claims.ts';
import type { Answer, Database, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { bucketsOf, requireSlot } from '../../platform/record-store/walk-sql.ts';
import { retypeOfLines } from './retype-of-lines-sql.ts';
import { retypeOfRecords } from './retype-of-records-sql.ts';
import { besideSlot, idOfListValue } from './retype-place-sql.ts';
import type { HeldRetype, RetypePlace, RetypePlaceOfType, RetypeSide } from './retype-place-sql.ts';
import { retypeOfProperties } from './retype-of-properties-sql.ts';

/** Of a field of records or of lines. */
export const placeOfType = ({ lineTypeId }: { readonly lineTypeId: number | null }): RetypePlaceOfType =>
  lineTypeId === null ? retypeOfRecords : retypeOfLines;

export const placeOfRetype = ({
  lineTypeId,
  definitionId,
}: Pick<HeldRetype, 'lineTypeId' | 'definitionId'>): RetypePlace =>
  definitionId === null ? placeOfType({ lineTypeId }) : retypeOfProperties;

const dataTypeOf = (stored: string) => stored as DataType;

const retype = row({
  id: number,
  fieldId: number,
  lineTypeId: number.at('line_item_type_id').orNull,
  name: text,
  phase: text.as((stored) => stored as RetypePhase),
  state: text.as((stored) => stored as RetypeState),
  fromType: text.as(dataTypeOf),
  fromListId: number.orNull,
  fromSlot: text.orNull,
  toType: text.as(dataTypeOf),
  toListId: number.orNull,
  toSlot: text.orNull,
  total: number,
  done: number,
  kept: number,
  changed: number,
  lost: number,
  again: number,
  keepUntil: text.as(instantFromText).orNull,
  whyNot: text.orNull,
});
export type StoredRetype = Described<typeof retype>;
export const readRetypes = (answer: Answer | undefined): StoredRetype[] => retype.read(answer);

export const selectRetypes = (tenant: TenantId, typeId: number): Statement => ({
  text: `select ${retype.columns} from field_retype where tenant_id = $1 and record_type_id = $2 and phase <> 'OVER' order by id`,
  values: [tenant, typeId],
});

const typeOfRetype = row({ typeId: number.at('record_type_id') });
export const findTypeOfRetype = (answer: Answer | undefined): number | null =>
  typeOfRetype.find(answer)?.typeId ?? null;
export const selectTypeOfRetype = (tenant: TenantId, id: number): Statement => ({
  text: `select ${typeOfRetype.columns} from field_retype where tenant_id = $1 and id = $2 and record_type_id is not null`,
  values: [tenant, id],
});

export type AskedRetype = {
  readonly lineTypeId: number | null;
  readonly definitionId: number | null;
  readonly fieldId: number;
  readonly toType: DataType;
  readonly toSlot: string | null;
  readonly toListId: number | null;
  readonly toDefault: string | null;
} & ConversionReading;

/** The caller holds the type, and has judged it. */
export const askRetype = (tenant: TenantId, userId: UserId, asked: AskedRetype): Statement => ({
  text: `insert into field_retype (tenant_id, record_type_id, line_item_type_id, object_definition_id, field_id, name, user_id, from_type, from_slot, from_list_id,
           from_default, to_type, to_slot, to_list_id, to_default, time_zone, day_first, decimal_sign, total)
         select $1, f.record_type_id, f.line_item_type_id, f.object_definition_id, f.id, f.name, $3, f.data_type, f.slot, f.list_id, f.default_value, $4, $5, $6, $7, $8, $9, $10,
           ${placeOfRetype(asked).total}
         from (${placeOfRetype(asked).fields}) f where f.tenant_id = $1 and f.id = $2`,
  values: [
    tenant,
    asked.fieldId,
    userId,
    asked.toType,
    asked.toSlot,
    asked.toListId,
    asked.toDefault,
    asked.timeZone,
    asked.dayFirst,
    asked.decimalSign,
  ],
});

const taken = row({ id: number });

/** Answers whether it was still under way. */
export const cancelRetype = (tenant: TenantId, userId: UserId, id: number): Statement => ({
  text: `update field_retype set user_id = $3, phase = 'CLEAN_NEW', state = 'RUNNING', why_not = null, reached_type_id = 0, reached_record_id = 0, done = 0, failures = 0
         where tenant_id = $1 and id = $2 and phase in ('BEGIN', 'CONVERT', 'SWITCH') returning ${taken.columns}`,
  values: [tenant, id, userId],
});

export const undoRetype = (tenant: TenantId, userId: UserId, id: number): Statement => ({
  text: `update field_retype set user_id = $3, phase = 'UNDO', state = 'RUNNING', failures = 0
         where tenant_id = $1 and id = $2 and phase = 'KEPT' and keep_until > now() returning ${taken.columns}`,
  values: [tenant, id, userId],
});
export const wasTaken = (answer: Answer | undefined): boolean => taken.find(answer) !== null;

/** Those whose time is over are emptied, and those that were given up an hour ago are tried again. */
export const beginDueRetypes = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `update field_retype set state = 'RUNNING', failures = 0, ended_at = null, why_not = null,
         phase = case when phase = 'KEPT' then 'CLEAN_OLD' else phase end,
         reached_type_id = case when phase = 'KEPT' then 0 else reached_type_id end,
         reached_record_id = case when phase = 'KEPT' then 0 else reached_record_id end
       where phase <> 'OVER' and (state = 'FAILED' and ended_at < now() - interval '1 hour'
         or state = 'WAITING' and keep_until <= now())`,
    );
  });

/** So long it waits for those who write: they wait behind it. */
const lockWait = '2s';

/**
 * Null where another process is at it, or it is over. Who writes records holds the company's lock together with others: the
 * moments at which all have to know alike are held alone.
 */
export async function holdRetype(connection: OwnerConnection, turn: Turn): Promise<HeldRetype | null> {
  const { tenantId, id, userId } = turn;
  await connection.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true)`,
    [String(tenantId), String(userId)],
  );
  await connection.query(`set local lock_timeout = '${lockWait}'`);
  const { rows: held } = await connection.query(
    `select * from field_retype where tenant_id = $1 and id = $2 and state = 'RUNNING' for update skip locked`,
    [tenantId, id],
  );
  const [found] = held;
  if (found === undefined) return null;
  const phase = String(found['phase']) as RetypePhase;
  const isAlone = phase === 'BEGIN' || phase === 'SWITCH' || phase === 'UNDO';
  await connection.query(`select pg_advisory_xact_lock${isAlone ? '' : '_shared'}(74702, $1)`, [tenantId]);
  const { rows: types } = await connection.query(
    'select bucket, moving_from from record_type where tenant_id = $1 and id = $2',
    [tenantId, Number(found['record_type_id'])],
  );
  const idOf = (column: string) => (found[column] === null ? null : Number(found[column]));
  const definitionId = idOf('object_definition_id');
  const typed = (dataType: string, listId: number | null) =>
    definitionId === null ? dataTypeOf(dataType) : propertyType({ dataType, listId });
  const side = (name: 'from' | 'to'): RetypeSide => ({
    dataType: typed(String(found[`${name}_type`]), idOf(`${name}_list_id`)),
    listId: idOf(`${name}_list_id`),
    slot: found[`${name}_slot`] === besideSlot ? besideSlot : requireSlot(found[`${name}_slot`]),
  });
  return {
    id,
    tenantId,
    userId,
    typeId: Number(found['record_type_id']),
    lineTypeId: idOf('line_item_type_id'),
    definitionId,
    fieldId: Number(found['field_id']),
    name: String(found['name']),
    phase,
    reachedTypeId: String(found['reached_type_id']),
    reached: String(found['reached_record_id']),
    buckets: types.flatMap(bucketsOf),
    from: side('from'),
    to: side('to'),
    reading: {
      timeZone: String(found['time_zone']),
      dayFirst: found['day_first'] === true,
      decimalSign: found['decimal_sign'] === ',' ? ',' : '.',
    },
  };
}

export const setPhase = (
  connection: OwnerConnection,
  { tenantId, id }: HeldRetype,
  phase: RetypePhase,
): Promise<unknown> =>
  connection.query(
    `update field_retype set phase = $3, failures = 0,
       reached_type_id = case when $3 = 'CLEAN_NEW' then 0 else reached_type_id end,
       reached_record_id = case when $3 = 'CLEAN_NEW' then 0 else reached_record_id end where tenant_id = $1 and id = $2`,
    [tenantId, id, phase],
  );

/** Whether the company is still set up as the work knows it. Asked under its lock, it stays so to the end of the transaction. */
export async function isSetUpAs(
  connection: OwnerConnection,
  { tenantId, versions }: Pick<TenantConfig, 'tenantId' | 'versions'>,
): Promise<boolean> {
  const { rows } = await connection.query('select structure_version from tenant where id = $1', [tenantId]);
  return Number(rows[0]?.['structure_version']) === versions.structure;
}

/** It waits until an hour has passed, or until somebody stops it. */
export const holdUp = (
  connection: OwnerConnection,
  { tenantId, id }: HeldRetype,
  whyNot: string,
): Promise<unknown> =>
  connection.query(
    `update field_retype set state = 'FAILED', ended_at = now(), why_not = $3 where tenant_id = $1 and id = $2`,
    [tenantId, id, whyNot],
  );

type Convert = (stored: string) => Converted;

/** The next records, in the order of their ids; answers how many they were. */
export async function convertNext(
  connection: OwnerConnection,
  held: HeldRetype,
  convert: Convert,
  size: number,
): Promise<number> {
  const { tenantId, id } = held;
  const { ids, reachedTypeId, reached } = await placeOfRetype(held).next(connection, held, size);
  const counts = await convertRecords(connection, held, ids, convert, false);
  await connection.query(
    `update field_retype set done = done + $3, kept = kept + $4, changed = changed + $5, lost = lost + $6,
       reached_type_id = $7, reached_record_id = $8, failures = 0
     where tenant_id = $1 and id = $2`,
    [tenantId, id, ids.length, counts.kept, counts.changed, counts.lost, reachedTypeId, reached],
  );
  return ids.length;
}

/** Those that somebody has written meanwhile; answers how many they were. */
export async function convertWritten(
  connection: OwnerConnection,
  held: HeldRetype,
  convert: Convert,
  size: number,
): Promise<number> {
  const { tenantId, id } = held;
  const { rows } = await connection.query(
    `select record_id, is_list_value from field_retype_written where tenant_id = $1 and retype_id = $2
     order by is_list_value, record_id limit $3`,
    [tenantId, id, size],
  );
  const written = rows.map((found) => ({
    id: String(found['record_id']),
    ofList: found['is_list_value'] === true,
  }));
  const ids = written.map((one) => (one.ofList ? idOfListValue(one.id) : one.id));
  if (ids.length === 0) return 0;
  await convertRecords(connection, held, ids, convert, true);
  for (const ofList of [false, true])
    await connection.query(
      `delete from field_retype_written
       where tenant_id = $1 and retype_id = $2 and is_list_value = ${ofList} and record_id = any($3::bigint[])`,
      [tenantId, id, written.filter((one) => one.ofList === ofList).map((one) => one.id)],
    );
  await connection.query(
    'update field_retype set again = again + $3, failures = 0 where tenant_id = $1 and id = $2',
    [tenantId, id, ids.length],
  );
  return ids.length;
}

async function convertRecords(
  connection: OwnerConnection,
  held: HeldRetype,
  ids: readonly string[],
  convert: Convert,
  withEmpty: boolean,
): Promise<Readonly<Record<Outcome, number>>> {
  const place = placeOfRetype(held);
  const counts = { kept: 0, changed: 0, lost: 0 };
  const written: { id: string; value: string | null }[] = [];
  for (const { id, stored } of await place.read(connection, held, ids)) {
    if (stored === '') {
      if (withEmpty) written.push({ id, value: null });
      continue;
    }
    const { outcome, value } = convert(stored);
    counts[outcome] += 1;
    if (outcome !== 'lost' || withEmpty) written.push({ id, value: outcome === 'lost' ? null : value });
  }
  if (written.length > 0) await place.write(connection, held, written);
  return counts;
}

/** From this moment on the field is of the other type. False where it is not any more what it was. */
export async function switchType(
  connection: OwnerConnection,
  held: HeldRetype,
  to: 'forth' | 'back',
): Promise<boolean> {
  const { tenantId, id } = held;
  const isSwitched = await placeOfRetype(held).switchField(
    connection,
    held,
    to === 'forth' ? ['from', 'to'] : ['to', 'from'],
  );
  if (!isSwitched) return false;
  await connection.query('delete from field_retype_written where tenant_id = $1 and retype_id = $2', [
    tenantId,
    id,
  ]);
  await connection.query(
    to === 'forth'
      ? `update field_retype set phase = 'KEPT', state = 'WAITING', failures = 0, switched_at = clock_timestamp(),
           keep_until = now() + make_interval(days => ${deletionGraceDays}) where tenant_id = $1 and id = $2`
      : `update field_retype set phase = 'CLEAN_NEW', undone_at = clock_timestamp(), reached_type_id = 0, reached_record_id = 0, done = 0, failures = 0
         where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return true;
}

/** Empties what is of no use any more, and the column is free at last. True when it is over. */
export async function cleanNext(
  connection: OwnerConnection,
  held: HeldRetype,
  size: number,
): Promise<boolean> {
  const { tenantId, id } = held;
  const place = placeOfRetype(held);
  const side = held.phase === 'CLEAN_NEW' ? held.to : held.from;
  const { ids, reachedTypeId, reached } = await place.next(connection, held, size);
  if (ids.length > 0) {
    await place.empty(connection, held, side, ids);
    await connection.query(
      'update field_retype set reached_type_id = $3, reached_record_id = $4, failures = 0 where tenant_id = $1 and id = $2',
      [tenantId, id, reachedTypeId, reached],
    );
    return false;
  }
  if (await place.isAnyFilled(connection, held, side)) {
    await connection.query(
      'update field_retype set reached_type_id = 0, reached_record_id = 0 where tenant_id = $1 and id = $2',
      [tenantId, id],
    );
    return false;
  }
  await place.giveUp(connection, held, side);
  await connection.query('delete from field_retype_written where tenant_id = $1 and retype_id = $2', [
    tenantId,
    id,
  ]);
  await connection.query(
    `update field_retype set phase = 'OVER', ended_at = now(),
       state = case when phase = 'CLEAN_OLD' then 'FINISHED' when undone_at is null then 'CANCELLED' else 'UNDONE' end
     where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return true;
}
