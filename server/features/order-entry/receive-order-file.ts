// A file as it comes in: read whole, as its rows are judged together, and kept only when nothing is wrong with it. What
// stands in the storage is always UTF-8.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { notWhole, storageDown } from '@rowhouse/domain/attachments/rules.ts';
import { largestOrderFileBytes } from '@rowhouse/domain/order-entry/limits.ts';
import {
  emptyOrderFile,
  judgeOrderFile,
  noTextFile,
  orderFileKey,
  orderFileTooLarge,
  orderFileUnderWay,
} from '@rowhouse/domain/order-entry/order-files.ts';
import type { FileVerdict } from '@rowhouse/domain/order-entry/order-files.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Log } from '../../platform/log.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { StorageFailed } from '../../platform/object-storage/write-object.ts';
import type { OrderFileToSend } from './operations.ts';
import { keepFile } from './sql.ts';

/** How long a file may take to come. */
const patienceMs = 120_000;
const storageSilenceMs = 30_000;

export function createOrderFileReceiver({ storage, log }: { storage: ObjectStorage; log: Log }) {
  const underWay = new Set<TenantId>();

  return async (
    { kind, fileName }: OrderFileToSend,
    body: Readable,
    member: MemberContext,
  ): Promise<FileVerdict> => {
    const { tenantId, userId } = member.viewer;
    // A file of 50 MB stands in memory while it is judged: one of a company at a time.
    if (underWay.has(tenantId)) throw new Refusal('LIMITED', orderFileUnderWay);
    underWay.add(tenantId);
    try {
      const text = decode(await readWhole(body));
      const verdict = await judge(kind, tenantId, text);
      if (verdict.faultTotal > 0) return verdict;
      // Who may not bring it any more replaces nothing.
      await member.write([], () => Promise.resolve());
      const content = Buffer.from(text, 'utf8');
      await put(orderFileKey(tenantId, kind), content);
      const hash = createHash('sha256').update(content).digest('hex');
      const kept = { kind, fileName, rowCount: verdict.rows, sizeBytes: content.length, hash };
      await member.write([keepFile(tenantId, userId, kept)], () => Promise.resolve());
      return verdict;
    } finally {
      underWay.delete(tenantId);
    }
  };

  async function put(key: string, content: Buffer): Promise<void> {
    const { promise: silent, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new StorageFailed('The storage is silent.')), storageSilenceMs);
    try {
      await Promise.race([storage.put(key, content, 'text/csv'), silent]);
    } catch (error) {
      log.warn({ err: error }, 'the storage did not take an order file');
      throw new Refusal('UNAVAILABLE', storageDown);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  const read = async () => {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > largestOrderFileBytes) throw invalid(orderFileTooLarge, 'file');
      chunks.push(chunk);
    }
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(invalid(notWhole, 'file')), patienceMs);
  try {
    await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
  if (received === 0) throw invalid(emptyOrderFile, 'file');
  return Buffer.concat(chunks);
}

/** UTF-8, UTF-16 by its mark, else what spreadsheets on Windows write. */
function decode(bytes: Buffer): string {
  const text = decodeAs(encodingOf(bytes), bytes) ?? decodeAs('windows-1252', bytes) ?? '';
  // A workbook, a picture, a packed file: no table of text holds a NUL.
  if (text.includes('\0') || bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')))
    throw invalid(noTextFile, 'file');
  return text.replace(/^\uFEFF/, '');
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function decodeAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function judge(kind: OrderFileToSend['kind'], tenantId: TenantId, text: string): Promise<FileVerdict> {
  const judging = judgeOrderFile(kind, tenantId, text);
  for (;;) {
    const next = judging.next();
    if (next.done === true) return next.value;
    await letOthersGo();
  }
}
