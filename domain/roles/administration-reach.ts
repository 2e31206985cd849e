// A company is never left without somebody who can let people in: whatever is changed, of the pages that open the others
// none may be out of everybody's reach that was within it before.
import { Refusal } from '../kernel/refusal.ts';

/** The pages, by the route of their menu item. */
export const guardedPages: ReadonlyMap<string, string> = new Map([
  ['users', 'Users'],
  ['roles', 'Roles'],
  ['menus', 'Menus'],
]);

/** Stands among the routes while anybody administers the company at all. */
export const anyAdministrator = '(anybody)';

/**
 * @param before routes that somebody who administers could reach before the change, while everybody else is held still
 * @param after the same once it is made
 */
export function refuseLosingReach(before: ReadonlySet<string>, after: ReadonlySet<string>): void {
  if (before.has(anyAdministrator) && !after.has(anyAdministrator)) {
    throw new Refusal(
      'FORBIDDEN',
      'Nobody would be left who administers this company. Give somebody else a role that does first.',
    );
  }
  const lost = [...guardedPages].flatMap(([route, name]) =>
    before.has(route) && !after.has(route) ? [name] : [],
  );
  if (lost.length === 0) return;
  throw new Refusal(
    'FORBIDDEN',
    `Nobody who administers this company could reach ${joinPages(lost)} any more. Give somebody else a role that reaches ${lost.length === 1 ? 'it' : 'them'} first.`,
  );
}

const joinPages = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
