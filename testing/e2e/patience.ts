/** How long a journey waits for what it expects to see. */
export const patienceMs = 20_000;
