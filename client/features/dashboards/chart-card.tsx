import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useId, useState } from 'react';
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
import { PlotView } from './plot-view.tsx';
import { useChart } from './use-chart.ts';

type ChartCardProps = {
  chart: ShownChart;
  places: ChartPlaces;
  /** Absent for whom the board is to read. */
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

/** One chart: it loads, fails and is empty by itself. */
export function ChartCard({ chart, places, onEdit, onRemove }: ChartCardProps) {
  const titleId = useId();
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
    <section className={styles.card} aria-labelledby={titleId} aria-busy={plot === null && failure === null}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {chart.title}
        </h2>
        <span className={styles.scope}>{sayScope(chart, plot?.leftOut ?? 0)}</span>
        {chart.kind !== 'NUMBER' && chart.kind !== 'TABLE' && (
          <IconButton
            size="small"
            aria-label={`Show ${chart.title} as ${showsTable ? 'chart' : 'table'}`}
            aria-pressed={showsTable}
            onClick={() => setShowsTable(!showsTable)}
          >
            <Icon name="columns" size={16} />
          </IconButton>
        )}
        <MenuButton
          label={<Icon name="more" size={16} />}
          aria-label={`${chart.title}, more`}
          arrow={false}
          size="small"
          variant="text"
          sx={{ minWidth: 32, padding: '4px' }}
        >
          {(close) => [
            <MenuItem key="open" disabled={toRecords([]) === null} onClick={() => open([])}>
              Open records
            </MenuItem>,
            <MenuItem
              key="csv"
              disabled={plot === null || chart.kind === 'NUMBER'}
              onClick={() => {
                close();
                if (plot !== null)
                  downloadFile(
                    new Blob(['\uFEFF', writeChartCsv(chart, plot)], { type: 'text/csv;charset=utf-8' }),
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
      <div className={styles.body}>
        {failure !== null ? (
          <ErrorAlert failure={failure} title="These numbers could not be loaded" onRetry={retry} />
        ) : plot === null ? (
          <span className={styles.skeleton} aria-hidden="true" />
        ) : chart.kind === 'NUMBER' ? (
          <NumberTile chart={chart} plot={plot} to={toRecords([])} />
        ) : plot.points.length === 0 ? (
          <p className={styles.nothing}>
            {chart.filters.length > 0 ? 'No records in this filter.' : 'No records to show yet.'}
          </p>
        ) : isTable ? (
          <ChartTable chart={chart} plot={plot} toRecords={toRecords} />
        ) : (
          <PlotView chart={chart} plot={plot} onOpen={open} onTable={() => setShowsTable(true)} />
        )}
      </div>
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
export function HiddenChart() {
  return (
    <section className={styles.card} aria-label="A chart that is not open to you">
      <p className={styles.nothing}>
        <Icon name="lock" size={16} /> This chart needs records or fields that your role does not see.
      </p>
    </section>
  );
}
