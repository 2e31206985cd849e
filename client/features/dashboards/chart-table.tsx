import { showShare } from '@rowhouse/domain/dashboards/plot.ts';
import type { Plot } from '@rowhouse/domain/dashboards/plot.ts';
import { Link } from 'react-router';
import type { ShownChart } from './api.ts';
import { nameMeasure } from './chart.ts';
import styles from './chart.module.css';

type Path = readonly (string | null)[] | null;
type ChartTableProps = {
  chart: ShownChart;
  plot: Plot;
  /** Null where the numbers lead nowhere: what was gathered, or a type without a grid. */
  toRecords: (path: Path) => string | null;
};

/** The same numbers in rows, each a way to its records. */
export function ChartTable({ chart, plot, toRecords }: ChartTableProps) {
  const [first] = chart.groups;
  const isPivot = plot.series.length > 1 || chart.groups.length === 2;
  const hasShares = !isPivot && plot.points.some(({ share }) => share !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <div className={styles.scroll} role="region" aria-label={`${chart.title}, table`} tabIndex={0}>
      <table className={styles.table} data-wide={isPivot || undefined}>
        <thead>
          <tr>
            <th scope="col">{first?.name ?? ''}</th>
            {isPivot ? (
              plot.series.map((name, series) => (
                <th key={series} scope="col" className={styles.figure}>
                  {name}
                </th>
              ))
            ) : (
              <th scope="col" className={styles.figure}>
                {nameMeasure(chart)}
              </th>
            )}
            {isPivot && (
              <th scope="col" className={styles.figure}>
                All
              </th>
            )}
            {hasShares && (
              <th scope="col" className={styles.figure}>
                Share
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {plot.points.map((point, at) => (
            <tr key={at}>
              <th scope="row">{point.label}</th>
              {isPivot &&
                plot.series.map((_name, series) => {
                  const part = point.parts.find((one) => one.series === series);
                  return (
                    <td key={series} className={styles.figure}>
                      {part !== undefined && <Figure text={part.text} to={toRecords(part.path)} />}
                    </td>
                  );
                })}
              <td className={styles.figure}>
                <Figure text={point.text} to={toRecords(point.path)} />
              </td>
              {hasShares && (
                <td className={styles.figure}>{point.share === null ? '' : showShare(point.share)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {isPivot && plot.series.map((_name, series) => <td key={series}>{''}</td>)}
            <td className={styles.figure}>
              <Figure text={plot.total} to={toRecords([])} />
            </td>
            {hasShares && <td>{''}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const Figure = ({ text, to }: { text: string; to: string | null }) =>
  to === null || text === '' ? <>{text}</> : <Link to={to}>{text}</Link>;

/** What the table says, as a spreadsheet reads it. */
export function writeChartCsv(chart: ShownChart, plot: Plot): string {
  const isPivot = chart.groups.length === 2;
  const head = [chart.groups[0]?.name ?? '', ...(isPivot ? plot.series : []), nameMeasure(chart)];
  const rows = plot.points.map((point) => [
    point.label,
    ...(isPivot
      ? plot.series.map((_name, series) => point.parts.find((one) => one.series === series)?.text ?? '')
      : []),
    point.text,
  ]);
  return writeCsv([head, ...rows]);
}

export const writeCsv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map(quote).join(',')).join('\r\n');

/** What begins as a formula would be run by a spreadsheet: it is made text. Negative numbers stay what they are. */
function quote(text: string): string {
  const isFormula = /^[=+@\t\r]/.test(text) || /^-(?![\d.,]+$)/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
