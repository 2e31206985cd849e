// A field that gets another data type: the report before, the work, and the way back.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RetypeInput } from '@rowhouse/domain/contract.generated.ts';
import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import {
  fieldId,
  listId as toListId,
  recordTypeId,
  userId as toUserId,
} from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { deletionStandsInTheWay } from '@rowhouse/domain/record-types/deletion.ts';
import {
  addReports,
  isReadAlike,
  mostNumbers,
  mostSamples,
  noRoomForType,
  nothingReported,
  nothingToCancel,
  nothingToUndo,
  retypeUnderWay,
  stillDecides,
  whyNotRetype,
  type RetypeReport,
  type RetypeTarget,
} from '@rowhouse/domain/record-types/retype.ts';
import { designChangedMeanwhile, needsList } from '@rowhouse/domain/record-types/rules.ts';
import { convertValue, type ConversionReading } from '@rowhouse/domain/values/conversion.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { SessionUse } from '../../identity/session-use.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { bucketsOfType, slotOf, standsBeside } from '../../platform/record-store/places.ts';
import { findFreeSlot } from '../../platform/record-store/slots.ts';
import { convertedField } from './converted-field.ts';
import { createExaminer } from './examine-values.ts';
import { allDecidingPlaces } from './deciding-places.ts';
import { showDesign } from './show-design.ts';
import { findFieldOf, findRetypeOf, requireDesign, takenSlots } from './standing-design.ts';
import {
  askRetype,
  cancelRetype,
  findTypeOfRetype,
  placeOfType,
  selectTypeOfRetype,
  undoRetype,
  wasTaken,
} from './retype-sql.ts';
import { besideSlot, readWrittenSince, type ExaminedValue, type RetypedField } from './retype-place-sql.ts';
import { findDesign, selectDesign, type StoredDesign } from './sql.ts';
import { lockType } from './asking-sql.ts';

type Names = 'findRetypeReport' | 'startRetype' | 'stopRetype' | 'findWrittenSinceRetype' | 'undoRetype';

/** So many records are read at once. Others go first: beside somebody it is fewer, and it rests after each part for so much of its time. */
const partSizes = { alone: 2000, besideOthers: 500 } as const;
const restShare = 1;
/** For so long parts are read before one answer. */
const answerAfterMs = 500;
/** Counted before others have their turn. */
const countedAtOnce = 250;

export const retypeOperations = ({
  retypes,
  sessionUse,
}: {
  readonly retypes: Pick<BackgroundRunner, 'wake'>;
  readonly sessionUse: Pick<SessionUse, 'isAlone'>;
}): Pick<OperationTable, Names> => ({
  async findRetypeReport({ data }, context) {
    const { config, read } = context;
    const field = requireField(context, data);
    const to = targetOf(data, context);
    const refusal = whyNotRetype(field, to);
    if (refusal !== null) throw refusal;
    const type = config.recordTypes.get(recordTypeId(field.typeId));
    if (type === undefined) throw notFound('The record type');
    const place = placeOfType(field);
    const of = { typeId: type.id, buckets: bucketsOfType(type) };
    const reading = readingOf(data, context);
    const count = createCounter(field, to, reading, context);
    const beganMs = performance.now();
    let report: RetypeReport = nothingReported;
    let after = data.after ?? 0;
    let isOver = false;
    let total = 0;
    while (!isOver && performance.now() - beganMs < answerAfterMs) {
      const partBeganMs = performance.now();
      const isAlone = sessionUse.isAlone(context.viewer.sessionId);
      const size = place.recordsOf(partSizes[isAlone ? 'alone' : 'besideOthers']);
      const { answers, counts } = await read([place.selectExamined(field, of, after, size)], [type.id]);
      const values = place.readExamined(field, answers[0]);
      total = counts.all;
      const part = await count(values);
      report = addReports(report, { ...part, total });
      after = values.at(-1)?.id ?? after;
      isOver = part.done < size;
      if (!isOver) await setTimeout(isAlone ? 0 : restShare * (performance.now() - partBeganMs));
    }
    const isFirst = data.after == null;
    return {
      ...report,
      total,
      samples: [...report.samples],
      numbers: {
        kept: [...report.numbers.kept],
        changed: [...report.numbers.changed],
        lost: [...report.numbers.lost],
      },
      next: isOver ? null : after,
      inTheWay:
        isFirst && !isReadAlike(field, to)
          ? await allDecidingPlaces(context, { ...field, fieldId: field.id })
          : [],
    };
  },

  async startRetype({ data }, context) {
    const { viewer, config, write } = context;
    const tenant = viewer.tenantId;
    const field = requireField(context, data);
    const to = targetOf(data, context);
    const refusal = whyNotRetype(field, to);
    if (refusal !== null) throw refusal;
    const places = isReadAlike(field, to)
      ? []
      : await allDecidingPlaces(context, { ...field, fieldId: field.id });
    if (places.length > 0) throw stillDecides(field.name, places);
    const reading = readingOf(data, context);
    const started = await write([lockType(tenant, field.typeId)], async (transaction) => {
      const read = async () =>
        requireDesign(findDesign(await transaction.run(selectDesign(tenant, field.typeId))));
      const current = await read();
      if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
      const asked = { id: field.id, fieldId: field.id, ofLines: field.lineTypeId !== null };
      const stands = findFieldOf(current, asked);
      if (stands === undefined) throw notFound('The field');
      if (findRetypeOf(current, asked) !== undefined) throw retypeUnderWay(stands.name);
      if (stands.version !== data.version)
        throw designChangedMeanwhile(`“${stands.name}”`, showDesign(current));
      const toSlot = otherSlot(field, to, current);
      const sides = [
        convertedField(field, config, reading.timeZone),
        convertedField(to, config, reading.timeZone),
      ] as const;
      const given = 'defaultValue' in stands ? stands.defaultValue : null;
      const toDefault = given === null ? null : convertValue(given, ...sides, reading).value || null;
      await transaction.run([
        askRetype(tenant, viewer.userId, {
          lineTypeId: field.lineTypeId,
          definitionId: null,
          fieldId: field.id,
          toType: to.dataType,
          toSlot,
          toListId: to.listId,
          toDefault: valueOf(to.dataType).choosing === 'many' ? null : toDefault,
          ...reading,
        }),
      ]);
      return showDesign(
        requireDesign(findDesign(await transaction.finish(selectDesign(tenant, field.typeId)))),
      );
    });
    retypes.wake();
    return started;
  },

  async stopRetype({ data }, context) {
    const typeId = await requireTypeOf(data.id, context);
    const tenant = context.viewer.tenantId;
    const stopped = await context.write([lockType(tenant, typeId)], async (transaction) => {
      if (!wasTaken(await transaction.one(cancelRetype(tenant, context.viewer.userId, data.id))))
        throw nothingToCancel();
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
    retypes.wake();
    return stopped;
  },

  async findWrittenSinceRetype({ data }, context) {
    const { viewer, config, read } = context;
    const typeId = await requireTypeOf(data.id, context);
    const design = requireDesign(findDesign((await read(selectDesign(viewer.tenantId, typeId))).answers));
    const retype = design.retypes.find(({ id, phase }) => id === data.id && phase === 'KEPT');
    if (retype === undefined) throw nothingToUndo();
    const buckets = [design.bucket, ...(design.movingFrom === null ? [] : [design.movingFrom])];
    const { answers } = await read([
      placeOfType(retype).selectWrittenSince(viewer.tenantId, retype, { typeId, buckets }, mostNumbers),
    ]);
    return readWrittenSince(answers[0]).map(({ userId, ...one }) => ({
      ...one,
      by: userId === null ? null : (config.members.get(toUserId(userId))?.name ?? null),
    }));
  },

  async undoRetype({ data }, context) {
    const typeId = await requireTypeOf(data.id, context);
    const { viewer, read, write } = context;
    const tenant = viewer.tenantId;
    const before = requireDesign(findDesign((await read(selectDesign(tenant, typeId))).answers));
    const retype = before.retypes.find(({ id }) => id === data.id);
    if (retype === undefined) throw nothingToUndo();
    const alike = isReadAlike(
      { dataType: retype.fromType, listId: retype.fromListId },
      { dataType: retype.toType, listId: retype.toListId },
    );
    const places = alike ? [] : await allDecidingPlaces(context, { ...retype, typeId });
    if (places.length > 0) throw stillDecides(retype.name, places);
    const undone = await write([lockType(tenant, typeId)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, typeId))));
      const stands = findFieldOf(current, { id: retype.fieldId, ofLines: retype.lineTypeId !== null });
      if (stands === undefined) throw notFound('The field');
      if (stands.formula !== null) throw stillDecides(stands.name, [`Formula of ${stands.name}`]);
      if (!wasTaken(await transaction.one(undoRetype(tenant, viewer.userId, data.id)))) throw nothingToUndo();
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
    retypes.wake();
    return undone;
  },
});

async function requireTypeOf(id: number, { viewer, read }: MemberContext): Promise<number> {
  const typeId = findTypeOfRetype((await read([selectTypeOfRetype(viewer.tenantId, id)])).answers[0]);
  if (typeId === null) throw notFound('The change of a data type');
  return typeId;
}

/** A field of lines that is switched off is not there: nothing reads its values. */
function requireField(
  { config }: Pick<MemberContext, 'config'>,
  { fieldId: id, ofLines }: Pick<RetypeInput, 'fieldId' | 'ofLines'>,
): RetypedField {
  if (ofLines !== true) {
    const field = config.fields.get(fieldId(id));
    if (field === undefined) throw notFound('The field');
    return { ...field, typeId: field.recordTypeId, lineTypeId: null, slot: slotOf(field) };
  }
  const field = config.lineItemFields.get(id);
  const kind = field && config.lineItemTypes.get(field.lineItemTypeId);
  if (field === undefined || kind === undefined) throw notFound('The field');
  const slot = standsBeside(field) ? besideSlot : null;
  return { ...field, typeId: kind.recordTypeId, lineTypeId: kind.id, slot };
}

/** Where the values of the new type are to stand. */
function otherSlot(field: RetypedField, to: RetypeTarget, design: StoredDesign): string | null {
  if (field.lineTypeId !== null) return field.slot === null ? besideSlot : null;
  const taken = new Set(takenSlots(design).filter((slot) => slot !== null));
  const toSlot = findFreeSlot(to.dataType, taken);
  // In the overflow each field has one place.
  if (toSlot === null && field.slot === null) throw noRoomForType(to.dataType, design.name);
  return toSlot;
}

type Asked = Pick<RetypeInput, 'dataType' | 'listId' | 'dayFirst' | 'decimalComma'>;

export function targetOf(
  { dataType, listId }: Asked,
  { config }: Pick<MemberContext, 'config'>,
): RetypeTarget {
  if (!isDataType(dataType)) throw invalid('Choose a data type.', 'dataType');
  if (!needsList(dataType) || listId == null) return { dataType, listId: null };
  if (!config.lists.has(toListId(listId))) throw notFound('The list');
  return { dataType, listId };
}

export const readingOf = (
  { dayFirst, decimalComma }: Asked,
  { viewer }: MemberContext,
): ConversionReading => ({
  timeZone: viewer.timeZone ?? 'UTC',
  dayFirst: dayFirst === true,
  decimalSign: decimalComma === true ? ',' : '.',
});

/** Counts what becomes of the values. */
function createCounter(
  field: RetypedField,
  to: RetypeTarget,
  reading: ConversionReading,
  context: MemberContext,
): (values: readonly ExaminedValue[]) => Promise<Omit<RetypeReport, 'total'>> {
  const examine = createExaminer(field, to, reading, context.config);
  const isTold = seesAll(field, context);
  return async (values) => {
    const counts = { kept: 0, changed: 0, lost: 0, empty: 0, deleted: 0 };
    // Several lines may be of one record.
    const numbers = { kept: new Set<number>(), changed: new Set<number>(), lost: new Set<number>() };
    const samples: RetypeReport['samples'][number][] = [];
    for (const [index, { id, recordNumber, enabled, lineId, stored }] of values.entries()) {
      if (index % countedAtOnce === 0) await setImmediate();
      if (stored === null) continue;
      const examined = examine(stored);
      if (examined === null) {
        counts.empty += 1;
        continue;
      }
      const { outcome, show } = examined;
      counts[outcome] += 1;
      if (!enabled) {
        counts.deleted += 1;
        continue;
      }
      if (!isTold || numbers[outcome].size >= mostNumbers) continue;
      numbers[outcome].add(recordNumber);
      if (samples.filter((sample) => sample.outcome === outcome).length < mostSamples)
        samples.push({ outcome, recordId: id, recordNumber, lineId, ...show() });
    }
    return {
      done: new Set(values.map(({ id }) => id)).size,
      ...counts,
      samples,
      numbers: {
        kept: [...numbers.kept],
        changed: [...numbers.changed],
        lost: [...numbers.lost],
      },
    };
  };
}

/** Examples say values: to whom the field is hidden, or some of the records, none are told. */
function seesAll(field: RetypedField, { config, viewer }: MemberContext): boolean {
  const typeId = recordTypeId(field.typeId);
  const grid = findAuthorisedRecordType(config, viewer, typeId);
  if (grid === null) return false;
  const isShown =
    field.lineTypeId === null
      ? grid.fields.get(additionalFieldKey(field.id)) !== undefined
      : mayOnRecordType(viewer, 'line item access', typeId);
  return isShown && grid.sources.every(({ confinement }) => confinement.length === 0);
}
