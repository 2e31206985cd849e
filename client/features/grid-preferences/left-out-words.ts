// Of a view of which something is left out. Few views are so, and the first screen does without these words.
import type { Question } from '../../ui/confirm-dialog.tsx';

type LeftOut = { readonly leftOutConditions: number; readonly leftOutOthers: number };

const others = 'what is left out of its order, groups and colours';

export function sayKept({ leftOutConditions: conditions, leftOutOthers }: LeftOut): string {
  if (conditions === 0) return ` W${others.slice(1)} here stays in it.`;
  const kept =
    conditions === 1
      ? ' A condition that is left out here stays in it'
      : ` ${conditions} conditions that are left out here stay in it`;
  return leftOutOthers === 0 ? `${kept}.` : `${kept}, and so does ${others}.`;
}

export const askToDrop = (name: string, forWhom: string): Question => ({
  title: `Take out what is left out of “${name}”?`,
  body: `Conditions, colour rules, sorts and groups that ask for a field that is no longer there, or that you may not see, leave the view${forWhom}, and are not there again when the field is. What you see stays.`,
  confirmLabel: 'Take out',
});
