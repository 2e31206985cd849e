import { showShort } from '@rowhouse/domain/dashboards/plot-scale.ts';
import { showShare } from '@rowhouse/domain/dashboards/plot.ts';
import styles from './chart.module.css';
import { edgeOf, fillOf, Patterns, Swatch } from './patterns.tsx';
import type { PlotProps } from './plot-area.tsx';

/** Parts of a whole, at most six, each with its number beside its name. */
export function RingPlot({ plot, size, scope, cursor, onPoint, onChoose }: PlotProps) {
  const across = Math.max(80, Math.min(size.width, size.height - plot.points.length * 24 - 8, 200));
  const whole = plot.points.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const starts = plot.points.map((_point, at) =>
    plot.points.slice(0, at).reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
  );
  const isOthers = (at: number) => plot.points[at]?.path === null;
  return (
    <div className={styles.ring}>
      <svg width={across} height={across} className={styles.svg} aria-hidden="true">
        <Patterns scope={scope} />
        {plot.points.map((point, at) => (
          <path
            key={at}
            className={styles.slice}
            data-active={cursor.point === at || undefined}
            d={sliceOf(across, (starts[at] ?? 0) / (whole || 1), Math.max(0, point.amount) / (whole || 1))}
            fill={fillOf(scope, at, isOthers(at))}
            stroke={edgeOf(at, isOthers(at))}
            onPointerEnter={() => onPoint(at)}
            onClick={() => onChoose(point.path)}
          />
        ))}
        <text className={styles.whole} x={across / 2} y={across / 2 + 6} textAnchor="middle">
          {showShort(whole)}
        </text>
      </svg>
      <ul className={styles.slices} aria-hidden="true">
        {plot.points.map((point, at) => (
          <li key={at} data-active={cursor.point === at || undefined} onPointerEnter={() => onPoint(at)}>
            <Swatch scope={scope} series={at} isOthers={isOthers(at)} />
            <span className={styles.sliceName}>{point.label}</span>
            <span className={styles.figure}>{point.text}</span>
            <span className={styles.share}>{point.share === null ? '' : showShare(point.share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A slice between two circles, from the top on; a whole ring is two halves, for an arc cannot end where it begins. */
function sliceOf(across: number, start: number, share: number): string {
  const outer = across / 2 - 2;
  const inner = outer * 0.6;
  if (share >= 0.9999) return `${sliceOf(across, 0, 0.5)} ${sliceOf(across, 0.5, 0.4999)}`;
  const at = (radius: number, turn: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2;
    return `${(across / 2 + radius * Math.cos(angle)).toFixed(2)} ${(across / 2 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  const end = start + share;
  const isLarge = share > 0.5 ? 1 : 0;
  return `M ${at(outer, start)} A ${outer} ${outer} 0 ${isLarge} 1 ${at(outer, end)} L ${at(inner, end)} A ${inner} ${inner} 0 ${isLarge} 0 ${at(inner, start)} Z`;
}
