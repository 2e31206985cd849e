import { commentsRememberedMs, longestWatchMs } from '@rowhouse/domain/realtime/messages.ts';
import { parseAnnouncedComments } from '../platform/record-store/announced-comments.ts';

const mostRemembered = 10_000;

type Announced = { readonly line: string; readonly recordId: number; readonly atMs: number };

export type RecentComments = {
  /** From here on everything is heard. */
  begin(): void;
  /** What was announced before may not be known. */
  missed(): void;
  note(lines: readonly string[]): void;
  /** What was announced of the record since; null where not everything since then was heard. */
  since(recordId: number, askedForMs: number): readonly string[] | null;
};

/**
 * Of which records the comments were changed of late. Whoever begins to hear of a record has asked for its comments a moment before:
 * what came in between is told to them as well, and where nothing came they need not ask again.
 */
export function createRecentComments(now: () => number = () => performance.now()): RecentComments {
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
        const announced = parseAnnouncedComments(line);
        if (announced !== null) remembered.push({ line, recordId: announced.commentedId, atMs });
      }
      const from = remembered.findIndex((one) => one.atMs >= atMs - commentsRememberedMs);
      if (from !== 0) remembered = from === -1 ? [] : remembered.slice(from);
      if (remembered.length <= mostRemembered) return;
      remembered = remembered.slice(-mostRemembered / 2);
      if (heardSinceMs !== null) heardSinceMs = Math.max(heardSinceMs, remembered[0]?.atMs ?? atMs);
    },
    since(recordId, askedForMs) {
      // The watch was on its way for a while too, and what was asked may have been answered before that.
      const reach = askedForMs + longestWatchMs;
      const fromMs = now() - reach;
      if (heardSinceMs === null || heardSinceMs > fromMs || reach > commentsRememberedMs) return null;
      return [
        ...new Set(
          remembered.flatMap((one) => (one.recordId === recordId && one.atMs >= fromMs ? one.line : [])),
        ),
      ];
    },
  };
}
