// A file in the request itself, by the GraphQL multipart request specification: the form fields `operations` and
// `map`, then the file. One file; it is streamed to the operation that asks for it and never held whole.
import type { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { largestAttachmentBytes } from '@rowhouse/domain/attachments/limits.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { drain } from '../platform/drain.ts';
import type { SentFile } from './operation.ts';

export type MultipartRequest = {
  /** As it would have come as application/json. */
  readonly body: string;
  readonly takeFile: () => SentFile | null;
  /** Reads what nobody took, so that the sender comes to hear the answer. */
  readonly finish: () => Promise<void>;
};

const longestOperations = 200_000;

const misshapen = () =>
  new Refusal(
    'INVALID',
    'A multipart request holds operations, then map, then one file: {"0": ["variables.data.file"]}.',
  );

/** Answers a refusal to what is not of that shape, or cannot be read; the file is not read here. */
export const readMultipart = (request: FastifyRequest): Promise<MultipartRequest | Refusal> =>
  read(request).catch(() => misshapen());

async function read(request: FastifyRequest): Promise<MultipartRequest> {
  const parts = request.parts({
    // One byte more than a file may have: the receiver says itself that it is too large.
    limits: {
      fileSize: largestAttachmentBytes + 1,
      files: 1,
      fields: 2,
      fieldSize: longestOperations,
      headerPairs: 20,
    },
  });
  const operations = await readField(parts, 'operations');
  const map = await readField(parts, 'map');
  const next = await parts.next();
  if (next.done === true || next.value.type !== 'file') throw misshapen();
  const file: MultipartFile = next.value;
  let isTaken = false;
  return {
    body: JSON.stringify(putFile(operations, map, file.fieldname)),
    takeFile() {
      if (isTaken) return null;
      isTaken = true;
      return { fileName: file.filename ?? '', content: file.file };
    },
    finish: () => finish(parts, file.file),
  };
}

type Parts = AsyncIterableIterator<MultipartFile | MultipartValue>;

async function readField(parts: Parts, name: string): Promise<unknown> {
  const next = await parts.next();
  if (next.done === true || next.value.type !== 'field' || next.value.fieldname !== name) throw misshapen();
  const { value, valueTruncated } = next.value;
  if (valueTruncated) throw misshapen();
  // A part that says that it is JSON comes parsed.
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw misshapen();
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The operations with the name of the part in the place of the file, which only stands for it. */
function putFile(operations: unknown, map: unknown, part: string): Record<string, unknown> {
  const paths = isPlain(map) && Object.keys(map).length === 1 ? map[part] : undefined;
  const path: unknown = Array.isArray(paths) && paths.length === 1 ? paths[0] : undefined;
  if (!isPlain(operations) || typeof path !== 'string') throw misshapen();
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let place: Record<string, unknown> = operations;
  for (const step of steps) {
    const below = Object.hasOwn(place, step) ? place[step] : undefined;
    if (!isPlain(below)) throw misshapen();
    place = below;
  }
  if (!Object.hasOwn(place, last) || place[last] !== null) throw misshapen();
  place[last] = part;
  return operations;
}

async function finish(parts: Parts, file: Readable): Promise<void> {
  await drain(file, largestAttachmentBytes + 1);
  await parts.return?.(undefined);
}
