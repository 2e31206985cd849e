// What somebody has typed into the page that stands and not yet saved. Leaving asks while there is some, and a
// session that ends meanwhile leaves the page standing (see session.ts).
import { createObserved } from './observed.ts';

const works = createObserved<ReadonlyMap<object, string>>(new Map());

/** `what` is a sentence for the question whether to leave: what is not saved, and what becomes of it. */
export function holdUnsavedWork(what: string): () => void {
  const key = {};
  works.set(new Map(works.get()).set(key, what));
  return () => {
    const left = new Map(works.get());
    if (left.delete(key)) works.set(left);
  };
}

export const hasUnsavedWork = (): boolean => works.get().size > 0;

export const listUnsavedWork = (): readonly string[] => [...new Set(works.get().values())];

/** The person has answered that it may go. */
export function abandonUnsavedWork(): void {
  if (hasUnsavedWork()) works.set(new Map());
}

let heldPages = 0;

/** What an ended session would take away though nobody is asked about it: rows that are selected, a value for many of them. */
export function holdPage(): () => void {
  heldPages += 1;
  return () => {
    heldPages -= 1;
  };
}

/** Whether a session that ends leaves the page standing. */
export const isPageHeld = (): boolean => heldPages > 0 || hasUnsavedWork();

export const subscribeToUnsavedWork = works.subscribe;
