import type { Readable } from 'node:stream';
import { headBytes, whyNotContent } from '@rowhouse/domain/attachments/file-types.ts';
import { emptyFile, largestBytesOf, notWhole, tooLarge } from '@rowhouse/domain/attachments/rules.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';

type ExpectedFile = {
  readonly fieldKey: string;
  readonly extension: string;
  /** As it was announced; null where the sender does not say it beforehand. */
  readonly sizeBytes: number | null;
};

/** How long whoever sends may send nothing. */
const patienceMs = 30_000;

/**
 * What comes in, passed on as it comes: no more of it is held than its beginning, which must be that of a file of its
 * extension. Refuses what is longer than announced as soon as it is, and at its end what is shorter.
 */
export async function* checkFile(body: Readable, expected: ExpectedFile): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  let received = 0;
  for await (const chunk of chunksInTime(body)) {
    received += chunk.length;
    const largest = largestBytesOf(expected.fieldKey);
    if (received > largest) throw invalid(tooLarge(expected.fieldKey), expected.fieldKey);
    if (expected.sizeBytes !== null && received > expected.sizeBytes)
      throw invalid(notWhole, expected.fieldKey);
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < Math.min(headBytes, expected.sizeBytes ?? headBytes)) continue;
    requireContent(head, expected);
    yield head;
    head = null;
  }
  if (expected.sizeBytes !== null && received !== expected.sizeBytes)
    throw invalid(notWhole, expected.fieldKey);
  if (received === 0) throw invalid(emptyFile, expected.fieldKey);
  // A file shorter than what is looked at, of which that was not known before.
  if (head !== null) {
    requireContent(head, expected);
    yield head;
  }
}

function requireContent(head: Buffer, { extension, fieldKey }: ExpectedFile): void {
  const whyNot = whyNotContent(extension, head.subarray(0, headBytes));
  if (whyNot !== null) throw invalid(whyNot, fieldKey);
}

/** The body is not destroyed when somebody stops reading: the refusal has to go out by the same connection. */
async function* chunksInTime(body: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  for (;;) {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Refusal('INVALID', notWhole)), patienceMs);
    try {
      const next = await Promise.race([chunks.next().catch(refuseRest), late]);
      if (next.done === true) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The connection was cut. */
function refuseRest(): never {
  throw new Refusal('INVALID', notWhole);
}
