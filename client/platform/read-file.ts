import { RemoteFileFailure } from './remote-file.ts';

/** A file of our own origin as it is. Throws RemoteFileFailure when it cannot be read. */
export async function readFile(getUrl: () => Promise<string>, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(await getUrl(), { signal, cache: 'no-store' }).catch(() => null);
  signal.throwIfAborted();
  if (response === null) throw new RemoteFileFailure('unreachable');
  if (!response.ok) throw new RemoteFileFailure('gone');
  return response.blob();
}
