/** The key of a field that every record has, or the name of another. */
export function readFieldName(written: string): { readonly base: string } | { readonly name: string } {
  if (!written.startsWith('@')) return { name: written };
  return written.startsWith('@@') ? { name: written.slice(1) } : { base: written.slice(1) };
}

/** Of a condition: '@username' is whoever looks or acts, so that a name that begins with '@' has one more. */
export const readChoiceName = (written: string): string =>
  written.startsWith('@@') ? written.slice(1) : written;
