import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { changesRememberedMs, longestTopicWatchMs } from '@rowhouse/domain/realtime/messages.ts';

/** More types than that are looked through for those that were changed too long ago. */
const mostKept = 1000;

export type RecentChanges = {
  /** From here on everything is heard. */
  begin(): void;
  /** What was announced before may not be known. */
  missed(): void;
  note(lines: readonly string[]): void;
  /** Whether none of the types was changed since; false also where not everything since then was heard. */
  areUnchanged(types: readonly RecordTypeId[], askedForMs: number): boolean;
};

/** As a change of records is announced: tenant, type, kind. */
const changeForm = /^\d+ (\d+) [cudr]/;

/**
 * When records of a type were changed of late. Whoever begins to hear of a type has asked for its records a moment before: where
 * nothing was changed in between they need not ask again.
 */
export function createRecentChanges(now: () => number = () => performance.now()): RecentChanges {
  let heardSinceMs: number | null = null;
  const lastMs = new Map<number, number>();

  return {
    begin: () => void (heardSinceMs ??= now()),
    missed() {
      if (heardSinceMs !== null) heardSinceMs = now();
    },
    note(lines) {
      const atMs = now();
      for (const line of lines) {
        const type = changeForm.exec(line)?.[1];
        if (type !== undefined) lastMs.set(Number(type), atMs);
      }
      if (lastMs.size <= mostKept) return;
      for (const [type, changedMs] of lastMs) if (changedMs < atMs - changesRememberedMs) lastMs.delete(type);
    },
    areUnchanged(types, askedForMs) {
      const reach = askedForMs + longestTopicWatchMs;
      const fromMs = now() - reach;
      if (heardSinceMs === null || heardSinceMs > fromMs || reach > changesRememberedMs) return false;
      return types.every((type) => (lastMs.get(type) ?? Number.NEGATIVE_INFINITY) < fromMs);
    },
  };
}
