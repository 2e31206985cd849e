import type { AuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../../platform/download.ts';
import { readFile } from '../../../platform/read-file.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { makeExport } from './api.ts';

/** A file of the entries that are asked for. It can be stopped; what was read by then is thrown away. */
export function useAuditExport(filter: AuditLogsFilter) {
  const running = useRef<AbortController | null>(null);
  const [isExporting, setExporting] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const stop = new AbortController();
    running.current = stop;
    setExporting(true);
    try {
      let fileName = 'Audit_log.csv';
      const file = await readFile(async () => {
        const made = await makeExport(filter);
        ({ fileName } = made);
        return made.url;
      }, stop.signal);
      downloadFile(file, fileName);
    } catch (failure) {
      if (stop.signal.aborted) snackbars.success('The export was stopped.');
      else snackbars.error(`Download failed: ${toSentence(failure)}`);
    } finally {
      running.current = null;
      setExporting(false);
    }
  }
  return { isExporting, start: () => void start(), stop: () => running.current?.abort() };
}
