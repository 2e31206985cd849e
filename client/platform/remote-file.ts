// Parts of a file, read by byte range. Its link lives a minute only: when it is refused, a fresh one is asked for and
// the range is read again, so that whoever reads a long document for an hour notices nothing.

export type RemoteFile = {
  readonly sizeBytes: number;
  /** The first bytes; all of them, when the server does not answer ranges. */
  readonly first: Uint8Array;
  /** From `begin` up to but without `end`. Throws RemoteFileFailure when it cannot be read. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array>;
};

export type RemoteFileFault = 'gone' | 'changed' | 'unreachable';

export class RemoteFileFailure extends Error {
  readonly fault: RemoteFileFault;
  constructor(fault: RemoteFileFault) {
    super(`The file is ${fault}.`);
    this.fault = fault;
  }
}

const firstBytes = 131_072;
const pausesMs = [300, 1000, 3000];

/** @param getUrl answers with a link that opens the file now; it may throw, which is passed on */
export async function openRemoteFile(
  getUrl: () => Promise<string>,
  signal: AbortSignal,
): Promise<RemoteFile> {
  let url: Promise<string> = getUrl();
  /** Several ranges may be refused at once: one fresh link serves them all. */
  const renew = (refused: Promise<string>): Promise<string> => {
    if (url === refused) url = getUrl();
    return url;
  };

  let entityTag: string | null = null;
  async function ask(begin: number, end: number): Promise<Response> {
    const headers: Record<string, string> = { range: `bytes=${begin}-${end - 1}` };
    if (entityTag !== null) headers['if-range'] = entityTag;
    let renewals = 0;
    for (let attempt = 0; ; attempt += 1) {
      const link = url;
      const response = await fetch(await link, { headers, signal, cache: 'no-store' }).catch(() => null);
      signal.throwIfAborted();
      if (response !== null && (response.ok || response.status === 416)) return response;
      const isRefused = response !== null && [401, 403, 404].includes(response.status);
      if (isRefused && renewals > 0) throw new RemoteFileFailure('gone');
      if (isRefused) {
        renewals += 1;
        await renew(link);
        continue;
      }
      const pause = pausesMs[attempt];
      if (pause === undefined) throw new RemoteFileFailure('unreachable');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  const opening = await ask(0, firstBytes);
  if (opening.status === 416) return { sizeBytes: 0, first: new Uint8Array(0), read: refuseRange };
  const first = new Uint8Array(await opening.arrayBuffer());
  const total = Number(/\/(\d+)$/.exec(opening.headers.get('content-range') ?? '')?.[1]);
  // Without ranges the whole file has come.
  if (opening.status !== 206 || !Number.isSafeInteger(total))
    return { sizeBytes: first.length, first, read: async (begin, end) => first.slice(begin, end) };
  entityTag = opening.headers.get('etag');
  return {
    sizeBytes: total,
    first,
    async read(begin, end) {
      const response = await ask(begin, end);
      // Another file stands at the link: pages of two files must never be mixed.
      if (response.status !== 206) throw new RemoteFileFailure('changed');
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

async function refuseRange(): Promise<Uint8Array> {
  throw new RemoteFileFailure('gone');
}
