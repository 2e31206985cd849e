import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStream } from './write-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-write-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two of memory of their own, and a part of what somebody else holds too. */
const makeChunks = () => {
  const held = Buffer.alloc(100_000, 'c');
  return [Buffer.alloc(65_536, 'a'), Buffer.alloc(10, 'b'), held.subarray(5, 25)];
};

test.each([
  ['lets go of what it owns, and of nothing that is a part of another', true, [0, 0, 20]],
  ['keeps its hands off what others hold', false, [65_536, 10, 20]],
])('a stream is written whole, and %s', async (_what, ownsChunks, lengths) => {
  const chunks = makeChunks();
  const whole = Buffer.concat(chunks);
  const file = path.join(folder, String(ownsChunks), 'deep', 'a.pdf');
  await writeStream(file, Readable.from(chunks), ownsChunks);
  expect((await readFile(file)).equals(whole)).toBe(true);
  expect(chunks.map(({ length }) => length)).toEqual(lengths);
});

test('a stream that breaks off is thrown as it is', async () => {
  async function* broken() {
    yield Buffer.alloc(10);
    await Promise.resolve();
    throw new Error('The connection was cut.');
  }
  await expect(writeStream(path.join(folder, 'broken'), Readable.from(broken()), true)).rejects.toThrow(
    'The connection was cut.',
  );
});
