// The options of one opportunity as the company's file has them, for the order that is submitted. The file is read as the page
// reads it; what it says of an opportunity is kept while it stands.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { optionsNotReadable } from '@rowhouse/domain/order-entry/judge-lines.ts';
import { largestOrderFileBytes } from '@rowhouse/domain/order-entry/limits.ts';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { orderFileKey, readOptions } from '@rowhouse/domain/order-entry/order-files.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';

export type ReadOffered = (
  tenant: TenantId,
  /** Of the file that stands; another content is one that is being replaced. */
  hash: string,
  opportunity: string,
) => Promise<readonly DealerOption[]>;

const mostKept = 100;
const rowsAtOnce = 1000;

/** @throws UNAVAILABLE while the file cannot be read, or is being replaced */
export function createOfferedReader(storage: ObjectStorage): ReadOffered {
  const kept = new Map<string, readonly DealerOption[]>();
  return async (tenant, hash, opportunity) => {
    const key = JSON.stringify([tenant, hash, opportunity]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const opened = await storage.open(orderFileKey(tenant, 'DEALER_OPTIONS')).catch(() => null);
    const bytes = opened === null ? null : await readWhole(opened.content).catch(() => null);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash)
      throw new Refusal('UNAVAILABLE', optionsNotReadable);
    const offered: DealerOption[] = [];
    let rows = 0;
    for (const option of readOptions(bytes.toString('utf8'))) {
      rows += 1;
      if (rows % rowsAtOnce === 0) await letOthersGo();
      if (option.opportunityId === opportunity) offered.push(option);
    }
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, offered);
    return offered;
  };
}

async function readWhole(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > largestOrderFileBytes * 2) throw new Error('The file is larger than one that was taken.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
