// An address to which whoever has it may send one object: Signature Version 4 in the query, for one key, one length, one
// type, begun in time. A body is not signed, for nobody has read it yet.
import { createHash, createHmac } from 'node:crypto';

export type PutToSign = {
  /** Of the object, without a query. */
  readonly url: URL;
  /** All that the sender has to send as they are signed, beside `host`; in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  };
  readonly nowMs: number;
  readonly ttlMs: number;
};

export function signPut({ url, headers, region, credentials, nowMs, ttlMs }: PutToSign): URL {
  const instant = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = instant.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed = Object.entries({ ...headers, host: url.host }).toSorted(byName);
  const names = signed.map(([name]) => name).join(';');
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': instant,
    'X-Amz-Expires': `${Math.ceil(ttlMs / 1000)}`,
    ...(credentials.sessionToken !== undefined && { 'X-Amz-Security-Token': credentials.sessionToken }),
    'X-Amz-SignedHeaders': names,
  })
    .map(([name, value]) => `${escapeWhole(name)}=${escapeWhole(value)}`)
    .join('&');
  const request = [
    'PUT',
    url.pathname,
    query,
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', instant, scope, sha256(request)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const address = new URL(url);
  address.search = `?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
  return address;
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What encodeURIComponent leaves as it is, the signature escapes. */
const escapeWhole = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
