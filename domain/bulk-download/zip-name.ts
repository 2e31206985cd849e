import { wallClock } from '../kernel/dates.ts';

/** What no file system takes, and what would make a path of a name. */
// oxlint-disable-next-line no-control-regex -- controls are what is sought
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Specification 9: {recordType}_documents_{YYYY-MM-DD HH:mm}.zip, by the viewer's clock. */
export function zipFileName(recordType: string, epochMs: number, timeZone: string): string {
  const wall = wallClock(new Date(epochMs).toISOString(), timeZone);
  return `${withoutUnsafe(recordType) || 'Records'}_documents_${wall?.day} ${wall?.time}.zip`;
}

/** The text as a part of a file's name, in one form of Unicode; may come out empty. */
export const withoutUnsafe = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(unsafe, '_').trim();
