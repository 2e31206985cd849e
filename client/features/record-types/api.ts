import { graphql } from '../../platform/graphql/documents.generated.ts';

export const findRecordType = graphql(`
  query FindRecordType($data: FindRecordTypeInput!) {
    findRecordType(data: $data) {
      id
      name
      isSuper
      relatedRecordTypes {
        id
        name
      }
    }
  }
`);
