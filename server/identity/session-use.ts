import type { SessionId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

/**
 * Whoever uses a session moves its end after idleness on. That is written at most once in a while for each session, after
 * the answer; what is written late only ends a session that much earlier. Calls that a page makes by itself say for how
 * long nobody has touched it, so that a grid that others keep changing does not keep an unattended one open.
 */
export type SessionUse = {
  /** @param idleMs since the person last did anything */
  note(id: SessionId, idleMs: number): void;
  /** Whether no other session was answered anything by this process for a while; calls that a page makes by itself count. False without a session. */
  isAlone(id: SessionId): boolean;
};

/** For so long nobody else has asked when nobody misses what one person takes. */
export const aloneAfterMs = 10_000;

const mostOftenMs = 60_000;
const mostRemembered = 20_000;

export function createSessionUse(parts: { database: Database; log: Log; idleLimitMs: number }): SessionUse {
  const { database, log, idleLimitMs } = parts;
  const stepMs = Math.min(mostOftenMs, idleLimitMs / 20);
  /** By the steady clock of this process, the oldest first. */
  const written = new Map<SessionId, number>();
  /** Who asked last, and when another than they did. */
  let last = { id: null as SessionId | null, at: -Infinity, otherAt: -Infinity };

  async function write(id: SessionId, idleMs: number): Promise<void> {
    await database.asHome((connection) =>
      connection.query(
        `update auth_session set idle_ends_at = now() + make_interval(secs => $2)
         where id = $1 and least("expiresAt", idle_ends_at) > now()
           and (idle_ends_at is null or idle_ends_at < now() + make_interval(secs => $2))`,
        [id, (idleLimitMs - idleMs) / 1000],
      ),
    );
  }

  return {
    isAlone(id) {
      const otherAt = last.id === id ? last.otherAt : last.at;
      return id !== '' && performance.now() - otherAt > aloneAfterMs;
    },

    note(id, idleMs) {
      last = { id, at: performance.now(), otherAt: last.id === id ? last.otherAt : last.at };
      if (idleMs >= idleLimitMs) return;
      const usedAt = performance.now() - idleMs;
      const before = written.get(id);
      if (before !== undefined && usedAt < before + stepMs) return;
      written.delete(id);
      written.set(id, usedAt);
      if (written.size > mostRemembered) written.delete(written.keys().next().value as SessionId);
      write(id, idleMs).catch((error: unknown) => {
        written.delete(id);
        log.warn({ err: error }, 'the use of a session could not be noted');
      });
    },
  };
}
