import { z } from 'zod';
import { Refusal, invalid } from '../kernel/refusal.ts';
import { longestRoleDescription, longestRoleName, mostAccessChanges } from './limits.ts';

export const roleForm = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'The name has at least 2 characters.')
    .max(longestRoleName, `The name has at most ${longestRoleName} characters.`),
  description: z
    .string()
    .trim()
    .max(longestRoleDescription, `The description has at most ${longestRoleDescription} characters.`),
  administers: z.boolean(),
});

export const roleNameTaken = (name: string) =>
  invalid(`There is a role by the name “${name}” already.`, 'name');

export const roleChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody else changed this role since you opened the page.', {
    details: { current },
  });

/** A role that people have is not taken from under them: they get another one, or it stays. */
export function refuseDisablingHeld(holders: readonly string[]): Refusal {
  const shown = holders.slice(0, 3);
  const others = holders.length - shown.length;
  const who = others > 0 ? `${shown.join(', ')} and ${others} more` : joinNames(shown);
  const [verb, they] = holders.length === 1 ? ['has', 'gets'] : ['have', 'get'];
  return invalid(
    `${who} ${verb} this role. Choose the role that ${they === 'gets' ? 'this person' : 'they'} ${they} instead.`,
    'moveTo',
  );
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export function requireFewChanges(count: number): void {
  if (count > mostAccessChanges)
    throw invalid(
      `At most ${mostAccessChanges.toLocaleString('en-US')} cells are changed at once.`,
      'fields',
    );
}

/** With what the cells are now, in the order of the request: those that the person has to decide about. */
export const accessChangedMeanwhile = (cells: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody else changed the same cells since you opened the page.', {
    details: { current: cells },
  });
