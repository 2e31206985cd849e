import type {
  BulkChangePreview,
  BulkRecordResult,
  BulkValuesInput,
  FilterAndSortInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

type VersionedRecord = { readonly id: number; readonly version: number };

/** What became of a record, and what it held before in the fields of the change, as JSON text by key. */
export type ChangedRecord = Omit<BulkRecordResult, 'auditEntryId'> & { readonly held: string | null };

/** What this feature asks of records, which judge and write by themselves. */
export type RecordChanging = {
  /** The keys of the fields that the values set, with those that their choices may fill. */
  changedKeys(typeId: number, values: BulkValuesInput, context: MemberContext): readonly string[];
  /** Refuses what is wrong with the change as a whole. */
  preview(
    query: FilterAndSortInput,
    values: BulkValuesInput,
    context: MemberContext,
  ): Promise<BulkChangePreview>;
  /** The ids and versions of what matches now. */
  matching(query: FilterAndSortInput, context: MemberContext): Statement;
  change(
    part: {
      typeId: number;
      records: readonly VersionedRecord[];
      values: BulkValuesInput;
      /** Of which fields it is kept what they held before. */
      keys: readonly string[];
    },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly ChangedRecord[]>;
  /** Refuses where the role may not write what is to be given back. */
  requireGiveBack(what: { typeId: number; keys: readonly string[] }, context: MemberContext): void;
  giveBack(
    part: {
      typeId: number;
      records: readonly (VersionedRecord & { readonly held: string })[];
      keys: readonly string[];
      /** The bulk change that is taken back. */
      undoneId: number;
    },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly ChangedRecord[]>;
  /** Of those in sight the number by id, null where the role may not see it. */
  findNumbers(
    typeId: number,
    ids: readonly number[],
    context: MemberContext,
  ): Promise<ReadonlyMap<number, number | null>>;
};

/** What became of a part of an import, in numbers. */
export type ImportedPart = {
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly reachedRow: number;
  readonly isLast: boolean;
};

/** What this feature asks of imports, which judge, write and write down their rows by themselves. */
export type ImportRunning = {
  runPart(
    change: { readonly id: number; readonly recordTypeId: number; readonly keys: readonly string[] },
    part: { readonly after: number; readonly size: number },
    context: MemberContext,
    transaction: Transaction,
  ): Promise<ImportedPart>;
};
