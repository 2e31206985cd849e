import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../config.ts';
import type { IncomingObjects, ObjectStorage } from './object-storage.ts';
import { signPut } from './sign-put.ts';

/** A bucket of S3, or of any server that speaks like it. */
export type S3Storage = ObjectStorage & {
  /** Why the bucket refuses us, in a sentence; null when it does not, and when it cannot be reached at all. */
  whyRefused(): Promise<string | null>;
};

const connectMs = 5_000;
const silenceMs = 30_000;
// What a part must have at least; a file is mostly one.
const partBytes = 5 * 1024 * 1024;

/** Beside the keys of the companies, which begin with a number: one rule of the bucket sweeps all that is under it. */
const incomingFolder = 'incoming/';

export function openS3Storage(config: S3Config): S3Storage {
  const { bucket, region, endpoint, prefix, credentials } = config;
  const client = new S3Client({
    region,
    // The newer checksums are known to AWS alone.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs },
    // A server of one's own seldom has a name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const atIncoming = (key: string) => at(`${incomingFolder}${key}`);

  async function removeUnder(folder: string): Promise<void> {
    for (;;) {
      // What is listed is gone before the next list, so each begins at the first.
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${folder}` }),
      );
      if (Contents.length === 0) return;
      for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    }
  }

  async function copyObject(source: string, to: string, mimeType: string): Promise<void> {
    await client.send(
      new CopyObjectCommand({
        ...at(to),
        CopySource: `${bucket}/${source}`,
        // Of what the sender said of it nothing is kept.
        MetadataDirective: 'REPLACE',
        ContentType: mimeType,
      }),
    );
  }

  const incomingAt = (base: URL): IncomingObjects => ({
    origin: base.origin,

    async sign(key, { mimeType, sizeBytes }, ttlMs) {
      const headers = { 'content-type': mimeType };
      const signed = signPut({
        url: new URL(atIncoming(key).Key, base),
        // A browser says the length of a file by itself, and lets nobody else say it.
        headers: { ...headers, 'content-length': `${sizeBytes}` },
        region,
        credentials: await client.config.credentials(),
        nowMs: Date.now() + client.config.systemClockOffset,
        ttlMs,
      });
      return { url: signed.href, headers };
    },

    async sizeOf(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(atIncoming(key)));
        if (ContentLength === undefined) throw new Error('The storage answered without a length.');
        return ContentLength;
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return null;
        throw error;
      }
    },

    take: (key, mimeType) => copyObject(atIncoming(key).Key, key, mimeType),

    async forget(key) {
      await client.send(new DeleteObjectCommand(atIncoming(key)));
    },
  });
  const browserBase = findBrowserBase(config);

  return {
    async put(key, content, mimeType) {
      const object = { ...at(key), ContentType: mimeType };
      if (content instanceof Uint8Array) {
        await client.send(new PutObjectCommand({ ...object, Body: content }));
        return;
      }
      // How long a stream is shows at its end: in parts, of which one is kept in memory.
      await new Upload({
        client,
        params: { ...object, Body: content },
        partSize: partBytes,
        queueSize: 1,
      }).done();
    },

    async open(key, range) {
      const part = range && { Range: `bytes=${range.first}-${range.last}` };
      try {
        const { Body, ContentLength, ContentRange } = await client.send(
          new GetObjectCommand({ ...at(key), ...part }),
        );
        const whole = range === undefined ? ContentLength : Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1]);
        if (!(Body instanceof Readable) || whole === undefined)
          throw new Error('The storage answered without an object.');
        if (Number.isNaN(whole)) {
          Body.destroy();
          throw new Error('The storage answered with another part than was asked for.');
        }
        return { content: Body, sizeBytes: whole };
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return null;
        throw error;
      }
    },

    copy: (key, to, mimeType) => copyObject(at(key).Key, to, mimeType),

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async removeAllOf(tenant) {
      await removeUnder(`${tenant}/`);
      await removeUnder(`${incomingFolder}${tenant}/`);
    },

    ...(browserBase !== null && { incoming: incomingAt(browserBase) }),

    async whyRefused() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
        return null;
      } catch (error) {
        if (!(error instanceof S3ServiceException)) return null;
        const status = error.$metadata.httpStatusCode;
        if (status === 404) return `S3_BUCKET: there is no bucket '${bucket}'.`;
        if (status === 403 || status === 401)
          return `S3_BUCKET: the bucket '${bucket}' refuses the credentials that are given.`;
        if (status === 301) return `S3_REGION: the bucket '${bucket}' is in another region than ${region}.`;
        return null;
      }
    },
  };
}

/** The folder of the bucket's keys as browsers reach it; null where they are not to. */
function findBrowserBase({ bucket, region, endpoint, browserEndpoint }: S3Config): URL | null {
  if (browserEndpoint === null) return null;
  const own = browserEndpoint ?? endpoint;
  if (own !== undefined) return new URL(`${own.replace(/\/$/, '')}/${bucket}/`);
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // The certificate is for one name before the host.
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`);
}
