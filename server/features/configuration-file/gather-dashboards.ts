// The dashboards that are shared with roles, as they are written into a configuration file. A chart that names what no file says,
// or what is switched off, stays out of it; an import leaves it on the board where it stands.
import type { ChartPart, DashboardPart, WidgetPart } from '@rowhouse/domain/configuration-file/format.ts';
import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import { toCondition } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { StoredSharedDashboard, StoredWidget } from '../dashboards/sql.ts';
import { byText } from './by-text.ts';
import { nameFields, writeValue } from './named-fields.ts';
import type { Here, NamedField } from './named-fields.ts';

export type GatheredDashboard = StoredSharedDashboard & {
  /** Those of its cards that stand in the file, at the same places. */
  readonly written: readonly StoredWidget[];
};

export function writeDashboards(
  stored: readonly StoredSharedDashboard[],
  roleNames: ReadonlyMap<number, string>,
  here: Here,
): { readonly parts: DashboardPart[]; readonly stored: GatheredDashboard[] } {
  const both = stored
    .map((dashboard) => {
      const widgets = dashboard.widgets.flatMap((widget) => {
        const part = writeWidget(widget, here);
        return part === null ? [] : [{ widget, part }];
      });
      const part: DashboardPart = {
        name: dashboard.name,
        roles: dashboard.roleIds.flatMap((id) => roleNames.get(id) ?? []).sort(byText),
        widgets: widgets.map((one) => one.part),
      };
      return { part, stored: { ...dashboard, written: widgets.map(({ widget }) => widget) } };
    })
    .sort(
      ({ part: one }, { part: other }) =>
        byText(one.name.toLowerCase(), other.name.toLowerCase()) ||
        // Of one name: by what they are, for ids are others in another company.
        byText(JSON.stringify(one), JSON.stringify(other)),
    );
  return { parts: both.map(({ part }) => part), stored: both.map((one) => one.stored) };
}

function writeWidget({ width, height, chart }: StoredWidget, here: Here): WidgetPart | null {
  const part = writeChart(chart, here);
  return part === null ? null : { width, height, chart: part };
}

function writeChart(chart: Chart, here: Here): ChartPart | null {
  const design = here.recordTypes.find(({ id, enabled }) => enabled && id === chart.recordTypeId);
  if (design === undefined) return null;
  const fields = new Map(nameFields(design, here).map((field) => [field.key, field]));
  const nameOf = (key: string) => fields.get(key)?.written;
  const filters = chart.filters.map((filter) => writeFilter(filter, fields.get(filter.columnField)));
  const groups = chart.groups.map(({ field, interval }) => ({ field: nameOf(field), interval }));
  const { kind, field } = chart.measure;
  const measured = field === null ? null : nameOf(field);
  if (!filters.every(isThere) || !groups.every(hasField) || measured === undefined) return null;
  return {
    kind: chart.kind,
    title: chart.title,
    recordType: design.name,
    filters,
    groups,
    measure: { kind, field: measured },
  };
}

const isThere = <One>(one: One | null): one is One => one !== null;
const hasField = <One extends { readonly field: string | undefined }>(
  one: One,
): one is One & { readonly field: string } => one.field !== undefined;

export function writeFilter(
  filter: GridFilter,
  field: NamedField | undefined,
): NonNullable<ChartPart['filters']>[number] | null {
  if (field === undefined) return null;
  const { operator, value, values, logicOperator } = toCondition(filter);
  const written = (values ?? (value == null ? [] : [value])).map((one) => writeValue(one, field));
  if (!written.every(isThere)) return null;
  const [only] = written;
  return {
    field: field.written,
    operator,
    ...(values != null ? { values: written } : only !== undefined && { value: only }),
    logicOperator,
  };
}
