// An object while it is edited: its name and its properties as they are to stand, and what each was.
import type { PropertyDraft } from '@rowhouse/domain/objects/definition-rules.ts';
import type { DefinedProperty, Definition } from './api.ts';

export type DraftProperty = PropertyDraft & {
  /** Of this dialog alone; stays while the row is moved. */
  readonly key: string;
};

export type DefinitionDraft = { readonly name: string; readonly properties: readonly DraftProperty[] };
type Base = Pick<Definition, 'name' | 'properties'>;

/** What of a property can be changed. */
const parts = ['name', 'dataType', 'isRequired', 'isDisplayable', 'enabled', 'listId'] as const;
export type PropertyChange = Partial<Pick<DraftProperty, (typeof parts)[number]>>;

const rowOf = (property: DefinedProperty): DraftProperty => ({
  key: `kept ${property.id}`,
  id: property.id,
  name: property.name,
  dataType: property.dataType,
  isRequired: property.isRequired,
  isDisplayable: property.isDisplayable,
  enabled: property.enabled,
  listId: property.listId,
});

export const nothingYet: Base = { name: '', properties: [] };

export const draftOf = ({ name, properties }: Base): DefinitionDraft => ({
  name,
  properties: properties.map(rowOf),
});

let made = 0;
/** The first of an object displays it. */
export const newProperty = (isDisplayable: boolean): DraftProperty => ({
  key: `new ${++made}`,
  id: null,
  name: '',
  dataType: 'string',
  isRequired: false,
  isDisplayable,
  enabled: true,
  listId: null,
});

export const changeProperty = (
  draft: DefinitionDraft,
  key: string,
  change: PropertyChange,
): DefinitionDraft => ({
  ...draft,
  properties: draft.properties.map((row) => (row.key === key ? { ...row, ...change } : row)),
});

/** Removing a new property forgets it; one that objects may have is disabled. */
export const removeProperty = (draft: DefinitionDraft, key: string): DefinitionDraft => ({
  ...draft,
  properties: draft.properties.flatMap((row) =>
    row.key !== key ? [row] : row.id === null ? [] : [{ ...row, enabled: false }],
  ),
});

/** The property comes to stand at the index of the others without it. */
export function moveProperty(draft: DefinitionDraft, key: string, index: number): DefinitionDraft {
  const row = draft.properties.find((one) => one.key === key);
  if (row === undefined) return draft;
  const others = draft.properties.filter((one) => one !== row);
  const place = Math.max(0, Math.min(index, others.length));
  return { ...draft, properties: [...others.slice(0, place), row, ...others.slice(place)] };
}

export const isChanged = (row: DraftProperty, base: Base): boolean => {
  const old = base.properties.find(({ id }) => id === row.id);
  return old === undefined || parts.some((part) => old[part] !== row[part]);
};

const orderOf = (rows: readonly { readonly id: number | null }[]): string => rows.map(({ id }) => id).join();

export const isMoved = (draft: DefinitionDraft, base: Base): boolean =>
  orderOf(draft.properties.filter(({ id }) => id !== null)) !== orderOf(base.properties);

/** How many things differ from what is saved; the order is one. */
export const countChanges = (draft: DefinitionDraft, base: Base): number =>
  Number(draft.name.trim() !== base.name) +
  draft.properties.filter((row) => isChanged(row, base)).length +
  Number(isMoved(draft, base));

export type Merge = {
  readonly draft: DefinitionDraft;
  /** What both have changed, each to something else: '"Weight", its name'. */
  readonly clashes: readonly string[];
};

const words: Readonly<Record<(typeof parts)[number], string>> = {
  name: 'name',
  dataType: 'type',
  isRequired: 'required',
  isDisplayable: 'shown',
  enabled: 'state',
  listId: 'list',
};

/** One's own changes over what somebody else saved meanwhile; of what both changed, one's own or theirs. */
export function mergeDefinition(
  draft: DefinitionDraft,
  base: Base,
  fresh: Base,
  keep: 'mine' | 'theirs',
): Merge {
  const clashes: string[] = [];
  function settle<Value>(what: string, mine: Value, was: Value, theirs: Value): Value {
    if (mine === was || mine === theirs) return theirs;
    if (theirs === was) return mine;
    clashes.push(what);
    return keep === 'mine' ? mine : theirs;
  }
  const name = settle('The name of the object', draft.name, base.name, fresh.name);
  const rows = new Map(draft.properties.map((row) => [row.id, row]));
  const before = new Map(base.properties.map((property) => [property.id, property]));
  const merged = new Map(
    fresh.properties.map((theirs): [number, DraftProperty] => {
      const mine = rows.get(theirs.id);
      const was = before.get(theirs.id);
      if (mine === undefined || was === undefined) return [theirs.id, rowOf(theirs)];
      const settled: Record<string, unknown> = {};
      for (const part of parts)
        settled[part] = settle(`${was.name}: ${words[part]}`, mine[part], was[part], theirs[part]);
      return [theirs.id, { ...mine, ...settled } as DraftProperty];
    }),
  );
  const theyMoved = orderOf(fresh.properties.filter(({ id }) => before.has(id))) !== orderOf(base.properties);
  const iMoved = isMoved(draft, base);
  if (theyMoved && iMoved) clashes.push('The order');
  const isMine = iMoved && (!theyMoved || keep === 'mine');
  const added = draft.properties.filter(({ id }) => id === null);
  const own = [...merged.values()].filter(({ id }) => !rows.has(id));
  const properties = isMine
    ? [...draft.properties.map((row) => merged.get(row.id ?? 0) ?? row), ...own]
    : [...merged.values(), ...added];
  return { draft: { name, properties }, clashes };
}
