import type { Counts } from './side-by-side.ts';

export interface Failure {
  /** Names the test, the same in both runs. */
  place: string;
  /** What runs it again, as the test command takes it. Left out, nothing does. */
  again?: string;
  words: string;
}

export interface Run {
  passed: number;
  failures: readonly Failure[];
}

/** More than these are no chance, and a whole run again would double the time. */
const atMost = 4;

/**
 * Runs the chosen tests, and those that failed once more. On a machine with two cores a test in eight thousand fails
 * by chance now and then; that must be mended, and it must not hide that everything else stands (decision 093).
 */
export async function tryAgain(
  run: (chosen: string[]) => Promise<Run>,
  chosen: string[],
  say: (text: string) => void,
): Promise<Counts> {
  const { passed, failures } = await run(chosen);
  const places = [...new Set(failures.flatMap(({ again }) => again ?? []))];
  const isWorthIt = failures.length > 0 && failures.length <= atMost && places.length > 0;
  const still = isWorthIt ? await findStanding(run, places, failures, say) : failures;
  const stands = new Set(still);
  return {
    passed: passed + failures.length - still.length,
    failed: still.length,
    failures: still.map(({ words }) => words),
    unsteady: failures.filter((failure) => !stands.has(failure)).map(({ words }) => words),
  };
}

async function findStanding(
  run: (chosen: string[]) => Promise<Run>,
  places: string[],
  failures: readonly Failure[],
  say: (text: string) => void,
): Promise<readonly Failure[]> {
  say(`\nFailed, and tried once more: ${failures.map(({ place }) => place).join(', ')}\n`);
  const again = await run(places);
  const failed = new Set(again.failures.map(({ place }) => place));
  // What did not run, or failed beside its tests, has proved nothing.
  const hasProved =
    again.passed > 0 && [...failed].every((place) => failures.some((one) => one.place === place));
  return failures.filter((failure) => failure.again === undefined || failed.has(failure.place) || !hasProved);
}
