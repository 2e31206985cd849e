import type { SessionView } from '@rowhouse/domain/access/view-as.ts';
import type { SessionId } from '@rowhouse/domain/kernel/ids.ts';

const mostSessions = 10_000;

/**
 * What each session looked as when it was last asked, so that a request begins as the right viewer. It is a guess: every
 * transaction asks the database, and begins again where it was wrong.
 */
export class SessionViews {
  readonly #known = new Map<SessionId, SessionView | null>();

  /** Undefined where this process has not asked yet. */
  find(session: SessionId): SessionView | null | undefined {
    return this.#known.get(session);
  }

  note(session: SessionId, view: SessionView | null): void {
    this.#known.delete(session);
    this.#known.set(session, view);
    if (this.#known.size > mostSessions) this.#known.delete(this.#known.keys().next().value as SessionId);
  }
}
