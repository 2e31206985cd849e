// When a signed address is renewed. Both of its moments are the server's, and only what has passed since the answer is
// measured here: a clock that is wrong, or is put right meanwhile, changes nothing.

/** Renewed so long before it ends, at the latest. */
export const leadMs = 30_000;

export type SignedFor = {
  /** ISO 8601, by the server's clock. */
  readonly expiresAt: string;
  /** The server's clock as it answered. */
  readonly now: string;
};

/** A moment on both clocks of a browser: one stops while the machine sleeps, the other jumps when it is set. */
export type Moment = { readonly steadyMs: number; readonly wallMs: number };

/** A clock that is set back hides time, and sleep hides it from the other: the one that saw more is believed. */
export const passedMs = (since: Moment, now: Moment): number =>
  Math.max(0, now.steadyMs - since.steadyMs, now.wallMs - since.wallMs);

/** How long the renewal can wait, zero when it is due. */
export function msUntilRenewal({ expiresAt, now }: SignedFor, passed: number): number {
  const lifetimeMs = Date.parse(expiresAt) - Date.parse(now);
  const lead = Math.max(leadMs, lifetimeMs / 10);
  return Math.max(0, lifetimeMs - lead - passed);
}
