import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const propertiesDocument = graphql(`
  query FindObjectProperties($data: FindObjectPropertyInput!) {
    findObjectProperty(data: $data) {
      id
      objectDefinitionId
      name
      dataType
      isRequired
      isDisplayable
      order
      enabled
      listType {
        id
      }
      currency
    }
  }
`);

export const findObjectProperties = async (objectDefinitionIds: readonly number[], signal: AbortSignal) =>
  (
    await request(
      propertiesDocument,
      { data: { objectDefinitionIds: [...objectDefinitionIds] } },
      { signal, together: true },
    )
  ).findObjectProperty;

const listedObjectsDocument = graphql(`
  query FindListedObjects($data: FindListValuesInput!) {
    findListValues(data: $data) {
      id
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

/** The objects that the values of lists stand for. */
export const findListedObjects = async (listIds: readonly number[], signal: AbortSignal) =>
  (await request(listedObjectsDocument, { data: { listIds: [...listIds] } }, { signal, together: true }))
    .findListValues;
