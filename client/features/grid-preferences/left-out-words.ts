// Of a view of which conditions are left out. Few views are so, and the first screen does without these words.
import type { Question } from '../../ui/confirm-dialog.tsx';

export const sayKept = (leftOut: number): string =>
  leftOut === 1
    ? ' A condition that is left out here stays in it.'
    : ` ${leftOut} conditions that are left out here stay in it.`;

export const askToDrop = (name: string, forWhom: string): Question => ({
  title: `Take out what is left out of “${name}”?`,
  body: `Conditions and colour rules that ask for a field that is no longer there, or that you may not see, leave the view${forWhom}, and are not there again when the field is. What you see stays.`,
  confirmLabel: 'Take out',
});
