import type { PlaceOfUse, PlacesOfUse } from '@rowhouse/domain/contract.generated.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { fieldId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { mostPlacesOfKind, whereUsedBudgetMs } from '@rowhouse/domain/where-used/limits.ts';
import { placeTitles, type Place, type PlaceKind } from '@rowhouse/domain/where-used/place.ts';
import { keyOfThing, thingNames, type Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { within } from '../../platform/record-store/count-statements.ts';
import { answerQuestions, questionsOf } from './held-records.ts';
import { readPlaces } from './registry.ts';
import { findThingName, selectThingName } from './sql.ts';

export const whereUsedOperations: Pick<OperationTable, 'findWhereUsed'> = {
  async findWhereUsed({ data }, context) {
    const thing: Thing = { kind: data.kind, id: data.id, fieldKey: data.fieldKey ?? null };
    if ((thing.kind === 'FIELD') !== (thing.fieldKey !== null))
      throw invalid('A field of records is named by its record type and its key.', 'fieldKey');
    const { places, beside } = await readPlaces(context, new Set([thing.kind]), [
      selectThingName(context.viewer.tenantId, thing),
    ]);
    const found = findThingName(beside[0]);
    const name = found === null ? null : thing.fieldKey === null ? found : nameOfField(context.config, thing);
    if (name === null) throw notFound(thingNames[thing.kind]);
    const key = keyOfThing(thing);
    return {
      name,
      groups: gather(
        places.filter(({ mentions }) => mentions.has(key)),
        key,
        context,
      ),
      records: await countRecordsHolding(thing, context),
    };
  },
};

function nameOfField(config: TenantConfig, { id, fieldKey }: Thing): string | null {
  const parsed = parseFieldKey(fieldKey ?? '');
  if ('base' in parsed) {
    const base = findBaseField(parsed.base);
    return base?.name === parsed.base ? base.label : null;
  }
  const stored = config.fields.get(fieldId(parsed.fieldId));
  return stored?.recordTypeId === id ? stored.name : null;
}

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

/** Given up after a while, so that a large company still learns the rest. */
async function countRecordsHolding(thing: Thing, context: MemberContext) {
  const questions = questionsOf(context.config, thing);
  if (questions.length === 0) return [];
  const statements = questions.flatMap(({ statement }) => within(statement, whereUsedBudgetMs));
  const answers = await context.read(statements).then(
    (read) => questions.map((_, at) => read.answers[at * 3 + 1]),
    (failure: unknown) => {
      if (databaseErrorCode(failure) === statementTimeout) return null;
      throw failure;
    },
  );
  return answerQuestions(questions, answers);
}

/** PostgreSQL's code of a statement that took longer than it may. */
const statementTimeout = '57014';
