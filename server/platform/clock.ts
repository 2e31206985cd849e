/** Time as the server sees it; tests give one that they move by hand. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
