// What one person did in one go stands under one head in a history: folded for reading only, nothing is merged.

export type BurstEntry = {
  /** An instant. */
  readonly datetime: string;
  readonly user: { readonly id: number } | null;
  readonly source: {
    readonly kind: string;
    readonly file?: string | null;
    readonly records?: number | null;
  } | null;
};

const longestPauseMs = 2 * 60_000;

/**
 * Neighbouring entries of one person from one source, each at most two minutes from the next.
 * @param entries the newest first
 */
export function foldBursts<Entry extends BurstEntry>(entries: readonly Entry[]): Entry[][] {
  const bursts: Entry[][] = [];
  for (const entry of entries) {
    const burst = bursts.at(-1);
    const before = burst?.at(-1);
    if (burst !== undefined && before !== undefined && goesOn(before, entry)) burst.push(entry);
    else bursts.push([entry]);
  }
  return bursts;
}

const goesOn = (newer: BurstEntry, older: BurstEntry): boolean =>
  newer.user?.id === older.user?.id &&
  sourceKey(newer) === sourceKey(older) &&
  Date.parse(newer.datetime) - Date.parse(older.datetime) <= longestPauseMs;

const sourceKey = ({ source }: BurstEntry): string =>
  source === null ? '' : `${source.kind} ${source.records ?? ''} ${source.file ?? ''}`;

/** '9 entries in 4 minutes' */
export function sayBurst(burst: readonly BurstEntry[], isWhole: boolean): string {
  const [newest, oldest] = [burst[0], burst.at(-1)];
  const ms = newest && oldest ? Date.parse(newest.datetime) - Date.parse(oldest.datetime) : 0;
  const minutes = Math.round(ms / 60_000);
  const span = minutes === 0 ? '' : ` in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return isWhole ? `${burst.length} entries${span}` : `${burst.length} entries loaded`;
}
