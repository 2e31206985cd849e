import { scaleOf, showShort } from '@rowhouse/domain/dashboards/plot-scale.ts';
import styles from './chart.module.css';
import { Axis, labelledPlaces, plotArea, type PlotProps } from './plot-area.tsx';

type LinePlotProps = PlotProps & { isFilled?: boolean };

export const AreaPlot = (props: PlotProps) => <LinePlot {...props} isFilled />;

/** A line along time. What lasts still is dashed, and its point hollow. */
export function LinePlot({ plot, size, cursor, onPoint, onChoose, isFilled = false }: LinePlotProps) {
  const scale = scaleOf(plot.points.map(({ amount }) => amount));
  const area = plotArea(size, scale);
  const step = area.width / Math.max(1, plot.points.length);
  const labelled = labelledPlaces(plot, step);
  const x = (at: number) => area.left + step * (at + 0.5);
  const places = plot.points.map(({ amount }, at) => `${x(at)},${area.y(amount)}`);
  const firstUnfinished = plot.points.findIndex(({ isUnfinished }) => isUnfinished);
  const settled = firstUnfinished === -1 ? places.length : firstUnfinished;
  return (
    <svg width={size.width} height={size.height} className={styles.svg} aria-hidden="true">
      <Axis area={area} scale={scale} show={showShort} />
      {isFilled && places.length > 0 && (
        <polygon
          className={styles.ground}
          points={[`${x(0)},${area.y(0)}`, ...places, `${x(places.length - 1)},${area.y(0)}`].join(' ')}
        />
      )}
      <polyline className={styles.line} points={places.slice(0, settled).join(' ')} />
      <polyline
        className={styles.line}
        data-unfinished
        points={places.slice(Math.max(0, settled - 1)).join(' ')}
      />
      {plot.points.map((point, at) => (
        <g key={at}>
          {(step > 14 || cursor.point === at) && (
            <circle
              className={styles.dot}
              data-unfinished={point.isUnfinished || undefined}
              data-active={cursor.point === at || undefined}
              cx={x(at)}
              cy={area.y(point.amount)}
              r={cursor.point === at ? 6 : 4}
            />
          )}
          {labelled.has(at) && (
            <text
              className={styles.label}
              x={x(at)}
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
      ))}
    </svg>
  );
}
