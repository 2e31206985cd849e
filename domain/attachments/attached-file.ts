import { isStorableText } from '../kernel/text-safety.ts';

/** The key of the base field that takes a PDF alone (Specification 5). */
export const recordFileKey = 'recordFile';

/** A file that an attachment field holds, as JSON text. The name is kept in it, so that the audit log tells it. */
export type AttachedFile = {
  readonly id: number;
  readonly name: string;
  /** Null where only the name is known. */
  readonly sizeBytes: number | null;
};

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * The files that a value names, in their order; each id once. None for an empty value, and for one that does not parse.
 * One file is kept as an object and several as a list of them (docs/decisions/052).
 */
export function readAttachedFiles(value: string | null | undefined): readonly AttachedFile[] {
  if (value == null || !/^[[{]/.test(value)) return [];
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    return [];
  }
  const files = new Map<number, AttachedFile>();
  for (const one of Array.isArray(read) ? (read as unknown[]) : [read]) {
    const file = readOne(one);
    // A list is read whole or not at all: saving what was read of it must not lose the rest.
    if (file === null) return [];
    if (!files.has(file.id)) files.set(file.id, file);
  }
  return [...files.values()];
}

function readOne(read: unknown): AttachedFile | null {
  if (typeof read !== 'object' || read === null) return null;
  const { id, name, sizeBytes } = read as Record<string, unknown>;
  if (!isId(id) || typeof name !== 'string' || !isStorableText(name)) return null;
  return { id, name, sizeBytes: isSize(sizeBytes) ? sizeBytes : null };
}

/** The only file of the value, or the first of several; null where there is none. */
export const readAttachedFile = (value: string | null | undefined): AttachedFile | null =>
  readAttachedFiles(value)[0] ?? null;

export const writeAttachedFile = (file: AttachedFile): string => JSON.stringify(toKept(file));

/** '' for none. */
export function writeAttachedFiles(files: readonly AttachedFile[]): string {
  const [first, ...others] = files;
  if (first === undefined) return '';
  return others.length === 0 ? writeAttachedFile(first) : JSON.stringify(files.map(toKept));
}

const toKept = ({ id, name, sizeBytes }: AttachedFile): AttachedFile => ({ id, name, sizeBytes });

/** The same files in the same order are one value, whatever else is written beside their ids. */
export function isSameFile(one: string, other: string): boolean {
  const ids = readAttachedFiles(one).map(({ id }) => id);
  return (
    ids.length > 0 &&
    ids.join() ===
      readAttachedFiles(other)
        .map(({ id }) => id)
        .join()
  );
}

/** 'Plan.pdf, Photo.png' */
export const nameFiles = (files: readonly AttachedFile[]): string => files.map(({ name }) => name).join(', ');
