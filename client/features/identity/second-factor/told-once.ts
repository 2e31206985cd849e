// What /setupmfa hands to /configured. Only in memory: backup codes are told once, and the browser's history keeps
// what a navigation carries.
export type SetUpResult = {
  readonly backupCodes: readonly string[];
  /** The person was at work already, and began from the account page. */
  readonly fromAccount: boolean;
};

let result: SetUpResult | null = null;

export function tellOnce(told: SetUpResult): void {
  result = told;
}

/** Null when the page was loaded anew. */
export const findTold = (): SetUpResult | null => result;

export function forgetTold(): void {
  result = null;
}
