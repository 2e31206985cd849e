import { crc32 } from 'node:zlib';
import { createArchiveNames } from '@rowhouse/domain/bulk-download/archive-names.ts';
import { manifestName, writeManifest } from '@rowhouse/domain/bulk-download/manifest.ts';
import type { ManifestLine } from '@rowhouse/domain/bulk-download/manifest.ts';
import { wallClock } from '@rowhouse/domain/kernel/dates.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { measureObject, readMeasured } from '../../platform/object-storage/read-object.ts';
import type { MeasuredObject, ReadingTerms } from '../../platform/object-storage/read-object.ts';
import { createZipWriter } from '../../platform/zip/zip-writer.ts';
import type { RecordWithFile } from './find-files.ts';

export type ArchiveParts = {
  readonly storage: ObjectStorage;
  readonly log: Log;
  readonly terms: ReadingTerms;
  readonly timeZone: string;
  /** ISO 8601: of the manifest. */
  readonly now: string;
  /** The record as the viewer may see it at this moment; null when not any more. */
  readonly lookAgain: (id: number) => Promise<RecordWithFile | null>;
};

/**
 * The zip, made while it is sent: no more of it is held than a chunk. Each file is read twice, for its size and
 * checksum stand before it; the next is measured while one is sent. A file that cannot be read is told of in the
 * manifest, which comes last.
 */
export async function* writeArchive(
  records: readonly RecordWithFile[],
  parts: ArchiveParts,
): AsyncGenerator<Buffer> {
  const { storage, terms, timeZone } = parts;
  const zip = createZipWriter();
  const nameOf = createArchiveNames([manifestName]);
  const modifiedAt = (instant: string) =>
    wallClock(instant, timeZone) ?? { day: '1980-01-01', time: '00:00' };
  const sent = new Map<number, Pick<ManifestLine, 'fileName' | 'packed'>>();
  const lines: ManifestLine[] = [];
  let ahead = prepare(records[0], parts);
  for (const [index, { id }] of records.entries()) {
    const prepared = await ahead;
    ahead = prepare(records[index + 1], parts);
    // Told when its turn comes.
    ahead.catch(() => undefined);
    if (prepared === null) continue;
    const { record, measured } = prepared;
    const name = record.number ?? String(id);
    const { file } = record;
    if (file === null) {
      lines.push({ record: name, fileName: '', packed: null });
      continue;
    }
    const twin = sent.get(file.id);
    const line = twin ?? { fileName: nameOf(file.originalFileName), packed: measured };
    lines.push({ record: name, ...line });
    if (twin !== undefined) continue;
    sent.set(file.id, line);
    if (measured === null) continue;
    yield zip.begin({ name: line.fileName, ...measured, modified: modifiedAt(file.createdAt) });
    yield* readMeasured(storage, file.objectKey, measured, terms);
  }
  const manifest = Buffer.from(
    writeManifest(
      records.some(({ number }) => number !== null),
      lines,
    ),
  );
  yield zip.begin({
    name: manifestName,
    sizeBytes: manifest.length,
    crc32: crc32(manifest),
    modified: modifiedAt(parts.now),
  });
  yield manifest;
  yield zip.finish();
}

type Prepared = { readonly record: RecordWithFile; readonly measured: MeasuredObject | null };

async function prepare(
  asked: RecordWithFile | undefined,
  { storage, log, terms, lookAgain }: ArchiveParts,
): Promise<Prepared | null> {
  const record = asked === undefined ? null : await lookAgain(asked.id);
  if (record === null) return null;
  if (record.file === null) return { record, measured: null };
  const { id, objectKey } = record.file;
  try {
    return { record, measured: await measureObject(storage, objectKey, terms) };
  } catch (error) {
    if (terms.signal.aborted) throw error;
    log.warn({ err: error, recordFile: id }, 'a file of a bulk download could not be read');
    return { record, measured: null };
  }
}
