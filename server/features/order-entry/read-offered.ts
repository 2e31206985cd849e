// The options of one opportunity as the company's file has them, for the order that is submitted. The file is read as the page
// reads it, once for all of its opportunities.
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

/** The options of a file by their opportunity, as JSON outside of the heap: two to three times as large as the file. */
type OfferedFile = { readonly ofOpportunity: ReadonlyMap<string, Buffer>; readonly bytes: number };

const mostKeptBytes = 100_000_000;
const rowsAtOnce = 1000;

/**
 * @param mostKept bytes of all files that are kept; the one that was asked last is kept however large it is
 * @throws UNAVAILABLE while the file cannot be read, or is being replaced
 */
export function createOfferedReader(
  storage: Pick<ObjectStorage, 'open'>,
  mostKept: number = mostKeptBytes,
): ReadOffered {
  /** The one that was asked longest ago comes first. */
  const kept = new Map<string, OfferedFile>();
  const reading = new Map<string, Promise<OfferedFile>>();

  function keep(key: string, file: OfferedFile): void {
    kept.delete(key);
    kept.set(key, file);
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [oldest, one] of kept) {
      if (bytes <= mostKept || oldest === key) return;
      kept.delete(oldest);
      bytes -= one.bytes;
    }
  }

  return async (tenant, hash, opportunity) => {
    const key = `${tenant} ${hash}`;
    let file = kept.get(key);
    if (file === undefined) {
      // Dealers whose first orders come together wait for one reading.
      const begun = reading.get(key) ?? readFile(storage, tenant, hash).finally(() => reading.delete(key));
      reading.set(key, begun);
      file = await begun;
    }
    keep(key, file);
    const offered = file.ofOpportunity.get(opportunity);
    return offered === undefined ? [] : (JSON.parse(offered.toString('utf8')) as DealerOption[]);
  };
}

async function readFile(
  storage: Pick<ObjectStorage, 'open'>,
  tenant: TenantId,
  hash: string,
): Promise<OfferedFile> {
  const opened = await storage.open(orderFileKey(tenant, 'DEALER_OPTIONS')).catch(() => null);
  const content = opened === null ? null : await readWhole(opened.content).catch(() => null);
  if (content === null || createHash('sha256').update(content).digest('hex') !== hash)
    throw new Refusal('UNAVAILABLE', optionsNotReadable);
  const offered = new Map<string, string[]>();
  let rows = 0;
  for (const option of readOptions(content.toString('utf8'))) {
    rows += 1;
    if (rows % rowsAtOnce === 0) await letOthersGo();
    const known = offered.get(option.opportunityId);
    if (known === undefined) offered.set(option.opportunityId, [JSON.stringify(option)]);
    else known.push(JSON.stringify(option));
  }
  const ofOpportunity = new Map(
    [...offered].map(([opportunity, options]) => [opportunity, Buffer.from(`[${options.join()}]`)]),
  );
  return { ofOpportunity, bytes: [...ofOpportunity.values()].reduce((sum, { length }) => sum + length, 0) };
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
