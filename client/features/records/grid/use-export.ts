import type { ExportFormat } from '@rowhouse/domain/contract.generated.ts';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { startDownload } from '../../../platform/download.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { exportRecords as requestExport } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';

/** A file of the whole filtered result, with the columns that are shown, in their order. */
export function useExport(query: RecordQuery, columns: readonly string[]) {
  const [isExporting, setIsExporting] = useState(false);
  async function exportRecords(format: ExportFormat) {
    setIsExporting(true);
    try {
      const data = { query, columns: [...columns], timeZone: viewerZone(), format, withParent: true };
      const { url, fileName } = await requestExport(data);
      startDownload(url, fileName);
    } catch (failure) {
      snackbars.error(`Download failed: ${toSentence(failure)}`);
    } finally {
      setIsExporting(false);
    }
  }
  return { isExporting, exportRecords: (format: ExportFormat) => void exportRecords(format) };
}
