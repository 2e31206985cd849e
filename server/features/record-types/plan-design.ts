// What of a design is given, put over what stands, and judged. Nothing is written here.
import type {
  DesignOrderInput,
  FieldDesignInput,
  FieldFillInput,
  LineFieldDesignInput,
  LineTypeDesignInput,
  NumberingDesignInput,
  ProblemCodeDesignInput,
  StatusDesignInput,
} from '@rowhouse/domain/contract.generated.ts';
import { writeFills } from '@rowhouse/domain/fills/field-fill.ts';
import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { plainField } from '@rowhouse/domain/record-types/design.ts';
import type {
  FieldDesign,
  LineFieldDesign,
  LineTypeDesign,
  NumberingDesign,
  ProblemCodeDesign,
  StatusDesign,
} from '@rowhouse/domain/record-types/design.ts';
import { mostOfAType } from '@rowhouse/domain/record-types/limits.ts';
import {
  cannotRetype,
  designChangedMeanwhile,
  foldName,
  lineDataTypes,
  nameTwice,
  needsList,
  whyNotField,
  whyNotNumbering,
  whyNotPartName,
} from '@rowhouse/domain/record-types/rules.ts';
import { whyNotListValue } from '@rowhouse/domain/records/choices.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

type Given = { readonly id?: number | null; readonly version?: number | null };
type Stored = { readonly id: number; readonly version: number; readonly name: string };

/** Of one kind of things: those that are made and those that become different, each with its place in the input. */
export type PartPlan<Design, Current> = {
  readonly made: readonly { readonly design: Design; readonly index: number }[];
  readonly changed: readonly { readonly design: Design; readonly current: Current; readonly index: number }[];
};

/**
 * @param what 'The field': by which it is named in a refusal
 * @param design how a thing is to stand; refuses what cannot stand so
 */
function planParts<
  Input extends Given,
  Design extends { readonly name: string; readonly enabled: boolean },
  Current extends Stored & { readonly enabled: boolean },
>(
  what: string,
  part: string,
  inputs: readonly Input[],
  current: readonly Current[],
  design: (input: Input, current: Current | null, at: string) => Design,
  showCurrent: () => unknown,
): PartPlan<Design, Current> {
  const byId = new Map(current.map((one) => [one.id, one]));
  const seen = new Set<number>();
  const made: { design: Design; index: number }[] = [];
  const changed: { design: Design; current: Current; index: number }[] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `${part}.${index}`;
    if (input.id == null) {
      made.push({ design: design(input, null, at), index });
      continue;
    }
    const stands = byId.get(input.id);
    if (stands === undefined || seen.has(input.id)) throw notFound(what);
    seen.add(input.id);
    if (stands.version !== input.version) throw designChangedMeanwhile(`“${stands.name}”`, showCurrent());
    const wanted = design(input, stands, at);
    if (isDifferent(wanted, stands)) changed.push({ design: wanted, current: stands, index });
  }
  if (current.length + made.length > mostOfAType)
    throw invalid(`A record type has at most ${mostOfAType} of each.`, part);
  refuseNamesTwice(part, current, made, changed);
  return { made, changed };
}

const isDifferent = (wanted: object, stands: object): boolean =>
  Object.entries(wanted).some(([key, value]) => (stands as Readonly<Record<string, unknown>>)[key] !== value);

/** Names that stand twice already, and that nobody touches, are left as they are. */
function refuseNamesTwice(
  part: string,
  current: readonly (Stored & { readonly enabled: boolean })[],
  made: PartPlan<{ readonly name: string; readonly enabled: boolean }, Stored>['made'],
  changed: PartPlan<
    { readonly name: string; readonly enabled: boolean },
    Stored & { readonly enabled: boolean }
  >['changed'],
): void {
  const touched = new Set(changed.map(({ current: { id } }) => id));
  const standing = new Set(
    current.filter(({ id, enabled }) => enabled && !touched.has(id)).map(({ name }) => foldName(name)),
  );
  for (const { design, index } of [...changed, ...made]) {
    if (!design.enabled) continue;
    const folded = foldName(design.name);
    if (standing.has(folded)) throw invalid(nameTwice(design.name), `${part}.${index}.name`);
    standing.add(folded);
  }
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/** What is given of a text that may be cleared: null clears it, absent leaves it. */
const orKept = (given: string | null | undefined, kept: string | null): string | null =>
  given === undefined ? kept : trimmed(given);

/** What is given of fills is all that there are to be. */
const fillsOrKept = (given: readonly FieldFillInput[] | null | undefined, kept: string): string =>
  given == null ? kept : writeFills(given);

function dataTypeOf(given: string | null | undefined, kept: DataType | undefined, at: string): DataType {
  if (kept !== undefined) {
    if (given != null && given !== kept) throw invalid(cannotRetype, `${at}.dataType`);
    return kept;
  }
  if (given == null || !isDataType(given)) throw invalid('Choose a data type.', `${at}.dataType`);
  return given;
}

function listOf(
  dataType: DataType,
  given: number | null | undefined,
  kept: { readonly listId: number | null } | null,
  config: TenantConfig,
  at: string,
): number | null {
  if (kept !== null) {
    if (given != null && given !== kept.listId)
      throw invalid('The list of a field is for good: records hold its values.', `${at}.listId`);
    return kept.listId;
  }
  if (given == null || !(needsList(dataType) || dataType === 'object')) return null;
  if (!config.lists.has(given as never)) throw notFound('The list');
  return given;
}

export type CurrentField = FieldDesign & Stored;

export const planFields = (
  inputs: readonly FieldDesignInput[],
  current: readonly CurrentField[],
  config: TenantConfig,
  showCurrent: () => unknown,
): PartPlan<FieldDesign, CurrentField> =>
  planParts(
    'The field',
    'fields',
    inputs,
    current,
    (input, stands, at) => {
      const dataType = dataTypeOf(input.dataType, stands?.dataType, at);
      const before = stands ?? plainField({ name: '', dataType });
      if (
        stands !== null &&
        input.objectDefinitionId != null &&
        input.objectDefinitionId !== stands.objectDefinitionId
      )
        throw invalid('The object of a field is for good: records hold it.', `${at}.objectDefinitionId`);
      const given = orKept(input.defaultValue, before.defaultValue);
      const design: FieldDesign = {
        name: (input.name ?? before.name).trim(),
        dataType,
        required: input.required ?? before.required,
        defaultValue: given === null || valueOf(dataType).isEmpty(given) ? null : given,
        help: orKept(input.help, before.help),
        section: orKept(input.section, before.section),
        visibility: input.visibility ?? before.visibility,
        enabled: input.enabled ?? before.enabled,
        listId: listOf(dataType, input.listId, stands, config, at),
        formula: orKept(input.formula, before.formula),
        fills: fillsOrKept(input.fills, before.fills),
        objectDefinitionId:
          stands?.objectDefinitionId ?? (dataType === 'object' ? (input.objectDefinitionId ?? null) : null),
      };
      const whyNot = whyNotField(design);
      if (whyNot !== null) throw invalid(whyNot.sentence, `${at}.${whyNot.part}`);
      return { ...design, defaultValue: keptDefault(design, stands, config, at) };
    },
    showCurrent,
  );

/** The default as it is kept; a choice must be one of the list. */
function keptDefault(
  design: FieldDesign,
  stands: CurrentField | null,
  config: TenantConfig,
  at: string,
): string | null {
  const { defaultValue, dataType, listId } = design;
  if (defaultValue === null || defaultValue === stands?.defaultValue) return defaultValue;
  const whyNot = whyNotListValue(config, { dataType, listId: listId as never }, defaultValue, []);
  if (whyNot !== null) throw invalid(whyNot, `${at}.defaultValue`);
  return valueOf(dataType).toKept(defaultValue);
}

export const planStatuses = (
  inputs: readonly StatusDesignInput[],
  current: readonly (StatusDesign & Stored)[],
  showCurrent: () => unknown,
): PartPlan<StatusDesign, StatusDesign & Stored> => {
  const plan = planParts(
    'The status',
    'statuses',
    inputs,
    current,
    (input, stands, at): StatusDesign => {
      const design = {
        name: named(input.name, stands, at),
        enabled: input.enabled ?? stands?.enabled ?? true,
        closes: input.closes ?? stands?.closes ?? false,
        isFirst: input.isFirst ?? stands?.isFirst ?? false,
      };
      if (design.isFirst && !design.enabled)
        throw invalid('The status that records begin with is switched on.', `${at}.isFirst`);
      return design;
    },
    showCurrent,
  );
  const firsts = [...plan.made, ...plan.changed].filter(({ design }) => design.isFirst);
  if (firsts.length > 1)
    throw invalid('Records begin with one status.', `statuses.${firsts[1]?.index}.isFirst`);
  if (firsts.length === 0) return plan;
  // There is one first at most: the one before is no more.
  const touched = new Set(plan.changed.map(({ current: { id } }) => id));
  const others = current.filter(({ id, isFirst }) => isFirst && !touched.has(id));
  const changed = others.map((one) => ({ design: { ...one, isFirst: false }, current: one, index: -1 }));
  return { ...plan, changed: [...plan.changed, ...changed] };
};

function named(given: string | null | undefined, stands: Stored | null, at: string): string {
  const name = (given ?? stands?.name ?? '').trim();
  const whyNot = whyNotPartName(name);
  if (whyNot !== null) throw invalid(whyNot, `${at}.name`);
  return name;
}

export const planProblemCodes = (
  inputs: readonly ProblemCodeDesignInput[],
  current: readonly (ProblemCodeDesign & Stored)[],
  showCurrent: () => unknown,
): PartPlan<ProblemCodeDesign, ProblemCodeDesign & Stored> =>
  planParts(
    'The problem code',
    'problemCodes',
    inputs,
    current,
    (input, stands, at) => ({
      name: named(input.name, stands, at),
      enabled: input.enabled ?? stands?.enabled ?? true,
    }),
    showCurrent,
  );

export const planLineTypes = (
  inputs: readonly LineTypeDesignInput[],
  current: readonly (LineTypeDesign & Stored)[],
  showCurrent: () => unknown,
): PartPlan<LineTypeDesign, LineTypeDesign & Stored> =>
  planParts(
    'The kind of lines',
    'lineTypes',
    inputs,
    current,
    (input, stands, at) => ({
      name: named(input.name, stands, at),
      description: (input.description ?? stands?.description ?? '').trim(),
      visibility: input.visibility ?? stands?.visibility ?? true,
      enabled: input.enabled ?? stands?.enabled ?? true,
    }),
    showCurrent,
  );

export const planLineFields = (
  inputs: readonly LineFieldDesignInput[],
  current: readonly (LineFieldDesign & Stored)[],
  config: TenantConfig,
  part: string,
  showCurrent: () => unknown,
): PartPlan<LineFieldDesign, LineFieldDesign & Stored> =>
  planParts(
    'The field of lines',
    part,
    inputs,
    current,
    (input, stands, at) => {
      const dataType = dataTypeOf(input.dataType, stands?.dataType, at);
      if (stands === null && !lineDataTypes.includes(dataType))
        throw invalid('Lines hold no objects and no files.', `${at}.dataType`);
      const listId = listOf(dataType, input.listId, stands, config, at);
      if (needsList(dataType) && listId === null)
        throw invalid('Choose the list that its values come from.', `${at}.listId`);
      return {
        name: named(input.name, stands, at),
        dataType,
        required: input.required ?? stands?.required ?? false,
        enabled: input.enabled ?? stands?.enabled ?? true,
        listId,
        formula: orKept(input.formula, stands?.formula ?? null),
        fills: fillsOrKept(input.fills, stands?.fills ?? ''),
      };
    },
    showCurrent,
  );

export function planNumbering(
  input: Omit<NumberingDesignInput, 'version'>,
  current: NumberingDesign | null,
): NumberingDesign {
  const wanted: NumberingDesign = {
    prefix: input.prefix?.trim() ?? current?.prefix ?? '',
    nextNumber: input.nextNumber ?? current?.nextNumber ?? 1,
    padding: input.padding ?? current?.padding ?? 1,
    byYear: input.byYear ?? current?.byYear ?? false,
    enabled: input.enabled ?? current?.enabled ?? true,
  };
  const whyNot = whyNotNumbering(wanted);
  if (whyNot !== null) throw invalid(whyNot.sentence, `numbering.${whyNot.part}`);
  return wanted;
}

/**
 * The ids in the order in which they are to stand, or null where it stays. What somebody else has added meanwhile comes
 * after what it stood after; an order that somebody else has changed is a conflict.
 *
 * @param made the ids of new things, in the order in which they were given
 */
export function planOrder(
  order: DesignOrderInput | null | undefined,
  current: readonly number[],
  made: readonly number[],
  what: string,
  showCurrent: () => unknown,
): number[] | null {
  if (order == null) return null;
  const standing = new Set(current);
  const from = order.from.filter((id) => standing.has(id));
  const known = new Set(from);
  if (current.filter((id) => known.has(id)).join() !== from.join())
    throw designChangedMeanwhile(`the order of ${what}`, showCurrent());
  const wanted = [...new Set(order.to.map((id) => (id < 0 ? made[-id - 1] : id)))].filter(
    (id) => id !== undefined && (standing.has(id) || made.includes(id)),
  ) as number[];
  for (const [index, id] of current.entries()) {
    if (wanted.includes(id)) continue;
    const before = current[index - 1];
    wanted.splice(before === undefined ? 0 : wanted.indexOf(before) + 1, 0, id);
  }
  return [...wanted, ...made.filter((id) => !wanted.includes(id))];
}
