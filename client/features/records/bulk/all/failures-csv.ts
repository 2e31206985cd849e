import { largestReportPage } from '@rowhouse/domain/bulk-changes/limits.ts';
import type { BulkChangeOutcome } from '@rowhouse/domain/contract.generated.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { downloadFile } from '../../../../platform/download.ts';
import { findBulkChangeRecords, type BulkChangeRecord } from './api.ts';

export const outcomeWords: Readonly<Record<BulkChangeOutcome, string>> = {
  UPDATED: 'Changed',
  UNCHANGED: 'Held it already',
  CONFLICT: 'Changed by somebody else',
  NOT_FOUND: 'Not there any more',
  REFUSED: 'Refused',
  NOT_REACHED: 'Not reached',
};

const failures = ['REFUSED', 'CONFLICT', 'NOT_FOUND', 'NOT_REACHED'] as const satisfies BulkChangeOutcome[];

/** All of them, a large page at a time. */
export async function downloadFailures(id: number): Promise<void> {
  const lines = [csvLine(['Record', 'Id', 'Outcome', 'Reason'])];
  for (let offset = 0; ; offset += largestReportPage) {
    const page = await findBulkChangeRecords(id, failures, { offset, limit: largestReportPage });
    lines.push(...page.records.map(lineOf));
    if (offset + largestReportPage >= page.total) break;
  }
  downloadFile(
    new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }),
    `bulk_change_${id}_not_changed.csv`,
  );
}

const lineOf = ({ id, recordNumber, outcome, message }: BulkChangeRecord): string =>
  csvLine([String(recordNumber ?? ''), String(id), outcomeWords[outcome], message ?? '']);
