import { csvLine } from '../records/csv.ts';
import { fileNotFound } from '../record-files/rules.ts';

export const manifestName = 'manifest.csv';

/** What became of one record's file: as it is called in the zip, or null where there is none to be had. */
export type ManifestLine = {
  /** The record's number, or its id for whoever may not see numbers. */
  readonly record: string;
  readonly fileName: string;
  readonly packed: { readonly sizeBytes: number; readonly sha256: string } | null;
};

/** CSV with the mark by which spreadsheets know UTF-8, as exports have it. */
export function writeManifest(showsNumbers: boolean, lines: readonly ManifestLine[]): string {
  const head = [showsNumbers ? 'Record Number' : 'Record ID', 'File Name', 'Size (bytes)', 'SHA-256'];
  const rows = lines.map(({ record, fileName, packed }) => [
    record,
    fileName,
    packed === null ? '' : String(packed.sizeBytes),
    packed === null ? fileNotFound : packed.sha256,
  ]);
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`;
}
