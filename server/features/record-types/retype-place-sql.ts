// A field that gets another data type, as the work sees it (decision 122): its values stand in one of two places, and the
// work goes on in the same way whether they are values of records or of lines.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { RetypePhase } from '@rowhouse/domain/record-types/retype.ts';
import type { ConversionReading } from '@rowhouse/domain/values/conversion.ts';
import type { Answer, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

/** What it was, or what it becomes. */
export type RetypeSide = {
  readonly dataType: DataType;
  readonly listId: number | null;
  /** Null in the first place that a field has: the overflow of records, `field_values` of lines. */
  readonly slot: string | null;
};

export type HeldRetype = {
  readonly id: number;
  readonly tenantId: number;
  /** Who changes the type. */
  readonly userId: number;
  readonly typeId: number;
  /** Of a field of lines: their kind. */
  readonly lineTypeId: number | null;
  readonly fieldId: number;
  readonly name: string;
  readonly phase: RetypePhase;
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

export type RetypePlace = {
  /** So many records a part, where it is `size` of other work. */
  readonly recordsOf: (size: number) => number;
  /** A query of all such fields: tenant_id, record_type_id, line_item_type_id, id, name, data_type, slot, list_id, default_value. */
  readonly fields: string;
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
  readonly giveUp: (connection: OwnerConnection, held: HeldRetype, side: RetypeSide) => Promise<void>;
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
