export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const shownMs = (ms: number): string => (ms < 10 ? ms.toFixed(2) : ms.toFixed(1));
