import { graphql } from '../../platform/graphql/documents.generated.ts';

export const findObjectProperties = graphql(`
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

/** The objects that the values of lists stand for. */
export const findListedObjects = graphql(`
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
