const mostTotals = 5000;

export type KeptTotal = { readonly total: number; readonly version: string };

/**
 * Totals of filters, each with the write version of its types at which it was counted. It says nothing of whether a
 * total still holds: who asks compares the version with the database's, in the transaction of the answer.
 */
export class TotalCache {
  readonly #totals = new Map<string, KeptTotal>();
  readonly #slow = new Set<string>();

  find(key: string): KeptTotal | undefined {
    return this.#totals.get(key);
  }

  keep(key: string, total: KeptTotal): void {
    this.#totals.delete(key);
    this.#totals.set(key, total);
    const oldest = this.#totals.keys().next();
    if (this.#totals.size > mostTotals && !oldest.done) this.#totals.delete(oldest.value);
  }

  drop(key: string): void {
    this.#totals.delete(key);
  }

  isSlow(key: string): boolean {
    return this.#slow.has(key);
  }

  markSlow(key: string): void {
    if (this.#slow.size > mostTotals) this.#slow.clear();
    this.#slow.add(key);
  }
}
