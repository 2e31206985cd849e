// Dashboards that are shared with roles, with their charts.
import { readChartColumn } from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import type { DashboardChartInput, DashboardWidgetInput } from '@rowhouse/domain/contract.generated.ts';
import { fieldsOfChart } from '@rowhouse/domain/dashboards/chart.ts';
import { asSetUp } from '../../graphql/as-set-up.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readDashboards, selectDashboard } from '../dashboards/sql.ts';
import type { StoredWidget } from '../dashboards/sql.ts';
import { before, Gone, orderBack, type Saves } from './back.ts';
import type { StoredEntry } from './sql.ts';

/** As the log keeps a card of the board, with its place, counted from one. */
type KeptCard = Omit<StoredWidget, 'key'> & { readonly place: number };
type CardChange = readonly [was: KeptCard | null, is: KeptCard | null];

export async function putBackDashboard(entry: StoredEntry, { updateDashboard }: Saves, outer: MemberContext) {
  const { tenantId, userId } = outer.viewer;
  const { answers } = await outer.read([selectDashboard(tenantId, userId, entry.entityId)]);
  const [kept] = readDashboards(answers[0]);
  if (kept === undefined) throw new Gone();
  const { name, role_ids: roles, enabled, order: _, ...board } = before(entry);
  const context = asSetUp(outer);
  const data = {
    id: entry.entityId,
    version: kept.version,
    ...(name !== undefined && { name: String(name) }),
    ...(roles !== undefined && { roleIds: (roles as unknown[]).map(Number) }),
    ...(enabled !== undefined && { enabled: enabled === true }),
    ...(Object.keys(board).length > 0 && { widgets: boardBefore(entry, kept.widgets, context) }),
  };
  await updateDashboard({ data }, context);
}

/** Every other chart stays as it stands. */
function boardBefore(
  { changes }: StoredEntry,
  standing: readonly StoredWidget[],
  context: MemberContext,
): DashboardWidgetInput[] {
  const byKey = new Map(standing.map(({ key, width, height }) => [key, { key, width, height }]));
  const order = changes['chart_order'];
  const keys = order === undefined ? [...byKey.keys()] : orderBack([...byKey.keys()], order);
  const cards: DashboardWidgetInput[] = keys.flatMap((key) => byKey.get(key) ?? []);
  const changed = Object.entries(changes).flatMap(([column, pair]) => {
    const key = readChartColumn(column);
    return key === null ? [] : [{ key, change: pair as unknown as CardChange }];
  });
  const placeOf = (key: string): number => {
    const at = cards.findIndex((card) => card.key === key);
    if (at < 0) throw new Gone();
    return at;
  };
  for (const { key, change } of changed) if (change[0] === null) cards.splice(placeOf(key), 1);
  for (const { key, change } of changed)
    if (change[0] !== null && change[1] !== null)
      cards[placeOf(key)] = cardBefore(key, [change[0], change[1]], context);
  const taken = changed.flatMap(({ key, change: [was, is] }) =>
    was !== null && is === null ? [{ key, was }] : [],
  );
  // It stands last where so many are not there any more.
  for (const { key, was } of taken.toSorted((one, other) => one.was.place - other.was.place))
    cards.splice(was.place - 1, 0, cardBefore(key, [was, null], context));
  return cards;
}

function cardBefore(
  key: string,
  [was, is]: readonly [KeptCard, KeptCard | null],
  context: MemberContext,
): DashboardWidgetInput {
  const { width, height, chart } = was;
  const isSameChart = JSON.stringify(chart) === JSON.stringify(is?.chart);
  return { key, width, height, ...(!isSameChart && { chart: chartBefore(chart, context) }) };
}

/** One that names what is gone since, or switched off, does not go back. */
function chartBefore(chart: StoredWidget['chart'], { authorise }: MemberContext): DashboardChartInput {
  const { fields } = authorise(chart.recordTypeId);
  if (fieldsOfChart(chart).some((key) => !fields.has(key))) throw new Gone();
  return {
    ...chart,
    filters: chart.filters.map((filter) => ({
      ...filter,
      value: filter.value as NonNullable<DashboardChartInput['filters']>[number]['value'],
    })),
    groups: [...chart.groups],
  };
}
