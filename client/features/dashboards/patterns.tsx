// A series is told by its pattern as well as by its colour: hatched, dotted, lined or plain, in the same order everywhere.
import type { ReactNode } from 'react';

export const paletteSize = 6;
const others = paletteSize - 1;

/** What fills the series; Others, the last of the palette, is white with an edge. */
export const fillOf = (scope: string, series: number, isOthers = false): string =>
  `url(#${scope}-${isOthers ? others : series % paletteSize})`;

const edges = [
  '--rh-chart-blue',
  '--rh-chart-yellow-edge',
  '--rh-chart-slate',
  '--rh-chart-pale-edge',
  '--rh-chart-brown',
  '--rh-chart-others-edge',
];
export const edgeOf = (series: number, isOthers = false): string =>
  `var(${edges[isOthers ? others : series % paletteSize] ?? edges[0]})`;

export function Patterns({ scope }: { scope: string }) {
  return (
    <defs>
      <Pattern id={`${scope}-0`} ground="var(--rh-chart-blue)" />
      <Pattern id={`${scope}-1`} ground="var(--rh-chart-yellow)">
        <path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" stroke="var(--rh-chart-yellow-edge)" strokeWidth="1.5" />
      </Pattern>
      <Pattern id={`${scope}-2`} ground="var(--rh-chart-slate)">
        <circle cx="2" cy="2" r="1" fill="var(--rh-surface)" />
        <circle cx="6" cy="6" r="1" fill="var(--rh-surface)" />
      </Pattern>
      <Pattern id={`${scope}-3`} ground="var(--rh-chart-pale)">
        <path d="M0 4 H8" stroke="var(--rh-chart-pale-edge)" strokeWidth="1.2" />
      </Pattern>
      <Pattern id={`${scope}-4`} ground="var(--rh-chart-brown)" />
      <Pattern id={`${scope}-5`} ground="var(--rh-chart-others)" />
    </defs>
  );
}

function Pattern({ id, ground, children }: { id: string; ground: string; children?: ReactNode }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" fill={ground} />
      {children}
    </pattern>
  );
}

/** Beside a name in a legend. */
export function Swatch({ scope, series, isOthers }: { scope: string; series: number; isOthers: boolean }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        rx="2"
        fill={fillOf(scope, series, isOthers)}
        stroke={edgeOf(series, isOthers)}
      />
    </svg>
  );
}
