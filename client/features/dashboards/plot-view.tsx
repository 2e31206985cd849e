// A drawn chart is one stop of the keyboard. Arrows walk its points, up and down its series, Enter opens the records of the
// one that is pointed at, T shows the table; what it says of it is spoken, and stands under it.
import { sayPart, sayPoint } from '@rowhouse/domain/dashboards/plot.ts';
import type { Plot } from '@rowhouse/domain/dashboards/plot.ts';
import { useId, useState, type KeyboardEvent } from 'react';
import type { ShownChart } from './api.ts';
import { BarPlot } from './bar-plot.tsx';
import { knownChart, nameMeasure } from './chart.ts';
import styles from './chart.module.css';
import { AreaPlot, LinePlot } from './line-plot.tsx';
import { Patterns, Swatch } from './patterns.tsx';
import type { Cursor } from './plot-area.tsx';
import { RingPlot } from './ring-plot.tsx';
import { useSize } from '../../ui/use-size.ts';

type PlotViewProps = {
  chart: ShownChart;
  plot: Plot;
  onOpen: (path: readonly (string | null)[] | null) => void;
  onTable: () => void;
};

const plots = { BAR: BarPlot, STACKED_BAR: BarPlot, LINE: LinePlot, AREA: AreaPlot, RING: RingPlot };
const nowhere: Cursor = { point: null, series: null };

export function PlotView({ chart, plot, onOpen, onTable }: PlotViewProps) {
  const scope = useId();
  const saidId = useId();
  const [cursor, setCursor] = useState<Cursor>(nowhere);
  const { element, size } = useSize<HTMLDivElement>();
  const known = knownChart(chart);
  const Drawn = chart.kind in plots ? plots[chart.kind as keyof typeof plots] : null;
  const point = cursor.point === null ? undefined : plot.points[cursor.point];
  const part = point?.parts.find(({ series }) => series === cursor.series);
  const said =
    cursor.point === null || point === undefined
      ? ''
      : part === undefined
        ? sayPoint(known, plot, cursor.point)
        : sayPart(known, plot, cursor.point, part);

  function walk(event: KeyboardEvent): void {
    const last = plot.points.length - 1;
    const current = cursor.point ?? -1;
    const to = (at: number) => setCursor({ ...cursor, point: Math.max(0, Math.min(last, at)) });
    if (event.key === 'ArrowRight') to(current + 1);
    else if (event.key === 'ArrowLeft') to(current - 1);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(last);
    else if (event.key === 'ArrowUp' && plot.series.length > 1) setCursor(withSeries(plot, cursor, 1));
    else if (event.key === 'ArrowDown' && plot.series.length > 1) setCursor(withSeries(plot, cursor, -1));
    else if (event.key === 'Enter' && point !== undefined) onOpen((part ?? point).path);
    else if (event.key.toLowerCase() === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) onTable();
    else if (event.key === 'Escape' && cursor.point !== null) setCursor(nowhere);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.plot}>
      {plot.series.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {plot.series.map((name, series) => (
            <li key={series}>
              <Swatch scope={`${scope}-key`} series={series} isOthers={name === 'Others'} />
              {name}
            </li>
          ))}
          <svg width="0" height="0">
            <Patterns scope={`${scope}-key`} />
          </svg>
        </ul>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application hears its keys */}
      <div
        ref={element}
        className={styles.drawn}
        role="application"
        aria-roledescription="chart"
        aria-label={`${chart.title}, ${nameMeasure(chart)}. Arrows walk its ${plot.points.length} points, Enter opens the records, T shows the table.`}
        aria-describedby={saidId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is one stop, and hears its keys
        tabIndex={0}
        onKeyDown={walk}
        onFocus={() => cursor.point === null && setCursor({ point: plot.points.length - 1, series: null })}
        onBlur={() => setCursor(nowhere)}
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) setCursor(nowhere);
        }}
      >
        {size !== null && Drawn !== null && (
          <Drawn
            plot={plot}
            size={size}
            scope={scope}
            cursor={cursor}
            onPoint={(at) => setCursor({ point: at, series: null })}
            onChoose={onOpen}
          />
        )}
      </div>
      <p id={saidId} role="status" className={styles.said} data-empty={said === '' || undefined}>
        {said}
      </p>
    </div>
  );
}

/** The next part of the point above or below; beyond the last it is the whole point. */
function withSeries(plot: Plot, cursor: Cursor, step: number): Cursor {
  const at = cursor.point ?? plot.points.length - 1;
  const there = (plot.points[at]?.parts ?? []).map(({ series }) => series);
  const current = cursor.series === null ? -1 : there.indexOf(cursor.series);
  const next = cursor.series === null && step < 0 ? there.length - 1 : current + step;
  return { point: at, series: there[next] ?? null };
}
