import { scaleOf, showShort } from '@rowhouse/domain/dashboards/plot-scale.ts';
import type { Plot } from '@rowhouse/domain/dashboards/plot.ts';
import styles from './chart.module.css';
import { edgeOf, fillOf, Patterns } from './patterns.tsx';
import { Axis, labelledPlaces, plotArea, type PlotProps } from './plot-area.tsx';

/** Bars, whole or in parts that stand on one another. */
export function BarPlot({ plot, size, scope, cursor, onPoint, onChoose }: PlotProps) {
  const scale = scaleOf(plot.points.flatMap(topsOf));
  const area = plotArea(size, scale);
  const step = area.width / Math.max(1, plot.points.length);
  const wide = Math.max(2, Math.min(48, step * 0.64));
  const labelled = labelledPlaces(plot, step);
  return (
    <svg width={size.width} height={size.height} className={styles.svg} aria-hidden="true">
      <Patterns scope={scope} />
      <Axis area={area} scale={scale} show={showShort} />
      {plot.points.map((point, at) => {
        const x = area.left + step * at + (step - wide) / 2;
        let up = 0;
        let down = 0;
        return (
          <g key={at}>
            {cursor.point === at && (
              <rect
                className={styles.band}
                x={area.left + step * at}
                y={area.top}
                width={step}
                height={area.height}
              />
            )}
            {point.parts.map(({ series, amount }) => {
              const from = amount >= 0 ? up : down;
              const to = from + amount;
              if (amount >= 0) up = to;
              else down = to;
              const isOthers = plot.series[series] === 'Others';
              return (
                <rect
                  key={series}
                  className={styles.grow}
                  data-active={(cursor.point === at && cursor.series === series) || undefined}
                  data-unfinished={point.isUnfinished || undefined}
                  x={x}
                  y={Math.min(area.y(from), area.y(to))}
                  width={wide}
                  height={Math.abs(area.y(from) - area.y(to))}
                  fill={fillOf(scope, series, isOthers)}
                  stroke={edgeOf(series, isOthers)}
                />
              );
            })}
            {labelled.has(at) && (
              <text
                className={styles.label}
                x={area.left + step * (at + 0.5)}
                y={area.bottom + 18}
                textAnchor="middle"
                data-active={cursor.point === at || undefined}
              >
                {labelled.get(at)}
              </text>
            )}
            <rect
              className={styles.hit}
              x={area.left + step * at}
              y={area.top}
              width={step}
              height={area.height}
              onPointerEnter={() => onPoint(at)}
              onClick={() => onChoose(point.path)}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** How high and how low the parts of a point reach. */
function topsOf({ parts }: Plot['points'][number]): number[] {
  const sum = (sign: number) =>
    parts.reduce((all, { amount }) => (amount * sign > 0 ? all + amount : all), 0);
  return [sum(1), sum(-1)];
}
