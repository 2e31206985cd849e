/** Why the text of a link cannot be had: it is over or gone, another one stands there by now, or nobody answers. */
export type RemoteTextFault = 'gone' | 'changed' | 'unreachable';

/**
 * The whole text behind a link, for workers too.
 * @param sizeBytes as it was announced; a text of another length is one that is being replaced
 */
export async function readRemoteText(
  url: string,
  sizeBytes: number,
): Promise<{ readonly text: string } | { readonly fault: RemoteTextFault }> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => null);
  if (response === null || response.status >= 500) return { fault: 'unreachable' };
  if (!response.ok) return { fault: 'gone' };
  const bytes = await response.arrayBuffer().catch(() => null);
  if (bytes === null) return { fault: 'unreachable' };
  return bytes.byteLength === sizeBytes ? { text: new TextDecoder().decode(bytes) } : { fault: 'changed' };
}
