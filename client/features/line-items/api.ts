import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findLineTypesDocument = graphql(`
  query FindLineTypes($data: FindLineItemsByTypeInput) {
    findAllLineItemsByType(data: $data) {
      id
      name
      visibility
      lineItemsByTypeFileds {
        id
        name
        dataType
        required
        order
        listType {
          id
          dataType
        }
        takesNewValues
        currency
        formula
        fills {
          fieldId
          propertyId
        }
      }
      rules {
        id
        field
        name
        dataType
        kind
        reading
        conditions {
          field
          dataType
          operator
          value
          values
          logicOperator
        }
        words
      }
    }
  }
`);

export const findLineTypes = async (recordType: number, signal: AbortSignal) =>
  (await request(findLineTypesDocument, { data: { recordType } }, { signal, together: true }))
    .findAllLineItemsByType;

/** Only what a panel needs: of five thousand lines there are fifty thousand items. */
const findLinesDocument = graphql(`
  query FindLines($data: FindLineItemsInput!) {
    findLineItems(data: $data) {
      value
      lineItemsRow {
        id
        version
      }
      lineItemsByTypeFileds {
        id
      }
    }
  }
`);

/** The type saves the server a question. */
export const findLines = async (recordId: number, recordTypeId: number, signal?: AbortSignal) =>
  (
    await request(
      findLinesDocument,
      { data: { recordHeadersIds: [recordId], recordTypeId } },
      { ...(signal && { signal }), together: true },
    )
  ).findLineItems;
