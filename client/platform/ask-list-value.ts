// Create Value and Edit Value where a value is chosen: an input asks, the layout opens the dialog over the form, whose draft
// stays as it is.
export type ListValueQuestion = {
  readonly listId: number;
  /** 'Object' for values that are made of properties. */
  readonly listType: string;
  /** Of the value that is changed; null for a new one. */
  readonly id: number | null;
  /** What was typed before, for a new one. */
  readonly typed: string;
  /** Called with its id when it stands; open forms know it by then. */
  readonly onSaved: (id: number) => void;
};

let question: ListValueQuestion | null = null;
const listeners = new Set<() => void>();

function set(next: ListValueQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

export const askListValue = (asked: ListValueQuestion): void => set(asked);
export const closeListValue = (): void => set(null);
export const getListValueQuestion = (): ListValueQuestion | null => question;

export function subscribeToListValue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
