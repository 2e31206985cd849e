import { Refusal, invalid } from '../kernel/refusal.ts';
import { longestRoleName } from '../roles/limits.ts';

/** A role with what the company calls it; null where it goes by its own name. */
export type AliasedRole = { readonly id: number; readonly name: string; readonly alias: string | null };

/** What is typed, as it is kept: an empty one, and the role's own name, are none. */
export function toAlias(typed: string, name: string): string | null {
  const alias = typed.replace(/\s+/g, ' ').trim();
  return alias === '' || alias === name ? null : alias;
}

/** Why this role cannot be called so beside the others, or null. Two roles by one name could not be told apart. */
export function whyNotAlias(role: AliasedRole, others: readonly AliasedRole[]): string | null {
  if (role.alias === null) return null;
  if (role.alias.length > longestRoleName) return `An alias has at most ${longestRoleName} characters.`;
  if (/\p{C}/u.test(role.alias)) return 'An alias has letters, digits and signs alone.';
  const sought = role.alias.toLowerCase();
  const other = others.find(
    ({ id, name, alias }) =>
      id !== role.id && [name, alias].some((called) => called?.toLowerCase() === sought),
  );
  return other === undefined ? null : `“${role.alias}” is the name of ${sayRole(other)}. Choose another.`;
}

const sayRole = ({ name, alias }: AliasedRole): string =>
  alias === null ? `the role ${name}` : `the role ${name}, which is called ${alias}`;

/** Refuses the whole of it for the first that cannot stand, with the role whose alias it is. */
export function requireAliases(roles: readonly AliasedRole[], changed: ReadonlySet<number>): void {
  for (const role of roles) {
    const whyNot = changed.has(role.id) ? whyNotAlias(role, roles) : null;
    if (whyNot !== null)
      throw new Refusal('INVALID', whyNot, { field: 'alias', details: { roleId: role.id } });
  }
}

export function requireEachOnce(ids: readonly number[]): void {
  if (new Set(ids).size !== ids.length) throw invalid('A role is named twice.', 'aliases');
}

export const aliasesChangedMeanwhile = (current: readonly unknown[]) =>
  new Refusal('CONFLICT', 'Somebody else changed one of these roles since you opened the page.', {
    details: { current },
  });
