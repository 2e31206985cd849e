import type { Mapping } from '@rowhouse/domain/import/mapping.ts';
import type { Translation } from '@rowhouse/domain/import/read-row.ts';
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
  readonly records: ImportPart;
  readonly lines:
    | (Pick<ImportPart, 'name' | 'mapping'> & { readonly typeId: number; readonly byRecord: LinesByRecord })
    | null;
  readonly translations: readonly Translation[];
  readonly createsListValues: boolean;
  readonly dryRun: boolean;
  readonly dayFirst: boolean;
  readonly timeZone: string;
  readonly today: string;
  readonly report: RejectionReport;
  /** After each batch that stands in the database, or would in a dry run. */
  onProgress(summary: ImportSummary): void;
};

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
  /** Of each currency field, by name, in hundredths: to be held against the file. */
  readonly sums: Map<string, bigint>;
};
