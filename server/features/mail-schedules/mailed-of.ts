import type { Mailed } from '@rowhouse/domain/mail-schedules/rules.ts';
import type { StoredSchedule } from './sql.ts';

/** What the rules ask of it; null when it was deleted since. */
export function mailedOf(stored: StoredSchedule): Mailed | null {
  if (!stored.isThere) return null;
  if (stored.dashboardId !== null)
    return { kind: 'DASHBOARD', ownerUserId: stored.boardOwnerId, roleIds: stored.boardRoleIds };
  return {
    kind: 'VIEW',
    recordTypeId: stored.viewTypeId ?? 0,
    ownerUserId: stored.viewOwnerId,
    roleId: stored.viewRoleId,
  };
}
