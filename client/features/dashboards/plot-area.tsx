// Where a plot with axes is drawn, and what is written along them.
import type { Scale } from '@rowhouse/domain/dashboards/plot-scale.ts';
import type { Plot } from '@rowhouse/domain/dashboards/plot.ts';
import styles from './chart.module.css';

export type Cursor = { readonly point: number | null; readonly series: number | null };

export type PlotProps = {
  readonly plot: Plot;
  readonly size: { readonly width: number; readonly height: number };
  /** Of the ids of its patterns. */
  readonly scope: string;
  readonly cursor: Cursor;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (path: readonly (string | null)[] | null) => void;
};

type Area = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly bottom: number;
  readonly y: (amount: number) => number;
};

const margin = { left: 52, right: 12, top: 12, bottom: 28 };

export function plotArea(size: { width: number; height: number }, { least, most }: Scale): Area {
  const width = Math.max(1, size.width - margin.left - margin.right);
  const height = Math.max(1, size.height - margin.top - margin.bottom);
  return {
    left: margin.left,
    top: margin.top,
    width,
    height,
    bottom: margin.top + height,
    y: (amount) => margin.top + height * (1 - (amount - least) / (most - least)),
  };
}

export function Axis({ area, scale, show }: { area: Area; scale: Scale; show: (amount: number) => string }) {
  return (
    <g>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? styles.zero : styles.tick}
            x1={area.left}
            x2={area.left + area.width}
            y1={area.y(tick)}
            y2={area.y(tick)}
          />
          <text className={styles.label} x={area.left - 8} y={area.y(tick) + 4} textAnchor="end">
            {show(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

const letterWidth = 6.4;
const gap = 10;
/** Names are cut before they are left out, to so many letters at least. */
const fewestLetters = 8;

/** Labels that have room beside one another; of very many points every nth has one. */
export function labelledPlaces({ points }: Plot, step: number): ReadonlyMap<number, string> {
  const texts = points.map(({ label }) => shorten(label));
  const widest = Math.max(1, ...texts.map(({ length }) => length));
  const letters = Math.min(widest, Math.max(Math.floor((step - gap) / letterWidth), fewestLetters));
  const every = Math.max(1, Math.ceil((letters * letterWidth + gap) / step));
  return new Map(
    texts.flatMap((text, at) =>
      at % every === 0
        ? [[at, text.length > letters ? `${text.slice(0, letters - 1)}…` : text] as const]
        : [],
    ),
  );
}

const monthOfYear =
  /^(January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})$/;

const dayOrWeek = /^(?:Week of )?(\d{2}\/\d{2}\/)\d{2}(\d{2})$/;

/** Along an axis 'November 2026' is 'Nov 26', and a day or a week '11/22/26'; it is spoken whole. */
function shorten(label: string): string {
  const [, month, year] = monthOfYear.exec(label) ?? [];
  if (month !== undefined && year !== undefined) return `${month.slice(0, 3)} ${year.slice(2)}`;
  return label.replace(dayOrWeek, '$1$2');
}
