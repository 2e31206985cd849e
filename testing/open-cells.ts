import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';

/** One door over several: a map from the company to its cell, and everything else is at home or in all of them (decision 155). */
export function openCells(
  home: Database,
  others: readonly Database[],
  findCell: (tenant: TenantId) => Database | undefined,
): Database {
  const cells = [home, ...others];
  const cellOf = (tenant: TenantId) => findCell(tenant) ?? home;
  return {
    ...home,
    cells,
    cellOf,
    read: (scope, ...asked) => cellOf(scope.tenantId).read(scope, ...asked),
    withTenant: (scope, work) => cellOf(scope.tenantId).withTenant(scope, work),
    asOwnerOf: (tenant, work) => cellOf(tenant).asOwnerOf(tenant, work),
    async inEveryCell(work) {
      const answers = [];
      for (const cell of cells) answers.push(...(await cell.inEveryCell(work)));
      return answers;
    },
    whenLost: (forget) => cells.forEach((cell) => cell.whenLost(forget)),
    notifications: {
      async hear(listener) {
        const stops = await Promise.all(cells.map(({ notifications }) => notifications.hear(listener)));
        return () => stops.forEach((stop) => stop());
      },
      listen: () => cells.forEach(({ notifications }) => notifications.listen()),
      state: () => home.notifications.state(),
    },
    async close() {
      for (const cell of cells) await cell.close();
    },
  };
}
