import type {
  CreateListInput,
  SaveListValueInput,
  UpdateListInput,
  UpdateListValuesInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnce } from '../../platform/send-once.ts';

const listsDocument = graphql(`
  query Lists {
    getLists {
      id
      name
      description
      backofficeManaged
      listType
      objectDefinition {
        id
        name
      }
      enabled
      version
      valuesVersion
      valuesTotal
      enabledValuesTotal
    }
  }
`);

const listValuesDocument = graphql(`
  query ValuesOfList($data: FindListValuesInput!) {
    findListValues(data: $data) {
      id
      value
      enabled
      version
      userValue {
        id
      }
      dynamicObjectValue {
        objectValues {
          value
          objectProperty {
            id
          }
        }
      }
    }
  }
`);

const definitionsDocument = graphql(`
  query ObjectsOfLists {
    getObjectDefinitions {
      id
      name
      enabled
      properties {
        id
        name
        dataType
        isRequired
        isDisplayable
        order
        enabled
        currency
        listType {
          id
        }
      }
    }
  }
`);

/** What lists of objects are made of. Refused for who does not administer the company. */
export const getListObjects = async (signal?: AbortSignal) =>
  (await request(definitionsDocument, {}, { signal })).getObjectDefinitions.map(
    ({ properties, ...definition }) => ({
      ...definition,
      properties: properties.map(({ listType, ...property }): ObjectProperty => ({
        ...property,
        listId: listType?.id ?? null,
      })),
    }),
  );

const createListDocument = graphql(`
  mutation CreateList($data: CreateListInput!) {
    createList(data: $data) {
      id
    }
  }
`);

const updateListDocument = graphql(`
  mutation UpdateList($data: UpdateListInput!) {
    updateList(data: $data) {
      id
    }
  }
`);

const updateListValuesDocument = graphql(`
  mutation UpdateListValues($data: UpdateListValuesInput!) {
    updateListValues(data: $data) {
      id
    }
  }
`);

export type CustomList = Awaited<ReturnType<typeof getLists>>[number];

/** Refused for who does not administer the company. */
export async function getLists(signal?: AbortSignal) {
  return (await request(listsDocument, {}, { signal })).getLists;
}

export type CustomListValue = {
  readonly id: number;
  readonly value: string;
  readonly enabled: boolean;
  readonly userId: number | null;
  /** By property, in a list of objects. */
  readonly object?: PropertyValues;
};

export type CustomListValues = { readonly version: number; readonly values: readonly CustomListValue[] };

/**
 * In their order, with the version that a change of them is made from: their own. One that is asked beside them may be
 * newer, and a change made from it would take back what came between.
 */
export async function getListValues(listId: number, signal?: AbortSignal): Promise<CustomListValues> {
  const { findListValues } = await request(listValuesDocument, { data: { listId } }, { signal });
  return {
    version: findListValues.reduce((newest, { version }) => Math.max(newest, version), 0),
    values: findListValues.map(({ id, value, enabled, userValue, dynamicObjectValue }) => ({
      id,
      value,
      enabled,
      userId: userValue?.id ?? null,
      ...(dynamicObjectValue && {
        object: new Map(
          dynamicObjectValue.objectValues.flatMap(({ value: text, objectProperty }) =>
            text == null ? [] : [[objectProperty.id, text] as const],
          ),
        ),
      }),
    })),
  };
}

export type NewList = {
  name: string;
  description: string;
  backofficeManaged: boolean;
  listType: string;
  objectDefinitionId?: number;
};

/** Answers its id. */
export async function createList(data: NewList): Promise<number> {
  const send = (sent: CreateListInput) => request(createListDocument, { data: sent });
  return (await sendOnce('createList', data, send)).createList.id;
}

export type ListChange = {
  id: number;
  version: number;
  name?: string;
  description?: string;
  enabled?: boolean;
};

/** Refused as CONFLICT when the list has been changed since that version. */
export async function updateList(data: ListChange): Promise<void> {
  await sendOnce('updateList', data, (sent: UpdateListInput) => request(updateListDocument, { data: sent }));
}

export type ListValuesChange = {
  listId: number;
  valuesVersion: number;
  values: {
    id?: number;
    value?: string;
    userId?: number;
    objectValues?: { propertyId: number; value: string }[];
    enabled: boolean;
  }[];
};

/** Refused as CONFLICT when the values have been changed since that version. */
export async function updateListValues(data: ListValuesChange): Promise<void> {
  await sendOnce('updateListValues', data, (sent: UpdateListValuesInput) =>
    request(updateListValuesDocument, { data: sent }),
  );
}

const valueUseDocument = graphql(`
  query CountListValueUse($data: CountListValueUseInput!) {
    countListValueUse(data: $data) {
      id
      records
      isMore
    }
  }
`);

/** How many records hold each of the values. */
export const countListValueUse = async (listId: number, valueIds: readonly number[], signal?: AbortSignal) =>
  (await request(valueUseDocument, { data: { listId, valueIds: [...valueIds] } }, { signal }))
    .countListValueUse;

const saveListValueDocument = graphql(`
  mutation SaveListValue($data: SaveListValueInput!) {
    saveListValue(data: $data) {
      id
      value
    }
  }
`);

export type SavedValue = {
  listId: number;
  id?: number;
  /** Of one that stands: what it was called when it was read. */
  was?: string;
  value?: string;
  objectValues?: { propertyId: number; value: string }[];
};

/** Refused for who does not administer the company, and where somebody has changed the value since. */
export async function saveListValue(data: SavedValue) {
  const send = (sent: SaveListValueInput) => request(saveListValueDocument, { data: sent });
  return (await sendOnce('saveListValue', data, send)).saveListValue;
}

const listValueDocument = graphql(`
  query ListValueToChange($list: FindListInput!, $values: FindListValuesInput!) {
    findList(data: $list) {
      objectDefinition {
        id
      }
    }
    findListValues(data: $values) {
      id
      value
      dynamicObjectValue {
        objectValues {
          value
          objectProperty {
            id
          }
        }
      }
    }
  }
`);

/** What values of a list of objects are made of, and one of them as it stands; none where no id is given. */
export async function findListValue(listId: number, id: number | null, signal: AbortSignal) {
  const asked = { list: { id: listId }, values: { ids: id === null ? [] : [id] } };
  const { findList, findListValues } = await request(listValueDocument, asked, { signal });
  const standing = findListValues.find((one) => one.id === id);
  return {
    definitionId: findList.objectDefinition?.id ?? null,
    standing:
      standing === undefined
        ? null
        : {
            value: standing.value,
            object: new Map(
              (standing.dynamicObjectValue?.objectValues ?? []).flatMap(({ value, objectProperty }) =>
                value == null ? [] : [[objectProperty.id, value] as const],
              ),
            ),
          },
  };
}
