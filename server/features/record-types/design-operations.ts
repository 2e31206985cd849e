// Record types as their administrators make and change them; what everybody else reads of them is in operations.ts.
import { judgeAdditionalField } from '@rowhouse/domain/access/decide.ts';
import { withRole } from '@rowhouse/domain/access/find-viewer.ts';
import type {
  DesignMenuInput,
  FieldDesignInput,
  RecordTypeDesign,
  TransitionDesign,
  UpdateRecordTypeInput,
} from '@rowhouse/domain/contract.generated.ts';
import { confinesRoles, notFieldBeingDeleted, switchOffFirst } from '@rowhouse/domain/fields/deletion.ts';
import { readFills } from '@rowhouse/domain/fills/field-fill.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type {
  FieldDesign,
  LineFieldDesign,
  MenuPlace,
  NumberingDesign,
} from '@rowhouse/domain/record-types/design.ts';
import {
  beingEmptied,
  deletedAlready,
  deletionStandsInTheWay,
  notBeingDeleted,
} from '@rowhouse/domain/record-types/deletion.ts';
import { retypeInTheWay } from '@rowhouse/domain/record-types/retype.ts';
import { longestSection } from '@rowhouse/domain/record-types/limits.ts';
import {
  designChangedMeanwhile,
  emptyRecords,
  seriesNumber,
  typeNameTaken,
  whyNotTypeName,
} from '@rowhouse/domain/record-types/rules.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import { fieldId } from '@rowhouse/domain/kernel/ids.ts';
import type { RoleId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { findFreeSlot } from '../../platform/record-store/slots.ts';
import {
  askDeletion,
  readDeletionPlan,
  selectDeletionPlan,
  takeBackDeletion,
  wasTakenBack,
} from './deletion-sql.ts';
import {
  askFieldDeletion,
  findTypeOfField,
  selectTypeOfField,
  takeBackFieldDeletion,
  wasFieldTakenBack,
} from './field-deletion-sql.ts';
import {
  planFields,
  planLineFields,
  planLineTypes,
  planNumbering,
  planOrder,
  planProblemCodes,
  planStatuses,
} from './plan-design.ts';
import { planConditions, refuseAsked } from './plan-conditions.ts';
import { planTransitions } from './plan-transitions.ts';
import { putFills, type GivenFills } from './put-fills.ts';
import { putFormulas, type GivenFormula } from './put-formulas.ts';
import {
  addFields,
  addToMenu,
  insertLineFields,
  insertLineTypes,
  insertProblemCodes,
  insertStatuses,
  makeRecordType,
  putNumbering,
  putRelated,
  readIds,
} from './making-sql.ts';
import {
  countEmpty,
  findHighestNumber,
  lockType,
  lockTypeNames,
  readCount,
  readHighest,
  readObjects,
  readSections,
  selectGatherable,
  selectObjects,
  selectSections,
  selectTypeOfName,
} from './asking-sql.ts';
import { findDesign, readTypes, selectDesign, selectTypes } from './sql.ts';
import {
  putFieldConditions,
  putOrder,
  putTransitions,
  updateFields,
  updateLineFields,
  updateLineTypes,
  updateProblemCodes,
  updateStatuses,
  updateType,
} from './changing-sql.ts';
import type { StoredDesign, StoredTransition } from './sql.ts';

type Names =
  | 'findRecordTypes'
  | 'findRecordTypeDesign'
  | 'findRecordTypeDeletionPlan'
  | 'findDesignChoices'
  | 'createRecordType'
  | 'updateRecordType'
  | 'deleteRecordType'
  | 'takeBackRecordType'
  | 'deleteField'
  | 'takeBackField';

export const designOperations = (
  clock: Clock,
  formulas: Pick<BackgroundRunner, 'wake'>,
): Pick<OperationTable, Names> => ({
  async findRecordTypes(_input, { viewer, read }) {
    const { answers } = await read([selectTypes(viewer.tenantId)]);
    return readTypes(answers[0]);
  },

  async findRecordTypeDesign({ data }, { viewer, read }) {
    const { answers } = await read(selectDesign(viewer.tenantId, data.id));
    return showDesign(requireDesign(findDesign(answers)));
  },

  async findDesignChoices(_input, { viewer, config, read }) {
    const { answers } = await read([selectObjects(viewer.tenantId, null), selectSections(viewer.tenantId)]);
    const roles = [...config.roles.values()]
      .filter(({ enabled }) => enabled)
      .map(({ id, name }) => ({ id, name }));
    return { roles, objects: readObjects(answers[0]), sections: readSections(answers[1]) };
  },

  async createRecordType({ data }, { viewer, config, write }) {
    const tenant = viewer.tenantId;
    const whyNot = whyNotTypeName(data.name);
    if (whyNot !== null) throw invalid(whyNot, 'name');
    const isSuper = data.isSuper ?? false;
    if (isSuper) refuseForSuper(data);
    const none = () => null;
    const menu = readMenuPlace(data.menu);
    const fields = planFields(data.fields ?? [], [], config, none).made.map(({ design }) => design);
    const lineTypes = planLineTypes(data.lineTypes ?? [], [], none).made.map(({ design, index }) => ({
      ...design,
      fields: planLineFields(
        data.lineTypes?.[index]?.fields ?? [],
        [],
        config,
        `lineTypes.${index}.fields`,
        none,
      ).made.map((made) => made.design),
    }));
    const numbering = data.numbering == null ? null : planNumbering(data.numbering, null);
    const relatedIds = [...new Set(data.relatedRecordTypes ?? [])];
    return write([lockTypeNames(tenant)], async (transaction) => {
      await refuseNameTaken(transaction, tenant, data.name, null);
      await refuseUnknown(transaction, tenant, relatedIds, data.fields ?? [], menu);
      const id = await makeRecordType(transaction, tenant, {
        name: data.name,
        isSuper,
        relatedIds,
        fields,
        statuses: planStatuses(data.statuses ?? [], [], none).made.map(({ design }) => design),
        problemCodes: planProblemCodes(data.problemCodes ?? [], [], none).made.map(({ design }) => design),
        lineTypes,
        ...(numbering !== null && { numbering }),
        ...(menu !== null && { menu }),
      });
      const made = requireDesign(findDesign(await transaction.run(selectDesign(tenant, id))));
      await putFormulas(id, null, formulasOfNew(made, fields, lineTypes), {
        tenant,
        userId: viewer.userId,
        transaction,
      });
      await putFills(id, fillsOfNew(made, fields, lineTypes), { tenant, config, transaction });
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, id)))));
    });
  },

  async updateRecordType({ data }, { viewer, config, write }) {
    const tenant = viewer.tenantId;
    const first = [lockTypeNames(tenant), lockType(tenant, data.id)];
    const changed = await write(first, async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
      await changeDesign(data, current, {
        tenant,
        userId: viewer.userId,
        config,
        transaction,
        year: new Date(clock.now()).getUTCFullYear(),
      });
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
    });
    if (changed.computing != null) formulas.wake();
    return changed;
  },

  async findRecordTypeDeletionPlan({ data }, { viewer, read }) {
    const tenant = viewer.tenantId;
    const type = requireDesign(findDesign((await read(selectDesign(tenant, data.id))).answers));
    return readDeletionPlan((await read([selectDeletionPlan(tenant, type)])).answers[0]);
  },

  async deleteRecordType({ data }, { viewer, write }) {
    const tenant = viewer.tenantId;
    return write([lockType(tenant, data.id)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
      if (current.deletion !== null) throw deletedAlready(current.name);
      if (data.version !== current.version)
        throw designChangedMeanwhile(`“${current.name}”`, showDesign(current));
      await transaction.run(askDeletion(tenant, viewer.userId, data.id));
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
    });
  },

  async takeBackRecordType({ data }, { viewer, write }) {
    const tenant = viewer.tenantId;
    return write([lockType(tenant, data.id)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
      if (current.deletion === null) throw notBeingDeleted(current.name);
      if (!wasTakenBack(await transaction.one(takeBackDeletion(tenant, data.id))))
        throw beingEmptied(current.name);
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, data.id)))));
    });
  },

  async deleteField({ data }, { viewer, config, read, write }) {
    const tenant = viewer.tenantId;
    const typeId = findTypeOfField((await read([selectTypeOfField(tenant, data)])).answers[0]);
    if (typeId === null) throw notFound('The field');
    return write([lockType(tenant, typeId)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, typeId))));
      if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
      const gone = findDeletedField(current, data);
      if (gone !== undefined) throw deletedAlready(gone.name);
      const field = findFieldOf(current, data);
      if (field === undefined) throw notFound('The field');
      if (data.version !== field.version)
        throw designChangedMeanwhile(`“${field.name}”`, showDesign(current));
      if (field.enabled) throw switchOffFirst(field.name);
      const retyped = findRetypeOf(current, { fieldId: data.id, ofLines: data.ofLines });
      if (retyped !== undefined && retyped.phase !== 'KEPT') throw retypeInTheWay(field.name);
      const confined = data.ofLines ? [] : rolesConfinedBy(config, data.id);
      if (confined.length > 0) throw confinesRoles(field.name, confined);
      const seenBy = data.ofLines ? [] : rolesSeeing(config, viewer, data.id);
      await transaction.run(askFieldDeletion(tenant, viewer.userId, data, seenBy));
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
  },

  async takeBackField({ data }, { viewer, read, write }) {
    const tenant = viewer.tenantId;
    const typeId = findTypeOfField((await read([selectTypeOfField(tenant, data)])).answers[0]);
    if (typeId === null) throw notFound('The field');
    return write([lockType(tenant, typeId)], async (transaction) => {
      const current = requireDesign(findDesign(await transaction.run(selectDesign(tenant, typeId))));
      if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
      const gone = findDeletedField(current, data);
      if (gone === undefined) throw notFieldBeingDeleted();
      if (!wasFieldTakenBack((await transaction.run(takeBackFieldDeletion(tenant, data)))[0]))
        throw beingEmptied(gone.name);
      return showDesign(requireDesign(findDesign(await transaction.finish(selectDesign(tenant, typeId)))));
    });
  },
});

/** Of deleted fields and of former types too: their values stay until they are taken away. */
export const takenSlots = ({ fields, deletedFields, retypes }: StoredDesign): (string | null)[] => [
  ...[...fields, ...deletedFields].map(({ slot }) => slot),
  ...retypes.flatMap(({ fromSlot, toSlot }) => [fromSlot, toSlot]),
];

/** What of the field's type is being changed, or can be changed back. */
export const findRetypeOf = (
  { retypes }: Pick<StoredDesign, 'retypes'>,
  field: { readonly fieldId: number; readonly ofLines: boolean },
) =>
  retypes.find(
    ({ fieldId: of, lineTypeId }) => of === field.fieldId && (lineTypeId !== null) === field.ofLines,
  );

/** A field as it stands, of records or of lines. */
export const findFieldOf = (
  { fields, lineTypes }: StoredDesign,
  { id, ofLines }: { readonly id: number; readonly ofLines: boolean },
): StoredDesign['fields'][number] | StoredDesign['lineTypes'][number]['fields'][number] | undefined =>
  (ofLines ? lineTypes.flatMap((one) => one.fields) : fields).find((field) => field.id === id);

const findDeletedField = (
  { deletedFields }: StoredDesign,
  { id, ofLines }: { readonly id: number; readonly ofLines: boolean },
) => deletedFields.find((one) => one.id === id && (one.lineTypeId !== null) === ofLines);

/** Those that would see the field if it were switched on. */
function rolesSeeing(config: TenantConfig, viewer: Viewer, id: number): RoleId[] {
  const field = config.fields.get(fieldId(id));
  if (field === undefined) return [];
  return [...config.roles.keys()].filter((role) => {
    const asked = withRole(config, viewer, role);
    return asked !== null && judgeAdditionalField(asked, { ...field, enabled: true }).access !== 'NotAllowed';
  });
}

/** By their names. */
const rolesConfinedBy = (config: TenantConfig, id: number): string[] =>
  [...config.roles.values()].flatMap(({ name, fieldAccess }) =>
    fieldAccess.some(
      ({ enabled, fieldId: of, filterCriteria }) =>
        enabled && Number(of) === id && (filterCriteria?.length ?? 0) > 0,
    )
      ? [name]
      : [],
  );

/** Of a type that was just made: its fields stand in the order in which they were given. */
function formulasOfNew(
  made: StoredDesign,
  fields: readonly FieldDesign[],
  lineTypes: readonly { readonly fields: readonly LineFieldDesign[] }[],
): GivenFormula[] {
  return [
    ...made.fields.map(({ id }, index) => ({
      key: `f${id}`,
      text: fields[index]?.formula ?? null,
      at: `fields.${index}`,
    })),
    ...made.lineTypes.flatMap(({ fields: own }, kind) =>
      own.map(({ id }, index) => ({
        key: `l${id}`,
        text: lineTypes[kind]?.fields[index]?.formula ?? null,
        at: `lineTypes.${kind}.fields.${index}`,
      })),
    ),
  ].filter(({ text }) => text !== null);
}

function fillsOfNew(
  made: StoredDesign,
  fields: readonly FieldDesign[],
  lineTypes: readonly { readonly fields: readonly LineFieldDesign[] }[],
): GivenFills[] {
  const idsOf = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id);
  return [
    ...made.fields.flatMap(({ id }, index) => {
      const design = fields[index];
      return design === undefined ? [] : toFills(id, design, idsOf(made.fields), `fields.${index}`);
    }),
    ...made.lineTypes.flatMap(({ fields: own }, kind) =>
      own.flatMap(({ id }, index) => {
        const design = lineTypes[kind]?.fields[index];
        const at = `lineTypes.${kind}.fields.${index}`;
        return design === undefined ? [] : toFills(id, design, idsOf(own), at, true);
      }),
    ),
  ].filter(({ text }) => text !== '');
}

type Work = {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly config: TenantConfig;
  readonly transaction: Transaction;
  readonly year: number;
};

async function changeDesign(data: UpdateRecordTypeInput, current: StoredDesign, work: Work): Promise<void> {
  const { tenant, config, transaction } = work;
  const showCurrent = () => showDesign(current);
  if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
  if (current.isSuper) refuseForSuper(data);
  const menu = readMenuPlace(data.menu);
  const wanted = { name: (data.name ?? current.name).trim(), enabled: data.enabled ?? current.enabled };
  const changesType = data.name != null || data.enabled != null || data.relatedRecordTypes != null;
  if (changesType && data.version !== current.version)
    throw designChangedMeanwhile(`“${current.name}”`, showCurrent());
  const whyNot = data.name == null ? null : whyNotTypeName(data.name);
  if (whyNot !== null) throw invalid(whyNot, 'name');
  if (wanted.name !== current.name) await refuseNameTaken(transaction, tenant, wanted.name, data.id);
  const relatedIds = data.relatedRecordTypes == null ? null : [...new Set(data.relatedRecordTypes)];
  await refuseUnknown(transaction, tenant, relatedIds ?? [], data.fields ?? [], menu);

  const fields = planFields(data.fields ?? [], current.fields, config, showCurrent);
  const statuses = planStatuses(data.statuses ?? [], current.statuses, showCurrent);
  const codes = planProblemCodes(data.problemCodes ?? [], current.problemCodes, showCurrent);
  const lineTypes = planLineTypes(data.lineTypes ?? [], current.lineTypes, showCurrent);
  await refuseEmptyRequired(data.fields ?? [], fields, current, work);
  const numbering = await planSeries(data, current, work);

  const regathers =
    relatedIds !== null && current.isSuper && relatedIds.join() !== current.relatedRecordTypes.join();
  const changes: Statement[] = [
    ...(wanted.name !== current.name || wanted.enabled !== current.enabled || regathers
      ? [updateType(tenant, data.id, wanted)]
      : []),
    ...(regathers ? [putRelated(tenant, data.id, relatedIds)] : []),
    ...(fields.changed.length > 0 ? [updateFields(tenant, fields.changed.map(withId))] : []),
    ...updateStatuses(tenant, statuses.changed.map(withId)),
    ...(codes.changed.length > 0 ? [updateProblemCodes(tenant, codes.changed.map(withId))] : []),
    ...(lineTypes.changed.length > 0 ? [updateLineTypes(tenant, lineTypes.changed.map(withId))] : []),
    ...(numbering === null ? [] : putNumbering(tenant, data.id, numbering)),
  ];
  if (changes.length > 0) await transaction.run(changes);

  const slots = takenSlots(current);
  const newFields = fields.made.map(({ design }) => design);
  const fieldIds = await addFields(transaction, tenant, data.id, newFields, slots, lastOf(current.fields));
  const made = async (statement: (after: number) => Statement, count: number, after: number) =>
    count === 0 ? [] : readIds((await transaction.run([statement(after)]))[0]);
  const newStatuses = statuses.made.map(({ design }) => design);
  const statusIds = await made(
    (after) => insertStatuses(tenant, data.id, newStatuses, after),
    newStatuses.length,
    lastOf(current.statuses),
  );
  if (data.transitions != null && data.transitions.length > 0) {
    const named = newStatuses.map(({ name }, index) => ({ name, id: statusIds[index] ?? 0 }));
    const { made: ways, changed } = planTransitions(data.transitions, current, named, config, showCurrent);
    await transaction.run(putTransitions(tenant, data.id, ways, changed));
  }
  const newCodes = codes.made.map(({ design }) => design);
  const codeIds = await made(
    (after) => insertProblemCodes(tenant, data.id, newCodes, after),
    newCodes.length,
    lastOf(current.problemCodes),
  );
  const newLineTypes = lineTypes.made.map(({ design }) => design);
  const lineTypeIds = await made(
    () => insertLineTypes(tenant, data.id, newLineTypes),
    newLineTypes.length,
    0,
  );
  const orders = [
    orderStatement('fields', 'the fields', data.fieldOrder, current.fields, fieldIds),
    orderStatement('statuses', 'the statuses', data.statusOrder, current.statuses, statusIds),
    orderStatement('problemCodes', 'the problem codes', data.problemCodeOrder, current.problemCodes, codeIds),
  ].flat();
  if (orders.length > 0) await transaction.run(orders);

  const formulas: GivenFormula[] = [
    ...fields.changed.map(({ design, current: { id }, index }) =>
      toFormula(`f${id}`, design, `fields.${index}`),
    ),
    ...fields.made.map(({ design, index }, at) => toFormula(`f${fieldIds[at]}`, design, `fields.${index}`)),
  ];
  const fills: GivenFills[] = [
    ...fields.changed.map(({ design, current: { id }, index }) =>
      toFills(id, design, fieldIds, `fields.${index}`),
    ),
    ...fields.made.map(({ design, index }, at) =>
      toFills(fieldIds[at] ?? 0, design, fieldIds, `fields.${index}`),
    ),
  ];
  for (const [index, input] of (data.lineTypes ?? []).entries()) {
    const madeAt = lineTypes.made.findIndex((one) => one.index === index);
    const stands = current.lineTypes.find(({ id }) => id === input.id);
    const lineTypeId = stands?.id ?? lineTypeIds[madeAt] ?? 0;
    const own = stands?.fields ?? [];
    const plan = planLineFields(input.fields ?? [], own, config, `lineTypes.${index}.fields`, showCurrent);
    if (plan.changed.length > 0) await transaction.run([updateLineFields(tenant, plan.changed.map(withId))]);
    const newOwn = plan.made.map(({ design }) => design);
    const ownIds = await made(
      (after) => insertLineFields(tenant, lineTypeId, newOwn, after),
      newOwn.length,
      lastOf(own),
    );
    const order = orderStatement('lineFields', 'the fields of lines', input.fieldOrder, own, ownIds);
    if (order.length > 0) await transaction.run(order);
    const at = (place: number) => `lineTypes.${index}.fields.${place}`;
    formulas.push(
      ...plan.changed.map(({ design, current: { id }, index: place }) =>
        toFormula(`l${id}`, design, at(place)),
      ),
      ...plan.made.map(({ design, index: place }, made) => toFormula(`l${ownIds[made]}`, design, at(place))),
    );
    fills.push(
      ...plan.changed.map(({ design, current: { id }, index: place }) =>
        toFills(id, design, ownIds, at(place), true),
      ),
      ...plan.made.map(({ design, index: place }, made) =>
        toFills(ownIds[made] ?? 0, design, ownIds, at(place), true),
      ),
    );
  }
  await putFormulas(data.id, current, formulas, work);
  await putFills(data.id, fills, work);
  await putConditions(data, current, work);
  if (menu !== null) await addToMenu(transaction, tenant, data.id, wanted.name, menu);

  function orderStatement(
    kind: Parameters<typeof putOrder>[1],
    what: string,
    order: UpdateRecordTypeInput['fieldOrder'],
    standing: readonly { readonly id: number }[],
    added: readonly number[],
  ): Statement[] {
    const ids = planOrder(
      order,
      standing.map(({ id }) => id),
      added,
      what,
      showCurrent,
    );
    return ids === null ? [] : [putOrder(tenant, kind, ids)];
  }
}

/** After all else: fields are judged as the same change leaves them. */
async function putConditions(
  data: UpdateRecordTypeInput,
  current: StoredDesign,
  { tenant, transaction }: Work,
): Promise<void> {
  const given = data.fieldConditions ?? [];
  const isSwitched = [data.fields, ...(data.lineTypes ?? []).map(({ fields }) => fields)].some(
    (fields) => fields?.some(({ enabled }) => enabled === false) === true,
  );
  if (given.length === 0 && !isSwitched) return;
  const read = async () => requireDesign(findDesign(await transaction.run(selectDesign(tenant, data.id))));
  const left = await read();
  const { made, changed } = planConditions(given, left, () => showDesign(current));
  if (given.length > 0) await transaction.run(putFieldConditions(tenant, data.id, made, changed));
  if (isSwitched) refuseAsked(current, given.length > 0 ? await read() : left, data);
}

const toFormula = (key: string, { formula: text }: { readonly formula: string | null }, at: string) => ({
  key,
  text,
  at,
});

const toFills = (
  id: number,
  { fills: text }: { readonly fills: string },
  made: readonly number[],
  at: string,
  isOfLines = false,
): GivenFills => ({ id, isOfLines, text, made, at });

const withId = <Design>({
  design,
  current,
}: {
  readonly design: Design;
  readonly current: { readonly id: number };
}) => ({
  ...design,
  id: current.id,
});

const lastOf = (standing: readonly { readonly position: number }[]): number =>
  Math.max(0, ...standing.map(({ position }) => position));

/** A field that is to be asked for from now on, where records are that have nothing in it. */
async function refuseEmptyRequired(
  inputs: readonly FieldDesignInput[],
  { made, changed }: ReturnType<typeof planFields>,
  current: StoredDesign,
  { tenant, transaction }: Work,
): Promise<void> {
  const refuse = (count: number, index: number) => {
    if (count === 0) return;
    throw new Refusal('INVALID', emptyRecords(count, current.name), {
      field: `fields.${index}.required`,
      details: { empty: count },
    });
  };
  const isAsked = (
    design: { required: boolean; enabled: boolean; defaultValue: string | null },
    index: number,
  ) =>
    design.required &&
    design.enabled &&
    design.defaultValue === null &&
    inputs[index]?.requiredFromNow !== true;
  for (const { design, index } of made) if (isAsked(design, index)) refuse(current.recordsTotal, index);
  for (const { design, current: before, index } of changed) {
    if ((before.required && before.enabled) || !isAsked(design, index) || current.recordsTotal === 0)
      continue;
    const stored = current.fields.find(({ id }) => id === before.id);
    if (stored === undefined) continue;
    refuse(readCount(await transaction.one(countEmpty(tenant, current, stored))), index);
  }
}

/** Null where nothing of it is given. Numbers that records have already are not given again. */
async function planSeries(
  { numbering: input }: UpdateRecordTypeInput,
  current: StoredDesign,
  { tenant, transaction, year }: Work,
): Promise<NumberingDesign | null> {
  if (input == null) return null;
  if ((input.version ?? null) !== (current.numbering?.version ?? null))
    throw designChangedMeanwhile('the numbering', showDesign(current));
  // Records get numbers while an administrator looks at the page: what is not given goes on from where it has come to.
  const wanted = planNumbering(input, current.numbering);
  if (!wanted.enabled) return wanted;
  const from = seriesNumber(wanted, wanted.nextNumber, year);
  const digits = Math.max(wanted.padding, String(wanted.nextNumber).length);
  const isPlain = wanted.prefix === '' && !wanted.byYear;
  const front = isPlain ? 0 : seriesNumber({ ...wanted, padding: digits }, 0, year);
  const to = isPlain ? Number.MAX_SAFE_INTEGER : front + 10 ** digits - 1;
  const highest = readHighest(await transaction.one(findHighestNumber(tenant, current, from, to)));
  if (highest === 0) return wanted;
  throw invalid(
    `There is a record ${highest} already: let the next number be ${highest - front + 1} or more.`,
    'numbering.nextNumber',
  );
}

async function refuseNameTaken(
  transaction: Transaction,
  tenant: TenantId,
  name: string,
  except: number | null,
): Promise<void> {
  if (readIds(await transaction.one(selectTypeOfName(tenant, name, except))).length > 0)
    throw typeNameTaken(name);
}

/** What of another company is named reads as absent. */
async function refuseUnknown(
  transaction: Transaction,
  tenant: TenantId,
  relatedIds: readonly number[],
  fields: readonly FieldDesignInput[],
  menu: MenuPlace | null,
): Promise<void> {
  const objects = [...new Set(fields.flatMap(({ objectDefinitionId }) => objectDefinitionId ?? []))];
  const [types, found, sections] = await transaction.run([
    selectGatherable(tenant, relatedIds),
    selectObjects(tenant, objects),
    selectSections(tenant),
  ]);
  if (readIds(types).length !== relatedIds.length) throw notFound('The record type');
  if (readObjects(found).length !== objects.length) throw notFound('The object');
  if (menu !== null && 'sectionId' in menu && !readSections(sections).some(({ id }) => id === menu.sectionId))
    throw notFound('The section of the menu');
}

function readMenuPlace(menu: DesignMenuInput | null | undefined): MenuPlace | null {
  if (menu == null) return null;
  if (menu.sectionId != null) return { sectionId: menu.sectionId };
  const sectionName = menu.sectionName?.trim() ?? '';
  if (sectionName === '')
    throw invalid('Choose a section of the menu, or name a new one.', 'menu.sectionName');
  if (sectionName.length > longestSection)
    throw invalid(`The section has at most ${longestSection} characters.`, 'menu.sectionName');
  return { sectionName };
}

type PartsOfType = Pick<
  UpdateRecordTypeInput,
  'fields' | 'statuses' | 'problemCodes' | 'lineTypes' | 'numbering' | 'transitions' | 'fieldConditions'
>;

function refuseForSuper(parts: PartsOfType): void {
  const { fields, statuses, problemCodes, lineTypes, numbering, transitions, fieldConditions } = parts;
  const given = [fields, statuses, problemCodes, lineTypes, transitions, fieldConditions].some(
    (one) => one != null && one.length > 0,
  );
  if (given || numbering != null)
    throw invalid(
      'A super type shows what the types that it gathers have: nothing of it is its own.',
      'isSuper',
    );
}

export function requireDesign(found: StoredDesign | null): StoredDesign {
  if (found === null) throw notFound('The record type');
  return found;
}

const nothingTaken: ReadonlySet<string> = new Set();

export function showDesign({
  bucket: _bucket,
  movingFrom: _movingFrom,
  ...design
}: StoredDesign): RecordTypeDesign {
  return {
    ...design,
    fields: design.fields.map(({ slot, position: _, kept: _kept, fills, ...field }) => ({
      ...field,
      fills: showFills(fills, design.fields),
      isSlow: slot === null && findFreeSlot(field.dataType, nothingTaken) !== null,
    })),
    statuses: design.statuses.map(({ position: _, ...status }) => status),
    problemCodes: design.problemCodes.map(({ position: _, ...code }) => code),
    deletedFields: design.deletedFields.map(({ slot: _, ...field }) => field),
    retypes: design.retypes.map(({ fromSlot: _from, toSlot: _to, name: _name, ...one }) => one),
    transitions: design.transitions.map(showTransition),
    fieldConditions: design.fieldConditions.map((one) => ({
      ...one,
      conditions: showConditions(one.conditions),
    })),
    lineTypes: design.lineTypes.map((lineType) => ({
      ...lineType,
      fields: lineType.fields.map(
        ({ position: _, lineItemTypeId: _lineItemTypeId, kept: _kept, fills, ...field }) => ({
          ...field,
          fills: showFills(fills, lineType.fields),
        }),
      ),
    })),
  };
}

/** A field that is deleted is filled no more. */
const showFills = (fills: string, fields: readonly { readonly id: number }[]) =>
  readFills(fills).flatMap(({ fieldId: id, propertyId }) =>
    fields.some((field) => field.id === Number(id)) ? [{ fieldId: Number(id), propertyId }] : [],
  );

/** What is no condition stays out: it closes the way, and saving the way again opens it. */
const showTransition = (transition: StoredTransition): TransitionDesign => ({
  ...transition,
  conditions: showConditions(transition.conditions),
});

const showConditions = (conditions: readonly unknown[]): TransitionDesign['conditions'] =>
  conditions.flatMap((stored) => {
    const condition = readKeptCondition(stored);
    if (condition === null) return [];
    const { value, values, ...rest } = condition;
    return [{ ...rest, value: value ?? null, values: values == null ? null : [...values] }];
  });
