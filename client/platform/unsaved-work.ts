// What somebody has typed into the page that stands and not yet saved. Leaving asks while there is some, and a
// session that ends meanwhile leaves the page standing (see session.ts).
const works = new Map<object, string>();
const listeners = new Set<() => void>();

/** `what` is a sentence for the question whether to leave: what is not saved, and what becomes of it. */
export function holdUnsavedWork(what: string): () => void {
  const key = {};
  works.set(key, what);
  tell();
  return () => {
    if (works.delete(key)) tell();
  };
}

export const hasUnsavedWork = (): boolean => works.size > 0;

export const listUnsavedWork = (): readonly string[] => [...new Set(works.values())];

/** The person has answered that it may go. */
export function abandonUnsavedWork(): void {
  if (works.size === 0) return;
  works.clear();
  tell();
}

export function subscribeToUnsavedWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
