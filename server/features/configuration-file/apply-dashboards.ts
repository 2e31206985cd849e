// Dashboards come in by the saves of their page, as the importing administrator's own. Their charts are judged by what is set up
// and not by what that person's role sees.
import { nameTwice } from '@rowhouse/domain/configuration-file/compare-dashboards.ts';
import { describeChart, describeDashboard } from '@rowhouse/domain/configuration-file/describe-dashboard.ts';
import type { ChartPart, DashboardPart, WidgetPart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName, mergeOrder } from '@rowhouse/domain/configuration-file/match.ts';
import { matchDashboards, matchWidgets } from '@rowhouse/domain/configuration-file/match-dashboards.ts';
import type {
  DashboardChartInput,
  DashboardFilterInput,
  DashboardWidgetInput,
} from '@rowhouse/domain/contract.generated.ts';
import { whyNotChart } from '@rowhouse/domain/dashboards/chart.ts';
import { isFilterable } from '@rowhouse/domain/fields/rules.ts';
import { toGridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Operator } from '@rowhouse/domain/values/operators.ts';
import { asSetUp } from '../../graphql/as-set-up.ts';
import type { GatheredDashboard } from './gather-dashboards.ts';
import type { Gathered } from './gather.ts';
import { givableRoleOf, roleOf } from './apply-types.ts';
import { nameFields } from './named-fields.ts';
import type { NamedField } from './named-fields.ts';
import type { Moment } from './one-transaction.ts';
import { readValue } from './read-value.ts';
import { about, missing } from './step.ts';
import type { Saves, Step } from './step.ts';

export const applyDashboards: Step = async ({ context, now }, plan, saves) => {
  const current = now.configuration.dashboards;
  const { pairs, unclear } = matchDashboards(plan.given.dashboards ?? [], current);
  const doubtful = unclear.find(({ key }) => plan.isChosen(key));
  if (doubtful !== undefined)
    throw invalid(`${nameTwice(doubtful.given.name)} Nothing was changed.`, 'chosen');
  const moment = { context: asSetUp(context), now };
  for (const { given, current: other, key } of pairs) {
    if (!plan.isChosen(key)) continue;
    const stored = other === null ? null : now.dashboards[current.indexOf(other)]!;
    if (other === null || stored === null) await make(given, moment, saves);
    else if (describeDashboard(given, other).length > 0) await change(given, other, stored, moment, saves);
  }
};

async function make(given: DashboardPart, moment: Moment, saves: Saves): Promise<void> {
  if (given.enabled === false) return;
  const roleIds = rolesOf(given, moment.now, []);
  const widgets = planWidgets(given, [], [], moment);
  await about(given.name, async () => {
    const { id, version } = (await saves.createDashboard(
      { data: { name: given.name, roleIds } },
      moment.context,
    )) as { readonly id: number; readonly version: number };
    if (widgets.length > 0) await saves.updateDashboard({ data: { id, version, widgets } }, moment.context);
  });
}

async function change(
  given: DashboardPart,
  current: DashboardPart,
  stored: GatheredDashboard,
  moment: Moment,
  saves: Saves,
): Promise<void> {
  const { id, version } = stored;
  const data =
    given.enabled === false
      ? { id, version, enabled: false }
      : {
          id,
          version,
          name: given.name,
          ...(given.roles !== undefined && { roleIds: rolesOf(given, moment.now, stored.roleIds) }),
          ...(given.widgets !== undefined && {
            widgets: planWidgets(given, current.widgets ?? [], stored.widgets, moment, stored.written),
          }),
        };
  await about(given.name, () => saves.updateDashboard({ data }, moment.context));
}

/** Roles that it is shared with already may stay, also those that were disabled since. */
function rolesOf({ name, roles = [] }: DashboardPart, now: Gathered, current: readonly number[]): number[] {
  return roles.map((role) => {
    const id = roleOf(now, role, name);
    return current.includes(id) ? id : givableRoleOf(now, role, name);
  });
}

/** Those of the file in their order; charts here that no file can name stay where they stood. */
function planWidgets(
  { name, widgets = [] }: DashboardPart,
  current: readonly WidgetPart[],
  standing: GatheredDashboard['widgets'],
  moment: Moment,
  written: GatheredDashboard['written'] = [],
): DashboardWidgetInput[] {
  const taken = new Set(standing.map(({ key }) => key));
  const pairs = matchWidgets(widgets, current);
  const wanted = pairs.map(({ given, current: other }): DashboardWidgetInput => {
    const { width, height, chart } = given;
    const kept = other === null ? undefined : written[current.indexOf(other)];
    const isSameChart = other !== null && describeChart(chart, other.chart).length === 0;
    return {
      key: kept?.key ?? freeKey(taken),
      width,
      height,
      ...(!isSameChart && { chart: readChart(`${name} › ${chart.title}`, chart, moment) }),
    };
  });
  const inPlace = new Map(wanted.map((one) => [one.key, one]));
  const inFile = new Set(written.map(({ key }) => key));
  const stay = standing.flatMap(({ key, width, height }): DashboardWidgetInput[] => {
    const own = inPlace.get(key);
    if (own !== undefined) return [own];
    return inFile.has(key) ? [] : [{ key, width, height }];
  });
  return mergeOrder(wanted, stay);
}

function freeKey(taken: Set<string>): string {
  let number = taken.size + 1;
  while (taken.has(`c${number}`)) number += 1;
  taken.add(`c${number}`);
  return `c${number}`;
}

/** Judged before it is saved, so that what is wrong is said of its chart. */
function readChart(place: string, given: ChartPart, { context, now }: Moment): DashboardChartInput {
  const design = now.recordTypes.find(
    (one) => one.enabled && foldName(one.name) === foldName(given.recordType),
  );
  if (design === undefined) throw missing(place, 'record type', given.recordType);
  const fields = nameFields(design, now);
  const fieldOf = (written: string): NamedField => {
    const found = fields.find((one) => foldName(one.written) === foldName(written));
    if (found === undefined) throw missing(place, 'field', written);
    return found;
  };
  const filters = (given.filters ?? []).map((filter) => readFilter(place, filter, fieldOf(filter.field)));
  const { kind, field } = given.measure;
  const chart = {
    kind: given.kind,
    title: given.title,
    recordTypeId: design.id,
    filters,
    groups: (given.groups ?? []).map((group) => ({
      field: fieldOf(group.field).key,
      interval: group.interval ?? null,
    })),
    measure: { kind, field: field == null ? null : fieldOf(field).key },
  };
  const known = context.authorise(design.id).fields;
  const fault = whyNotChart(
    chart,
    new Map([...known].map(([key, one]) => [key, { ...one, filterable: isFilterable(one) }])),
  );
  if (fault !== null) throw invalid(`${place}: ${fault.sentence} Nothing was changed.`, 'text');
  return {
    ...chart,
    filters: filters.map((one): DashboardFilterInput => ({
      ...one,
      value: one.value as DashboardFilterInput['value'],
    })),
  };
}

export function readFilter(
  place: string,
  { operator, value, values, logicOperator }: NonNullable<ChartPart['filters']>[number],
  field: NamedField,
) {
  const read = (one: string) => readValue(place, one, field);
  return toGridFilter({
    field: field.key,
    operator: operator as Operator,
    value: value == null ? null : read(value),
    values: values == null ? null : values.map(read),
    logicOperator,
  });
}
