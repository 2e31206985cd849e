import type { KeptTotal } from '../../platform/record-store/kept-totals.ts';
import { isLaterVersion } from '../../platform/record-store/write-version.ts';

const mostTotals = 5000;
/** For so long rows do not wait for a count that has held some up. */
const slowForMs = 30_000;
/** Counts of one tenant that go on after their pages; beyond them a page does not begin another. */
const mostLeft = 3;

/** How many it matched, and how long its answer with the total took. */
type LastOfShape = { readonly total: number; readonly ms: number };
type Count = {
  readonly counted: Promise<KeptTotal>;
  /** Whether it was begun for who asked now: then its snapshot is no older than the question. */
  readonly isOwn: boolean;
};

/**
 * Totals of filters, each with the write version of its types at which it was counted. It says nothing of whether a
 * total still holds: who asks compares the version with the database's, in the transaction of the answer. A count that
 * nobody waits for any more goes on, once for each question, and is kept when it ends.
 */
export class TotalCache {
  readonly #totals = new Map<string, KeptTotal>();
  readonly #running = new Map<string, Promise<KeptTotal>>();
  /** Of the running ones those that a page has not waited for. */
  readonly #left = new Set<string>();
  readonly #slowUntil = new Map<string, number>();
  readonly #ofShape = new Map<string, LastOfShape>();

  find(key: string): KeptTotal | undefined {
    return this.#totals.get(key);
  }

  keep(key: string, total: KeptTotal): void {
    // A count that took long may end after one that began later.
    const kept = this.#totals.get(key);
    if (kept !== undefined && isLaterVersion(kept.version, total.version)) return;
    putLast(this.#totals, key, total);
  }

  /** The database that answers from here on may know less than it did: neither what is kept nor what runs says anything of it. */
  forget(): void {
    this.#totals.clear();
    this.#running.clear();
    this.#left.clear();
  }

  drop(key: string): void {
    this.#totals.delete(key);
  }

  /** The count of this question that is under way, or else the one that is begun now. */
  count(key: string, begin: () => Promise<KeptTotal>): Count {
    const running = this.#running.get(key);
    if (running !== undefined) return { counted: running, isOwn: false };
    const isCurrent = () => this.#running.get(key) === counted;
    const counted: Promise<KeptTotal> = begin()
      .then((total) => {
        if (isCurrent()) this.keep(key, total);
        return total;
      })
      .finally(() => {
        if (!isCurrent()) return;
        this.#running.delete(key);
        this.#left.delete(key);
      });
    // Who waits for it hears of its failure; perhaps nobody does.
    counted.catch(() => undefined);
    this.#running.set(key, counted);
    return { counted, isOwn: true };
  }

  /** Whether a page may begin this count, or join it: so many of its tenant run that another would take its connections. */
  mayCountBeside(key: string): boolean {
    if (this.#running.has(key)) return true;
    const tenant = key.slice(0, key.indexOf(':') + 1);
    return [...this.#left].filter((other) => other.startsWith(tenant)).length < mostLeft;
  }

  isSlow(key: string): boolean {
    return (this.#slowUntil.get(key) ?? 0) > performance.now();
  }

  /** A page goes without this total. */
  leave(key: string): void {
    if (this.#running.has(key)) this.#left.add(key);
    if (!this.isSlow(key)) putLast(this.#slowUntil, key, performance.now() + slowForMs);
  }

  noteQuick(key: string): void {
    this.#slowUntil.delete(key);
  }

  /** Of the last question of the same form, with whatever values. */
  lastOfShape(shape: string): LastOfShape | undefined {
    return this.#ofShape.get(shape);
  }

  noteShape(shape: string, last: LastOfShape): void {
    putLast(this.#ofShape, shape, last);
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > mostTotals && !oldest.done) map.delete(oldest.value);
}
