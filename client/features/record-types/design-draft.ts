// What an administrator has changed of a type and not yet saved. Each thing knows what it was read as, so that what
// others save meanwhile comes in beside it: property by property, and only the same property is asked about.
import type { FieldFillInput, UpdateRecordTypeInput } from '@rowhouse/domain/contract.generated.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { readFills, writeFills } from '@rowhouse/domain/fills/field-fill.ts';
import { plainField, type FieldDesign, type LineFieldDesign } from '@rowhouse/domain/record-types/design.ts';
import type { Design } from './api.ts';
import { readCondition, toConditionInput, type ConditionValues } from './condition-draft.ts';
import { readTransition, toTransitionInput, type TransitionValues } from './transition-draft.ts';

export type Part<Values> = {
  /** Of this draft alone. */
  readonly key: string;
  /** Null for a new one. */
  readonly id: number | null;
  readonly version: number | null;
  /** As it was read. */
  readonly base: Values;
  readonly values: Values;
  /** What somebody else has made meanwhile of properties that are changed here too. */
  readonly theirs: Partial<Values> | null;
};

export type FieldValues = FieldDesign & { readonly requiredFromNow: boolean; readonly isSlow: boolean };
export type StatusValues = {
  readonly name: string;
  readonly enabled: boolean;
  readonly closes: boolean;
  readonly isFirst: boolean;
};
export type CodeValues = { readonly name: string; readonly enabled: boolean };
export type LineTypeValues = {
  readonly name: string;
  readonly description: string;
  readonly visibility: boolean;
  readonly enabled: boolean;
};
export type TypeValues = { readonly name: string; readonly enabled: boolean; readonly related: string };
export type NumberingValues = {
  readonly prefix: string;
  readonly nextNumber: number;
  readonly padding: number;
  readonly byYear: boolean;
  readonly enabled: boolean;
};

/** In their order; `from` are the ids as they were read. */
export type Parts<Values> = { readonly parts: readonly Part<Values>[]; readonly from: readonly number[] };
export type LineTypePart = Part<LineTypeValues> & { readonly fields: Parts<LineFieldDesign> };

export type DesignDraft = {
  readonly type: Part<TypeValues>;
  readonly fields: Parts<FieldValues>;
  readonly statuses: Parts<StatusValues>;
  readonly problemCodes: Parts<CodeValues>;
  /** In no order that matters. */
  readonly transitions: Parts<TransitionValues>;
  /** In no order that matters. */
  readonly conditions: Parts<ConditionValues>;
  readonly lineTypes: readonly LineTypePart[];
  readonly numbering: Part<NumberingValues>;
};

let made = 0;
export function newPart<Values>(values: Values): Part<Values> {
  made += 1;
  return { key: `new ${made}`, id: null, version: null, base: values, values, theirs: null };
}

function readPart<Values extends object>(
  { id, version }: { readonly id: number; readonly version: number },
  values: Values,
  before: Part<Values> | undefined,
): Part<Values> {
  const fresh = { key: `${id}`, id, version, base: values, values, theirs: null };
  if (before === undefined) return fresh;
  const mine: Partial<Values> = {};
  const theirs: Partial<Values> = { ...before.theirs };
  for (const name of Object.keys(values) as (keyof Values)[]) {
    if (before.values[name] === before.base[name]) continue;
    mine[name] = before.values[name];
    if (values[name] !== before.base[name]) theirs[name] = values[name];
    if (values[name] === before.values[name]) delete theirs[name];
  }
  return {
    ...fresh,
    values: { ...values, ...mine },
    theirs: Object.keys(theirs).length === 0 ? null : theirs,
  };
}

function readParts<Read extends { readonly id: number; readonly version: number }, Values extends object>(
  read: readonly Read[],
  toValues: (one: Read) => Values,
  before: Parts<Values> | undefined,
): Parts<Values> {
  const known = new Map(before?.parts.map((part) => [part.id, part]));
  const fresh = read.map((one) => readPart(one, toValues(one), known.get(one.id)));
  const from = read.map(({ id }) => id);
  if (before === undefined) return { parts: fresh, from };
  const added = before.parts.filter(({ id }) => id === null);
  if (!isMoved(before) && added.length === 0) return { parts: fresh, from };
  const byId = new Map(fresh.map((part) => [part.id, part]));
  const kept = before.parts.flatMap((part) => (part.id === null ? [part] : (byId.get(part.id) ?? [])));
  const there = new Set(kept.map(({ id }) => id));
  return { parts: [...kept, ...fresh.filter(({ id }) => !there.has(id))], from };
}

/** As the design stands, with what of the draft is not saved yet over it. */
export function readDraft(design: Design, before?: DesignDraft): DesignDraft {
  const { fields, statuses, problemCodes, lineTypes, numbering } = design;
  const linesBefore = new Map(before?.lineTypes.map((part) => [part.id, part]));
  return {
    type: readPart(
      design,
      { name: design.name, enabled: design.enabled, related: design.relatedRecordTypes.join() },
      before?.type,
    ),
    fields: readParts(
      fields,
      ({ id: _, version: _version, dataType, fills: kept, ...one }): FieldValues => ({
        ...one,
        fills: writeFills(kept),
        dataType: dataType as DataType,
        requiredFromNow: false,
      }),
      before?.fields,
    ),
    statuses: readParts(statuses, ({ id: _, version: _version, ...one }) => one, before?.statuses),
    problemCodes: readParts(
      problemCodes,
      ({ id: _, version: _version, ...one }) => one,
      before?.problemCodes,
    ),
    transitions: readParts(design.transitions, readTransition, before?.transitions),
    conditions: readParts(design.fieldConditions, readCondition, before?.conditions),
    lineTypes: [
      ...lineTypes.map(({ id, version, fields: own, ...one }) => ({
        ...readPart({ id, version }, one, linesBefore.get(id)),
        fields: readParts(
          own,
          ({ id: _, version: _version, dataType, fills: kept, ...field }): LineFieldDesign => ({
            ...field,
            fills: writeFills(kept),
            dataType: dataType as DataType,
          }),
          linesBefore.get(id)?.fields,
        ),
      })),
      ...(before?.lineTypes.filter(({ id }) => id === null) ?? []),
    ],
    numbering: {
      ...readPart(
        { id: design.id, version: numbering?.version ?? 0 },
        numberingOf(numbering),
        before?.numbering,
      ),
      version: numbering?.version ?? null,
    },
  };
}

const numberingOf = (numbering: Design['numbering']): NumberingValues => ({
  prefix: numbering?.prefix ?? '',
  nextNumber: numbering?.nextNumber ?? 1,
  padding: numbering?.padding ?? 1,
  byYear: numbering?.byYear ?? false,
  enabled: numbering?.enabled ?? false,
});

export const newField = (dataType: DataType, name: string): Part<FieldValues> =>
  newPart({ ...plainField({ name, dataType }), requiredFromNow: false, isSlow: false });

const isChanged = <Values extends object>({ id, base, values }: Part<Values>): boolean =>
  id === null || Object.entries(values).some(([name, value]) => base[name as keyof Values] !== value);

export const isMoved = <Values>({ parts, from }: Parts<Values>): boolean => {
  const ids = parts.flatMap(({ id }) => id ?? []);
  const standing = new Set(ids);
  const last = parts.findLastIndex(({ id }) => id !== null);
  return (
    ids.join() !== from.filter((id) => standing.has(id)).join() ||
    parts.slice(0, Math.max(0, last)).some(({ id }) => id === null)
  );
};

/** How many things are different. */
export function countChanges({
  type,
  fields,
  statuses,
  problemCodes,
  transitions,
  conditions,
  lineTypes,
  numbering,
}: DesignDraft): number {
  const ofParts = <Values extends object>(parts: Parts<Values>) =>
    parts.parts.filter(isChanged).length + Number(isMoved(parts));
  return (
    Number(isChanged(type)) +
    Number(isChanged(numbering)) +
    ofParts(fields) +
    ofParts(statuses) +
    ofParts(problemCodes) +
    ofParts(transitions) +
    ofParts(conditions) +
    lineTypes.reduce((sum, one) => sum + Number(isChanged(one)) + ofParts(one.fields), 0)
  );
}

/** Everything of which somebody else has changed the same. */
export function listClashes(draft: DesignDraft) {
  const { type, fields, statuses, problemCodes, transitions, conditions, lineTypes, numbering } = draft;
  return [
    type,
    ...fields.parts,
    ...statuses.parts,
    ...problemCodes.parts,
    ...transitions.parts,
    ...conditions.parts,
    ...lineTypes,
    ...lineTypes.flatMap((one) => one.fields.parts),
    numbering,
  ].flatMap(({ theirs, values }) =>
    theirs === null
      ? []
      : Object.entries(theirs).map(([name, value]) => ({
          name,
          theirs: value,
          mine: (values as Readonly<Record<string, unknown>>)[name],
        })),
  );
}

/** The clashes are over: theirs are taken, or one's own are kept. */
export function settleClashes(draft: DesignDraft, keep: 'mine' | 'theirs'): DesignDraft {
  const part = <One extends Part<never>>(one: One): One => ({
    ...one,
    values:
      keep === 'theirs' && one.theirs !== null
        ? { ...(one.values as object), ...(one.theirs as object) }
        : one.values,
    theirs: null,
  });
  const parts = <Values>(some: Parts<Values>): Parts<Values> => ({
    ...some,
    parts: some.parts.map((one) => part(one as never) as Part<Values>),
  });
  return {
    type: part(draft.type as never),
    fields: parts(draft.fields),
    statuses: parts(draft.statuses),
    problemCodes: parts(draft.problemCodes),
    transitions: parts(draft.transitions),
    conditions: parts(draft.conditions),
    lineTypes: draft.lineTypes.map((one) => ({
      ...(part(one as never) as LineTypePart),
      fields: parts(one.fields),
    })),
    numbering: part(draft.numbering as never),
  };
}

function changeOf<Values extends object>({ id, version, base, values }: Part<Values>) {
  if (id === null) return values;
  const changed = Object.entries(values).filter(([name, value]) => base[name as keyof Values] !== value);
  return { id, version, ...(Object.fromEntries(changed) as Partial<Values>) };
}

const changesOf = <Values extends object>({ parts }: Parts<Values>) => parts.filter(isChanged).map(changeOf);

function orderOf<Values>(some: Parts<Values>) {
  if (!isMoved(some)) return null;
  let added = 0;
  return { from: [...some.from], to: some.parts.map(({ id }) => id ?? (added -= 1)) };
}

const withoutSlow = ({ isSlow: _, ...field }: ReturnType<typeof changeOf<FieldValues>>) => field;

/** What choices fill, with those of new fields by their place among the new ones that are sent. */
function withFills<Sent extends { readonly fills?: string }>(
  { fills, ...field }: Sent,
  { parts }: Parts<FieldValues> | Parts<LineFieldDesign>,
): Omit<Sent, 'fills'> & { readonly fills?: FieldFillInput[] } {
  if (fills === undefined) return field;
  const made = parts.filter(({ id }) => id === null);
  return {
    ...field,
    fills: readFills(fills).flatMap(({ fieldId: key, propertyId }) => {
      const part = parts.find((one) => one.key === key);
      return part === undefined ? [] : { fieldId: part.id ?? -1 - made.indexOf(part as never), propertyId };
    }),
  };
}

/** What is sent of the draft. */
export function toInput(draft: DesignDraft): UpdateRecordTypeInput {
  const { type, fields, statuses, problemCodes, transitions, conditions, lineTypes, numbering } = draft;
  const { related, ...ofType } = changeOf(type) as Partial<TypeValues>;
  return {
    ...(isChanged(type) && ofType),
    id: type.id ?? 0,
    ...(related !== undefined && { relatedRecordTypes: related.split(',').filter(Boolean).map(Number) }),
    fields: changesOf(fields).map((field) => withFills(withoutSlow(field), fields)),
    fieldOrder: orderOf(fields),
    statuses: changesOf(statuses),
    statusOrder: orderOf(statuses),
    transitions: transitions.parts
      .filter(isChanged)
      .map((part) => toTransitionInput(part, changeOf(part), statuses)),
    fieldConditions: conditions.parts.filter(isChanged).map((part) => toConditionInput(part, changeOf(part))),
    problemCodes: changesOf(problemCodes),
    problemCodeOrder: orderOf(problemCodes),
    lineTypes: lineTypes
      .filter((one) => isChanged(one) || one.fields.parts.some(isChanged) || isMoved(one.fields))
      .map((one) => ({
        ...changeOf(one),
        fields: changesOf(one.fields).map((field) => withFills(field, one.fields)),
        fieldOrder: orderOf(one.fields),
      })),
    ...(isChanged(numbering) && {
      numbering: { ...withoutId(changeOf(numbering)), version: numbering.version },
    }),
  };
}

const withoutId = ({ id: _, ...rest }: Partial<NumberingValues> & { readonly id?: unknown }) => rest;

/** The part at the place that a refusal names: 'fields.2.name' is the third of those that are sent. */
export function findRefused(
  draft: DesignDraft,
  place: string,
): { readonly tab: string; readonly key: string; readonly name: string } | null {
  const [kind = '', index = '', ...rest] = place.split('.');
  if (kind === 'numbering') return { tab: 'numbering', key: draft.numbering.key, name: index };
  if (kind === 'lineTypes') {
    const one = draft.lineTypes.filter(
      (type) => isChanged(type) || type.fields.parts.some(isChanged) || isMoved(type.fields),
    )[Number(index)];
    if (one === undefined) return null;
    const field = rest[0] === 'fields' ? one.fields.parts.filter(isChanged)[Number(rest[1])] : undefined;
    return { tab: 'lineTypes', key: field?.key ?? one.key, name: rest.at(-1) ?? '' };
  }
  if (kind === 'transitions') {
    const transition = draft.transitions.parts.filter(isChanged)[Number(index)];
    return transition === undefined ? null : { tab: 'statuses', key: transition.key, name: rest[0] ?? '' };
  }
  if (kind === 'fieldConditions') {
    const condition = draft.conditions.parts.filter(isChanged)[Number(index)];
    return condition === undefined ? null : { tab: 'conditions', key: condition.key, name: rest[0] ?? '' };
  }
  if (kind !== 'fields' && kind !== 'statuses' && kind !== 'problemCodes') return null;
  const part = (draft[kind] as Parts<object>).parts.filter(isChanged)[Number(index)];
  return part === undefined ? null : { tab: kind, key: part.key, name: rest[0] ?? '' };
}

export function movePart<Values>({ parts, from }: Parts<Values>, key: string, to: number): Parts<Values> {
  const part = parts.find((one) => one.key === key);
  if (part === undefined) return { parts, from };
  const others = parts.filter((one) => one !== part);
  const place = Math.max(0, Math.min(to, others.length));
  return { from, parts: [...others.slice(0, place), part, ...others.slice(place)] };
}

export const setPart = <Values>(
  some: Parts<Values>,
  key: string,
  change: Partial<Values>,
): Parts<Values> => ({
  ...some,
  parts: some.parts.map((one) => (one.key === key ? { ...one, values: { ...one.values, ...change } } : one)),
});

export const addPart = <Values>(some: Parts<Values>, part: Part<Values>): Parts<Values> => ({
  ...some,
  parts: [...some.parts, part],
});

/** One that is not saved yet is gone at once; others are switched off. */
export const dropPart = <Values>(some: Parts<Values>, key: string): Parts<Values> => ({
  ...some,
  parts: some.parts.filter((one) => one.key !== key),
});
