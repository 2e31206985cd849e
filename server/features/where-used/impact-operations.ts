// What a change takes from whom: by the same list of references, the same counts and the same decision as everywhere.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { withRole } from '@rowhouse/domain/access/find-viewer.ts';
import type { ChangeImpact, ImpactLine, ProposedChangeInput } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { whyNotShown, type MenuItemPlace } from '@rowhouse/domain/menu/rules.ts';
import type { StoredRole } from '@rowhouse/domain/tenants/tenant-config.ts';
import { isMoved, sayPeople, sayPlaces, sayRecords } from '@rowhouse/domain/where-used/impact.ts';
import { mostChangesCounted, mostProposedChanges } from '@rowhouse/domain/where-used/limits.ts';
import { placeKinds, type Place } from '@rowhouse/domain/where-used/place.ts';
import { aThing, keyOfThing, type Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { countHolding } from './count-holding.ts';
import { nameThings } from './name-thing.ts';
import { readPlaces } from './registry.ts';

type Proposed = {
  readonly thing: Thing;
  readonly takes: ProposedChangeInput['takes'];
  readonly roleIds: readonly number[];
};

export const impactOperations: Pick<OperationTable, 'findChangeImpact'> = {
  async findChangeImpact({ data }, context) {
    if (data.changes.length > mostProposedChanges)
      throw invalid(`At most ${mostProposedChanges} changes are looked at together.`, 'changes');
    if (data.changes.length === 0) return { impacts: [] };
    const changes = data.changes.map(({ kind, id, fieldKey, takes, roleIds }): Proposed => ({
      thing: { kind, id, fieldKey: fieldKey ?? null },
      takes,
      roleIds: roleIds ?? [],
    }));
    if (changes.some(({ roleIds }) => roleIds.some((id) => !context.config.roles.has(roleId(id)))))
      throw notFound('The role');
    const names = await nameThings(
      changes.map(({ thing }) => thing),
      context,
    );
    const { places } = await readPlaces(
      context,
      changes.map(({ thing }) => thing),
    );
    const byThing = indexPlaces(places);
    const impacts: ChangeImpact[] = [];
    for (const [at, change] of changes.entries()) {
      const { thing } = change;
      const lines = [
        ...linesOfPeople(change, context),
        ...(at < mostChangesCounted ? await linesOfRecords(change, context) : []),
        ...linesOfPlaces(change, byThing.get(keyOfThing(thing)) ?? [], context),
      ];
      if (lines.length > 0) impacts.push({ ...thing, name: names[at] ?? '', lines });
    }
    return { impacts };
  },
};

function indexPlaces(places: readonly Place[]): ReadonlyMap<string, Place[]> {
  const byThing = new Map<string, Place[]>();
  for (const place of places)
    for (const key of place.mentions.keys()) {
      const known = byThing.get(key);
      if (known === undefined) byThing.set(key, [place]);
      else known.push(place);
    }
  return byThing;
}

const plainLine = (sentence: string): ImpactLine => ({
  sentence,
  recordTypeId: null,
  filters: null,
  isOfPlaces: false,
});

/** Those who have it now, by the decision that shows it to them. */
function linesOfPeople({ thing, takes, roleIds }: Proposed, context: MemberContext): ImpactLine[] {
  const { config } = context;
  const has = seeingOf(thing, takes, context);
  if (has === null) return [];
  const losing = new Set<number>(
    [...config.roles.values()].flatMap((role) =>
      (takes === 'DISABLE' || roleIds.includes(role.id)) && has(role) ? [role.id] : [],
    ),
  );
  const people = [...config.members.values()].filter(
    ({ enabled, roleId: id }) => enabled && losing.has(id) && config.roles.get(id)?.enabled === true,
  );
  const sentence = sayPeople(takes, people.length);
  return sentence === null ? [] : [plainLine(sentence)];
}

/** Whether a role sees it; null of what nobody sees by itself. */
function seeingOf(
  { kind, id, fieldKey }: Thing,
  takes: Proposed['takes'],
  { config, viewer }: MemberContext,
): ((role: StoredRole) => boolean) | null {
  const typeSeenBy = (role: StoredRole) => {
    const asked = withRole(config, viewer, role.id);
    return asked === null ? null : findAuthorisedRecordType(config, asked, recordTypeId(id));
  };
  if (kind === 'RECORD_TYPE') return (role) => typeSeenBy(role) !== null;
  if (kind === 'FIELD')
    return (role) => {
      const access = typeSeenBy(role)?.fields.get(fieldKey ?? '')?.access;
      return takes === 'NARROW' ? access === 'Editable' : access !== undefined;
    };
  if (kind !== 'MENU_ITEM') return null;
  const place = placeOfItem(config.menu, id);
  return place === null ? null : (role) => whyNotShown(config, { roleId: role.id }, place) === null;
}

function placeOfItem(menu: MemberContext['config']['menu'], id: number): MenuItemPlace | null {
  for (const group of menu)
    for (const section of group.sections)
      for (const item of section.items) if (item.id === id) return { group, section, item };
  return null;
}

async function linesOfRecords({ thing, takes }: Proposed, context: MemberContext): Promise<ImpactLine[]> {
  if (takes === 'HIDE' || takes === 'NARROW' || takes === 'RETYPE') return [];
  const held = await countHolding(thing, takes === 'REQUIRE' ? 'empty' : 'holding', context);
  return held.map(({ recordType, what, count, filters }) => ({
    sentence: sayRecords(takes, { count: count ?? null, what }),
    recordTypeId: recordType.id,
    filters,
    isOfPlaces: false,
  }));
}

function linesOfPlaces(
  { takes, roleIds }: Proposed,
  places: readonly Place[],
  context: MemberContext,
): ImpactLine[] {
  const isTheirs = (place: Place) => {
    if (takes !== 'HIDE' && takes !== 'NARROW') return true;
    if (place.owner !== null) {
      const role = context.config.members.get(place.owner)?.roleId;
      return role !== undefined && roleIds.includes(role);
    }
    return roleIds.some((id) => place.mentions.has(keyOfThing(aThing('ROLE', roleId(id)))));
  };
  const touched = places.filter((place) => isMoved(takes, place.kind) && isTheirs(place));
  return placeKinds.flatMap((kind) => {
    const count = touched.filter((place) => place.kind === kind).length;
    return count === 0 ? [] : [{ ...plainLine(sayPlaces(kind, count)), isOfPlaces: true }];
  });
}
