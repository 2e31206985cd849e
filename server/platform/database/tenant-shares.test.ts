import { describe, expect, test } from 'vitest';
import { createTenantShares } from './tenant-shares.ts';

/** Work that goes on until it is told to end, and what has begun so far. */
function workers() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
  };
}

describe('a tenant', () => {
  test('holds no more than its share; others are served meanwhile', async () => {
    const shares = createTenantShares(2, 10_000);
    const { begun, work, end } = workers();
    const all = ['a', 'b', 'c', 'd'].map((name) => shares.hold(1, work(name)));
    const other = shares.hold(2, work('other'));
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'other']);
    end('b');
    await all[1];
    await expect.poll(() => begun).toEqual(['a', 'b', 'other', 'c']);
    for (const name of ['a', 'c', 'other']) end(name);
    await expect.poll(() => begun).toContain('d');
    end('d');
    expect(await Promise.all([...all, other])).toEqual(['a', 'b', 'c', 'd', 'other']);
  });

  test('whose work fails gives its place back', async () => {
    const shares = createTenantShares(1, 10_000);
    await expect(shares.hold(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await shares.hold(1, () => Promise.resolve('yes'))).toBe('yes');
  });

  test('that waits too long is told that the database is busy, and takes no place later', async () => {
    const shares = createTenantShares(1, 5);
    const { begun, work, end } = workers();
    const first = shares.hold(1, work('first'));
    await expect(shares.hold(1, work('late'))).rejects.toMatchObject({ code: 'BUSY' });
    end('first');
    await first;
    expect(await shares.hold(1, () => Promise.resolve('next'))).toBe('next');
    expect(begun).toEqual(['first']);
  });
});
