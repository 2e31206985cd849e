// Objects as their administrators make them; what everybody else reads of them is in operations.ts.
import type {
  NewObjectPropertyInput,
  ObjectDefinition,
  ObjectUse,
} from '@rowhouse/domain/contract.generated.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  isChosen,
  isRetyped,
  objectChangedMeanwhile,
  objectNameTaken,
  whyNotObjectName,
  whyNotProperties,
  whyNotRetyped,
} from '@rowhouse/domain/objects/definition-rules.ts';
import type { PropertyDraft } from '@rowhouse/domain/objects/definition-rules.ts';
import { disableFirst, notPropertyBeingDeleted } from '@rowhouse/domain/objects/property-deletion.ts';
import { planProperties } from '@rowhouse/domain/objects/plan-properties.ts';
import { beingEmptied, deletedAlready } from '@rowhouse/domain/record-types/deletion.ts';
import { retypeInTheWay, retypeUnderWay } from '@rowhouse/domain/record-types/retype.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { listId as toListId, type TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { additionalColumn } from '../../platform/record-store/column.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import {
  askPropertyDeletion,
  readDeletedProperties,
  selectDeletedProperties,
  takeBackPropertyDeletion,
  wasPropertyTakenBack,
} from './property-deletion-sql.ts';
import type { StoredDeletedProperty } from './property-deletion-sql.ts';
import {
  changeDefinition,
  changeProperties,
  findDefinition,
  findDefinitionOfProperty,
  insertDefinition,
  insertProperties,
  lockDefinition,
  lockDefinitionNames,
  readDefinitions,
  readId,
  readProperties,
  readRetyping,
  readUse,
  selectDefinition,
  selectDefinitionOfName,
  selectDefinitionOfProperty,
  selectDefinitions,
  selectProperties,
  selectRetyping,
  selectUse,
} from './sql.ts';
import type { HoldingField, StoredDefinition, StoredProperty } from './sql.ts';

type Names =
  | 'getObjectDefinitions'
  | 'findObjectUse'
  | 'createObjectDefinition'
  | 'updateObjectDefinition'
  | 'deleteObjectProperty'
  | 'takeBackObjectProperty';

export const definitionOperations: Pick<OperationTable, Names> = {
  async getObjectDefinitions(_input, { viewer, read }) {
    const tenant = viewer.tenantId;
    const { answers } = await read([
      selectDefinitions(tenant),
      selectProperties(tenant, null),
      selectDeletedProperties(tenant, null),
    ]);
    const properties = Map.groupBy(readProperties(answers[1]), (one) => one.objectDefinitionId);
    const deleted = Map.groupBy(readDeletedProperties(answers[2]), (one) => one.objectDefinitionId);
    return readDefinitions(answers[0]).map((one) =>
      showDefinition(one, properties.get(one.id) ?? [], deleted.get(one.id) ?? []),
    );
  },

  async findObjectUse({ data }, { viewer, config, read }): Promise<ObjectUse> {
    const tenant = viewer.tenantId;
    const { answers } = await read([
      selectDefinition(tenant, data.id),
      selectUse(tenant, data.id, holdingFields(config, data.id)),
    ]);
    requireDefinition(answers[0]);
    return readUse(answers[1]);
  },

  async createObjectDefinition({ data }, { viewer, config, write }) {
    const tenant = viewer.tenantId;
    const name = readName(data.name);
    const drafts = readDrafts(data.properties, [], config);
    return write([lockDefinitionNames(tenant)], async (transaction) => {
      const [taken] = await transaction.run([selectDefinitionOfName(tenant, name, null)]);
      if (readId(taken) !== null) throw objectNameTaken(name);
      const [inserted] = await transaction.run([insertDefinition(tenant, name)]);
      const id = readId(inserted) ?? 0;
      const { inserted: made } = planProperties([], drafts);
      const answers = await transaction.finish([
        ...(made.length > 0 ? [insertProperties(tenant, id, made)] : []),
        ...selectWhole(tenant, id),
      ]);
      return showFound(answers);
    });
  },

  async updateObjectDefinition({ data }, { viewer, config, write }) {
    const tenant = viewer.tenantId;
    const { id } = data;
    return write([lockDefinitionNames(tenant), lockDefinition(tenant, id)], async (transaction) => {
      const [found, stored, gone] = await transaction.run(selectWhole(tenant, id));
      const current = requireDefinition(found);
      const before = readProperties(stored);
      const shown = showDefinition(current, before, readDeletedProperties(gone));
      if (current.version !== data.version) throw objectChangedMeanwhile(shown);
      const name = data.name == null ? current.name : readName(data.name);
      const enabled = data.enabled ?? current.enabled;
      const [taken] = await transaction.run([selectDefinitionOfName(tenant, name, id)]);
      if (readId(taken) !== null) throw objectNameTaken(name);
      const drafts = data.properties == null ? null : readDrafts(data.properties, before, config);
      const { inserted, changed } =
        drafts === null ? { inserted: [], changed: [] } : planProperties(before, drafts);
      const byId = new Map(before.map((property) => [property.id, property]));
      const retyped = (drafts ?? []).flatMap((draft, index) => {
        const old = draft.id === null ? undefined : byId.get(draft.id);
        return old !== undefined && isRetyped(draft, old) ? [{ old, index }] : [];
      });
      if (retyped.length > 0) {
        const [counted, retyping] = await transaction.run([
          selectUse(tenant, id, holdingFields(config, id)),
          selectRetyping(tenant, id),
        ]);
        const underWay = new Set(readRetyping(retyping).map(({ propertyId }) => propertyId));
        const use = readUse(counted);
        const told = { ...use, lists: use.lists.map((list) => list.name) };
        for (const { old, index } of retyped) {
          if (underWay.has(old.id)) throw retypeUnderWay(old.name);
          const whyNot = whyNotRetyped(old.name, old.id, told);
          if (whyNot !== null) throw invalid(whyNot, `properties.${index}`);
        }
      }
      const isSame = name === current.name && enabled === current.enabled;
      if (isSame && inserted.length === 0 && changed.length === 0) return shown;
      const answers = await transaction.finish([
        changeDefinition(tenant, id, { name, enabled }),
        ...(inserted.length > 0 ? [insertProperties(tenant, id, inserted)] : []),
        ...(changed.length > 0 ? [changeProperties(tenant, id, changed)] : []),
        ...selectWhole(tenant, id),
      ]);
      return showFound(answers);
    });
  },

  async deleteObjectProperty({ data }, { viewer, read, write }) {
    const tenant = viewer.tenantId;
    const definition = await getDefinitionOf(tenant, data.id, read);
    return write([lockDefinition(tenant, definition)], async (transaction) => {
      const answers = await transaction.run(selectWhole(tenant, definition));
      const current = showFound(answers);
      const gone = current.deletedProperties.find(({ id }) => id === data.id);
      if (gone !== undefined) throw deletedAlready(gone.name);
      if (current.version !== data.version) throw objectChangedMeanwhile(current);
      const property = current.properties.find(({ id }) => id === data.id);
      if (property === undefined) throw notFound('The property');
      if (property.enabled) throw disableFirst(property.name);
      const [retyping] = await transaction.run([selectRetyping(tenant, definition)]);
      if (readRetyping(retyping).some((one) => one.propertyId === data.id && one.isUnderWay))
        throw retypeInTheWay(property.name);
      return showFound(
        await transaction.finish([
          ...askPropertyDeletion(tenant, viewer.userId, data.id),
          changeDefinition(tenant, definition, current),
          ...selectWhole(tenant, definition),
        ]),
      );
    });
  },

  async takeBackObjectProperty({ data }, { viewer, read, write }) {
    const tenant = viewer.tenantId;
    const definition = await getDefinitionOf(tenant, data.id, read);
    return write([lockDefinition(tenant, definition)], async (transaction) => {
      const current = showFound(await transaction.run(selectWhole(tenant, definition)));
      const gone = current.deletedProperties.find(({ id }) => id === data.id);
      if (gone === undefined) throw notPropertyBeingDeleted();
      if (!wasPropertyTakenBack(await transaction.one(takeBackPropertyDeletion(tenant, data.id))))
        throw beingEmptied(gone.name);
      return showFound(
        await transaction.finish([
          changeDefinition(tenant, definition, current),
          ...selectWhole(tenant, definition),
        ]),
      );
    });
  },
};

async function getDefinitionOf(
  tenant: TenantId,
  property: number,
  read: MemberContext['read'],
): Promise<number> {
  const { answers } = await read([selectDefinitionOfProperty(tenant, property)]);
  const found = findDefinitionOfProperty(answers[0]);
  if (found === null) throw notFound('The property');
  return found;
}

/** The object with its properties, as the last three answers tell it. */
const selectWhole = (tenant: TenantId, id: number) => [
  selectDefinition(tenant, id),
  selectProperties(tenant, id),
  selectDeletedProperties(tenant, id),
];

const holdingFields = (config: TenantConfig, definitionId: number): HoldingField[] =>
  [...config.recordTypes.values()].flatMap((type) =>
    type.fields
      .filter(
        ({ dataType, objectDefinitionId }) => dataType === 'object' && objectDefinitionId === definitionId,
      )
      .map((field) => ({
        id: field.id,
        recordTypeId: type.id,
        buckets: bucketsOfType(type),
        expression: additionalColumn(field).expression,
      })),
  );

function readName(given: string): string {
  const whyNot = whyNotObjectName(given);
  if (whyNot !== null) throw invalid(whyNot, 'name');
  return given.trim();
}

function readDrafts(
  given: readonly (NewObjectPropertyInput & { id?: number | null })[],
  before: readonly StoredProperty[],
  { lists }: Pick<TenantConfig, 'lists'>,
): PropertyDraft[] {
  const byId = new Map(before.map((property) => [property.id, property]));
  const seen = new Set<number>();
  const drafts = given.map((one): PropertyDraft => {
    const id = one.id ?? null;
    const old = id === null ? undefined : byId.get(id);
    if (id !== null && (old === undefined || seen.has(id))) throw notFound('The property');
    if (id !== null) seen.add(id);
    const asBefore =
      old !== undefined && old.dataType === one.dataType && old.listId === (one.listId ?? null);
    const listId = asBefore || isChosen(one.dataType) ? (one.listId ?? null) : null;
    if (!asBefore && listId !== null && !lists.has(toListId(listId))) throw notFound('The list');
    const { dataType, isRequired, isDisplayable, enabled } = one;
    return { id, name: one.name.trim(), dataType, isRequired, isDisplayable, enabled, listId };
  });
  const fault = whyNotProperties(drafts, before);
  if (fault !== null) throw invalid(fault.sentence, `properties.${fault.index}`);
  return drafts;
}

function requireDefinition(answer: Answer | undefined): StoredDefinition {
  const found = findDefinition(answer);
  if (found === null) throw notFound('The object');
  return found;
}

const showFound = (answers: readonly Answer[]): ObjectDefinition =>
  showDefinition(
    requireDefinition(answers.at(-3)),
    readProperties(answers.at(-2)),
    readDeletedProperties(answers.at(-1)),
  );

const showDefinition = (
  definition: StoredDefinition,
  properties: readonly StoredProperty[],
  deleted: readonly StoredDeletedProperty[],
): ObjectDefinition => ({
  ...definition,
  deletedProperties: deleted.map(({ objectDefinitionId: _, ...property }) => property),
  properties: properties.map(({ listId, listName, ...property }) => ({
    ...property,
    listType: listId === null ? null : { id: listId, listName: listName ?? '' },
  })),
});
