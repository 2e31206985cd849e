import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';

/** Read by nobody: whoever asked has gone. */
export const nobodyWaits = () => new Refusal('UNAVAILABLE', 'Nobody waits for this any more.');

type Waiter = { readonly start: () => void };

/**
 * Turns for what holds the one thread of a server, or a connection, for long. Each company has so many at a time and,
 * where several wait, they follow one another company by company: who asks for forty has one of them read, and others
 * go between.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #ofCompany: number;
  readonly #whyBusy: string;
  readonly #mostWaiting: number;
  /** In the order of their next turn. */
  readonly #waiting = new Map<number, Waiter[]>();
  /** How many of each company; none where there are none. */
  readonly #running = new Map<number, number>();
  #runningOfAll = 0;

  /**
   * @param atOnce of all companies together
   * @param ofCompany of one company
   * @param mostWaiting of one company, beside those that run
   * @param whyBusy the sentence for whoever finds too many waiting
   */
  constructor({
    atOnce,
    ofCompany = 1,
    mostWaiting,
    whyBusy = 'Too many large pages are being read at once. Please try again.',
  }: {
    atOnce: number;
    ofCompany?: number;
    mostWaiting: number;
    whyBusy?: string;
  }) {
    this.#atOnce = atOnce;
    this.#ofCompany = ofCompany;
    this.#mostWaiting = mostWaiting;
    this.#whyBusy = whyBusy;
  }

  /**
   * @param signal takes whoever waits out of the queue, so that others come sooner
   * @throws {Refusal} UNAVAILABLE where too many of the company wait already
   */
  async take<Result>(company: number, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) throw nobodyWaits();
    if (this.#mayStart(company)) this.#begin(company);
    else await this.#wait(company, signal);
    try {
      return await work();
    } finally {
      this.#end(company);
      this.#startNext();
    }
  }

  #mayStart(company: number): boolean {
    return this.#runningOfAll < this.#atOnce && (this.#running.get(company) ?? 0) < this.#ofCompany;
  }

  #begin(company: number): void {
    this.#runningOfAll += 1;
    this.#running.set(company, (this.#running.get(company) ?? 0) + 1);
  }

  #end(company: number): void {
    this.#runningOfAll -= 1;
    const left = (this.#running.get(company) ?? 1) - 1;
    if (left === 0) this.#running.delete(company);
    else this.#running.set(company, left);
  }

  #wait(company: number, signal?: AbortSignal): Promise<void> {
    const own = this.#waiting.get(company) ?? [];
    if (own.length >= this.#mostWaiting) throw new Refusal('UNAVAILABLE', this.#whyBusy);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        const waiting = this.#waiting.get(company) ?? [];
        // Its turn has come already: the work ends by itself.
        if (!waiting.includes(waiter)) return;
        const left = waiting.filter((other) => other !== waiter);
        if (left.length === 0) this.#waiting.delete(company);
        else this.#waiting.set(company, left);
        reject(nobodyWaits());
      };
      signal?.addEventListener('abort', leave, { once: true });
      own.push(waiter);
      this.#waiting.set(company, own);
    });
  }

  #startNext(): void {
    for (const [company, [first, ...others]] of this.#waiting) {
      if (this.#runningOfAll >= this.#atOnce) return;
      if (first === undefined || !this.#mayStart(company)) continue;
      this.#waiting.delete(company);
      // Behind those who wait for theirs.
      if (others.length > 0) this.#waiting.set(company, others);
      this.#begin(company);
      // What came meanwhile and is small goes first.
      setImmediate(first.start);
    }
  }
}
