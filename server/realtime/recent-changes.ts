import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { changesRememberedMs, longestTopicWatchMs } from '@rowhouse/domain/realtime/messages.ts';

/** A line names at most some hundred records. */
const mostRemembered = 2000;

type Announced = { readonly line: string; readonly type: number; readonly atMs: number };

export type RecentChanges = {
  /** From here on everything is heard. */
  begin(): void;
  /** What was announced before may not be known. */
  missed(): void;
  note(lines: readonly string[]): void;
  /** What was announced of the types since; null where not everything since then was heard. */
  since(types: readonly RecordTypeId[], askedForMs: number): readonly string[] | null;
};

/** As a change of records or of their lines is announced: tenant, type, kind. */
const changeForm = /^\d+ (\d+) [cudrl]/;

/**
 * What was changed of late. Whoever begins to hear of a type has asked for its records a moment before: what came in between is told
 * to them as well, and where nothing came they need not ask again.
 */
export function createRecentChanges(now: () => number = () => performance.now()): RecentChanges {
  let heardSinceMs: number | null = null;
  let remembered: Announced[] = [];

  return {
    begin: () => void (heardSinceMs ??= now()),
    missed() {
      if (heardSinceMs !== null) heardSinceMs = now();
    },
    note(lines) {
      const atMs = now();
      for (const line of lines) {
        const type = changeForm.exec(line)?.[1];
        if (type !== undefined) remembered.push({ line, type: Number(type), atMs });
      }
      const from = remembered.findIndex((one) => one.atMs >= atMs - changesRememberedMs);
      if (from !== 0) remembered = from === -1 ? [] : remembered.slice(from);
      if (remembered.length <= mostRemembered) return;
      remembered = remembered.slice(-mostRemembered / 2);
      if (heardSinceMs !== null) heardSinceMs = Math.max(heardSinceMs, remembered[0]?.atMs ?? atMs);
    },
    since(types, askedForMs) {
      const reach = askedForMs + longestTopicWatchMs;
      const fromMs = now() - reach;
      if (heardSinceMs === null || heardSinceMs > fromMs || reach > changesRememberedMs) return null;
      const asked = new Set<number>(types);
      return remembered.flatMap(({ line, type, atMs }) => (asked.has(type) && atMs >= fromMs ? line : []));
    },
  };
}
