import type { UpdateBulkRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../../../platform/graphql/documents.generated.ts';
import { request } from '../../../../platform/graphql/request.ts';

const updateDocument = graphql(`
  mutation UpdateBulkRecords($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
    updateBulkRecordHeader(ids: $ids, data: $data) {
      id
      outcome
      version
      message
      auditEntryId
    }
  }
`);

/** What became of each record; a record that could not be changed stops no other. */
export const updateBulkRecords = async (ids: readonly number[], data: UpdateBulkRecordInput) =>
  (await request(updateDocument, { ids: [...ids], data })).updateBulkRecordHeader;
