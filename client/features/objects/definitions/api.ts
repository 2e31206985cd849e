import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';

const definitionsDocument = graphql(`
  query ObjectDefinitions {
    getObjectDefinitions {
      id
      name
      enabled
      version
      properties {
        id
        name
        dataType
        isRequired
        isDisplayable
        order
        enabled
        listType {
          id
          listName
        }
      }
      deletedProperties {
        id
        name
        dataType
        state
        deleteAfter
        total
        done
      }
    }
    getLists {
      id
      name
      enabled
    }
  }
`);

const useDocument = graphql(`
  query ObjectUse($data: FindObjectUseInput!) {
    findObjectUse(data: $data) {
      fields {
        name
        recordType
      }
      lists {
        name
      }
      records
      listValues
      properties {
        propertyId
        records
        listValues
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateObjectDefinition($data: CreateObjectDefinitionInput!) {
    createObjectDefinition(data: $data) {
      id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateObjectDefinition($data: UpdateObjectDefinitionInput!) {
    updateObjectDefinition(data: $data) {
      id
    }
  }
`);

const deletePropertyDocument = graphql(`
  mutation DeleteObjectProperty($data: DeleteObjectPropertyInput!) {
    deleteObjectProperty(data: $data) {
      id
    }
  }
`);

/** Refused as CONFLICT when the object has been changed since that version. */
export async function deleteObjectProperty(data: { id: number; version: number }): Promise<void> {
  await request(deletePropertyDocument, { data });
}

const takeBackPropertyDocument = graphql(`
  mutation TakeBackObjectProperty($data: TakeBackObjectPropertyInput!) {
    takeBackObjectProperty(data: $data) {
      id
    }
  }
`);

export async function takeBackObjectProperty(id: number): Promise<void> {
  await request(takeBackPropertyDocument, { data: { id } });
}

/** Refused for who does not administer the company. */
export async function getObjectDefinitions(signal?: AbortSignal) {
  const { getObjectDefinitions: definitions, getLists: lists } = await request(
    definitionsDocument,
    {},
    { signal },
  );
  return {
    lists: lists.filter(({ enabled }) => enabled),
    definitions: definitions.map(({ properties, ...definition }) => ({
      ...definition,
      properties: properties.map(({ listType, ...property }) => ({
        ...property,
        listId: listType?.id ?? null,
        listName: listType?.listName ?? null,
      })),
    })),
  };
}

export type ObjectConfiguration = Awaited<ReturnType<typeof getObjectDefinitions>>;
export type Definition = ObjectConfiguration['definitions'][number];
export type DefinedProperty = Definition['properties'][number];
export type ChoiceList = ObjectConfiguration['lists'][number];

/** Where its objects stand, counted. */
export async function findObjectUse(id: number, signal?: AbortSignal) {
  const { findObjectUse: use } = await request(useDocument, { data: { id } }, { signal });
  return { ...use, lists: use.lists.map(({ name }) => name) };
}

type WrittenProperty = {
  name: string;
  dataType: string;
  isRequired: boolean;
  isDisplayable: boolean;
  enabled: boolean;
  listId?: number;
};

/** Answers its id. */
export async function createObjectDefinition(data: {
  name: string;
  properties: WrittenProperty[];
}): Promise<number> {
  return (await request(createDocument, { data })).createObjectDefinition.id;
}

/** Refused as CONFLICT when the object has been changed since that version. */
export async function updateObjectDefinition(data: {
  id: number;
  version: number;
  name?: string;
  enabled?: boolean;
  properties?: (WrittenProperty & { id?: number })[];
}): Promise<void> {
  await request(updateDocument, { data });
}
