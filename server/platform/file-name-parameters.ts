/**
 * Of a content-disposition: the name in ASCII for old readers and whole in UTF-8 (RFC 6266); quotes and controls
 * cannot leave it.
 */
export function fileNameParameters(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${whole}`;
}
