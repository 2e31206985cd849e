import { DatabaseBusy } from './database-busy.ts';

/**
 * How many of the connections one tenant may hold: whatever it asks for, and however slow that is, the others are
 * served. Who comes after that waits, in the order of their coming.
 */
export type TenantShares = { hold<Result>(tenant: number, work: () => Promise<Result>): Promise<Result> };

type Share = { held: number; readonly waiting: (() => void)[] };

/** @param most of all connections, for one tenant; @param waitMs after that long whoever waits is refused as busy */
export function createTenantShares(most: number, waitMs: number): TenantShares {
  const shares = new Map<number, Share>();

  async function enter(share: Share): Promise<void> {
    if (share.held < most) {
      share.held += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(admit), 1);
        reject(new DatabaseBusy());
      }, waitMs);
      share.waiting.push(admit);
    });
  }

  // Whoever is next takes over at once: nobody who comes in between gets ahead.
  function leave(tenant: number, share: Share): void {
    const next = share.waiting.shift();
    if (next !== undefined) return next();
    share.held -= 1;
    if (share.held === 0) shares.delete(tenant);
  }

  return {
    async hold(tenant, work) {
      const share = shares.get(tenant) ?? { held: 0, waiting: [] };
      shares.set(tenant, share);
      await enter(share);
      try {
        return await work();
      } finally {
        leave(tenant, share);
      }
    },
  };
}
