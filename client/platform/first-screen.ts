// On a slow line whatever comes before the first screen holds it up. What nobody needs for it (the socket, menus, fonts)
// is asked for when it stands: when a page says so, or when nothing was asked for a while.

/** Between the answers that a page waits for it asks again much sooner. */
const quietMs = 400;
/** However busy the page is. */
const latestMs = 12_000;

let stand: () => void = () => undefined;
const stands = new Promise<void>((resolve) => {
  stand = resolve;
});
let asked = 0;
let quiet: number | undefined;

/** Resolves when what the person came for is seen; for good, as later pages find a line that has nothing else to do. */
export function whenFirstScreen(): Promise<void> {
  if (asked === 0) quiet ??= window.setTimeout(stand, quietMs);
  return stands;
}

/** The page shows what it was opened for, or says why it cannot. */
export const tellFirstScreen = (): void => stand();

/** Counts a question that the page may be waiting for, until its answer. */
export async function countAsked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  asked += 1;
  window.clearTimeout(quiet);
  try {
    return await answer;
  } finally {
    asked -= 1;
    if (asked === 0) quiet = window.setTimeout(stand, quietMs);
  }
}

if (typeof window !== 'undefined') window.setTimeout(stand, latestMs);
