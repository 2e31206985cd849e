import { longestReadingMs } from '@rowhouse/domain/line-items/limits.ts';
import { askWorker, WorkerTooSlow } from '../../platform/ask-worker.ts';
import type { SpreadsheetSetting, SpreadsheetSource } from './read-spreadsheet.ts';
import type { SpreadsheetAnswer, SpreadsheetQuestion } from './spreadsheet-worker.ts';
import { notRead, tooSlow } from '../../platform/workbook/workbook-fault.ts';

/** Reads away from the page, which goes on whatever the file does. Null when it was stopped by the signal. */
export async function readInWorker(
  source: SpreadsheetSource,
  setting: SpreadsheetSetting,
  signal: AbortSignal,
): Promise<SpreadsheetAnswer | null> {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), { type: 'module' });
  try {
    const question: SpreadsheetQuestion = { source, setting };
    return await askWorker<SpreadsheetQuestion, SpreadsheetAnswer>(worker, question, {
      longestMs: longestReadingMs,
      signal,
    });
  } catch (failure) {
    if (signal.aborted) return null;
    return { whyNot: (failure instanceof WorkerTooSlow ? tooSlow() : notRead()).message };
  }
}
