// The path drawn from a new record on: each status stands as many steps from it as it is away, to the right, and downwards
// where it would be wider than its place. The table beside it says the same, so the picture is one image to whoever does not see it.
import { useId } from 'react';
import { useSize } from '../../ui/use-size.ts';
import styles from './transitions.module.css';

type Node = { readonly key: string; readonly name: string };
type Way = { readonly from: string; readonly to: string };

/** Along the path, and across it where several statuses are as many steps away. */
type Drawing = {
  readonly isDown: boolean;
  readonly along: number;
  readonly across: number;
  readonly gapAlong: number;
  readonly gapAcross: number;
  readonly longestName: number;
};

const toTheRight: Drawing = {
  isDown: false,
  along: 124,
  across: 36,
  gapAlong: 56,
  gapAcross: 20,
  longestName: 17,
};
const downwards: Drawing = {
  isDown: true,
  along: 36,
  across: 168,
  gapAlong: 40,
  gapAcross: 20,
  longestName: 24,
};
/** On a phone two stand beside each other. */
const downwardsNarrow: Drawing = { ...downwards, across: 98, longestName: 13 };

export function PathPicture({ statuses, ways }: { statuses: readonly Node[]; ways: readonly Way[] }) {
  const arrow = useId();
  const { element, size } = useSize<HTMLDivElement>();
  const nodes = [{ key: '', name: 'New' }, ...statuses];
  const drawing = drawingFor(size?.width ?? Infinity, placesOf(nodes, ways, toTheRight));
  const { isDown, along, across, longestName } = drawing;
  const places = placesOf(nodes, ways, drawing);
  const all = [...places.values()];
  const length = lengthOf(places, drawing);
  // Beside the last one there is room for a bow.
  const breadth = Math.max(...all.map(({ beside }) => beside)) + across + bow;
  const [width, height] = isDown ? [breadth, length] : [length, breadth];
  const [nodeWidth, nodeHeight] = isDown ? [across, along] : [along, across];
  return (
    <div ref={element} className={styles.picture}>
      <svg
        role="img"
        aria-label="The path from status to status"
        width={width}
        height={height}
        viewBox={`-4 -4 ${width} ${height}`}
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
                d={lineBetween(one, other, drawing)}
                className={styles.way}
                markerEnd={`url(#${arrow})`}
              />
            )
          );
        })}
        {nodes.map(({ key, name }) => {
          const { at, beside } = places.get(key) ?? { at: 0, beside: 0 };
          const [x, y] = isDown ? [beside, at] : [at, beside];
          return (
            <g key={key}>
              <title>{name}</title>
              <rect
                x={x}
                y={y}
                width={nodeWidth}
                height={nodeHeight}
                rx={4}
                className={styles.node}
                data-new={key === '' || undefined}
              />
              <text
                x={x + nodeWidth / 2}
                y={y + nodeHeight / 2 + 4}
                textAnchor="middle"
                className={styles.nodeName}
              >
                {name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const bow = 24;

type Place = { readonly at: number; readonly beside: number };
type Places = ReadonlyMap<string, Place>;

const lengthOf = (places: Places, { along }: Drawing): number =>
  Math.max(...[...places.values()].map(({ at }) => at)) + along + 8;

const drawingFor = (width: number, places: Places): Drawing =>
  width < 480 ? downwardsNarrow : lengthOf(places, toTheRight) > width ? downwards : toTheRight;

/** What cannot be reached stands last. */
function placesOf(nodes: readonly Node[], ways: readonly Way[], drawing: Drawing): Places {
  const { along, across, gapAlong, gapAcross } = drawing;
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
      column.map(({ key }, place): [string, Place] => [
        key,
        { at: depth * (along + gapAlong), beside: place * (across + gapAcross) },
      ]),
    ),
  );
}

/** Forward between the middles of two sides. Back by a corner of them, and past what stands between in the gap beside it. */
function lineBetween(
  from: Place,
  to: Place,
  { isDown, along, across, gapAlong, gapAcross }: Drawing,
): string {
  const point = (at: number, beside: number) => (isDown ? `${beside} ${at}` : `${at} ${beside}`);
  if (to.at > from.at) {
    const [start, end] = [from.at + along, to.at];
    const [one, other] = [from.beside + across / 2, to.beside + across / 2];
    const middle = (start + end) / 2;
    return `M${point(start, one)} C${point(middle, one)} ${point(middle, other)} ${point(end, other)}`;
  }
  const [one, other] = [from.beside + across * 0.8, to.beside + across * 0.8];
  if (to.at === from.at) {
    const [end, out] = [from.at + along, from.at + along + gapAlong * 0.7];
    return `M${point(end, one)} C${point(out, one)} ${point(out, other)} ${point(end, other)}`;
  }
  const [start, end] = [from.at, to.at + along];
  const half = gapAlong / 2;
  if (start - end <= gapAlong)
    return `M${point(start, one)} C${point(start - half, one)} ${point(start - half, other)} ${point(end, other)}`;
  const lane = to.beside + across + gapAcross / 2;
  return [
    `M${point(start, one)} C${point(start - half, one)} ${point(start - half, lane)} ${point(start - gapAlong, lane)}`,
    `L${point(end + gapAlong, lane)} C${point(end + half, lane)} ${point(end + half, other)} ${point(end, other)}`,
  ].join(' ');
}
