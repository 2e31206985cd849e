import type { Aggregates } from '../../platform/record-store/aggregate-query.ts';

const mostKept = 300;

/**
 * Answers, each with the write version of its types at which it was computed. It says nothing of whether one still holds:
 * who asks compares the version with the database's, in a transaction that also checks the person.
 */
export class AggregateCache {
  readonly #kept = new Map<string, Aggregates>();

  find(key: string): Aggregates | undefined {
    return this.#kept.get(key);
  }

  /** The database that answers from here on may know less than it did. */
  forget(): void {
    this.#kept.clear();
  }

  keep(key: string, aggregates: Aggregates): void {
    this.#kept.delete(key);
    this.#kept.set(key, aggregates);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > mostKept && !oldest.done) this.#kept.delete(oldest.value);
  }
}
