// What conditions hang on: transitions, and fields that are required, read only or shown. They name fields and values, and come
// after both. What stands here with a condition that no file can say is not replaced: nothing could put it back.
import type {
  FieldConditionDesignInput,
  TransitionConditionInput,
  TransitionDesignInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypePart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName, matchThings } from '@rowhouse/domain/configuration-file/match.ts';
import { nameFieldCondition, nameTransition } from '@rowhouse/domain/configuration-file/name-conditions.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredDesign } from '../record-types/sql.ts';
import { matchTypes, roleOf } from './apply-types.ts';
import type { Gathered } from './gather.ts';
import { nameFields, nameLineFields } from './named-fields.ts';
import type { NamedField } from './named-fields.ts';
import { readValue } from './read-value.ts';
import { about, missing } from './step.ts';
import type { Step } from './step.ts';

type TransitionPart = NonNullable<RecordTypePart['transitions']>[number];
type FieldConditionPart = NonNullable<RecordTypePart['fieldConditions']>[number];
type WrittenCondition = NonNullable<TransitionPart['conditions']>[number];

/** After the roles that they are for. */
export const applyTransitions: Step = async ({ context, now }, plan, saves) => {
  for (const { given, current, stored, key } of matchTypes(plan, now)) {
    if (stored === null || current === null || given.transitions === undefined) continue;
    const there = (current.transitions ?? []).map(nameTransition);
    const path = ['recordTypes', given.name, 'transitions'];
    const { pairs } = matchThings(path, given.transitions.map(nameTransition), there, plan.answers);
    // Those of a type that came with the file come with it.
    const wanted = pairs.filter((pair) => plan.isChosen(pair.key) || plan.made.has(key));
    const transitions = wanted.flatMap(
      ({ given: way, current: other }) => planTransition(way, other !== null, stored, now) ?? [],
    );
    if (transitions.length > 0)
      await about(given.name, () =>
        saves.updateRecordType({ data: { id: stored.id, transitions } }, context),
      );
  }
};

function planTransition(
  way: TransitionPart & { readonly name: string },
  isInFile: boolean,
  stored: StoredDesign,
  now: Gathered,
): TransitionDesignInput | null {
  const place = `${stored.name} › ${way.name}`;
  const before = findWay(stored, way);
  if (before === undefined && way.enabled === false) return null;
  if (before !== undefined && !isInFile) throw unsaidHere(place);
  return {
    ...(before === undefined
      ? {
          fromStatusId: way.from === null ? null : statusOf(stored, way.from),
          toStatusId: statusOf(stored, way.to),
        }
      : { id: before.id, version: before.version }),
    ...(way.roles !== undefined && { roleIds: way.roles.map((role) => roleOf(now, role, stored.name)) }),
    ...(way.creator !== undefined && { creator: way.creator }),
    ...(way.conditions !== undefined && {
      conditions: readConditions(place, way.conditions, fieldsOf(stored, undefined, now)),
    }),
    ...(way.needsComment !== undefined && { needsComment: way.needsComment }),
    ...(way.enabled === false && { enabled: false }),
  };
}

/** After the fields that they are of and that they ask for. */
export const applyFieldConditions: Step = async ({ context, now }, plan, saves) => {
  for (const { given, current, stored, key } of matchTypes(plan, now)) {
    if (stored === null || current === null || given.fieldConditions === undefined) continue;
    const there = (current.fieldConditions ?? []).map(nameFieldCondition);
    const path = ['recordTypes', given.name, 'fieldConditions'];
    const { pairs } = matchThings(path, given.fieldConditions.map(nameFieldCondition), there, plan.answers);
    // Those of a type that came with the file come with it.
    const wanted = pairs.filter((pair) => plan.isChosen(pair.key) || plan.made.has(key));
    const fieldConditions = wanted.flatMap(
      ({ given: one, current: other }) => planFieldCondition(one, other !== null, stored, now) ?? [],
    );
    if (fieldConditions.length > 0)
      await about(given.name, () =>
        saves.updateRecordType({ data: { id: stored.id, fieldConditions } }, context),
      );
  }
};

function planFieldCondition(
  one: FieldConditionPart & { readonly name: string },
  isInFile: boolean,
  stored: StoredDesign,
  now: Gathered,
): FieldConditionDesignInput | null {
  const place = `${stored.name} › ${one.name}`;
  const fields = fieldsOf(stored, one.lines, now);
  const field = fieldOf(stored.name, fields, one).key;
  const before = stored.fieldConditions.find((kept) => kept.field === field && kept.kind === one.kind);
  if (before === undefined && one.enabled === false) return null;
  if (before !== undefined && !isInFile) throw unsaidHere(place);
  return {
    ...(before === undefined ? { field, kind: one.kind } : { id: before.id, version: before.version }),
    ...(one.conditions !== undefined && {
      conditions: readConditions(place, one.conditions, fields),
    }),
    ...(one.enabled === false && { enabled: false }),
  };
}

export const unsaidHere = (place: string) =>
  invalid(
    `${place}: what stands here asks for what no file names, so that an undo could not put it back. Change it on its page, or do not choose this. Nothing was changed.`,
    'chosen',
  );

type Fields = { readonly named: readonly NamedField[]; readonly lines: string | undefined };

function fieldsOf(stored: StoredDesign, lines: string | undefined, now: Gathered): Fields {
  if (lines === undefined) return { named: nameFields(stored, now), lines };
  const kind = stored.lineTypes.find((one) => foldName(one.name) === foldName(lines));
  return { named: kind === undefined ? [] : nameLineFields(kind, now), lines };
}

function fieldOf(place: string, { named, lines }: Fields, { field }: { readonly field: string }): NamedField {
  const found = named.find((one) => foldName(one.written) === foldName(field));
  if (found === undefined) throw missing(place, lines === undefined ? 'field' : `field of ${lines}`, field);
  return found;
}

const readConditions = (place: string, conditions: readonly WrittenCondition[], fields: Fields) =>
  conditions.map((condition): TransitionConditionInput => {
    const { value, values, operator, logicOperator } = condition;
    const field = fieldOf(place, fields, condition);
    return {
      field: field.key,
      operator: operator as never,
      value: value == null ? null : readValue(place, value, field),
      values: values?.map((one) => readValue(place, one, field)) ?? null,
      logicOperator,
    };
  });

const statusOf = (stored: StoredDesign, name: string): number => {
  const called = stored.statuses.filter((one) => foldName(one.name) === foldName(name));
  const found = called.find(({ enabled }) => enabled) ?? called[0];
  if (found === undefined) throw missing(stored.name, 'status', name);
  return found.id;
};

const findWay = (stored: StoredDesign, way: { readonly from: string | null; readonly to: string }) => {
  const nameOf = (id: number | null) =>
    id === null ? null : (stored.statuses.find((one) => one.id === id)?.name ?? '');
  return stored.transitions.find(
    (one) =>
      foldName(nameOf(one.fromStatusId) ?? '') === foldName(way.from ?? '') &&
      foldName(nameOf(one.toStatusId) ?? '') === foldName(way.to),
  );
};
