const lookAgainMs = 50;

/** A press that has begun is meant for what was there then, and so is a menu that stands open. */
const isHandAtWork = (): boolean =>
  document.documentElement.matches(':active') || document.querySelector('[role=menu]') !== null;

/** Resolves when nobody is pressing anything and no menu is open: at once, or as soon as that is over. */
export async function whenHandsRest(): Promise<void> {
  while (isHandAtWork()) await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
}
