export const shortestPassword = 8;
/** Hashing costs the same for any length; this only bounds what is taken in. */
export const longestPassword = 128;
export const longestEmail = 254;

/** Wrong passwords within a window. An office shares one address: it gets more than one person does. */
export const guessWindowMs = 15 * 60_000;
export const guessesAnAccount = 5;
export const guessesAnAddress = 50;
