// What an administrator should know of a path before it is saved. All of it may be saved knowingly.
type Way = { readonly fromStatusId: number | null; readonly toStatusId: number };

/** The statuses to which no way leads from a new record; none where the type is free. */
export function findUnreachable(statuses: readonly number[], ways: readonly Way[]): number[] {
  if (ways.length === 0) return [];
  const reached = new Set<number | null>([null]);
  const waiting: (number | null)[] = [null];
  while (waiting.length > 0) {
    const from = waiting.pop();
    for (const { fromStatusId, toStatusId } of ways) {
      if (fromStatusId !== from || reached.has(toStatusId)) continue;
      reached.add(toStatusId);
      waiting.push(toStatusId);
    }
  }
  return statuses.filter((id) => !reached.has(id));
}

/** The statuses that records reach and cannot leave, though they do not close a record. */
export function findDeadEnds(
  statuses: readonly number[],
  ways: readonly Way[],
  closing: ReadonlySet<number>,
): number[] {
  const unreachable = new Set(findUnreachable(statuses, ways));
  return statuses.filter(
    (id) =>
      ways.length > 0 &&
      !unreachable.has(id) &&
      !closing.has(id) &&
      !ways.some(({ fromStatusId }) => fromStatusId === id),
  );
}

/** 'Cancelled cannot be reached.' */
export const sayUnreachable = (name: string): string => `${name} cannot be reached.`;
/** 'Complete is a dead end: mark it as one that closes the record.' */
export const sayDeadEnd = (name: string): string =>
  `${name} is a dead end: lead on from it, or mark it as closing the record.`;
export const nothingBegins = 'No transition leads from a new record: nobody can make records of this type.';
