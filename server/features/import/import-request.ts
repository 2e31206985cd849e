import type { DecimalSign } from '@rowhouse/domain/values/read-number.ts';
import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
import type { Decimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LinesByRecord } from './lines-file.ts';
import type { Table } from './read-table.ts';
import type { RejectionReport } from './rejection-report.ts';

export type ImportPart = {
  readonly table: Table;
  /** How the file is called in the report. */
  readonly name: string;
  readonly mapping: Mapping;
};

export type ImportRequest = {
  readonly database: Database;
  readonly config: TenantConfig;
  readonly recordType: StoredRecordType;
  /** Whom the audit log and Created By name; nobody when null. */
  readonly userId: UserId | null;
  readonly records: ImportPart & {
    /** Of the column by which lines find their record; null where it has none. */
    readonly keyIndex: number | null;
  };
  readonly lines: ImportedLines | null;
  /** Null where the file numbers its records. */
  readonly numbers: RecordNumbers | null;
  readonly translations: readonly Translation[];
  readonly createsListValues: boolean;
  readonly dryRun: boolean;
  readonly dayFirst: boolean;
  readonly timeZone: string;
  readonly century: number | undefined;
  readonly decimalSign: DecimalSign;
  readonly rounds: boolean;
  readonly today: string;
  readonly report: RejectionReport;
  /** After each batch that stands in the database, or would in a dry run. */
  onProgress(summary: ImportSummary): void;
};

export type ImportedLines = Pick<ImportPart, 'name' | 'mapping'> & {
  readonly typeId: number;
  readonly byRecord: LinesByRecord;
  /** Each row of the records' file is a line, and rows of one key are one record. */
  readonly isSameFile: boolean;
};

/** Numbers that the system gives, in the order of the file. */
export type RecordNumbers = {
  readonly first: number;
  /** Whether a record that has the number already is that of the file, brought in by an earlier run. */
  readonly passesOver: boolean;
};

/** What stands in the database of the file's records, those of earlier runs too, beside what the file says. */
export type Sum = { stands: Decimal; inFile: Decimal };

export type ImportSummary = {
  read: number;
  imported: number;
  importedLines: number;
  /** Their numbers were there before. */
  skipped: number;
  rejected: number;
  /** Lines whose record never came. */
  orphanLines: number;
  createdListValues: number;
  /** Amounts that had more than two decimals. */
  rounded: number;
  /** Of each currency field, by name. */
  readonly sums: Map<string, Sum>;
};
