import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import type { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

/** By field key, as the contract writes it. */
export type KeyedValues = ReadonlyMap<string, string>;

export type ArrivingRecord = {
  readonly values: KeyedValues;
  /** By field key: files that were made for this record. No value can name a file. */
  readonly files: ReadonlyMap<string, readonly AttachedFile[]>;
};

/** What this feature asks of records, which judge and write by themselves. */
export type RecordTransmitting = {
  /** Of the records that are in sight the values that are not empty, by id. */
  reading(
    what: { typeId: number; ids: readonly number[]; keys: readonly string[] },
    context: MemberContext,
  ): { readonly statement: Statement; read(answer: Answer | undefined): ReadonlyMap<number, KeyedValues> };
  /** The newest enabled records of the type, at most so many: their ids. */
  newest(typeId: number, most: number, context: MemberContext): Statement;
  /** Of those in sight the number by id, null where the role may not see it. */
  findNumbers(
    typeId: number,
    ids: readonly number[],
    context: MemberContext,
  ): Promise<ReadonlyMap<number, number | null>>;
  /** The ids of records with this number, of all types whose numbers the viewer sees. */
  findByNumber(recordNumber: number, context: MemberContext): Promise<readonly number[]>;
  /** Why such a record cannot be made by this person, or null. */
  findRefusal(typeId: number, record: ArrivingRecord, context: MemberContext): Refusal | null;
  /** Makes them, which were found to have no refusal, and answers their ids. */
  create(
    typeId: number,
    records: readonly ArrivingRecord[],
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly number[]>;
  /**
   * Gives one value to all of them, but those whose path of statuses leads elsewhere: answers their ids. Throws what
   * refuses the value itself.
   */
  assign(
    what: { typeId: number; ids: readonly number[]; key: string; value: string },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly number[]>;
};
