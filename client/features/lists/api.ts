import { graphql } from '../../platform/graphql/documents.generated.ts';

export const findProblemCodes = graphql(`
  query FindProblemCodes($data: FindProblemCodeInput!) {
    findProblemCodeByRecordType(data: $data) {
      id
      name
      enabled
      recordType {
        id
      }
    }
  }
`);

export const findRecordStatuses = graphql(`
  query FindRecordStatuses($data: FindRecordStatusInput!) {
    findRecordStatusByRecordType(data: $data) {
      id
      name
      enabled
      recordType {
        id
      }
    }
  }
`);

export const findListValues = graphql(`
  query FindListValues($data: FindListValuesInput!) {
    findListValues(data: $data) {
      id
      value
      userValue {
        id
        firstName
        lastName
        name
      }
      order
      enabled
      listId
    }
  }
`);
