// The path drawn from left to right: each status stands as many steps from a new record as it is away. The table beside
// it says the same, so the picture is one image to whoever does not see it.
import { useId } from 'react';
import styles from './transitions.module.css';

type Node = { readonly key: string; readonly name: string };
type Way = { readonly from: string; readonly to: string };

const [width, height, gapX, gapY] = [124, 36, 56, 20];

export function PathPicture({ statuses, ways }: { statuses: readonly Node[]; ways: readonly Way[] }) {
  const arrow = useId();
  const nodes = [{ key: '', name: 'New' }, ...statuses];
  const places = placesOf(nodes, ways);
  const all = [...places.values()];
  const right = Math.max(...all.map(({ x }) => x)) + width;
  const bottom = Math.max(...all.map(({ y }) => y)) + height + 2 * gapY;
  return (
    <div className={styles.picture}>
      <svg
        role="img"
        aria-label="The path from status to status"
        width={right + 8}
        height={bottom}
        viewBox={`-4 -4 ${right + 8} ${bottom}`}
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z" className={styles.tip} />
          </marker>
        </defs>
        {ways.map(({ from, to }) => {
          const [one, other] = [places.get(from), places.get(to)];
          return (
            one &&
            other && (
              <path
                key={`${from} ${to}`}
                d={lineBetween(one, other)}
                className={styles.way}
                markerEnd={`url(#${arrow})`}
              />
            )
          );
        })}
        {nodes.map(({ key, name }) => {
          const { x, y } = places.get(key) ?? { x: 0, y: 0 };
          return (
            <g key={key}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                rx={4}
                className={styles.node}
                data-new={key === '' || undefined}
              />
              <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle" className={styles.nodeName}>
                {name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const longestName = 17;

type Place = { readonly x: number; readonly y: number };

/** What cannot be reached stands last. */
function placesOf(nodes: readonly Node[], ways: readonly Way[]): Map<string, Place> {
  const depths = new Map([['', 0]]);
  const waiting = [''];
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    for (const way of ways) {
      if (way.from !== from || depths.has(way.to)) continue;
      depths.set(way.to, (depths.get(from) ?? 0) + 1);
      waiting.push(way.to);
    }
  }
  const last = Math.max(0, ...depths.values()) + 1;
  const columns = Map.groupBy(nodes, ({ key }) => depths.get(key) ?? last);
  return new Map(
    [...columns].flatMap(([depth, column]) =>
      column.map(({ key }, row): [string, Place] => [
        key,
        { x: depth * (width + gapX), y: row * (height + gapY) },
      ]),
    ),
  );
}

/** Forward from side to side; back, or within a column, in a bow below. */
function lineBetween(from: Place, to: Place): string {
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + width, from.y + height / 2, to.x, to.y + height / 2];
    const bend = (x2 - x1) / 2;
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [from.x + width / 2, from.y + height, to.x + width / 2, to.y + height];
  const depth = Math.max(y1, y2) + gapY + 8;
  return `M${x1} ${y1} C${x1} ${depth} ${x2} ${depth} ${x2} ${y2}`;
}
