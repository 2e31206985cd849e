import { isSameFile, nameFiles, readAttachedFiles } from '../attachments/attached-file.ts';
import { object } from './object.ts';
import { sameBy, type Value } from './value.ts';

/** Stored as JSON with the id and name of each file; what does not parse reads as no file. */
export const file: Value = {
  ...object,
  show: (stored) => nameFiles(readAttachedFiles(stored)),
  isSame: sameBy(isSameFile),
};
