import { afterEach, expect, test, vi } from 'vitest';
import { takeDraftPlace } from './draft-places.ts';

/** As a browser gives them out: a lock that is let go is free a little later. */
function giveLocks() {
  const held = new Set<string>();
  vi.stubGlobal('navigator', {
    locks: {
      async request(key: string, _options: object, work: (lock: object | null) => unknown) {
        await Promise.resolve();
        if (held.has(key)) return work(null);
        held.add(key);
        await work({});
        await new Promise((resolve) => setTimeout(resolve));
        held.delete(key);
        return undefined;
      },
    },
  });
  return held;
}

afterEach(() => vi.unstubAllGlobals());

test('a window that comes back to its place, or opens it twice at once, does not meet itself there', async () => {
  giveLocks();
  const first = await takeDraftPlace('order:1');
  first.leave();
  const again = takeDraftPlace('order:1');
  // Its screen was drawn anew meanwhile.
  void again.then((place) => place.leave());
  expect((await takeDraftPlace('order:1')).name).toBe('order:1');
});

test('what another window holds is left to it', async () => {
  const held = giveLocks();
  const [key] = (await takeDraftPlace('order:2'), [...held]);
  expect(key).toContain('order%3A2');
  expect((await takeDraftPlace('order:2')).name).toBe('order:2:2');
});
