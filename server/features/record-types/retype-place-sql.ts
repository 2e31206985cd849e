// A field that gets another data type, as the work sees it (decision 122): its values stand in one of two places, and the
// work goes on in the same way whether they are values of records, of lines or of objects.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { RetypePhase } from '@rowhouse/domain/record-types/retype.ts';
import type { ConversionReading } from '@rowhouse/domain/values/conversion.ts';
import type { Answer, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { nextRecords } from '../../platform/record-store/walk-sql.ts';

/** Kept as the slot of what stands in the second place of lines and of objects. */
export const besideSlot = 'beside';

/** Objects stand in values of lists too: those have ids of their own. */
export const idOfListValue = (id: string): string => `v${id}`;

/** What it was, or what it becomes. */
export type RetypeSide = {
  readonly dataType: DataType;
  readonly listId: number | null;
  /** Null in the first place that a field has: the overflow of records, `field_values` of lines, the own id in objects. */
  readonly slot: string | null;
};

export type HeldRetype = {
  readonly id: number;
  readonly tenantId: number;
  /** Who changes the type. */
  readonly userId: number;
  /** 0 of a property: records of several types may hold its objects. */
  readonly typeId: number;
  /** Of a field of lines: their kind. */
  readonly lineTypeId: number | null;
  /** Of a property of objects: its object. */
  readonly definitionId: number | null;
  /** Or of the property. */
  readonly fieldId: number;
  readonly name: string;
  readonly phase: RetypePhase;
  readonly reachedTypeId: string;
  readonly reached: string;
  readonly buckets: readonly number[];
  readonly from: RetypeSide;
  readonly to: RetypeSide;
  readonly reading: ConversionReading;
};

/** A field that is asked about. */
export type RetypedField = Omit<RetypeSide, 'slot'> & {
  readonly id: number;
  readonly name: string;
  readonly typeId: number;
  readonly lineTypeId: number | null;
  readonly formula: string | null;
  readonly slot: string | null;
};

type OfType = { readonly typeId: number; readonly buckets: readonly number[] };

export type ExaminedValue = {
  /** Of the record. */
  readonly id: number;
  readonly recordNumber: number;
  readonly enabled: boolean;
  readonly lineId: number | null;
  /** As the contract writes it, '' where nothing stands; null of a record that has no line. */
  readonly stored: string | null;
};

/** What a part goes through: records by their ids, or what else holds values. */
export type NextHolders = {
  readonly ids: readonly string[];
  readonly reachedTypeId: string;
  readonly reached: string;
};

export type RetypePlace = {
  /** So many records a part, where it is `size` of other work. */
  readonly recordsOf: (size: number) => number;
  /**
   * A query of all such fields: tenant_id, record_type_id, line_item_type_id, object_definition_id, id, name, data_type, slot,
   * list_id, default_value.
   */
  readonly fields: string;
  /** In SQL, how many hold values of the field `f`; $1 is the company. */
  readonly total: string;
  /** Before anything is converted: who writes and reads has to know. */
  readonly begin: (connection: OwnerConnection, held: HeldRetype) => Promise<unknown>;
  readonly next: (connection: OwnerConnection, held: HeldRetype, size: number) => Promise<NextHolders>;
  /** Whether a bulk change of the field runs: what it keeps for its undo would be of both types. */
  readonly isBulkChanging: (connection: OwnerConnection, held: HeldRetype) => Promise<boolean>;
  /** What the records hold there, held until the part is over; '' where nothing stands. */
  readonly read: (
    connection: OwnerConnection,
    held: HeldRetype,
    records: readonly string[],
  ) => Promise<{ readonly id: string; readonly stored: string }[]>;
  /** By the ids that were read, as the contract writes them; null where nothing is to stand. Nobody is told of it. */
  readonly write: (
    connection: OwnerConnection,
    held: HeldRetype,
    values: readonly { readonly id: string; readonly value: string | null }[],
  ) => Promise<void>;
  /** The field is of the other type, with what goes with it. False where it is not any more what it was. */
  readonly switchField: (
    connection: OwnerConnection,
    held: HeldRetype,
    sides: readonly [was: 'from' | 'to', is: 'from' | 'to'],
  ) => Promise<boolean>;
  readonly empty: (
    connection: OwnerConnection,
    held: HeldRetype,
    side: RetypeSide,
    records: readonly string[],
  ) => Promise<unknown>;
  readonly isAnyFilled: (connection: OwnerConnection, held: HeldRetype, side: RetypeSide) => Promise<boolean>;
  /** What helped to find values where none stand any more. */
  readonly giveUp: (connection: OwnerConnection, held: HeldRetype, side: RetypeSide) => Promise<unknown>;
};

/** Where all values of a field stand in records of one type. */
export type RetypePlaceOfType = RetypePlace & {
  /** The next records of the type with what they hold in the field, deleted ones too, by their ids. */
  readonly selectExamined: (field: RetypedField, of: OfType, after: number, size: number) => Statement;
  readonly readExamined: (field: RetypedField, answer: Answer | undefined) => ExaminedValue[];
  /** Records whose value somebody has written since, the last first, and of each who wrote it last. */
  readonly selectWrittenSince: (
    tenant: TenantId,
    retypeOf: { readonly id: number; readonly fieldId: number; readonly toSlot: string | null },
    of: OfType,
    most: number,
  ) => Statement;
};

export async function nextOfType(
  connection: OwnerConnection,
  held: HeldRetype,
  size: number,
): Promise<NextHolders> {
  const ids = await nextRecords(connection, held, held.reached, size);
  return { ids, reachedTypeId: '0', reached: ids.at(-1) ?? held.reached };
}

export const totalOfType = `(select coalesce(sum(c.all_count), 0) from record_type_counter c
  where c.tenant_id = $1 and c.record_type_id = f.record_type_id)`;

const writtenSince = row({
  id: number,
  recordNumber: number,
  at: text.as(instantFromText),
  userId: number.orNull,
});
export const readWrittenSince = (answer: Answer | undefined) => writtenSince.read(answer);

/**
 * @param touched records with who wrote them and when, of `since.switched_at` on
 * @returns with $1 the company, $2 the change, $3 the record type and $5 the most
 */
export function sayWrittenSince(touched: string, buckets: readonly number[]): string {
  const numbers = buckets.map(
    (bucket) =>
      `select id, record_number from ${leafName(bucket)} where tenant_id = $1 and record_type_id = $3`,
  );
  return `with since as (select switched_at from field_retype where tenant_id = $1 and id = $2),
    touched as (${touched}),
    last as (select distinct on (id) id, at, user_id from touched order by id, at desc)
    select ${writtenSince.columns} from (
      select l.id, n.record_number, l.at, l.user_id from last l
      join lateral (select record_number from (${numbers.join(' union all ')}) all_of where all_of.id = l.id limit 1) n on true
    ) each order by at desc limit $5`;
}
