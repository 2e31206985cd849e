import type { Log } from './log.ts';

/**
 * What somebody tried and was not let do, each in one line of the log. Strangers decide how often that happens, so each
 * kind has a budget, theirs apart from that of people who are signed in: what is above it is counted and told once a minute.
 * Never a password, a code, a token, or an email that somebody typed.
 */
export const securityEvents = {
  'wrong-secret': 'a password or a code was wrong',
  'too-many-attempts': 'somebody was told to wait',
  'not-signed-in': 'a call had no session that is good',
  'session-over': 'a session is over, or its access has changed',
  'access-refused': 'something was refused to somebody, or is not there for them',
  'input-refused': 'what no page of ours sends was refused',
  'socket-refused': 'a socket was not let in',
} as const;

export type SecurityEventName = keyof typeof securityEvents;

export type SecurityFacts = {
  readonly address: string | null;
  /** Of the person who is signed in, as the token says; absent for a stranger. */
  readonly userId?: number | undefined;
  readonly tenantId?: number | undefined;
  readonly [fact: string]: string | number | boolean | null | undefined;
};

export type SecurityLog = {
  note(event: SecurityEventName, facts: SecurityFacts): void;
  /**
   * A session ends in the ordinary way while windows are open, and each of them asks for several things at once: said
   * once a minute of each, and as no warning.
   * @param of which session, or which address
   */
  noteOrdinary(event: SecurityEventName, of: string, facts: SecurityFacts): void;
};

const burst = 100;
const refillMs = 6000;
const tellLeftOutMs = 60_000;
const sameAgainMs = 60_000;
const mostRemembered = 10_000;

type Budget = { left: number; atMs: number };

export function createSecurityLog(log: Log, nowMs: () => number = () => performance.now()): SecurityLog {
  const budgets = new Map<string, Budget>();
  const leftOut = new Map<SecurityEventName, number>();
  const saidAt = new Map<string, number>();
  let telling: NodeJS.Timeout | undefined;

  function take(key: string): boolean {
    const now = nowMs();
    const former = budgets.get(key) ?? { left: burst, atMs: now };
    const left = Math.min(burst, former.left + (now - former.atMs) / refillMs);
    budgets.set(key, { left: left < 1 ? left : left - 1, atMs: now });
    return left >= 1;
  }

  function tellLeftOut(): void {
    telling = undefined;
    log.warn({ leftOut: Object.fromEntries(leftOut) }, 'events of security were too many to be logged each');
    leftOut.clear();
  }

  function write(event: SecurityEventName, facts: SecurityFacts, level: 'info' | 'warn'): void {
    if (take(`${event} ${facts.userId === undefined ? 'stranger' : 'person'}`)) {
      log[level]({ event, ...facts }, securityEvents[event]);
      return;
    }
    leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
    telling ??= setTimeout(tellLeftOut, tellLeftOutMs).unref();
  }

  return {
    note: (event, facts) => write(event, facts, 'warn'),
    noteOrdinary(event, of, facts) {
      const now = nowMs();
      const key = `${event} ${of}`;
      const at = saidAt.get(key);
      if (at !== undefined && now - at < sameAgainMs) return;
      saidAt.delete(key);
      saidAt.set(key, now);
      if (saidAt.size > mostRemembered) saidAt.delete(saidAt.keys().next().value as string);
      write(event, facts, 'info');
    },
  };
}

/** What an answer that says no is in this log; null for what befalls everybody. */
export function eventOfCode(code: string): SecurityEventName | null {
  return eventOf[code] ?? null;
}

const eventOf: Readonly<Record<string, SecurityEventName>> = {
  UNAUTHENTICATED: 'not-signed-in',
  FORBIDDEN: 'access-refused',
  NOT_FOUND: 'access-refused',
  LIMITED: 'too-many-attempts',
};

/** The same of a status, where nothing more is known. */
export const eventOfStatus = (status: number): SecurityEventName | null =>
  ({
    400: 'input-refused' as const,
    401: 'not-signed-in' as const,
    403: 'access-refused' as const,
    404: 'access-refused' as const,
    413: 'input-refused' as const,
    415: 'input-refused' as const,
    429: 'too-many-attempts' as const,
  })[status] ?? null;
