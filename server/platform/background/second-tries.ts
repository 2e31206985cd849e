import { isInTheWay, isOutOfReach } from '../database/open-database.ts';

const most = 5;

/**
 * For work that keeps no count of its failures: whether it begins anew after this one. A database that was away is no fault of
 * it, unless it is so each time.
 */
export function createSecondTries(): (id: number, error: unknown) => boolean {
  const tries = new Map<number, number>();
  return (id, error) => {
    const before = tries.get(id) ?? 0;
    if (before >= most || !(isOutOfReach(error) || isInTheWay(error))) return false;
    tries.set(id, before + 1);
    return true;
  };
}
