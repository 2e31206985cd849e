import { Refusal, invalid } from '../kernel/refusal.ts';
import { showSize } from '../kernel/formats.ts';

/** The largest archive that the browser sends; a larger one comes in by the command line. */
export const largestArchiveBytes = 50_000_000_000;
/** It is sent in parts of this size, each by a request of its own: none takes long, and one that breaks off is sent again. */
export const archivePartBytes = 8_000_000;
/** For how long what was sent and not brought in is kept. */
export const keptImportHours = 24;

/** The purpose of the grant in the address that an archive is sent to. */
export const archiveUploadGrant = 'company archive';
/** From the first part to the last. */
export const archiveUploadTtlMs = 12 * 3_600_000;

export const notAnOperator = () =>
  new Refusal(
    'FORBIDDEN',
    'Only who runs this installation brings in companies: OPERATORS names their emails.',
  );
export const archiveUploadOver = () =>
  new Refusal('NOT_FOUND', 'This upload is over. Choose the file again.');
export const noImport = () => new Refusal('NOT_FOUND', 'There is no archive here. Choose the file again.');
export const importGoesOn = () =>
  new Refusal('CONFLICT', 'An archive of yours is being brought in. Wait until it is done.');
export const noRoomFor = (bytes: number) =>
  new Refusal(
    'UNAVAILABLE',
    `There is no room for ${showSize(bytes)} where files are kept. Nothing was sent.`,
  );
export const importStopped =
  'It could not be brought in, and nothing of it is left. Whoever runs this installation finds the reason in its log.';

/** @returns the name, as sentences say it */
export function readArchiveFile({ fileName, sizeBytes }: { fileName: string; sizeBytes: number }): string {
  const name = fileName.trim().slice(-200);
  if (name === '') throw invalid('The file has no name.', 'fileName');
  if (sizeBytes <= 0) throw invalid(`${name} is empty.`, 'sizeBytes');
  if (sizeBytes > largestArchiveBytes)
    throw invalid(
      `${name} is larger than ${showSize(largestArchiveBytes)}. Bring it in by the command line: npm run rowhouse -- company-import`,
      'sizeBytes',
    );
  return name;
}
