import type {
  DesignOrderInput,
  FieldDesignInput,
  FieldFillInput,
  LineFieldDesignInput,
  LineTypeDesignInput,
  NewFieldInput,
  NewLineFieldInput,
  UpdateRecordTypeInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { FieldPart, RecordTypePart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName, keyOf, matchThings, mergeOrder } from '@rowhouse/domain/configuration-file/match.ts';
import { readFieldName } from '@rowhouse/domain/configuration-file/read-field-name.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredDesign } from '../record-types/sql.ts';
import { about, missing } from './step.ts';
import type { Plan, Step } from './step.ts';
import { findListId, findObjectId, readChoice } from './apply-lists.ts';
import type { Gathered } from './gather.ts';

type LineField = NonNullable<NonNullable<RecordTypePart['lineTypes']>[number]['fields']>[number];
type Thing = { readonly name?: string | undefined };

export const matchTypes = (plan: Plan, now: Gathered) =>
  matchThings(
    ['recordTypes'],
    plan.given.recordTypes ?? [],
    now.configuration.recordTypes,
    plan.answers,
  ).pairs.map((pair) => ({
    ...pair,
    stored:
      pair.current === null ? null : now.recordTypes[now.configuration.recordTypes.indexOf(pair.current)]!,
  }));

export const applyTypes: Step = async ({ context, now }, plan, saves) => {
  for (const { given, current, stored, key } of matchTypes(plan, now)) {
    if ((stored?.isSuper ?? given.isSuper) === true) continue;
    if (stored === null || current === null) {
      if (!plan.isChosen(key)) continue;
      plan.answers.delete(key);
      plan.made.add(key);
      await about(given.name, () =>
        saves.createRecordType(
          {
            data: {
              name: given.name,
              fields: (given.fields ?? []).map((field, _, all) => newField(now, field, placesOf(all, []))),
              statuses: (given.statuses ?? []).map(plain),
              problemCodes: (given.problemCodes ?? []).map(plain),
              lineTypes: (given.lineTypes ?? []).map(({ fields, ...kind }) => ({
                ...plain(kind),
                fields: (fields ?? []).map((field, _, all) => newLineField(now, field, placesOf(all, []))),
              })),
              ...(given.numbering != null && { numbering: plain(given.numbering) }),
            },
          },
          context,
        ),
      );
      continue;
    }
    const data = planType(now, plan, { given, current, stored, key });
    plan.answers.delete(key);
    if (data !== null) await about(given.name, () => saves.updateRecordType({ data }, context));
  }
};

/** Without what is not said. */
const plain = <Part extends object>(part: Part) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Part]: Exclude<Part[Member], undefined>;
  };

type Places = (name: string) => number | undefined;

/** By its name a field as an input names it: by its id, or below zero where it is made with it. */
const placesOf = (
  made: readonly Thing[],
  stored: readonly { readonly id: number; readonly name: string }[],
): Places => {
  const ids = new Map(stored.map(({ id, name }) => [foldName(name), id]));
  for (const [index, { name }] of made.entries()) ids.set(foldName(name ?? ''), -1 - index);
  return (name) => ids.get(foldName(name));
};

/** Absent where nothing is said. */
function readFills(
  now: Gathered,
  given: FieldPart['fills'],
  listId: number | null,
  places: Places,
): { readonly fills?: FieldFillInput[] } {
  if (given === undefined) return {};
  const object = now.lists.find(({ id }) => id === listId)?.objectDefinition?.id;
  const properties = now.objects.find(({ id }) => id === object)?.properties ?? [];
  return {
    fills: given.map(({ field, property }) => {
      const fieldId = places(field);
      const found = properties.find(({ name }) => foldName(name) === foldName(property));
      if (fieldId === undefined || found?.id == null)
        throw invalid(`“${property}” cannot fill “${field}”: one of them is not here.`, 'text');
      return { fieldId, propertyId: found.id };
    }),
  };
}

function newField(now: Gathered, field: FieldPart, places: Places): NewFieldInput {
  const listId = findListId(now, field.list);
  const { list: _list, object: _object, defaultValue: _default, dataType = 'string', fills, ...rest } = field;
  return {
    ...plain(rest),
    ...readFills(now, fills, listId, places),
    dataType,
    listId,
    objectDefinitionId: findObjectId(now, field.object),
    defaultValue: readChoice(now, dataType, listId, field.defaultValue) ?? null,
  };
}

function newLineField(now: Gathered, field: LineField, places: Places): NewLineFieldInput {
  const { list, dataType = 'string', fills, ...rest } = field;
  const listId = findListId(now, list);
  return { ...plain(rest), ...readFills(now, fills, listId, places), dataType, listId };
}

type Pair = {
  readonly given: RecordTypePart;
  readonly current: RecordTypePart;
  readonly stored: StoredDesign;
  readonly key: string;
};

/** Null where nothing that is chosen differs. */
function planType(
  now: Gathered,
  plan: Plan,
  { given, current, stored, key }: Pair,
): UpdateRecordTypeInput | null {
  const isOwn = plan.isChosen(key);
  const path = (member: string) => ['recordTypes', given.name, member];
  const chosen = <One extends Thing>(
    member: string,
    ofGiven: readonly One[] | undefined,
    ofCurrent: readonly One[] | undefined,
  ) =>
    matchThings(path(member), ofGiven ?? [], ofCurrent ?? [], plan.answers).pairs.filter((pair) =>
      plan.isChosen(pair.key),
    );
  const version = <One extends { readonly id: number; readonly version: number }>(one: One) => ({
    id: one.id,
    version: one.version,
  });
  const chosenFields = chosen('fields', given.fields, current.fields);
  const places = placesOf(
    chosenFields.flatMap(({ given: own, current: other }) => (other === null ? own : [])),
    [...stored.fields, ...renamed(path('fields'), given.fields ?? [], current.fields ?? [], stored.fields)],
  );
  const fields = chosenFields.map(({ given: own, current: other, key: place }): FieldDesignInput => {
    plan.answers.delete(place);
    if (other === null) return { ...newField(now, own, places), requiredFromNow: true };
    const before = stored.fields[(current.fields ?? []).indexOf(other)]!;
    const { list: _list, object: _object, dataType: _type, defaultValue, fills, ...rest } = own;
    return {
      ...version(before),
      ...plain(rest),
      ...readFills(now, fills, before.listId, places),
      requiredFromNow: true,
      ...(defaultValue !== undefined && {
        defaultValue: readChoice(now, before.dataType, before.listId, defaultValue) ?? null,
      }),
    };
  });
  const statuses = chosen('statuses', given.statuses, current.statuses).map(
    ({ given: own, current: other }) => ({
      ...(other !== null && version(stored.statuses[(current.statuses ?? []).indexOf(other)]!)),
      ...plain(own),
    }),
  );
  const problemCodes = chosen('problemCodes', given.problemCodes, current.problemCodes).map(
    ({ given: own, current: other }) => ({
      ...(other !== null && version(stored.problemCodes[(current.problemCodes ?? []).indexOf(other)]!)),
      ...plain(own),
    }),
  );
  const lineTypes = chosen('lineTypes', given.lineTypes, current.lineTypes).map(
    ({ given: own, current: other }): LineTypeDesignInput => {
      const { fields: ownFields, ...kind } = own;
      if (other === null)
        return {
          ...plain(kind),
          fields: (ownFields ?? []).map((field, _, all) => newLineField(now, field, placesOf(all, []))),
        };
      const before = stored.lineTypes[(current.lineTypes ?? []).indexOf(other)]!;
      const there = other.fields ?? [];
      const { pairs } = matchThings(['fields'], ownFields ?? [], there, new Map());
      const ofKind = placesOf(
        pairs.flatMap(({ given: line, current: standing }) => (standing === null ? line : [])),
        [...before.fields, ...renamed(['fields'], ownFields ?? [], there, before.fields)],
      );
      return {
        ...version(before),
        ...plain(kind),
        fields: pairs.map(({ given: line, current: standing }): LineFieldDesignInput => {
          if (standing === null) return newLineField(now, line, ofKind);
          const { list: _list, dataType: _type, fills, ...rest } = line;
          const field = before.fields[there.indexOf(standing)]!;
          return { ...version(field), ...plain(rest), ...readFills(now, fills, field.listId, ofKind) };
        }),
        ...orderOf('fieldOrder', pairs, there, before.fields),
      };
    },
  );
  const numberingKey = keyOf(...path('numbering'));
  const numbering =
    given.numbering == null || !plan.isChosen(numberingKey)
      ? null
      : {
          ...plain(given.numbering),
          ...(stored.numbering !== null && { version: stored.numbering.version }),
        };
  const isRenamed = isOwn && given.name !== stored.name;
  const isSwitchedOn = isOwn && given.enabled === true && !stored.enabled;
  const orders = isOwn
    ? {
        ...orderOf(
          'fieldOrder',
          whole(path('fields'), given.fields, current.fields, fields),
          current.fields ?? [],
          stored.fields,
        ),
        ...orderOf(
          'statusOrder',
          whole(path('statuses'), given.statuses, current.statuses, statuses),
          current.statuses ?? [],
          stored.statuses,
        ),
        ...orderOf(
          'problemCodeOrder',
          whole(path('problemCodes'), given.problemCodes, current.problemCodes, problemCodes),
          current.problemCodes ?? [],
          stored.problemCodes,
        ),
      }
    : {};
  const isEmpty =
    fields.length + statuses.length + problemCodes.length + lineTypes.length + Object.keys(orders).length ===
      0 &&
    numbering === null &&
    !isRenamed &&
    !isSwitchedOn;
  if (isEmpty) return null;
  return {
    id: stored.id,
    ...((isRenamed || isSwitchedOn) && {
      version: stored.version,
      name: given.name,
      ...(isSwitchedOn && { enabled: true }),
    }),
    fields,
    statuses,
    problemCodes,
    lineTypes,
    ...(numbering !== null && { numbering }),
    ...orders,
  };

  /** By the names that the file has for what is here. */
  function renamed<One extends Thing & { readonly name: string }>(
    place: readonly string[],
    ofGiven: readonly One[],
    ofCurrent: readonly One[],
    standing: readonly { readonly id: number }[],
  ) {
    return matchThings(place, ofGiven, ofCurrent, plan.answers).pairs.flatMap(
      ({ given: { name }, current: other }) =>
        other === null ? [] : [{ name, id: standing[ofCurrent.indexOf(other)]?.id ?? 0 }],
    );
  }

  /** New ones that are chosen take their places; others are not there yet. */
  function whole<One extends Thing>(
    place: readonly string[],
    ofGiven: readonly One[] | undefined,
    ofCurrent: readonly One[] | undefined,
    inputs: readonly { readonly id?: number | null; readonly name?: string | null }[],
  ) {
    const made = new Set(inputs.filter(({ id }) => id == null).map(({ name }) => name));
    return matchThings(place, ofGiven ?? [], ofCurrent ?? [], plan.answers).pairs.filter(
      (pair) => pair.current !== null || made.has(pair.given.name),
    );
  }
}

/** Nothing where the order stays. Of new ones the first is -1, the second -2. */
function orderOf<Member extends string, One>(
  member: Member,
  pairs: readonly { readonly given: One; readonly current: One | null }[],
  current: readonly One[],
  stored: readonly { readonly id: number }[],
): { readonly [name in Member]?: DesignOrderInput } {
  let made = 0;
  const from = stored.map(({ id }) => id);
  const given = pairs.map(({ current: other }) =>
    other === null ? -(made += 1) : (from[current.indexOf(other)] ?? 0),
  );
  const to = mergeOrder(given, from);
  // New ones come last by themselves.
  if (to.filter((id) => id > 0).join() === from.join() && to.slice(from.length).every((id) => id < 0))
    return {};
  return { [member]: { from, to } } as { readonly [name in Member]?: DesignOrderInput };
}

export const applySuperTypes: Step = async ({ context, now }, plan, saves) => {
  for (const { given, stored, key } of matchTypes(plan, now)) {
    if ((stored?.isSuper ?? given.isSuper) !== true || !plan.isChosen(key)) continue;
    plan.answers.delete(key);
    const gathers = given.gathers?.map((name) => {
      const found = now.recordTypes.find((one) => foldName(one.name) === foldName(name));
      if (found === undefined)
        throw invalid(
          `${given.name}: the record type “${name}” is not here. Choose it as well. Nothing was changed.`,
          'chosen',
        );
      return found.id;
    });
    await about(given.name, async () => {
      if (stored === null)
        await saves.createRecordType(
          { data: { name: given.name, isSuper: true, relatedRecordTypes: gathers ?? [] } },
          context,
        );
      else
        await saves.updateRecordType(
          {
            data: {
              id: stored.id,
              version: stored.version,
              name: given.name,
              ...(given.enabled === true && { enabled: true }),
              ...(gathers !== undefined && { relatedRecordTypes: gathers }),
            },
          },
          context,
        );
    });
  }
};

export const roleOf = (now: Gathered, name: string, of: string): number => {
  const found = now.roles.find((one) => foldName(one.name) === foldName(name));
  if (found === undefined) throw missing(of, 'role', name);
  return found.id;
};

/** One that is switched on. */
export function givableRoleOf(now: Gathered, name: string, of: string): number {
  const id = roleOf(now, name, of);
  if (now.roles.find((one) => one.id === id)?.enabled !== true)
    throw invalid(
      `${of}: the role “${name}” is disabled here. Choose it as well, or enable it first. Nothing was changed.`,
      'text',
    );
  return id;
}

/** 'status' or 'f12'. */
export function findFieldKey(stored: StoredDesign, written: string): string | null {
  const read = readFieldName(written);
  if ('base' in read) return read.base;
  const found = stored.fields.find((one) => one.enabled && foldName(one.name) === foldName(read.name));
  return found === undefined ? null : `f${found.id}`;
}

export function fieldKeyOf(stored: StoredDesign, written: string): string {
  const key = findFieldKey(stored, written);
  if (key === null) throw missing(stored.name, 'field', written);
  return key;
}
