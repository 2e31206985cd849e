// The grants of a real server that speaks S3: what it takes and what it refuses, by hand, because no such server is there
// in every place where the tests run. The bucket is that of S3_BUCKET and its fellows, as for the server.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { readConfig } from '@rowhouse/server/platform/config.ts';
import { headOfObject } from '@rowhouse/server/platform/object-storage/read-object.ts';
import { openS3Storage } from '@rowhouse/server/platform/object-storage/s3-storage.ts';

export async function bucketBench() {
  const { s3 } = readConfig();
  if (s3 === null) {
    process.stderr.write('Skipped: no bucket is named. Set S3_BUCKET and what its server needs.\n');
    return [];
  }
  // Keys of no company, beside whatever else is in the bucket.
  const own = { ...s3, prefix: `${s3.prefix}bench-${randomBytes(6).toString('hex')}/` };
  const storage = openS3Storage(own);
  const { incoming } = storage;
  const whyRefused = await storage.whyRefused();
  if (whyRefused !== null || incoming === undefined)
    throw new Error(whyRefused ?? 'S3_BROWSER_ENDPOINT is off: there is nothing to try.');

  const rows: Record<string, string>[] = [];
  const note = (what: string, seen: unknown, wanted: unknown) => {
    rows.push({ what, seen: String(seen), 'as it should be': seen === wanted ? 'yes' : 'NO' });
  };
  const pdf = Buffer.from('%PDF-1.7\nnorth\n');
  const announced = { mimeType: 'application/pdf', sizeBytes: pdf.length };
  const key = '1/a.pdf';
  const put = async (url: string, content: Buffer, type = announced.mimeType) => {
    const sent = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { 'content-type': type },
    });
    await sent.arrayBuffer();
    return sent.status;
  };
  const { url } = await incoming.sign(key, announced, 60_000);
  note('a larger file', await put(url, Buffer.concat([pdf, pdf])), 403);
  note('a smaller file', await put(url, pdf.subarray(1)), 403);
  note('another type', await put(url, pdf, 'text/html'), 403);
  note('another key', await put(url.replace('a.pdf', 'b.pdf'), pdf), 403);
  note('another company', await put(url.replace('/1/', '/2/'), pdf), 403);
  note('the key itself', await put(url.replace('incoming/', ''), pdf), 403);
  note('a longer time', await put(url.replace('Expires=60', 'Expires=600'), pdf), 403);
  note('reading by it', (await fetch(url)).status, 403);
  note('removing by it', (await fetch(url, { method: 'DELETE' })).status, 403);
  const short = await incoming.sign(key, announced, 1000);
  await setTimeout(2500);
  note('after its time', await put(short.url, pdf), 403);
  note('nothing came of all that', await incoming.sizeOf(key), null);
  note('the file that was announced', await put(url, pdf), 200);
  note('its length', await incoming.sizeOf(key), pdf.length);
  await incoming.take(key, announced.mimeType);
  await incoming.forget(key);
  note('once taken, it is no longer where it came', await incoming.sizeOf(key), null);
  const terms = { silenceMs: 10_000, signal: new AbortController().signal };
  note('its beginning at its key', String(await headOfObject(storage, key, 4, terms)), '%PDF');
  note('again, in its time', await put(url, pdf), 200);
  await storage.put('11/b.pdf', pdf, announced.mimeType);
  await storage.removeAllOf(tenantId(1));
  note('of a company that went: its file', await headOfObject(storage, key, 4, terms), null);
  note('of a company that went: what came', await incoming.sizeOf(key), null);
  note('of another', String(await headOfObject(storage, '11/b.pdf', 4, terms)), '%PDF');
  await storage.remove('11/b.pdf');
  if (rows.some((row) => row['as it should be'] === 'NO')) process.exitCode = 1;
  return [{ title: `What ${incoming.origin} takes by a grant for one key, size and type`, rows }];
}
