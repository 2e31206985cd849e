// Create Value and Edit Value where a value is chosen: an input asks, the layout opens the dialog over the form, whose draft
// stays as it is.
import { createObserved } from './observed.ts';
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

export const listValueAsked = createObserved<ListValueQuestion | null>(null);

export const askListValue = (asked: ListValueQuestion): void => listValueAsked.set(asked);
export const closeListValue = (): void => listValueAsked.set(null);
