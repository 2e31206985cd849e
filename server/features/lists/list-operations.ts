// Lists as their administrators keep them; what everybody else reads of them is in operations.ts.
import type { List, ListValueInput, ObjectPropertyValueInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { listId as toListId, userId as toUserId } from '@rowhouse/domain/kernel/ids.ts';
import { mostCountedRecords, mostCountedValues } from '@rowhouse/domain/lists/limits.ts';
import { planListValues } from '@rowhouse/domain/lists/plan-values.ts';
import {
  chooseObject,
  hasOwnValues,
  listChangedMeanwhile,
  listForm,
  listNameTaken,
  refuseForeignKind,
  refuseManaged,
  whyNotListValues,
  whyNotNewValue,
} from '@rowhouse/domain/lists/rules.ts';
import type { ListValueDraft } from '@rowhouse/domain/lists/rules.ts';
import { replaceObject } from '@rowhouse/domain/objects/change-object.ts';
import { displayObject } from '@rowhouse/domain/objects/display.ts';
import { readingOf } from '@rowhouse/domain/objects/listed-object.ts';
import { readObject, writeObject } from '@rowhouse/domain/objects/stored-object.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { z } from 'zod';
import type { OperationTable } from '../../graphql/operation.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import {
  changeList,
  changeValues,
  countValueUse,
  findList,
  insertList,
  insertValues,
  lockList,
  lockListNames,
  readId,
  readLists,
  readValueUse,
  readValues,
  selectList,
  selectListOfName,
  selectLists,
  selectObjectDefinition,
  selectValues,
} from './sql.ts';
import type { StoredList, StoredValue } from './sql.ts';

type Names =
  | 'getLists'
  | 'findList'
  | 'countListValueUse'
  | 'createList'
  | 'updateList'
  | 'updateListValues'
  | 'saveListValue';

export const listOperations: Pick<OperationTable, Names> = {
  async getLists(_input, { viewer, read }) {
    const { answers } = await read([selectLists(viewer.tenantId)]);
    return readLists(answers[0]).map(showList);
  },

  async findList({ data }, { viewer, read }) {
    const { answers } = await read([selectList(viewer.tenantId, data.id)]);
    return showList(requireList(answers[0]));
  },

  async countListValueUse({ data }, { viewer, config, read }) {
    const tenant = viewer.tenantId;
    if (data.valueIds.length === 0 || data.valueIds.length > mostCountedValues)
      throw invalid(`From 1 to ${mostCountedValues} values are counted at once.`, 'valueIds');
    const { answers } = await read([selectList(tenant, data.listId), selectValues(tenant, data.listId)]);
    requireList(answers[0]);
    const known = new Set(readValues(answers[1]).map(({ id }) => id));
    if (data.valueIds.some((id) => !known.has(id))) throw notFound('The value');
    const counted = await read([countValueUse(config, toListId(data.listId), data.valueIds)]);
    return readValueUse(counted.answers[0]).map(({ id, records }) => ({
      id,
      records: Math.min(records, mostCountedRecords),
      isMore: records > mostCountedRecords,
    }));
  },

  async createList({ data }, context) {
    const made = parse(listForm, {
      ...data,
      backofficeManaged: data.backofficeManaged ?? undefined,
      listType: data.listType ?? undefined,
    });
    const tenant = context.viewer.tenantId;
    const objectDefinitionId = made.listType === 'Object' ? (data.objectDefinitionId ?? null) : null;
    if (made.listType === 'Object' && objectDefinitionId === null)
      throw invalid(chooseObject, 'objectDefinitionId');
    return writeOnce('createList', data, context, {
      first: [lockListNames(tenant)],
      async work(transaction, _found, keep) {
        const [taken, definition] = await transaction.run([
          selectListOfName(tenant, made.name, null),
          selectObjectDefinition(tenant, objectDefinitionId ?? 0),
        ]);
        if (readId(taken) !== null) throw listNameTaken(made.name);
        if (objectDefinitionId !== null && readId(definition) === null) throw notFound('The object');
        const [inserted] = await transaction.run([insertList(tenant, { ...made, objectDefinitionId })]);
        const id = readId(inserted) ?? 0;
        const answers = await transaction.finish([...keep(id), selectList(tenant, id)]);
        return showList(requireList(answers.at(-1)));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
  },

  async updateList({ data }, context) {
    const tenant = context.viewer.tenantId;
    return writeOnce('updateList', data, context, {
      first: [lockListNames(tenant), lockList(tenant, data.id)],
      async work(transaction, _found, keep) {
        const [found] = await transaction.run([selectList(tenant, data.id)]);
        const current = requireList(found);
        if (current.backofficeManaged) throw refuseManaged();
        if (current.version !== data.version) throw listChangedMeanwhile(showList(current));
        const wanted = {
          ...parse(listForm.pick({ name: true, description: true }), {
            name: data.name ?? current.name,
            description: data.description ?? current.description,
          }),
          enabled: data.enabled ?? current.enabled,
        };
        const [taken] = await transaction.run([selectListOfName(tenant, wanted.name, data.id)]);
        if (readId(taken) !== null) throw listNameTaken(wanted.name);
        const isSame =
          wanted.name === current.name &&
          wanted.description === current.description &&
          wanted.enabled === current.enabled;
        if (isSame) return showList(current);
        const answers = await transaction.finish([
          changeList(tenant, data.id, wanted),
          ...keep(data.id),
          selectList(tenant, data.id),
        ]);
        return showList(requireList(answers.at(-1)));
      },
      findMade: (id, transaction) => findStanding(id, tenant, transaction),
    });
  },

  async updateListValues({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    const id = data.listId;
    return writeOnce('updateListValues', data, context, {
      first: [lockList(tenant, id)],
      async work(transaction, _found, keep) {
        const [found, values] = await transaction.run([selectList(tenant, id), selectValues(tenant, id)]);
        const current = requireList(found);
        if (current.backofficeManaged) throw refuseManaged();
        if (!hasOwnValues(current.listType)) throw refuseForeignKind();
        if (current.valuesVersion !== data.valuesVersion) throw listChangedMeanwhile(showList(current));
        const kept = readValues(values);
        const drafts = readDrafts(data.values, kept, current, { config, timeZone: viewer.timeZone ?? 'UTC' });
        const { inserted, changed } = planListValues(kept, drafts);
        if (inserted.length === 0 && changed.length === 0) return showList(current);
        const statements = [
          ...(inserted.length > 0 ? [insertValues(tenant, id, inserted)] : []),
          ...(changed.length > 0 ? [changeValues(tenant, id, changed)] : []),
        ];
        const answers = await transaction.finish([...statements, ...keep(id), selectList(tenant, id)]);
        return showList(requireList(answers.at(-1)));
      },
      findMade: (list, transaction) => findStanding(list, tenant, transaction),
    });
  },

  async saveListValue({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    const { listId: list, id = null, was = null, value, objectValues } = data;
    return writeOnce('saveListValue', data, context, {
      first: [lockList(tenant, list)],
      async work(transaction, _found, keep) {
        const [found, values] = await transaction.run([selectList(tenant, list), selectValues(tenant, list)]);
        const current = requireList(found);
        const whyNot = whyNotNewValue(current);
        if (whyNot !== null) throw whyNot;
        const kept = readValues(values);
        const standing = id === null ? null : kept.find((one) => one.id === id);
        if (standing === undefined) throw notFound('The value');
        if (standing !== null && was !== standing.value) throw listChangedMeanwhile(showList(current));
        const given: ListValueInput[] = kept.map((one) => ({
          id: one.id,
          enabled: one.enabled,
          ...(one.id === id && { value: value ?? one.value, objectValues: objectValues ?? null }),
        }));
        const made = { enabled: true, value: value ?? '', objectValues: objectValues ?? null };
        const place = kept.findLastIndex(({ enabled }) => enabled) + 1;
        const at = standing === null ? place : kept.indexOf(standing);
        if (standing === null) given.splice(place, 0, made);
        const drafts = readDrafts(given, kept, current, { config, timeZone: viewer.timeZone ?? 'UTC' });
        const called = drafts[at]?.value ?? '';
        const { inserted, changed } = planListValues(kept, drafts);
        if (inserted.length === 0 && changed.length === 0) return { id: standing?.id ?? 0, value: called };
        const [answer] = await transaction.run([
          ...(inserted.length > 0 ? [insertValues(tenant, list, inserted)] : []),
          ...(changed.length > 0 ? [changeValues(tenant, list, changed)] : []),
        ]);
        const saved = standing?.id ?? readId(answer) ?? 0;
        await transaction.finish(keep(saved));
        return { id: saved, value: called };
      },
      async findMade(saved, transaction) {
        const standing = readValues(await transaction.one(selectValues(tenant, list))).find(
          (one) => one.id === saved,
        );
        if (standing === undefined) throw notFound('The value');
        return { id: saved, value: standing.value };
      },
    });
  },
};

type Reading = { readonly config: TenantConfig; readonly timeZone: string };

function readDrafts(
  given: readonly ListValueInput[],
  kept: readonly StoredValue[],
  { listType, objectDefinition }: StoredList,
  reading: Reading,
): ListValueDraft[] {
  const people = listType === 'User' ? reading.config.members : null;
  const before = new Map(kept.map((value) => [value.id, value]));
  const seen = new Set<number>();
  const drafts = given.map((one, index): ListValueDraft => {
    const { id = null, value, userId = null, objectValues, enabled } = one;
    const old = id === null ? undefined : before.get(id);
    if (id !== null && (old === undefined || seen.has(id))) throw notFound('The value');
    if (id !== null) seen.add(id);
    const place = `values.${index}`;
    if (listType === 'Object' && (objectValues != null || old === undefined))
      return {
        ...readListObject(objectValues ?? [], old ?? null, objectDefinition?.id ?? null, place, reading),
        id,
        userId: null,
        enabled,
      };
    // What a list of objects calls its values follows from the objects.
    if (listType === 'Object' && old !== undefined) return { ...old, enabled };
    const standsFor = people === null ? null : (userId ?? old?.userId ?? null);
    if (people !== null && standsFor !== old?.userId) {
      const person = standsFor === null ? undefined : people.get(toUserId(standsFor));
      if (person === undefined) throw invalid('Choose somebody of the company.', place);
      return { id, value: value?.trim() || person.name, userId: standsFor, enabled };
    }
    return { id, value: (value ?? old?.value ?? '').trim(), userId: standsFor, enabled };
  });
  const fault = whyNotListValues(drafts, ({ id, value, enabled }) => {
    const old = id === null ? undefined : before.get(id);
    return old === undefined || old.value !== value || (enabled && !old.enabled);
  });
  if (fault !== null) throw invalid(fault.sentence, `values.${fault.index}`);
  return drafts;
}

/** The object with what it is called; properties that are disabled stay as they were. */
function readListObject(
  given: readonly ObjectPropertyValueInput[],
  old: StoredValue | null,
  definitionId: number | null,
  place: string,
  { config, timeZone }: Reading,
): Pick<ListValueDraft, 'value' | 'objectText'> {
  const current = readObject(old?.objectText);
  const written = JSON.stringify(
    Object.fromEntries(given.map(({ propertyId, value }) => [String(propertyId), value ?? ''])),
  );
  const changed = replaceObject(definitionId, written, current, config);
  if (changed.whyNot !== undefined)
    throw invalid(
      changed.whyNot,
      changed.propertyId === null ? place : `${place}.objectValues.${changed.propertyId}`,
    );
  const properties = config.objectProperties.filter(
    ({ objectDefinitionId }) => objectDefinitionId === definitionId,
  );
  const displayed = displayObject(properties, changed.values, readingOf(config, timeZone));
  if (displayed.whyNone !== undefined) throw invalid(displayed.whyNone, place);
  const objectText = writeObject(changed.values);
  const isSame = old !== null && objectText === writeObject(current);
  return { value: displayed.text, objectText: isSame ? (old.objectText ?? null) : objectText };
}

/** As an earlier try made or changed it, and others since. */
const findStanding = async (id: number, tenant: TenantId, transaction: Transaction): Promise<List> =>
  showList(requireList(await transaction.one(selectList(tenant, id))));

function requireList(answer: Answer | undefined): StoredList {
  const found = findList(answer);
  if (found === null) throw notFound('The list');
  return found;
}

const showList = (list: StoredList): List => ({ ...list, listName: list.name });

function parse<Form extends z.ZodType>(form: Form, given: unknown): z.infer<Form> {
  const parsed = form.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(issue?.message ?? 'The form is not complete.', issue?.path[0]?.toString());
}
