/** Both ends belong to it, as in the header. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * What a Range header asks of so many bytes. Null for all of them: also when it is none of bytes, when it asks for
 * several ranges, or when it cannot be read, which a server may ignore. 'unsatisfiable' when it begins behind the end.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '') || sizeBytes === 0) return null;
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (first >= sizeBytes) return 'unsatisfiable';
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return last < first ? null : { first, last };
}
