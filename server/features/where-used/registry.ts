// The one list of what refers to what. A kind of place says which kinds of things it may refer to, what it asks of the
// database, and which places it has; a kind of place that is not here does not compile. Whoever reads what is
// configured as a whole (where something is used, what a change touches, a file of it) reads it here.
import {
  confinementsOf,
  fieldAccessOf,
  fieldsIn,
  fillsIn,
  formulasIn,
  listsIn,
  menuItemsIn,
  numberSeriesIn,
  peopleOf,
  propertiesIn,
  roleActionsOf,
  superTypesIn,
  transitionsIn,
  fieldConditionsIn,
} from '@rowhouse/domain/where-used/configured-places.ts';
import type { PlaceConfig } from '@rowhouse/domain/where-used/mentions.ts';
import { placeKinds, type Place, type PlaceKind } from '@rowhouse/domain/where-used/place.ts';
import {
  accessTestPlace,
  dashboardPlace,
  invitationPlace,
  mailPlace,
  mappingPlace,
  offerPlace,
  orderFormPlace,
  portalPlace,
  savedViewPlace,
  watchedPlace,
} from '@rowhouse/domain/where-used/stored-places.ts';
import { aThing, keyOfThing, type Thing, type ThingKind } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { readForms, selectForms } from '../order-entry/sql.ts';
import { readPortals, selectPortals } from '../portals/sql.ts';
import { readAccessTests, selectAccessTests } from '../roles/sql.ts';
import { readMappings, readOffers, selectMappings, selectOffers } from '../transmissions/sql.ts';
import {
  readDefinitionNames,
  readKeptDashboards,
  readMails,
  readOpenInvitations,
  readViews,
  readWatched,
  selectDefinitionNames,
  selectKeptDashboards,
  selectMails,
  selectOpenInvitations,
  selectViews,
  selectWatched,
} from './sql.ts';

type Reader = Pick<MemberContext, 'viewer'> & { readonly config: PlaceConfig };

type PlaceReader = {
  readonly refersTo: readonly ThingKind[];
  /** Null where the configuration knows. */
  readonly ask: ((reader: Reader) => Statement) | null;
  readonly read: (reader: Reader, answer: Answer | undefined) => readonly Place[];
};

const fromConfig = (
  refersTo: readonly ThingKind[],
  read: (config: Reader['config']) => readonly Place[],
): PlaceReader => ({ refersTo, ask: null, read: ({ config }) => read(config) });

/** What a condition, a column or a formula can name. */
const named = ['FIELD', 'RECORD_TYPE', 'STATUS', 'PROBLEM_CODE', 'LIST_VALUE', 'USER'] as const;

export const registry: Readonly<Record<PlaceKind, PlaceReader>> = {
  PERSON: fromConfig(['ROLE'], peopleOf),
  INVITATION: {
    refersTo: ['ROLE'],
    ask: ({ viewer }) => selectOpenInvitations(viewer.tenantId),
    read: ({ config }, answer) => readOpenInvitations(answer).map((one) => invitationPlace(config, one)),
  },
  MENU_ITEM: fromConfig(['RECORD_TYPE'], menuItemsIn),
  ROLE_ACTIONS: fromConfig(['ROLE', 'MENU_ITEM', 'RECORD_TYPE'], roleActionsOf),
  FIELD_ACCESS: fromConfig(['ROLE', 'RECORD_TYPE', 'FIELD'], fieldAccessOf),
  CONFINEMENT: fromConfig(['ROLE', ...named], confinementsOf),
  ACCESS_TEST: {
    refersTo: ['ROLE', 'RECORD_TYPE', 'FIELD'],
    ask: ({ viewer }) => selectAccessTests(viewer.tenantId),
    read: ({ config }, answer) => readAccessTests(answer).map((one) => accessTestPlace(config, one)),
  },
  SAVED_VIEW: {
    refersTo: ['ROLE', ...named],
    ask: ({ viewer }) => selectViews(viewer.tenantId),
    read: ({ config, viewer }, answer) => readViews(answer).map((one) => savedViewPlace(config, one, viewer)),
  },
  DASHBOARD: {
    refersTo: ['ROLE', ...named],
    ask: ({ viewer }) => selectKeptDashboards(viewer.tenantId),
    read: ({ config }, answer) => readKeptDashboards(answer).map((one) => dashboardPlace(config, one)),
  },
  FIELD: fromConfig(['LIST', 'LIST_VALUE', 'OBJECT'], fieldsIn),
  FORMULA: fromConfig(['FIELD', 'LINE_FIELD'], formulasIn),
  FILL: fromConfig(['FIELD', 'LINE_FIELD', 'OBJECT_PROPERTY', 'LIST'], fillsIn),
  OBJECT_PROPERTY: {
    refersTo: ['LIST'],
    ask: ({ viewer }) => selectDefinitionNames(viewer.tenantId),
    read: ({ config }, answer) => propertiesIn(config, readDefinitionNames(answer)),
  },
  LIST: fromConfig(['OBJECT', 'OBJECT_PROPERTY', 'LIST_VALUE', 'USER'], listsIn),
  TRANSITION: fromConfig(['STATUS', 'ROLE', ...named], transitionsIn),
  FIELD_CONDITION: fromConfig(['STATUS', 'LINE_FIELD', ...named], fieldConditionsIn),
  SUPER_TYPE: fromConfig(['RECORD_TYPE'], superTypesIn),
  NUMBER_SERIES: fromConfig(['RECORD_TYPE', 'FIELD'], numberSeriesIn),
  ORDER_FORM: {
    refersTo: ['RECORD_TYPE', 'FIELD', 'LINE_TYPE', 'LINE_FIELD', 'PROBLEM_CODE'],
    ask: ({ viewer }) => selectForms(viewer.tenantId),
    read: ({ config }, answer) => readForms(answer).map((one) => orderFormPlace(config, one)),
  },
  MAPPING: {
    refersTo: ['LINE_FIELD', ...named],
    ask: ({ viewer }) => selectMappings(viewer.tenantId, null),
    read: ({ config }, answer) => readMappings(answer).map((one) => mappingPlace(config, one)),
  },
  OFFER: {
    refersTo: ['LINE_FIELD', ...named],
    ask: ({ viewer }) => selectOffers(viewer.tenantId, null),
    read: ({ config }, answer) => readOffers(answer).flatMap((one) => offerPlace(config, one)),
  },
  PORTAL: {
    refersTo: ['ROLE'],
    ask: ({ viewer }) => selectPortals(viewer.tenantId),
    read: ({ config }, answer) => readPortals(answer).map((one) => portalPlace(config, one)),
  },
  MAIL: {
    refersTo: ['USER'],
    ask: ({ viewer }) => selectMails(viewer.tenantId),
    read: ({ config }, answer) => readMails(answer).map((one) => mailPlace(config, one)),
  },
  WATCHED: {
    refersTo: ['USER', 'RECORD_TYPE'],
    ask: ({ viewer }) => selectWatched(viewer.tenantId),
    read: ({ config }, answer) => readWatched(answer).map((one) => watchedPlace(config, one)),
  },
};

/** The places that may refer to these things, with their mentions of them and of roles, in the order of their kinds; one round trip. */
export async function readPlaces(
  { viewer, config, read }: Pick<MemberContext, 'viewer' | 'config' | 'read'>,
  things: readonly Thing[],
  beside: readonly Statement[] = [],
): Promise<{ places: Place[]; beside: Answer[] }> {
  const kindsOfThings = new Set(things.map(({ kind }) => kind));
  const kinds = placeKinds.filter((kind) => registry[kind].refersTo.some((one) => kindsOfThings.has(one)));
  const sought = new Set(things.map(keyOfThing));
  // What is hidden from a role touches the places of that role.
  for (const role of config.roles.keys()) sought.add(keyOfThing(aThing('ROLE', role)));
  const reader: Reader = { viewer, config: { ...config, sought } };
  const asked = kinds.flatMap((kind) => {
    const statement = registry[kind].ask?.(reader);
    return statement === undefined ? [] : [{ kind, statement }];
  });
  const { answers } = await read([...beside, ...asked.map(({ statement }) => statement)]);
  const answerOf = new Map(asked.map(({ kind }, at) => [kind, answers[beside.length + at]]));
  return {
    places: kinds.flatMap((kind) => registry[kind].read(reader, answerOf.get(kind))),
    beside: answers.slice(0, beside.length),
  };
}
