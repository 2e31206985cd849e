import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';

type Waiter = { readonly start: () => void };

/**
 * Turns for what holds the one thread of a server for long. Each company has one at a time and, where several wait,
 * they follow one another company by company: who asks for forty has one of them read, and others go between.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  /** In the order of their next turn. */
  readonly #waiting = new Map<number, Waiter[]>();
  readonly #running = new Set<number>();

  /**
   * @param atOnce of all companies together
   * @param mostWaiting of one company, beside the one that runs
   */
  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {Refusal} UNAVAILABLE where too many of the company wait already */
  async take<Result>(company: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#running.has(company) || this.#running.size >= this.#atOnce) await this.#wait(company);
    else this.#running.add(company);
    try {
      return await work();
    } finally {
      this.#running.delete(company);
      this.#startNext();
    }
  }

  #wait(company: number): Promise<void> {
    const own = this.#waiting.get(company) ?? [];
    if (own.length >= this.#mostWaiting)
      throw new Refusal('UNAVAILABLE', 'Too many large pages are being read at once. Please try again.');
    return new Promise((start) => {
      own.push({ start });
      this.#waiting.set(company, own);
    });
  }

  #startNext(): void {
    for (const [company, [first, ...others]] of this.#waiting) {
      if (this.#running.size >= this.#atOnce) return;
      if (first === undefined || this.#running.has(company)) continue;
      this.#waiting.delete(company);
      // Behind those who wait for theirs.
      if (others.length > 0) this.#waiting.set(company, others);
      this.#running.add(company);
      // What came meanwhile and is small goes first.
      setImmediate(first.start);
    }
  }
}
