import type { Readable } from 'node:stream';

/** For how long what nobody wants any more is read, so that the refusal is heard. */
const drainMs = 10_000;

/** Reads on to the end, or to as much as any file may have, so that the sender comes to hear the answer. */
export async function drain(body: Readable, mostBytes: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), drainMs);
  let seen = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      seen += (chunk as Buffer).length;
      if (seen > mostBytes) body.destroy();
    }
  } catch {
    // Whoever sent it is gone.
  } finally {
    clearTimeout(timer);
  }
}
