import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import type { PivotPath } from '@rowhouse/domain/dashboards/pivot.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { downloadFile } from '../../platform/download.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { ShownChart } from './api.ts';
import { filtersOf, nameMeasure, recordsOf, type ChartPlaces } from './chart.ts';
import { ChartTable, writeChartCsv } from './chart-table.tsx';
import styles from './chart.module.css';
import { NumberTile } from './number-tile.tsx';
import { PivotTable, writePivotCsv } from './pivot-table.tsx';
import { PlotView } from './plot-view.tsx';
import { useChart, usePivot } from './use-chart.ts';

type ChartCardProps = {
  chart: ShownChart;
  places: ChartPlaces;
  /** Absent for whom the board is to read. */
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

/** One chart: it loads, fails and is empty by itself. */
export const ChartCard = (props: ChartCardProps) =>
  props.chart.kind === 'PIVOT' ? <PivotCard {...props} /> : <PlotCard {...props} />;

function PlotCard({ chart, places, onEdit, onRemove }: ChartCardProps) {
  const [showsTable, setShowsTable] = useState(false);
  const { plot, failure, retry } = useChart(chart, places);
  const navigate = useNavigate();
  const isTable = chart.kind === 'TABLE' || showsTable;
  const toRecords = (path: readonly (string | null)[] | null) =>
    path === null ? null : places.toGrid(chart.recordTypeId, recordsOf(chart, path));
  const open = (path: readonly (string | null)[] | null) => {
    const to = toRecords(path);
    if (to !== null) void navigate(to);
  };

  return (
    <CardFrame
      chart={chart}
      scope={sayScope(chart, plot?.leftOut ?? 0)}
      isBusy={plot === null && failure === null}
      toRecords={toRecords([])}
      csv={plot === null || chart.kind === 'NUMBER' ? null : () => writeChartCsv(chart, plot)}
      onEdit={onEdit}
      onRemove={onRemove}
      tools={
        chart.kind !== 'NUMBER' &&
        chart.kind !== 'TABLE' && (
          <IconButton
            size="small"
            aria-label={`Show ${chart.title} as ${showsTable ? 'chart' : 'table'}`}
            aria-pressed={showsTable}
            onClick={() => setShowsTable(!showsTable)}
          >
            <Icon name="columns" size={16} />
          </IconButton>
        )
      }
    >
      {failure !== null ? (
        <ErrorAlert failure={failure} title="These numbers could not be loaded" onRetry={retry} />
      ) : plot === null ? (
        <span className={styles.skeleton} aria-hidden="true" />
      ) : chart.kind === 'NUMBER' ? (
        <NumberTile chart={chart} plot={plot} to={toRecords([])} />
      ) : plot.points.length === 0 ? (
        <NoRecords chart={chart} />
      ) : isTable ? (
        <ChartTable chart={chart} plot={plot} toRecords={toRecords} />
      ) : (
        <PlotView chart={chart} plot={plot} onOpen={open} onTable={() => setShowsTable(true)} />
      )}
    </CardFrame>
  );
}

function PivotCard({ chart, places, onEdit, onRemove }: ChartCardProps) {
  const { pivot, failure, retry } = usePivot(chart, places);
  const toRecords = (path: PivotPath) => places.toGrid(chart.recordTypeId, recordsOf(chart, path));
  return (
    <CardFrame
      chart={chart}
      scope={sayScope(chart, 0)}
      isBusy={pivot === null && failure === null}
      toRecords={toRecords([])}
      csv={pivot === null ? null : () => writePivotCsv(chart, pivot)}
      onEdit={onEdit}
      onRemove={onRemove}
    >
      {failure !== null ? (
        <ErrorAlert failure={failure} title="These numbers could not be loaded" onRetry={retry} />
      ) : pivot === null ? (
        <span className={styles.skeleton} aria-hidden="true" />
      ) : pivot.rows.length + pivot.rowsLeftOut === 0 ? (
        <NoRecords chart={chart} />
      ) : (
        <PivotTable chart={chart} pivot={pivot} toRecords={toRecords} />
      )}
    </CardFrame>
  );
}

const NoRecords = ({ chart }: { chart: ShownChart }) => (
  <p className={styles.nothing}>
    {chart.filters.length > 0 ? 'No records in this filter.' : 'No records to show yet.'}
  </p>
);

type CardFrameProps = Pick<ChartCardProps, 'chart' | 'onEdit' | 'onRemove'> & {
  scope: string;
  isBusy: boolean;
  /** Null where the type has no grid. */
  toRecords: string | null;
  /** Null where there is nothing to write yet. */
  csv: (() => string) | null;
  tools?: ReactNode;
  children: ReactNode;
};

/** What every card has around its numbers. */
function CardFrame({
  chart,
  scope,
  isBusy,
  toRecords,
  csv,
  onEdit,
  onRemove,
  tools,
  children,
}: CardFrameProps) {
  const titleId = useId();
  const navigate = useNavigate();
  return (
    <section
      className={styles.card}
      aria-labelledby={titleId}
      aria-busy={isBusy}
      data-tile={chart.kind === 'NUMBER' || undefined}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} title={chart.title}>
          {chart.title}
        </h2>
        <span className={styles.scope} title={scope}>
          <span>{scope}</span>
        </span>
        {tools}
        <MenuButton
          label={<Icon name="more" size={16} />}
          aria-label={`${chart.title}, more`}
          arrow={false}
          size="small"
          variant="text"
          sx={{ minWidth: 32, padding: '4px' }}
        >
          {(close) => [
            <MenuItem
              key="open"
              disabled={toRecords === null}
              onClick={() => toRecords !== null && void navigate(toRecords)}
            >
              Open records
            </MenuItem>,
            <MenuItem
              key="csv"
              disabled={csv === null}
              onClick={() => {
                close();
                if (csv !== null)
                  downloadFile(
                    new Blob(['\uFEFF', csv()], { type: 'text/csv;charset=utf-8' }),
                    `${chart.title}.csv`,
                  );
              }}
            >
              CSV
            </MenuItem>,
            onEdit && (
              <MenuItem
                key="edit"
                onClick={() => {
                  close();
                  onEdit();
                }}
              >
                Edit
              </MenuItem>
            ),
            onRemove && (
              <MenuItem
                key="remove"
                onClick={() => {
                  close();
                  onRemove();
                }}
              >
                Remove
              </MenuItem>
            ),
          ]}
        </MenuButton>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Of which records, and how much of it is shown. */
function sayScope(chart: ShownChart, leftOut: number): string {
  const count = filtersOf(chart).length;
  const filtered = count === 0 ? 'all' : count === 1 ? '1 condition' : `${count} conditions`;
  const rest = leftOut === 0 ? '' : `, without ${showCount(leftOut)} smaller ones`;
  const sum = chart.measure.kind === 'COUNT' || chart.kind === 'NUMBER' ? '' : `, ${nameMeasure(chart)}`;
  return `${chart.recordTypeName}, ${filtered}${rest}${sum}`;
}

/** In the place of a chart that the role does not see: neither its name nor what it needs. */
export function HiddenChart({ onRemove }: { onRemove?: (() => void) | undefined }) {
  return (
    <section className={styles.card} aria-label="A chart that is not open to you">
      <div className={styles.nothing}>
        <p>
          <Icon name="lock" size={16} /> This chart needs records or fields that are no longer there, or that
          your role does not see.
        </p>
        {onRemove && (
          <Button size="small" variant="text" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </section>
  );
}
