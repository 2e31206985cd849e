// What stands in a mail of a saved view or a dashboard, read with the rights of its reader at this moment.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { measureNames, showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import type {
  DashboardChart,
  DashboardWidget,
  RecordAggregates,
  RecordFilterInput,
} from '@rowhouse/domain/contract.generated.ts';
import { firstOfPivot, pivotOf, pivotQuestions, sayPivotCut } from '@rowhouse/domain/dashboards/pivot.ts';
import type { Pivot } from '@rowhouse/domain/dashboards/pivot.ts';
import { plotOf, questionOf } from '@rowhouse/domain/dashboards/plot.ts';
import type { KnownChart, Plot } from '@rowhouse/domain/dashboards/plot.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { GridFilter, GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { dayAt, showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { findGridPath } from '@rowhouse/domain/menu/menu-path.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import {
  mostMailedColumns,
  mostMailedPoints,
  mostMailedRows,
} from '@rowhouse/domain/mail-schedules/limits.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { MailedSection } from '../../platform/mail/mails.ts';
import { readDashboards, selectDashboard } from '../dashboards/sql.ts';
import type { StoredWidget } from '../dashboards/sql.ts';
import { readPreferences, selectPreferences } from '../grid-preferences/sql.ts';
import type { StoredSchedule } from './sql.ts';

/** What is known of records and charts elsewhere; the composition root brings it. */
export type MailedReading = {
  readonly aggregate: OperationTable['aggregateRecords'];
  readonly readFirstRows: (
    options: GridOptions,
    recordType: AuthorisedRecordType,
    context: MemberContext,
    asked: { timeZone: string; mostRows: number; mostColumns: number },
  ) => Promise<{
    readonly columns: readonly {
      readonly key: string;
      readonly name: string;
      readonly isFigure: boolean;
      readonly isAmount: boolean;
    }[];
    readonly rows: readonly { readonly recordId: number; readonly cells: readonly string[] }[];
    readonly moreColumns: number;
    readonly filters: RecordFilterInput[];
    readonly leftOut: number;
  }>;
  readonly toRecordFilters: (filters: readonly GridFilter[]) => RecordFilterInput[];
  readonly showWidgets: (stored: readonly StoredWidget[], context: MemberContext) => DashboardWidget[];
};

export type Composed = {
  readonly title: string;
  readonly subject: string;
  readonly intro: readonly string[];
  readonly sections: readonly MailedSection[];
  readonly open: { readonly link: string; readonly label: string };
};

type Where = {
  /** The address of the company, without a slash at its end. */
  readonly home: string;
  readonly timeZone: string;
  readonly nowMs: number;
};

/** Null when it is not there any more. That its reader may open it was asked before. */
export const composeScheduled = (
  stored: StoredSchedule,
  context: MemberContext,
  reading: MailedReading,
  where: Where,
): Promise<Composed | null> =>
  stored.gridPreferenceId === null
    ? composeDashboard(stored.dashboardId ?? 0, context, reading, where)
    : composeView(stored.gridPreferenceId, context, reading, where);

const scopeOf = ({ viewer }: MemberContext, { nowMs, timeZone }: Where): string =>
  `As ${viewer.roleName} sees it, on ${showInstant(new Date(nowMs).toISOString(), timeZone)}.`;

async function composeView(
  id: number,
  context: MemberContext,
  { readFirstRows, aggregate }: MailedReading,
  where: Where,
): Promise<Composed | null> {
  const { viewer, config } = context;
  const { answers } = await context.read([selectPreferences(viewer.tenantId, viewer.userId, [id])]);
  const [view] = readPreferences(answers[0]);
  const recordType = findAuthorisedRecordType(config, viewer, recordTypeId(view?.recordTypeId ?? 0));
  if (view === undefined || recordType === null) return null;
  const found = await readFirstRows(view.gridOptions, recordType, context, {
    timeZone: where.timeZone,
    mostRows: mostMailedRows,
    mostColumns: mostMailedColumns,
  });
  const amounts = found.columns.filter(({ isAmount }) => isAmount);
  const numbers = await countAndSum(
    aggregate,
    {
      recordTypeId: recordType.type.id,
      filters: found.filters,
      timeZone: where.timeZone,
      measures: [
        { kind: 'COUNT' as const },
        ...amounts.map(({ key }) => ({ kind: 'SUM' as const, field: key })),
      ],
    },
    context,
  );
  const count = numbers === null ? null : Number(numbers.total[0] ?? 0);
  const counted =
    count === null
      ? 'more records than are counted in time'
      : `${showCount(count)} ${count === 1 ? 'record' : 'records'}`;
  const rest = count === null ? 0 : count - found.rows.length;
  const path = findGridPath(config, viewer, recordType.type.id);
  const open =
    path === null
      ? { link: `${where.home}/dashboard`, label: 'Open Rowhouse' }
      : {
          link: `${where.home}/${path}?preference=${id}`,
          label: count === 0 ? 'Open the view' : 'Open them all',
        };
  return {
    title: view.savedName,
    subject: `${view.savedName}: ${counted}`,
    intro: [
      `${recordType.type.name}, ${view.savedName}: ${counted}. ${scopeOf(context, where)}`,
      ...(found.leftOut === 0
        ? []
        : [
            `Without ${found.leftOut === 1 ? 'one condition' : `${found.leftOut} conditions`} of the view: what is asked for is no longer there, or your role does not see it.`,
          ]),
    ],
    sections: [
      ...(numbers === null || amounts.length === 0 || count === 0
        ? []
        : [
            {
              heading: 'Sums of all of them',
              link: null,
              about: null,
              table: {
                head: ['Column', 'Sum'],
                figures: [false, true],
                rows: amounts.map(({ name }, at) => ({
                  link: null,
                  cells: [
                    name,
                    showMeasure('SUM', 'currency', numbers.total[at + 1] ?? null, where.timeZone),
                  ],
                })),
              },
            },
          ]),
      ...(found.rows.length === 0
        ? []
        : [
            {
              heading: rest > 0 ? `The first ${found.rows.length}` : 'The records',
              link: null,
              about: sayRest(rest, found.moreColumns, count === null && found.rows.length === mostMailedRows),
              table: {
                head: found.columns.map(({ name }) => name),
                figures: found.columns.map(({ isFigure }) => isFigure),
                rows: found.rows.map(({ recordId, cells }) => ({
                  link: `${where.home}/record-details-viewer?recordId=${recordId}&recordType=${recordType.type.id}`,
                  cells,
                })),
              },
            },
          ]),
    ],
    open,
  };
}

function sayRest(rest: number, moreColumns: number, isUncounted: boolean): string | null {
  const parts = [
    ...(rest > 0
      ? [`${showCount(rest)} more ${rest === 1 ? 'record' : 'records'}`]
      : isUncounted
        ? ['More records']
        : []),
    ...(moreColumns > 0 ? [`${moreColumns} more ${moreColumns === 1 ? 'column' : 'columns'}`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')} in the grid.`;
}

/** Null when it is too much to be counted in time; that too many ask at once is a reason to try again later. */
async function countAndSum(
  aggregate: MailedReading['aggregate'],
  data: Parameters<MailedReading['aggregate']>[0]['data'],
  context: MemberContext,
): Promise<RecordAggregates | null> {
  try {
    return (await aggregate({ data }, context)) as RecordAggregates;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'LIMITED') return null;
    throw error;
  }
}

async function composeDashboard(
  id: number,
  context: MemberContext,
  reading: MailedReading,
  where: Where,
): Promise<Composed | null> {
  const { viewer } = context;
  const { answers } = await context.read([selectDashboard(viewer.tenantId, viewer.userId, id)]);
  const [board] = readDashboards(answers[0]);
  if (board === undefined) return null;
  const link = `${where.home}/dashboard?board=${id}`;
  const sections: MailedSection[] = [];
  for (const { chart } of reading.showWidgets(board.widgets, context))
    if (chart != null) sections.push(await composeChart(chart, context, reading, { ...where, link }));
  return {
    title: board.name,
    subject: `${board.name}, ${showInstant(new Date(where.nowMs).toISOString(), where.timeZone).slice(0, 10)}`,
    intro: [
      `The numbers of ${board.name}. ${scopeOf(context, where)}`,
      ...(sections.length === 0 ? ['There is no chart on it that is open to you.'] : []),
    ],
    sections,
    open: { link, label: 'Open the dashboard' },
  };
}

async function composeChart(
  chart: DashboardChart,
  context: MemberContext,
  { aggregate, toRecordFilters }: MailedReading,
  where: Where & { readonly link: string },
): Promise<MailedSection> {
  const known = knownChart(chart);
  const ask = (question: ReturnType<typeof questionOf>) =>
    countAndSum(
      aggregate,
      {
        recordTypeId: chart.recordTypeId,
        filters: toRecordFilters(chart.filters as readonly GridFilter[]),
        timeZone: where.timeZone,
        ...question,
      },
      context,
    );
  const about = `${chart.recordTypeName}, ${sayConditions(chart.filters.length)}`;
  const heading = chart.title;
  const tooMany = {
    heading,
    link: where.link,
    about: `${about}. Too many records to count in time.`,
    table: null,
  };
  if (chart.kind === 'PIVOT') {
    const questions = pivotQuestions(known);
    const askRows = async (asked: Pick<typeof questions, 'cells' | 'rows'>) => {
      const [cells, rows] = [await ask(asked.cells), await ask(asked.rows)];
      return cells === null || rows === null ? null : { cells, rows };
    };
    const own = await askRows(questions);
    const columns = await ask(questions.columns);
    const subtotals = questions.subtotals === null ? null : await askRows(questions.subtotals);
    if (own === null || columns === null || (questions.subtotals !== null && subtotals === null))
      return tooMany;
    const pivot = pivotOf(known, { ...own, columns, subtotals }, where.timeZone);
    return { heading, link: where.link, ...mailedPivot(chart, pivot, about) };
  }
  const numbers = await ask(questionOf(known));
  if (numbers === null) return tooMany;
  const today = dayAt(where.nowMs, where.timeZone);
  const plot = plotOf(known, numbers, { timeZone: where.timeZone, today });
  if (chart.kind === 'NUMBER')
    return {
      heading,
      link: where.link,
      about: `${plot.total} (${nameMeasure(chart)}; ${about})`,
      table: null,
    };
  if (plot.points.length === 0)
    return { heading, link: where.link, about: `${about}: no records.`, table: null };
  const shown = lastOrFirst(plot, known);
  const rest = plot.points.length - shown.length + plot.leftOut;
  return {
    heading,
    link: where.link,
    about: rest === 0 ? about : `${about}; ${showCount(rest)} more in the chart`,
    table: tableOf(chart, plot, shown),
  };
}

/** As many rows and columns as a mail has room for; the totals are of all. */
function mailedPivot(
  chart: DashboardChart,
  pivot: Pivot,
  about: string,
): Pick<MailedSection, 'about' | 'table'> {
  const heads = chart.groups.slice(0, -1).map(({ name }) => name);
  const shown = firstOfPivot(pivot, {
    rows: mostMailedPoints,
    columns: mostMailedColumns - heads.length - 1,
  });
  const { columns, rows, total } = shown;
  const cut = sayPivotCut(shown);
  return {
    about: `${about}, ${nameMeasure(chart)}${cut === null ? '' : `. ${cut}`}`,
    table: {
      head: [...heads, ...columns.map(({ label }) => label), 'All'],
      figures: [...heads.map(() => false), ...columns.map(() => true), true],
      rows: [
        ...rows.map((row) => ({
          link: null,
          cells: [...row.labels, ...row.cells.map((cell) => cell?.text ?? ''), row.total.text],
        })),
        {
          link: null,
          cells: [
            ...heads.map((_name, at) => (at === 0 ? 'All' : '')),
            ...columns.map((column) => column.total.text),
            total.text,
          ],
        },
      ],
    },
  };
}

/** Of days the last ones, of everything else the first. */
function lastOrFirst(plot: Plot, { groups }: KnownChart): Plot['points'] {
  const isOfDays = groups[0]?.interval != null;
  return isOfDays ? plot.points.slice(-mostMailedPoints) : plot.points.slice(0, mostMailedPoints);
}

function tableOf(
  chart: DashboardChart,
  plot: Plot,
  points: Plot['points'],
): NonNullable<MailedSection['table']> {
  const series = chart.groups.length === 2 ? plot.series.slice(0, mostMailedColumns - 2) : [];
  const row = (label: string, cells: readonly string[], total: string) => ({
    link: null,
    cells: [label, ...cells, total],
  });
  return {
    head: [chart.groups[0]?.name ?? '', ...series, series.length > 0 ? 'All' : nameMeasure(chart)],
    figures: [false, ...series.map(() => true), true],
    rows: [
      ...points.map(({ label, parts, text }) =>
        row(
          label,
          series.map((_name, at) => parts.find((part) => part.series === at)?.text ?? ''),
          text,
        ),
      ),
      row(
        'All',
        series.map(() => ''),
        plot.total,
      ),
    ],
  };
}

const knownChart = ({ kind, groups, measure }: DashboardChart): KnownChart => ({
  kind,
  groups: groups.map((group) => ({
    ...group,
    dataType: group.dataType as DataType,
    interval: group.interval ?? null,
  })),
  measure: {
    kind: measure.kind,
    field: measure.field ?? null,
    name: measure.name ?? null,
    dataType: (measure.dataType ?? null) as DataType | null,
  },
});

const nameMeasure = ({ measure: { kind, name, currency } }: DashboardChart): string =>
  name == null ? 'Records' : `${measureNames[kind]} of ${name}${currency == null ? '' : `, ${currency}`}`;

const sayConditions = (count: number): string =>
  count === 0 ? 'all' : count === 1 ? '1 condition' : `${count} conditions`;
