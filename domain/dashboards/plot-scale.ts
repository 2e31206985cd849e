// Lengths along an axis. Steps are 1, 2 or 5 times a power of ten, so that they can be read.

export type Scale = { readonly least: number; readonly most: number; readonly ticks: readonly number[] };

const wantedSteps = 4;

/** Around zero, and around every amount. Whole amounts, such as counts, have no half a step. */
export function scaleOf(amounts: readonly number[]): Scale {
  const least = Math.min(0, ...amounts);
  const most = Math.max(0, ...amounts);
  if (least === most) return { least: 0, most: 1, ticks: [0, 1] };
  const nice = niceStep((most - least) / wantedSteps);
  const step = amounts.every(Number.isInteger) ? Math.max(1, nice) : nice;
  const from = Math.floor(least / step);
  const to = Math.ceil(most / step);
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => roundTo((from + index) * step, step));
  return { least: ticks[0] ?? 0, most: ticks.at(-1) ?? 1, ticks };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = rough / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/** 0.30000000000000004 is no tick. */
const roundTo = (value: number, step: number): number =>
  Number(value.toFixed(Math.max(0, -Math.floor(Math.log10(step)))));

const powers = [
  [1e12, ' T'],
  [1e9, ' B'],
  [1e6, ' M'],
  [1e4, ' k'],
] as const;

/** 62.02 M; below ten thousand as it is. The whole number stands beside it. */
export function showShort(amount: number): string {
  const [power, unit] = powers.find(([least]) => Math.abs(amount) >= least) ?? [1, ''];
  const divided = amount / (unit === ' k' ? 1000 : power);
  return `${divided.toLocaleString('en-US', { maximumFractionDigits: 2 })}${unit}`;
}
