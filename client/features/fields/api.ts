import { graphql } from '../../platform/graphql/documents.generated.ts';

export const getFieldDefinitions = graphql(`
  query GetFieldDefinitions($recordType: Id!) {
    getSaasRecordFieldsByRecordTypes(recordType: $recordType) {
      id
      key
      name
      dataType
      visibility
      required
      order
      recordTypeId
      listType {
        id
        dataType
      }
      objectDefinition {
        id
      }
      access
      filterable
      sortable
    }
  }
`);

export const getMyFieldAccess = graphql(`
  query GetMyFieldAccess {
    getRoleAccessToRecordFields {
      id
      access
      recordField {
        id
        name
      }
      recordFieldName
      recordType {
        id
      }
      filterCriteria
    }
  }
`);
