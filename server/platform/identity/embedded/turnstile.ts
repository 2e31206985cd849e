import { tooBusy } from '@rowhouse/domain/identity/rules.ts';

/** Lets one work through at a time, in the order of their coming; refuses as UNAVAILABLE beyond those that may wait. */
export type Turnstile = { pass<Result>(work: () => Promise<Result>): Promise<Result> };

export function createTurnstile(mostWaiting: number): Turnstile {
  let isTaken = false;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (!isTaken) {
      isTaken = true;
      return;
    }
    if (waiting.length >= mostWaiting) throw tooBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  // Whoever is next takes over at once: nobody who comes in between gets ahead.
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  return {
    async pass(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
