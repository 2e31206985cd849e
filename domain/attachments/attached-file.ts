import { isStorableText } from '../kernel/text-safety.ts';

/** The key of the base field that takes a PDF alone (Specification 5). */
export const recordFileKey = 'recordFile';

/** What an attachment field holds, as JSON text. The name is kept in it, so that the audit log tells it. */
export type AttachedFile = {
  readonly id: number;
  readonly name: string;
  /** Null where only the name is known. */
  readonly sizeBytes: number | null;
};

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Null for an empty value, and for one that does not parse: that reads as no file. */
export function readAttachedFile(value: string | null | undefined): AttachedFile | null {
  if (value == null || !value.startsWith('{')) return null;
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(value) as Record<string, unknown>;
  } catch {
    return null;
  }
  const { id, name, sizeBytes } = read;
  if (!isId(id) || typeof name !== 'string' || !isStorableText(name)) return null;
  return { id, name, sizeBytes: isSize(sizeBytes) ? sizeBytes : null };
}

export const writeAttachedFile = ({ id, name, sizeBytes }: AttachedFile): string =>
  JSON.stringify({ id, name, sizeBytes });

/** One file is one value, whatever else is written beside its id. */
export function isSameFile(one: string, other: string): boolean {
  const id = readAttachedFile(one)?.id;
  return id !== undefined && id === readAttachedFile(other)?.id;
}

/** '3 kB', '9.8 MB' */
export function showFileSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  const megabytes = bytes / 1e6;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
