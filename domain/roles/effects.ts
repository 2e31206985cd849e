// What a change of access does to people, in sentences: what is lost before what is gained, and the greatest first.
import type { FieldAccess } from '../access/field-access.ts';

/** `before` and `after` differ. A place is a record type or a menu item, by its name. */
export type AccessChange = {
  readonly roleId: number;
  readonly place: string;
} & (
  | { readonly field: string; readonly before: FieldAccess; readonly after: FieldAccess }
  | {
      /** Null for the menu item itself. */
      readonly action: string | null;
      readonly before: boolean;
      readonly after: boolean;
    }
);

export type RolePeople = { readonly name: string; readonly members: number };

export type AccessEffect = {
  readonly sentence: string;
  readonly isLoss: boolean;
  readonly people: number;
  readonly cells: number;
};

const verbs = {
  lose: { rank: 0, one: 'loses', many: 'lose' },
  narrow: { rank: 1, one: 'can only view', many: 'can only view' },
  see: { rank: 2, one: 'sees', many: 'see' },
  edit: { rank: 3, one: 'can edit', many: 'can edit' },
  get: { rank: 2, one: 'gets', many: 'get' },
} as const;
type Verb = keyof typeof verbs;

/** A person has one role, so that people of several roles add up. */
export function listEffects(
  changes: readonly AccessChange[],
  roles: ReadonlyMap<number, RolePeople>,
): AccessEffect[] {
  const groups = Map.groupBy(changes, (change) => `${verbOf(change)} ${thingOf(change)}`);
  return [...groups.values()]
    .map((group) => toEffect(group, roles))
    .sort((one, other) => one.rank - other.rank || other.people - one.people || other.cells - one.cells)
    .map(({ rank: _, ...effect }) => effect);
}

function toEffect(group: readonly AccessChange[], roles: ReadonlyMap<number, RolePeople>) {
  const first = group[0]!;
  const { rank, one, many } = verbs[verbOf(first)];
  const ids = [...new Set(group.map(({ roleId }) => roleId))];
  const people = ids.reduce((sum, id) => sum + (roles.get(id)?.members ?? 0), 0);
  const names = ids.map((id) => roles.get(id)?.name ?? '');
  const who =
    people > 0
      ? people === 1
        ? `1 person ${one}`
        : `${people} people ${many}`
      : `${names.length === 1 ? names[0] : `${names.length} roles`}, which nobody has, ${names.length === 1 ? one : many}`;
  const sentence = `${who} ${thingOf(first)}${placesOf(first, group)}`;
  return { rank, sentence, isLoss: rank < 2, people, cells: group.length };
}

function verbOf(change: AccessChange): Verb {
  if (!('field' in change)) return change.after ? 'get' : 'lose';
  if (change.after === 'NotAllowed') return 'lose';
  if (change.after === 'Editable') return 'edit';
  return change.before === 'Editable' ? 'narrow' : 'see';
}

function thingOf(change: AccessChange): string {
  if ('field' in change) return change.field;
  return change.action === null ? `${change.place} in the menu` : `“${change.action}”`;
}

function placesOf(first: AccessChange, group: readonly AccessChange[]): string {
  if ('action' in first && first.action === null) return '';
  const places = new Set(group.map(({ place }) => place));
  if (places.size === 1) return ` on ${first.place}`;
  return ` on ${places.size} ${'field' in first ? 'types' : 'menu items'}`;
}
