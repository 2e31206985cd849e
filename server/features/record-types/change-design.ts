// A change of a record type: what is given is planned and judged, then written: what stands, what is new, their order, the
// fields of lines, and at last what is computed, filled and asked by fields as they are left.
import type { UpdateRecordTypeInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { deletionStandsInTheWay } from '@rowhouse/domain/record-types/deletion.ts';
import { designChangedMeanwhile, whyNotTypeName } from '@rowhouse/domain/record-types/rules.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
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
import { toFills, toFormula } from './given-computations.ts';
import { planSeries, refuseEmptyRequired } from './judge-by-records.ts';
import {
  addFields,
  addToMenu,
  insertLineFields,
  insertLineTypes,
  insertProblemCodes,
  insertStatuses,
  putNumbering,
  putRelated,
  readIds,
} from './making-sql.ts';
import { planConditions, refuseAsked } from './plan-conditions.ts';
import {
  planFields,
  planLineFields,
  planLineTypes,
  planOrder,
  planProblemCodes,
  planStatuses,
} from './plan-design.ts';
import { planTransitions } from './plan-transitions.ts';
import { putFills, type GivenFills } from './put-fills.ts';
import { putFormulas, type GivenFormula } from './put-formulas.ts';
import { readMenuPlace, refuseForSuper, refuseNameTaken, refuseUnknown } from './refuse-design.ts';
import { showDesign } from './show-design.ts';
import { findDesign, selectDesign, type StoredDesign } from './sql.ts';
import { requireDesign, takenSlots } from './standing-design.ts';

type Work = {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly config: TenantConfig;
  readonly transaction: Transaction;
  readonly year: number;
};

type Change = Work & {
  readonly data: UpdateRecordTypeInput;
  readonly current: StoredDesign;
  readonly showCurrent: () => unknown;
};

type Parts = ReturnType<typeof planParts>;

/** The ids of what was made, each kind in the order in which it was given. */
type MadeIds = {
  readonly fields: number[];
  readonly statuses: number[];
  readonly problemCodes: number[];
  readonly lineTypes: number[];
};

type Computations = { readonly formulas: readonly GivenFormula[]; readonly fills: readonly GivenFills[] };

export async function changeDesign(
  data: UpdateRecordTypeInput,
  current: StoredDesign,
  work: Work,
): Promise<void> {
  const { tenant, transaction } = work;
  const change: Change = { ...work, data, current, showCurrent: () => showDesign(current) };
  if (current.deletion !== null) throw deletionStandsInTheWay(current.name);
  if (current.isSuper) refuseForSuper(data);
  const menu = readMenuPlace(data.menu);
  const { name, statements } = await planType(change);
  await refuseUnknown(transaction, tenant, data.relatedRecordTypes ?? [], data.fields ?? [], menu);

  const parts = planParts(change);
  await refuseEmptyRequired(data.fields ?? [], parts.fields, current, work);
  const numbering = await planSeries(data, current, work);
  await runSome(transaction, [
    ...statements,
    ...changesOf(parts, tenant),
    ...(numbering === null ? [] : putNumbering(tenant, data.id, numbering)),
  ]);
  const made = await makeParts(parts, change);
  await runSome(transaction, ordersOf(made, change));

  const ofFields = computationsOf(parts.fields, made.fields, (index) => `fields.${index}`);
  const ofLines = await changeLineFields(parts, made, change);
  await putFormulas(data.id, current, [...ofFields.formulas, ...ofLines.formulas], work);
  await putFills(data.id, [...ofFields.fills, ...ofLines.fills], work);
  await putConditions(data, current, work);
  if (menu !== null) await addToMenu(transaction, tenant, data.id, name, menu);
}

/** What is said of the type itself. */
async function planType({ data, current, showCurrent, tenant, transaction }: Change) {
  const name = (data.name ?? current.name).trim();
  const enabled = data.enabled ?? current.enabled;
  const changesType = data.name != null || data.enabled != null || data.relatedRecordTypes != null;
  if (changesType && data.version !== current.version)
    throw designChangedMeanwhile(`“${current.name}”`, showCurrent());
  const whyNot = data.name == null ? null : whyNotTypeName(data.name);
  if (whyNot !== null) throw invalid(whyNot, 'name');
  if (name !== current.name) await refuseNameTaken(transaction, tenant, name, data.id);
  const relatedIds = data.relatedRecordTypes == null ? null : [...new Set(data.relatedRecordTypes)];
  const regathers =
    relatedIds !== null && current.isSuper && relatedIds.join() !== current.relatedRecordTypes.join();
  const statements: Statement[] = [
    ...(name !== current.name || enabled !== current.enabled || regathers
      ? [updateType(tenant, data.id, { name, enabled })]
      : []),
    ...(regathers ? [putRelated(tenant, data.id, relatedIds)] : []),
  ];
  return { name, statements };
}

const planParts = ({ data, current, config, showCurrent }: Change) => ({
  fields: planFields(data.fields ?? [], current.fields, config, showCurrent),
  statuses: planStatuses(data.statuses ?? [], current.statuses, showCurrent),
  problemCodes: planProblemCodes(data.problemCodes ?? [], current.problemCodes, showCurrent),
  lineTypes: planLineTypes(data.lineTypes ?? [], current.lineTypes, showCurrent),
});

const changesOf = ({ fields, statuses, problemCodes, lineTypes }: Parts, tenant: TenantId): Statement[] => [
  ...(fields.changed.length > 0 ? [updateFields(tenant, fields.changed.map(withId))] : []),
  ...updateStatuses(tenant, statuses.changed.map(withId)),
  ...(problemCodes.changed.length > 0 ? [updateProblemCodes(tenant, problemCodes.changed.map(withId))] : []),
  ...(lineTypes.changed.length > 0 ? [updateLineTypes(tenant, lineTypes.changed.map(withId))] : []),
];

async function makeParts(parts: Parts, change: Change): Promise<MadeIds> {
  const { data, current, config, showCurrent, tenant, transaction } = change;
  const designs = <Design>({ made }: { readonly made: readonly { readonly design: Design }[] }) =>
    made.map(({ design }) => design);
  const slots = takenSlots(current);
  const fields = await addFields(
    transaction,
    tenant,
    data.id,
    designs(parts.fields),
    slots,
    lastOf(current.fields),
  );
  const newStatuses = designs(parts.statuses);
  const statuses = await insert(transaction, newStatuses, () =>
    insertStatuses(tenant, data.id, newStatuses, lastOf(current.statuses)),
  );
  if (data.transitions != null && data.transitions.length > 0) {
    const named = newStatuses.map(({ name }, index) => ({ name, id: statuses[index] ?? 0 }));
    const { made: ways, changed } = planTransitions(data.transitions, current, named, config, showCurrent);
    await transaction.run(putTransitions(tenant, data.id, ways, changed));
  }
  const newCodes = designs(parts.problemCodes);
  const problemCodes = await insert(transaction, newCodes, () =>
    insertProblemCodes(tenant, data.id, newCodes, lastOf(current.problemCodes)),
  );
  const newLineTypes = designs(parts.lineTypes);
  const lineTypes = await insert(transaction, newLineTypes, () =>
    insertLineTypes(tenant, data.id, newLineTypes),
  );
  return { fields, statuses, problemCodes, lineTypes };
}

const ordersOf = (made: MadeIds, change: Change): Statement[] => {
  const { data, current } = change;
  return [
    ...orderOf('fields', 'the fields', data.fieldOrder, current.fields, made.fields, change),
    ...orderOf('statuses', 'the statuses', data.statusOrder, current.statuses, made.statuses, change),
    ...orderOf(
      'problemCodes',
      'the problem codes',
      data.problemCodeOrder,
      current.problemCodes,
      made.problemCodes,
      change,
    ),
  ];
};

function orderOf(
  kind: Parameters<typeof putOrder>[1],
  what: string,
  order: UpdateRecordTypeInput['fieldOrder'],
  standing: readonly { readonly id: number }[],
  added: readonly number[],
  { tenant, showCurrent }: Change,
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

/** Writes them, and answers what they compute and fill. */
async function changeLineFields(parts: Parts, made: MadeIds, change: Change): Promise<Computations> {
  const { data, current, config, showCurrent, tenant, transaction } = change;
  const formulas: GivenFormula[] = [];
  const fills: GivenFills[] = [];
  for (const [index, input] of (data.lineTypes ?? []).entries()) {
    const madeAt = parts.lineTypes.made.findIndex((one) => one.index === index);
    const stands = current.lineTypes.find(({ id }) => id === input.id);
    const lineTypeId = stands?.id ?? made.lineTypes[madeAt] ?? 0;
    const own = stands?.fields ?? [];
    const at = `lineTypes.${index}.fields`;
    const plan = planLineFields(input.fields ?? [], own, config, at, showCurrent);
    if (plan.changed.length > 0) await transaction.run([updateLineFields(tenant, plan.changed.map(withId))]);
    const newOwn = plan.made.map(({ design }) => design);
    const ids = await insert(transaction, newOwn, () =>
      insertLineFields(tenant, lineTypeId, newOwn, lastOf(own)),
    );
    await runSome(
      transaction,
      orderOf('lineFields', 'the fields of lines', input.fieldOrder, own, ids, change),
    );
    const computed = computationsOf(plan, ids, (place) => `${at}.${place}`, true);
    formulas.push(...computed.formulas);
    fills.push(...computed.fills);
  }
  return { formulas, fills };
}

type Computing = { readonly formula: string | null; readonly fills: string };

/** @param ids of what was made, in its order */
function computationsOf(
  {
    changed,
    made,
  }: {
    readonly changed: readonly {
      readonly design: Computing;
      readonly current: { readonly id: number };
      readonly index: number;
    }[];
    readonly made: readonly { readonly design: Computing; readonly index: number }[];
  },
  ids: readonly number[],
  placeOf: (index: number) => string,
  isOfLines = false,
): Computations {
  const all = [
    ...changed.map(({ design, current, index }) => ({ id: current.id, design, at: placeOf(index) })),
    ...made.map(({ design, index }, place) => ({ id: ids[place] ?? 0, design, at: placeOf(index) })),
  ];
  return {
    formulas: all.map(({ id, design, at }) => toFormula(`${isOfLines ? 'l' : 'f'}${id}`, design, at)),
    fills: all.map(({ id, design, at }) => toFills(id, design, ids, at, isOfLines)),
  };
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

export async function runSome(transaction: Transaction, statements: readonly Statement[]): Promise<void> {
  if (statements.length > 0) await transaction.run(statements);
}

/** Of none no statement is sent. */
const insert = async (
  transaction: Transaction,
  designs: readonly unknown[],
  statement: () => Statement,
): Promise<number[]> => (designs.length === 0 ? [] : readIds((await transaction.run([statement()]))[0]));
