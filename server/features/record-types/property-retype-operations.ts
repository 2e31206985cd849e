// A property of objects that gets another data type: the report before, the work, and the way back.
import { setTimeout } from 'node:timers/promises';
import type { PropertyRetype } from '@rowhouse/domain/contract.generated.ts';
import { userId as toUserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { objectChangedMeanwhile, propertyDataTypes } from '@rowhouse/domain/objects/definition-rules.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import {
  addPropertyReports,
  nothingOfProperty,
  type PropertyReport,
} from '@rowhouse/domain/record-types/property-retype.ts';
import {
  mostNumbers,
  nothingToCancel,
  nothingToUndo,
  retypeUnderWay,
  stillDecides,
  whyNotRetype,
  type RetypeTarget,
} from '@rowhouse/domain/record-types/retype.ts';
import type { StoredObjectProperty } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { SessionUse } from '../../identity/session-use.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { findDefinition, lockDefinition, selectDefinition } from '../objects/sql.ts';
import { placesFilledBy } from './deciding-places.ts';
import { countPart } from './count-property-values.ts';
import { createExaminer } from './examine-values.ts';
import {
  countHolders,
  findPropertyPlace,
  readExaminedHolders,
  readHolders,
  readHolderTotal,
  readPropertyRetypes,
  readWrittenHolders,
  selectExaminedObjects,
  selectExaminedValues,
  selectHolders,
  selectPropertyPlace,
  selectPropertyRetype,
  selectPropertyRetypes,
  selectWrittenHolders,
  type StoredPropertyRetype,
} from './property-retype-sql.ts';
import { readingOf, targetOf } from './retype-operations.ts';
import { besideSlot } from './retype-place-sql.ts';
import { askRetype, cancelRetype, undoRetype, wasTaken } from './retype-sql.ts';

type Names =
  | 'getPropertyRetypes'
  | 'findPropertyRetypeReport'
  | 'startPropertyRetype'
  | 'stopPropertyRetype'
  | 'findWrittenSincePropertyRetype'
  | 'undoPropertyRetype';

/**
 * So many records are read at once, and for so long parts are read before one answer. Between them it rests as long, unless nobody
 * else is there: others go first.
 */
const partSize = 2000;
const answerAfterMs = 500;

export const propertyRetypeOperations = ({
  retypes,
  sessionUse,
}: {
  readonly retypes: Pick<BackgroundRunner, 'wake'>;
  readonly sessionUse: Pick<SessionUse, 'isAlone'>;
}): Pick<OperationTable, Names> => ({
  async getPropertyRetypes(_input, { viewer, read }) {
    return readPropertyRetypes((await read([selectPropertyRetypes(viewer.tenantId)])).answers[0]).map(show);
  },

  async findPropertyRetypeReport({ data }, context) {
    const { viewer, config, read } = context;
    const tenant = viewer.tenantId;
    const property = requireProperty(context, data.propertyId);
    const to = targetOf(data, context);
    refuseTarget(property, to);
    const { id, objectDefinitionId: definitionId } = property;
    const { answers: begun } = await read([
      selectHolders(tenant, definitionId),
      countHolders(tenant, definitionId),
      selectPropertyPlace(tenant, id),
    ]);
    const place = findPropertyPlace(begun[2]);
    if (place === null) throw notFound('The property');
    const examined = { id, definitionId, ...place };
    const examine = createExaminer(sideOf(property), to, readingOf(data, context), config);
    const total = readHolderTotal(begun[1]);
    // The lists come first.
    const holders = [null, ...readHolders(begun[0])];
    let at = Math.max(
      0,
      holders.findIndex((holder) => (holder?.typeId ?? 0) === (data.afterType ?? 0)),
    );
    let after = data.after ?? 0;
    let report: PropertyReport = { ...nothingOfProperty, total };
    const beganMs = performance.now();
    while (at < holders.length && performance.now() - beganMs < answerAfterMs) {
      const partBeganMs = performance.now();
      const holder = holders[at] ?? null;
      const { answers } = await read([
        holder === null
          ? selectExaminedValues(tenant, examined, after, partSize)
          : selectExaminedObjects(tenant, examined, holder, after, partSize),
      ]);
      const part = countPart(readExaminedHolders(answers[0]), holder, examine, context);
      report = addPropertyReports(report, { ...part.report, total });
      after = part.last ?? after;
      if (part.report.done < partSize) {
        at += 1;
        after = 0;
      } else await setTimeout(sessionUse.isAlone(viewer.sessionId) ? 0 : performance.now() - partBeganMs);
    }
    const isOver = at >= holders.length;
    return {
      ...report,
      samples: [...report.samples],
      records: report.records.map(({ kept, changed, lost, ...type }) => ({
        ...type,
        kept: [...kept],
        changed: [...changed],
        lost: [...lost],
      })),
      nextType: isOver ? null : (holders[at]?.typeId ?? 0),
      next: isOver ? null : after,
      inTheWay: data.afterType == null ? placesFilledBy(config, id) : [],
    };
  },

  async startPropertyRetype({ data }, context) {
    const { viewer, config, write } = context;
    const tenant = viewer.tenantId;
    const property = requireProperty(context, data.propertyId);
    const { id, name, objectDefinitionId: definitionId } = property;
    const to = targetOf(data, context);
    refuseTarget(property, to);
    const places = placesFilledBy(config, id);
    if (places.length > 0) throw stillDecides(name, places);
    const started = await write([lockDefinition(tenant, definitionId)], async (transaction) => {
      const [definition, standing, retyping] = await transaction.run([
        selectDefinition(tenant, definitionId),
        selectPropertyPlace(tenant, id),
        selectPropertyRetypes(tenant),
      ]);
      const place = findPropertyPlace(standing);
      if (place === null) throw notFound('The property');
      if (ofProperty(readPropertyRetypes(retyping), id) !== undefined) throw retypeUnderWay(name);
      const version = findDefinition(definition)?.version;
      if (version !== data.version) throw objectChangedMeanwhile({ id: definitionId, version });
      await transaction.run([
        askRetype(tenant, viewer.userId, {
          lineTypeId: null,
          definitionId,
          fieldId: id,
          toType: to.dataType,
          toSlot: place.standsBeside ? null : besideSlot,
          toListId: to.listId,
          toDefault: null,
          ...readingOf(data, context),
        }),
      ]);
      const [asked] = await transaction.finish([selectPropertyRetypes(tenant)]);
      return show(requireRetype(ofProperty(readPropertyRetypes(asked), id)));
    });
    retypes.wake();
    return started;
  },

  async stopPropertyRetype({ data }, context) {
    const { viewer, write } = context;
    const tenant = viewer.tenantId;
    const retype = await getRetype(data.id, context);
    const stopped = await write([lockDefinition(tenant, retype.objectDefinitionId)], async (transaction) => {
      if (!wasTaken(await transaction.one(cancelRetype(tenant, viewer.userId, data.id))))
        throw nothingToCancel();
      const [after] = await transaction.finish([selectPropertyRetype(tenant, data.id)]);
      return show(requireRetype(readPropertyRetypes(after)[0]));
    });
    retypes.wake();
    return stopped;
  },

  async findWrittenSincePropertyRetype({ data }, context) {
    const { viewer, config, read } = context;
    const tenant = viewer.tenantId;
    const retype = await getRetype(data.id, context);
    if (retype.phase !== 'KEPT') throw nothingToUndo();
    const holders = readHolders((await read([selectHolders(tenant, retype.objectDefinitionId)])).answers[0]);
    const { answers } = await read([selectWrittenHolders(tenant, retype, holders, mostNumbers)]);
    return readWrittenHolders(answers[0]).map(({ name, userId, ...one }) => ({
      ...one,
      holder: name,
      by: userId === null ? null : (config.members.get(toUserId(userId))?.name ?? null),
    }));
  },

  async undoPropertyRetype({ data }, context) {
    const { viewer, config, write } = context;
    const tenant = viewer.tenantId;
    const retype = await getRetype(data.id, context);
    const places = placesFilledBy(config, retype.propertyId);
    if (places.length > 0) throw stillDecides(retype.name, places);
    const undone = await write([lockDefinition(tenant, retype.objectDefinitionId)], async (transaction) => {
      const [standing] = await transaction.run([selectPropertyPlace(tenant, retype.propertyId)]);
      if (findPropertyPlace(standing) === null) throw notFound('The property');
      if (!wasTaken(await transaction.one(undoRetype(tenant, viewer.userId, data.id)))) throw nothingToUndo();
      const [after] = await transaction.finish([selectPropertyRetype(tenant, data.id)]);
      return show(requireRetype(readPropertyRetypes(after)[0]));
    });
    retypes.wake();
    return undone;
  },
});

function requireProperty({ config }: Pick<MemberContext, 'config'>, id: number): StoredObjectProperty {
  const property = config.objectProperties.find((one) => one.id === id);
  if (property === undefined) throw notFound('The property');
  return property;
}

const sideOf = ({ dataType, listId }: StoredObjectProperty): RetypeTarget => ({
  dataType: propertyType({ dataType, listId }),
  listId,
});

function refuseTarget(property: StoredObjectProperty, to: RetypeTarget): void {
  if (!propertyDataTypes.includes(to.dataType))
    throw invalid(`Choose what ${property.name} holds.`, 'dataType');
  const refusal = whyNotRetype({ ...sideOf(property), name: property.name, formula: null }, to);
  if (refusal !== null) throw refusal;
}

const ofProperty = (retypes: readonly StoredPropertyRetype[], id: number): StoredPropertyRetype | undefined =>
  retypes.find(({ propertyId }) => propertyId === id);

function requireRetype(found: StoredPropertyRetype | undefined): StoredPropertyRetype {
  if (found === undefined) throw notFound('The change of a data type');
  return found;
}

const getRetype = async (id: number, { viewer, read }: MemberContext): Promise<StoredPropertyRetype> =>
  requireRetype(readPropertyRetypes((await read([selectPropertyRetype(viewer.tenantId, id)])).answers[0])[0]);

const show = ({ name: _name, toSlot: _slot, ...told }: StoredPropertyRetype): PropertyRetype => told;
