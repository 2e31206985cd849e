import type {
  BulkChangeInput,
  BulkChangeOutcome,
  StartBulkChangeInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../../../platform/graphql/documents.generated.ts';
import { request } from '../../../../platform/graphql/request.ts';

const findMyDocument = graphql(`
  query FindMyBulkChanges($data: FindMyBulkChangesInput!) {
    findMyBulkChanges(data: $data) {
      id
      kind
      state
      fieldNames
      total
      updated
      unchanged
      conflicts
      notFound
      refused
      startedAt
      endedAt
      undoOf
      fileName
      importId
      made
      isUndone
      isOverwritten
    }
  }
`);

export const findMyBulkChanges = async (recordTypeId: number, signal: AbortSignal) =>
  (await request(findMyDocument, { data: { recordTypeId } }, { signal })).findMyBulkChanges;

export type MyBulkChange = Awaited<ReturnType<typeof findMyBulkChanges>>[number];

const recordsDocument = graphql(`
  query FindBulkChangeRecords($data: FindBulkChangeRecordsInput!, $pagination: PaginationInput) {
    findBulkChangeRecords(data: $data, pagination: $pagination) {
      total
      records {
        id
        recordNumber
        outcome
        message
      }
    }
  }
`);

export async function findBulkChangeRecords(
  id: number,
  outcomes: readonly BulkChangeOutcome[] | null,
  pagination: { offset: number; limit: number },
  signal?: AbortSignal,
) {
  const data = { id, ...(outcomes && { outcomes: [...outcomes] }) };
  return (await request(recordsDocument, { data, pagination }, { signal })).findBulkChangeRecords;
}

export type BulkChangeRecord = Awaited<ReturnType<typeof findBulkChangeRecords>>['records'][number];

const stopDocument = graphql(`
  mutation StopBulkChange($data: FindBulkChangeInput!) {
    stopBulkChange(data: $data) {
      id
    }
  }
`);

export const stopBulkChange = (id: number) => request(stopDocument, { data: { id } });

const undoDocument = graphql(`
  mutation UndoBulkChange($data: FindBulkChangeInput!) {
    undoBulkChange(data: $data) {
      id
    }
  }
`);

export const undoBulkChange = (id: number) => request(undoDocument, { data: { id } });

const previewDocument = graphql(`
  query PreviewBulkChange($data: BulkChangeInput!) {
    previewBulkChange(data: $data) {
      total
      changing
      unchanged
      refused
      reasons
      sampleIds
    }
  }
`);

export const previewBulkChange = async (data: BulkChangeInput, signal: AbortSignal) =>
  (await request(previewDocument, { data }, { signal })).previewBulkChange;

const startDocument = graphql(`
  mutation StartBulkChange($data: StartBulkChangeInput!) {
    startBulkChange(data: $data) {
      id
    }
  }
`);

export const startBulkChange = (data: StartBulkChangeInput) => request(startDocument, { data });
