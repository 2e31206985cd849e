// Whether the bucket does what files need: kept by this server, and sent straight to it by browsers.
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../platform/config.ts';
import type { Config, S3Config } from '../platform/config.ts';
import type { IncomingObjects, ObjectStorage } from '../platform/object-storage/object-storage.ts';
import { openConfiguredStorage } from '../platform/open-parts.ts';
import { fail, ok, warn } from './finding.ts';
import type { Finding } from './finding.ts';

const content = Buffer.from('Written by doctor, and removed again.\n');
const mimeType = 'text/plain';
const patienceMs = 10_000;
/** What people notice of all that is wrong with the direct road. */
const meanwhile = 'Until then files go through this server';

type BucketConfig = Pick<Config, 'dataDir' | 'publicUrl' | 'port'> & { readonly s3: S3Config };

export async function judgeBucket(config: BucketConfig): Promise<Finding[]> {
  const { bucket } = config.s3;
  const key = `doctor/${randomBytes(8).toString('hex')}.txt`;
  let storage: ObjectStorage;
  try {
    storage = await openConfiguredStorage(config);
  } catch (error) {
    if (error instanceof ConfigError) return [fail(error.message)];
    throw error;
  }
  const findings: Finding[] = [];
  try {
    await storage.put(key, content, mimeType);
    const read = await storage.open(key);
    if (read === null || (await text(read.content)) !== content.toString())
      return [fail(`The bucket ${bucket} says that it keeps an object, and does not give it back`)];
    await storage.remove(key);
    if ((await storage.open(key)) !== null)
      return [fail(`The bucket ${bucket} says that it removed an object, and still has it`)];
    findings.push(ok(`The bucket ${bucket} keeps, gives back and removes an object`));
  } catch (error) {
    return [
      fail(
        `The bucket ${bucket} does not do what files need (s3:PutObject, s3:GetObject, s3:DeleteObject): ${wordsOf(error)}`,
      ),
    ];
  }
  if (storage.incoming === undefined)
    return [...findings, ok('S3_BROWSER_ENDPOINT is off: files go through this server')];
  return [...findings, ...(await judgeDirect(config, key, storage, storage.incoming))];
}

async function judgeDirect(
  { publicUrl, port }: BucketConfig,
  key: string,
  storage: ObjectStorage,
  incoming: IncomingObjects,
): Promise<Finding[]> {
  const page = new URL(publicUrl ?? `http://localhost:${port}`);
  if (page.protocol === 'https:' && incoming.origin.startsWith('http:'))
    return [
      warn(
        `Browsers send nothing from ${page.origin} to ${incoming.origin}, which is not encrypted. Name an https address in S3_BROWSER_ENDPOINT, or off. ${meanwhile}`,
      ),
    ];
  const signed = await incoming.sign(key, { mimeType, sizeBytes: content.length }, 60_000);
  const ask = (init: RequestInit) =>
    fetch(signed.url, { ...init, signal: AbortSignal.timeout(patienceMs), redirect: 'manual' });
  try {
    const sent = await ask({ method: 'PUT', headers: signed.headers, body: content });
    if (!sent.ok) return [warn(`${sayRefused(incoming, sent.status, await sent.text())} ${meanwhile}`)];
    await incoming.take(key, mimeType);
    await storage.remove(key);
    const preflight = await ask({
      method: 'OPTIONS',
      headers: {
        origin: page.origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    return [ok(`${incoming.origin} takes a file that is sent straight to it`), sayPreflight(preflight, page)];
  } catch (error) {
    return [
      warn(
        `${incoming.origin}, where browsers are to send files, could not be tried from here: ${wordsOf(error)}. ${meanwhile}`,
      ),
    ];
  } finally {
    await incoming.forget(key).catch(() => undefined);
  }
}

function sayRefused({ origin }: IncomingObjects, status: number, said: string): string {
  const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? 'no reason';
  return `${origin} refuses a file that is sent straight to it (${status}, ${code}): the address has to reach the bucket as browsers name it, S3_REGION has to be right, and the clocks too.`;
}

/** As the browser reads it before it sends. */
function sayPreflight({ ok: isOk, headers }: Response, { origin }: URL): Finding {
  const listed = (name: string) =>
    (headers.get(`access-control-allow-${name}`) ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim());
  const allows = (name: string, value: string) => listed(name).some((one) => one === value || one === '*');
  return isOk && allows('origin', origin) && allows('methods', 'put') && allows('headers', 'content-type')
    ? ok(`The rules of the bucket (CORS) let pages of ${origin} send files`)
    : warn(
        `The rules of the bucket (CORS) do not let pages of ${origin} send files: allow this origin the method PUT and the header content-type (docs/operating.md, Files). ${meanwhile}`,
      );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const words = error.message || error.name;
  return cause instanceof Error && cause.message !== '' ? `${words} (${cause.message})` : words;
}
