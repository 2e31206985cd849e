import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { spellWait } from '@rowhouse/domain/identity/rules.ts';

/**
 * How many calls a person and a company may send to this process (OWASP ASVS 2.4.1). A minute's worth may come at once,
 * for a page opens with many; nothing of ours comes near it, so whoever meets it is a program. By person and not by
 * address or session: an office shares one address, and a session is quickly made.
 */
export class CallBudget {
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  /** The one that was used longest ago comes first. */
  readonly #buckets = new Map<string, { left: number; atMs: number }>();

  /** @param perMinute of a person; 0 for no limit */
  constructor(perMinute: number, nowMs: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
  }

  /** @throws {Refusal} LIMITED, with how long to wait */
  take(userId: number, tenantId: number | null): void {
    if (this.#perMinute === 0) return;
    this.#takeOne(`person ${userId}`, this.#perMinute, 'You send');
    if (tenantId !== null)
      this.#takeOne(`company ${tenantId}`, this.#perMinute * personsOfCompany, 'Your company sends');
  }

  #takeOne(key: string, perMinute: number, who: string): void {
    const now = this.#nowMs();
    const former = this.#buckets.get(key) ?? { left: perMinute, atMs: now };
    const left = Math.min(perMinute, former.left + ((now - former.atMs) * perMinute) / minuteMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: left < 1 ? left : left - 1, atMs: now });
    // What was used longest ago is full again.
    if (this.#buckets.size > mostKept) this.#buckets.delete(this.#buckets.keys().next().value as string);
    if (left < 1) throw tooManyCalls(who, perMinute, ((1 - left) * minuteMs) / perMinute);
  }
}

const minuteMs = 60_000;
const mostKept = 20_000;
/** A company has the budget of so many people who send all that they may. */
const personsOfCompany = 5;

const tooManyCalls = (who: string, perMinute: number, waitMs: number) =>
  new Refusal('LIMITED', `${who} more than ${perMinute} calls a minute. Try again in ${spellWait(waitMs)}.`, {
    details: { retryAfterMs: Math.max(1000, Math.ceil(waitMs)) },
  });
