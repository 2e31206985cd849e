// The cards of a board: judged by what their writer may see, and told to each reader by what that one may see.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { takesInterval } from '@rowhouse/domain/aggregates/measures.ts';
import type {
  DashboardChart,
  DashboardChartInput,
  DashboardFilterInput,
  DashboardWidget,
  DashboardWidgetInput,
} from '@rowhouse/domain/contract.generated.ts';
import { fieldsOfChart, whyNotChart } from '@rowhouse/domain/dashboards/chart.ts';
import type { Chart, ChartField } from '@rowhouse/domain/dashboards/chart.ts';
import { heightRange, mostWidgets, widthRange } from '@rowhouse/domain/dashboards/limits.ts';
import { isFilterable } from '@rowhouse/domain/fields/rules.ts';
import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { StoredWidget } from './sql.ts';

export function parseWidgets(
  given: readonly DashboardWidgetInput[],
  kept: readonly StoredWidget[],
  context: MemberContext,
): StoredWidget[] {
  if (given.length > mostWidgets)
    throw new Refusal('LIMITED', `A dashboard has at most ${mostWidgets} charts.`, { field: 'widgets' });
  if (new Set(given.map(({ key }) => key)).size < given.length)
    throw invalid('A chart is named twice.', 'widgets');
  const before = new Map(kept.map((widget) => [widget.key, widget.chart]));
  return given.map(({ key, width, height, chart }) => {
    if (!/^[a-z0-9]{1,20}$/.test(key)) throw invalid('A chart has no usable key.', 'widgets');
    requireWithin(width, widthRange, 'A chart is from 3 to 12 columns wide.');
    requireWithin(height, heightRange, 'A chart is from 1 to 6 rows high.');
    const own = chart == null ? before.get(key) : parseChart(chart, context);
    if (own === undefined) throw invalid('The chart to keep is not there.', 'widgets');
    return { key, width, height, chart: own };
  });
}

function requireWithin(value: number, { least, most }: { least: number; most: number }, sentence: string) {
  if (value < least || value > most) throw invalid(sentence, 'widgets');
}

function parseChart(given: DashboardChartInput, { authorise }: MemberContext): Chart {
  const recordType = authorise(given.recordTypeId);
  const groups = (given.groups ?? []).map(({ field, interval }) => ({
    field,
    // Of days it is a day when nothing is said.
    interval: interval ?? (isOfDays(recordType.fields.get(field)) ? ('DAY' as const) : null),
  }));
  const chart: Chart = {
    kind: given.kind,
    title: requireStorableText(given.title.trim(), 'title'),
    recordTypeId: recordType.type.id,
    filters: (given.filters ?? []).map(parseFilter),
    groups,
    measure: { kind: given.measure.kind, field: given.measure.field ?? null },
  };
  const unknown = fieldsOfChart(chart).find((key) => !recordType.fields.has(key));
  // Hidden reads as unknown, byte for byte.
  if (unknown !== undefined) throw invalid(`There is no field '${unknown}' here.`, unknown);
  const fault = whyNotChart(chart, knownFields(recordType));
  if (fault !== null) throw invalid(fault.sentence, fault.field);
  return chart;
}

const isOfDays = (field: AuthorisedField | undefined): boolean =>
  field !== undefined && takesInterval(field.dataType);

function parseFilter({ columnField, operatorValue, value, logicOperator }: DashboardFilterInput): GridFilter {
  const isText = typeof value === 'string';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (value != null && !isText && !isList)
    throw invalid('The value of a condition is a text, or a list of texts.', 'filters');
  return {
    columnField,
    operatorValue,
    value: (value ?? null) as GridFilter['value'],
    logicOperator: logicOperator ?? 'AND',
  };
}

const knownFields = (recordType: AuthorisedRecordType): ReadonlyMap<string, ChartField> =>
  new Map([...recordType.fields].map(([key, field]) => [key, { ...field, filterable: isFilterable(field) }]));

export const showWidgets = (stored: readonly StoredWidget[], context: MemberContext): DashboardWidget[] =>
  stored.map(({ chart, ...place }) => ({ ...place, chart: showChart(chart, context) }));

/** Null also where only a condition names a field that the reader does not see: its number would tell of it. */
function showChart(chart: Chart, { config, viewer }: MemberContext): DashboardChart | null {
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(chart.recordTypeId));
  if (recordType === null || fieldsOfChart(chart).some((key) => !recordType.fields.has(key))) return null;
  const named = (key: string) => {
    const field = recordType.fields.get(key);
    return { field: key, name: field?.name ?? '', dataType: field?.dataType ?? 'string' };
  };
  const { field } = chart.measure;
  return {
    ...chart,
    recordTypeName: recordType.type.name,
    filters: [...chart.filters],
    groups: chart.groups.map((group) => ({ ...named(group.field), interval: group.interval })),
    measure: {
      kind: chart.measure.kind,
      ...(field === null
        ? { field: null, name: null, dataType: null, currency: null }
        : { ...named(field), currency: recordType.fields.get(field)?.currency ?? null }),
    },
  };
}
