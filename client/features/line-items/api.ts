import { graphql } from '../../platform/graphql/documents.generated.ts';

export const findLineTypes = graphql(`
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
      }
    }
  }
`);

/** Only what a panel needs: of five thousand lines there are fifty thousand items. */
export const findLines = graphql(`
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

/** Of lines that changed: where they stand is asked for as well. */
export const findChangedLines = graphql(`
  query FindChangedLines($data: FindLineItemsInput!) {
    findLineItems(data: $data) {
      value
      lineItemsRow {
        id
        version
        index
      }
      lineItemsByTypeFileds {
        id
      }
    }
  }
`);

export const saveManyLines = graphql(`
  mutation SaveManyLines($data: [LineItemsRowInput!]!, $together: Boolean) {
    createOrUpdateManyLineItems(data: $data, together: $together) {
      lineItemsRow {
        id
        version
        index
      }
      lineItems {
        value
        lineItemsRow {
          id
          version
        }
        lineItemsByTypeFileds {
          id
        }
      }
      refusal {
        code
        message
        lineItemsByTypeFiledsId
      }
    }
  }
`);

export const deleteLine = graphql(`
  mutation DeleteLine($data: UpdateLineItemsInput!) {
    updateLineItems(data: $data) {
      lineItemsRow {
        id
        version
      }
    }
  }
`);

export const reorderLines = graphql(`
  mutation ReorderLines($data: ReorderLineItemsInput!) {
    reorderLineItems(data: $data) {
      id
      index
    }
  }
`);

export const findLineHistory = graphql(`
  query FindLineHistory($data: FilterAuditLogsForLineItemsInput!) {
    filterAuditLogsForLineItems(data: $data) {
      total
      logs {
        id
        action
        datetime
        lineItemsRowId
        user {
          id
          name
          email
        }
        changes {
          what
          lineItemsByTypeFiledsId
          oldValue
          newValue
        }
      }
    }
  }
`);
