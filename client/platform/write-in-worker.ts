import { askWorker } from './ask-worker.ts';
import type { WrittenSheet } from './workbook/write-workbook-worker.ts';

const longestMs = 30_000;

export async function writeInWorker(sheet: WrittenSheet): Promise<Blob> {
  const worker = new Worker(new URL('./workbook/write-workbook-worker.ts', import.meta.url), {
    type: 'module',
  });
  const written = await askWorker<WrittenSheet, Blob | null>(worker, sheet, { longestMs });
  if (written === null) throw new Error('The workbook could not be written.');
  return written;
}
