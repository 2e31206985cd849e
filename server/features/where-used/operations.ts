import type { PlaceOfUse, PlacesOfUse } from '@rowhouse/domain/contract.generated.ts';
import { mostPlacesOfKind } from '@rowhouse/domain/where-used/limits.ts';
import { placeTitles, type Place, type PlaceKind } from '@rowhouse/domain/where-used/place.ts';
import { keyOfThing, type Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { countHolding } from './count-holding.ts';
import { impactOperations } from './impact-operations.ts';
import { nameThing, requireNamedRight } from './name-thing.ts';
import { readPlaces } from './registry.ts';
import { selectThingName } from './sql.ts';

export const whereUsedOperations: Pick<OperationTable, 'findWhereUsed' | 'findChangeImpact'> = {
  ...impactOperations,

  async findWhereUsed({ data }, context) {
    const thing: Thing = { kind: data.kind, id: data.id, fieldKey: data.fieldKey ?? null };
    requireNamedRight(thing);
    const { places, beside } = await readPlaces(
      context,
      [thing],
      [selectThingName(context.viewer.tenantId, thing)],
    );
    const name = nameThing(thing, beside[0], context.config);
    const key = keyOfThing(thing);
    return {
      name,
      groups: gather(
        places.filter(({ mentions }) => mentions.has(key)),
        key,
        context,
      ),
      records: await countHolding(thing, 'holding', context),
    };
  },
};

const gather = (places: readonly Place[], key: string, context: MemberContext): PlacesOfUse[] =>
  [...Map.groupBy(places, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    title: placeTitles[kind satisfies PlaceKind],
    total: ofKind.length,
    places: [
      ...ofKind.filter((place) => !isHidden(place, context)).map((place) => show(place, key)),
      ...countByOwner(
        ofKind.filter((place) => isHidden(place, context)),
        key,
        context,
      ),
    ].slice(0, mostPlacesOfKind),
  }));

const isHidden = ({ owner }: Place, { viewer }: MemberContext): boolean =>
  owner !== null && owner !== viewer.userId;

const show = ({ name, link, mentions }: Place, key: string): PlaceOfUse => ({
  name,
  uses: [...(mentions.get(key) ?? [])],
  count: 1,
  isPrivate: false,
  link,
});

/** Of what is somebody's own nobody else learns more than that they have it: not its name, and not what it does. */
const countByOwner = (places: readonly Place[], key: string, { config }: MemberContext): PlaceOfUse[] =>
  [...Map.groupBy(places, ({ owner }) => owner)].map(([owner, own]) => ({
    name: (owner === null ? undefined : config.members.get(owner)?.name) ?? 'Somebody who has left',
    uses: own[0]?.kind === 'WATCHED' ? [...(own[0].mentions.get(key) ?? [])] : [],
    count: own.length,
    isPrivate: true,
    link: null,
  }));
