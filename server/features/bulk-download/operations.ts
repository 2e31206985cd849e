import type { CreateZipFileLinkInput, ZipFileLink } from '@rowhouse/domain/contract.generated.ts';
import { noRecords, storageSilent, zipGrant, zipLinkTtlMs } from '@rowhouse/domain/bulk-download/rules.ts';
import { zipFileName } from '@rowhouse/domain/bulk-download/zip-name.ts';
import { isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import { whyNotSoMany } from '@rowhouse/domain/records/selection-rules.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { objectStands } from '../../platform/object-storage/read-object.ts';
import { keepExportStatement, readKeptExport } from '../records/sql.ts';
import { findRecordsWithFiles } from './find-files.ts';
import type { AttachedFile } from './sql.ts';

/** What a link opens; kept where exports are, and spent as they are. */
export type ZipRequest = {
  readonly ids: readonly number[];
  readonly fileName: string;
  readonly timeZone: string;
};

export type ZipParts = { storage: ObjectStorage; clock: Clock; grants: Grants; log: Log };

/** How long the storage may be silent before a person is told. */
const silenceMs = 10_000;

export const bulkDownloadOperations = (
  parts: ZipParts,
): Pick<OperationTable, 'getZipFileSignedUrl' | 'createZipFileLink'> => {
  async function createLink(
    { ids: given, timeZone }: CreateZipFileLinkInput,
    context: MemberContext,
  ): Promise<ZipFileLink> {
    const ids = parseIds(given);
    if (timeZone != null && !isTimeZone(timeZone)) throw invalid('There is no such time zone.', 'timeZone');
    const records = await findRecordsWithFiles(ids, context);
    const files = records.flatMap(({ file }) => file ?? []);
    if (!(await anyStands(files, parts))) throw refuseFile();
    const zone = timeZone ?? context.viewer.timeZone ?? 'UTC';
    const typeNames = [...new Set(records.map(({ typeName }) => typeName))];
    const fileName = zipFileName(typeNames.length === 1 ? (typeNames[0] ?? '') : '', parts.clock.now(), zone);
    const { tenantId, userId, sessionId } = context.viewer;
    const request: ZipRequest = { ids: records.map(({ id }) => id), fileName, timeZone: zone };
    const id = await context.write([keepExportStatement(tenantId, userId, request)], (_, [kept]) =>
      Promise.resolve(readKeptExport(kept)),
    );
    const grant = parts.grants.signGrant(zipGrant, { id, tenantId, userId, sessionId }, zipLinkTtlMs);
    return {
      url: `/zips/${grant}`,
      fileName,
      filesCount: files.length,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
  }

  return {
    getZipFileSignedUrl: async ({ data, timeZone }, context) =>
      (await createLink({ ids: data, timeZone }, context)).url,
    createZipFileLink: ({ data }, context) => createLink(data, context),
  };
};

function parseIds(data: readonly number[]): number[] {
  const ids = [...new Set(data)];
  const whyNot = ids.length === 0 ? noRecords : whyNotSoMany(ids.length);
  if (whyNot !== null) throw invalid(whyNot, 'data');
  return ids;
}

/** One that can be opened is enough: what becomes of the others is told by the manifest. */
async function anyStands(files: readonly AttachedFile[], { storage, log }: ZipParts): Promise<boolean> {
  const terms = { silenceMs, signal: AbortSignal.timeout(2 * silenceMs) };
  for (const { id, objectKey } of files) {
    try {
      if (await objectStands(storage, objectKey, terms)) return true;
    } catch (error) {
      log.warn({ err: error, recordFile: id }, 'the storage did not open a file for a bulk download');
      throw new Refusal('UNAVAILABLE', storageSilent);
    }
  }
  return false;
}
