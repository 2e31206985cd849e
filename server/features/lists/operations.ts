import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { listId, listValueId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import { objectValueOf } from '@rowhouse/domain/objects/object-value.ts';
import { openObjects, visibleFields } from '@rowhouse/domain/objects/open-objects.ts';
import type { NamedChoice, StoredListValue, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';

type Names =
  | 'findListValues'
  | 'findProblemCodeByRecordType'
  | 'findRecordStatusByRecordType'
  | 'getRecordStatusByRecordType';

export const listsOperations: Pick<OperationTable, Names> = {
  async findListValues({ data }, { config, viewer }) {
    const open = openLists(config, viewer);
    if (data.listId == null && data.listIds == null && data.ids == null) {
      throw invalid('Name the lists or the values that you ask for.', 'listId');
    }
    const lists = new Set([...(data.listId == null ? [] : [data.listId]), ...(data.listIds ?? [])]);
    const values = new Set(
      [...lists].flatMap((id) => (open.has(id) ? (config.lists.get(listId(id))?.values ?? []) : [])),
    );
    for (const id of data.ids ?? []) {
      const value = config.listValues.get(listValueId(id));
      // The values of a list that was switched off are gone with it.
      if (value !== undefined && config.lists.has(value.listId) && open.has(value.listId)) values.add(value);
    }
    return [...values].map((value) => showListValue(config, value));
  },

  async findProblemCodeByRecordType({ data }, { config, authorise }) {
    return choicesOf(config.problemCodes, 'problemCode', [authorise(data.recordType)]);
  },

  async findRecordStatusByRecordType({ data }, { config, authorise }) {
    return choicesOf(config.statuses, 'status', [...new Set(data.recordTypes)].map(authorise));
  },

  async getRecordStatusByRecordType(_input, { config, viewer }) {
    const types = [...viewer.recordTypes.keys()].flatMap(
      (id) => findAuthorisedRecordType(config, viewer, id) ?? [],
    );
    return choicesOf(config.statuses, 'status', types);
  },
};

/** The lists behind the fields that the role may see, of its objects and of lines. Others read as absent. */
function openLists(config: TenantConfig, viewer: Viewer): Set<number> {
  // Who configures the company keeps its lists.
  if (viewer.administers) return new Set(config.lists.keys());
  const fields = visibleFields(config, viewer);
  const objects = openObjects(config, fields);
  return new Set([
    ...fields.flatMap((field) => field.listId ?? []),
    ...openLineItemTypes(config, viewer).flatMap((type) =>
      type.fields.flatMap((field) => field.listId ?? []),
    ),
    ...config.objectProperties.flatMap((property) =>
      objects.has(property.objectDefinitionId) ? (property.listId ?? []) : [],
    ),
  ]);
}

/** Of a super type: those of the types that it gathers, merged. Where the field is hidden, so are its choices. */
function choicesOf(
  choices: ReadonlyMap<number, NamedChoice>,
  field: 'status' | 'problemCode',
  types: readonly AuthorisedRecordType[],
) {
  const open = types.filter((authorised) => authorised.fields.has(field));
  const typeIds = new Set(
    open.flatMap(({ type, sources }) => [type.id, ...sources.map((source) => source.type.id)]),
  );
  // The configuration has them in the order in which they were set up.
  return [...choices.values()]
    .filter((choice) => typeIds.has(choice.recordTypeId))
    .map(({ id, name, enabled, recordTypeId }, order) => ({
      id,
      name,
      enabled,
      recordType: { id: recordTypeId },
      order,
    }))
    .toSorted(byName);
}

function showListValue(config: TenantConfig, value: StoredListValue) {
  const user = value.userId === null ? undefined : config.members.get(value.userId);
  return {
    id: value.id,
    value: value.value,
    userValue:
      user === undefined
        ? null
        : { id: user.id, firstName: user.firstName, lastName: user.lastName, name: user.name },
    order: value.order,
    enabled: value.enabled,
    version: value.version,
    listId: value.listId,
    dynamicObjectValue: objectValueOf(config, value),
    createdAt: value.createdAt,
    updatedAt: value.updatedAt,
  };
}
