// What a page of records knows of its type; what designs types stands in features/record-types.
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';

export const findRecordTypeDocument = graphql(`
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

export const findRecordType = async (id: number, signal: AbortSignal) =>
  (await request(findRecordTypeDocument, { data: { id } }, { signal, together: true })).findRecordType;
