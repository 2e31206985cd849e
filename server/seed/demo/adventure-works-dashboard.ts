import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { BuiltRecordType } from '../build-record-type.ts';
import type { BuiltTenant } from '../builders.ts';

type Given = Pick<Chart, 'kind' | 'title'> & Partial<Chart>;

/** What purchasing looks at in the morning, one chart of each kind. */
export async function makePurchasingOverview(
  tenant: BuiltTenant,
  orders: BuiltRecordType,
  roles: readonly number[],
): Promise<void> {
  const key = (name: string): string => {
    const field = orders.fields.get(name);
    if (field === undefined) throw new Error(`Purchase orders have no field ${name}.`);
    return additionalFieldKey(field.id);
  };
  const chart = (given: Given): Chart => ({
    recordTypeId: orders.id,
    filters: [],
    groups: [],
    measure: { kind: 'COUNT', field: null },
    ...given,
  });
  const sum = { kind: 'SUM', field: key('Total due') } as const;
  const month = { field: key('Order date'), interval: 'MONTH' } as const;
  const byStatus = { field: 'status', interval: null };
  const charts: readonly (readonly [width: number, height: number, chart: Chart])[] = [
    [6, 1, chart({ kind: 'NUMBER', title: 'Orders' })],
    [6, 1, chart({ kind: 'NUMBER', title: 'Total due, all orders', measure: sum })],
    [6, 3, chart({ kind: 'STACKED_BAR', title: 'Orders by month and status', groups: [month, byStatus] })],
    [6, 3, chart({ kind: 'LINE', title: 'Total due by month', groups: [month], measure: sum })],
    [
      4,
      3,
      chart({
        kind: 'RING',
        title: 'Orders by ship method',
        groups: [{ field: key('Ship method'), interval: null }],
      }),
    ],
    [
      8,
      3,
      chart({
        kind: 'TABLE',
        title: 'Total due by vendor and status',
        groups: [{ field: key('Vendor'), interval: null }, byStatus],
        measure: sum,
      }),
    ],
  ];
  await tenant.withDashboard(
    'Purchasing overview',
    roles,
    charts.map(([width, height, one], index) => ({ key: `c${index + 1}`, width, height, chart: one })),
  );
}
