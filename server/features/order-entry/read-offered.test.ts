import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { headerOf } from '@rowhouse/domain/order-entry/order-files.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { createOfferedReader } from './read-offered.ts';

const tenant = 1 as TenantId;

const fileOf = (opportunities: readonly string[]) =>
  csvLine(headerOf('DEALER_OPTIONS')) +
  opportunities
    .flatMap((one) => [
      csvLine([one, 'C1', `Axle of ${one}`, '1', '10']),
      csvLine([one, 'C1', 'Müßig', '1', '$1,000']),
    ])
    .join('');

const hashOf = (file: string) => createHash('sha256').update(file).digest('hex');

function storageOf(first: string) {
  const storage = {
    opened: 0,
    file: first,
    open: async () => {
      storage.opened += 1;
      const bytes = Buffer.from(storage.file);
      return { content: Readable.from([bytes]), sizeBytes: bytes.length };
    },
  };
  return storage;
}

test('a file is read once for all of its opportunities, also when they are asked together', async () => {
  const file = fileOf(['A', 'B', 'C']);
  const storage = storageOf(file);
  const read = createOfferedReader(storage);
  const [ofA, ofB] = await Promise.all([read(tenant, hashOf(file), 'A'), read(tenant, hashOf(file), 'B')]);
  expect(ofA.map(({ option, price }) => [option, price])).toEqual([
    ['Axle of A', '10'],
    ['Müßig', '1000'],
  ]);
  expect(ofB.map(({ option }) => option)).toEqual(['Axle of B', 'Müßig']);
  expect(await read(tenant, hashOf(file), 'C')).toHaveLength(2);
  expect(await read(tenant, hashOf(file), 'nobody')).toEqual([]);
  expect(storage.opened).toBe(1);
});

test('a file that is being replaced is refused, and read when it stands', async () => {
  const [before, after] = [fileOf(['A']), fileOf(['A', 'B'])];
  const storage = storageOf(before);
  const read = createOfferedReader(storage);
  await expect(read(tenant, hashOf(after), 'B')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  storage.file = after;
  expect(await read(tenant, hashOf(after), 'B')).toHaveLength(2);
});

test('more files than are kept push out the one that was asked longest ago', async () => {
  const files = ['A', 'B', 'C'].map((one) => fileOf([one]));
  const storage = storageOf('');
  const read = createOfferedReader(storage, 600);
  const ask = async (at: number) => {
    storage.file = files[at]!;
    storage.opened = 0;
    await read(tenant, hashOf(storage.file), 'A');
    return storage.opened;
  };
  expect(await ask(0)).toBe(1);
  expect(await ask(1)).toBe(1);
  expect(await ask(0)).toBe(0);
  expect(await ask(2)).toBe(1);
  expect(await ask(0)).toBe(0);
  expect(await ask(1)).toBe(1);
});
