import { showShort } from '@rowhouse/domain/dashboards/plot-scale.ts';
import type { Plot } from '@rowhouse/domain/dashboards/plot.ts';
import { Link } from 'react-router';
import type { ShownChart } from './api.ts';
import { nameMeasure } from './chart.ts';
import styles from './chart.module.css';

/** One number; a long one is shortened, with the whole beside it. */
export function NumberTile({ chart, plot, to }: { chart: ShownChart; plot: Plot; to: string | null }) {
  const amount = Number(plot.total.replaceAll(',', ''));
  const isLong = plot.total.length > 9 && Number.isFinite(amount);
  const shown = isLong ? showShort(amount) : plot.total;
  return (
    <div className={styles.tile}>
      <p className={styles.big}>
        {to === null ? (
          shown
        ) : (
          <Link to={to} aria-label={`${chart.title}: ${isLong ? `${shown}, ${plot.total}` : shown}`}>
            {shown}
          </Link>
        )}
      </p>
      <p className={styles.note}>{isLong ? `${plot.total}, ${nameMeasure(chart)}` : nameMeasure(chart)}</p>
    </div>
  );
}
