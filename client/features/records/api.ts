import type {
  ExportRecordsInput,
  FilterAndSortInput,
  FindLastRecordChangesInput,
  RegisterRecordInput,
  UndoChangesInput,
  UpdateRecordInput,
} from '@rowhouse/domain/contract.generated.ts';
import {
  graphql,
  type FilterAndSortRecordsQueryVariables,
} from '../../platform/graphql/documents.generated.ts';
import { request, type RequestOptions } from '../../platform/graphql/request.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';
import type { RecordRow, SavedRecord } from './record-row.ts';

/** Only what the shown columns need: each base field is asked for by its own switch. */
export const recordsDocument = graphql(`
  query FilterAndSortRecords(
    $data: FilterAndSortInput!
    $pagination: PaginationInput
    $tenant: Boolean = false
    $recordType: Boolean = false
    $status: Boolean = false
    $problemCode: Boolean = false
    $description: Boolean = false
    $issuedByCompanyName: Boolean = false
    $issuedToCompanyName: Boolean = false
    $poNumber: Boolean = false
    $recordDate: Boolean = false
    $dueDate: Boolean = false
    $recordCreateDate: Boolean = false
    $validationRequired: Boolean = false
    $isProject: Boolean = false
    $level: Boolean = false
    $assignedTo: Boolean = false
    $receivedBy: Boolean = false
    $approvedBy: Boolean = false
    $createdBy: Boolean = false
    $createdAt: Boolean = false
    $receivedAt: Boolean = false
    $approvedAt: Boolean = false
    $updatedAt: Boolean = false
    $targetTransmissionTenant: Boolean = false
    $additional: Boolean = false
    $children: Boolean = false
    $tree: RecordTreeInput
  ) {
    filterAndSortRecordHeader(data: $data, pagination: $pagination, tree: $tree) {
      records {
        id
        version
        recordNumber
        enabled
        recordFile {
          id
          originalFileName
        }
        tenant @include(if: $tenant) {
          id
          name
        }
        recordType @include(if: $recordType) {
          id
          name
        }
        statusId @include(if: $status) {
          id
          name
        }
        problemCodeId @include(if: $problemCode) {
          id
          name
        }
        description @include(if: $description)
        issuedByCompanyName @include(if: $issuedByCompanyName)
        issuedToCompanyName @include(if: $issuedToCompanyName)
        poNumber @include(if: $poNumber)
        recordDate @include(if: $recordDate)
        dueDate @include(if: $dueDate)
        recordCreateDate @include(if: $recordCreateDate)
        validationRequired @include(if: $validationRequired)
        isProject @include(if: $isProject)
        level @include(if: $level)
        assignedTo @include(if: $assignedTo) {
          id
          name
          email
        }
        receivedBy @include(if: $receivedBy) {
          id
          name
          email
        }
        approvedBy @include(if: $approvedBy) {
          id
          name
          email
        }
        createdBy @include(if: $createdBy) {
          id
          name
          email
        }
        createdAt @include(if: $createdAt)
        receivedAt @include(if: $receivedAt)
        approvedAt @include(if: $approvedAt)
        updatedAt @include(if: $updatedAt)
        targetTransmissionTenant @include(if: $targetTransmissionTenant) {
          id
          name
        }
        additionalFields @include(if: $additional) {
          tag
          value
        }
        children @include(if: $children) {
          id
          recordType {
            id
          }
        }
      }
      total
      totalState
    }
  }
`);

/** A part of what a query finds, with the columns that the switches ask for; `total` is null while it is being counted. */
export const findRecordPart = async (
  variables: FilterAndSortRecordsQueryVariables,
  options: RequestOptions,
) => (await request(recordsDocument, variables, options)).filterAndSortRecordHeader;

const countDocument = graphql(`
  query CountRecords($data: FilterAndSortInput!, $tree: RecordTreeInput) {
    filterAndSortRecordHeader(data: $data, tree: $tree, pagination: { offset: 0, limit: 1 }) {
      total
      totalState
    }
  }
`);

/** How many records a query finds; null while they are being counted. */
export const countRecords = async (
  data: FilterAndSortInput,
  tree: FilterAndSortRecordsQueryVariables['tree'],
  signal: AbortSignal,
) =>
  (await request(countDocument, { data, ...(tree && { tree }) }, { signal })).filterAndSortRecordHeader.total;

const exportDocument = graphql(`
  query ExportRecords($data: ExportRecordsInput!) {
    exportRecordHeaders(data: $data) {
      url
      fileName
    }
  }
`);

/** Answers where the file is to be had, once. */
export const exportRecords = async (data: ExportRecordsInput) =>
  (await request(exportDocument, { data })).exportRecordHeaders;

const fileDocument = graphql(`
  query GetRecordFile($recordFileId: Id!) {
    getMyRecordFileById(recordFileId: $recordFileId) {
      id
      originalFileName
      signedUrl
    }
  }
`);

/** A record file by its own id, with an address that is good for a minute. */
export const getRecordFile = async (recordFileId: number) =>
  (await request(fileDocument, { recordFileId })).getMyRecordFileById;

const registerDocument = graphql(`
  mutation RegisterRecord($data: RegisterRecordInput!) {
    registerRecordHeader(data: $data) {
      id
      recordNumber
    }
  }
`);

export const registerRecord = async (data: RegisterRecordInput) =>
  (await request(registerDocument, { data })).registerRecordHeader;

/** A whole record, as no one knows which columns a page shows when an answer comes. */
const recordParts = graphql(`
  fragment RecordParts on RecordHeader {
    id
    version
    recordNumber
    enabled
    recordFile {
      id
      originalFileName
    }
    tenant {
      id
      name
    }
    recordType {
      id
      name
    }
    statusId {
      id
      name
    }
    problemCodeId {
      id
      name
    }
    description
    issuedByCompanyName
    issuedToCompanyName
    poNumber
    recordDate
    dueDate
    recordCreateDate
    validationRequired
    isProject
    level
    assignedTo {
      id
      name
      email
    }
    receivedBy {
      id
      name
      email
    }
    approvedBy {
      id
      name
      email
    }
    createdBy {
      id
      name
      email
    }
    createdAt
    receivedAt
    approvedAt
    updatedAt
    targetTransmissionTenant {
      id
      name
    }
    additionalFields {
      tag
      value
    }
  }
`);

const recordsByIdsDocument = graphql(
  `
    query FindRecords($data: FindRecordHeaderInput!, $pagination: PaginationInput!) {
      findRecordHeader(data: $data, pagination: $pagination) {
        records {
          ...RecordParts
        }
      }
    }
  `,
  recordParts,
);

/** Whole records by their ids, in no order; an id that the viewer may not see, or that is not there, is left out. */
export async function findRecords(
  recordTypeId: number,
  ids: readonly number[],
  options?: RequestOptions,
): Promise<readonly RecordRow[]> {
  if (ids.length === 0) return [];
  const variables = { data: { ids: [...ids], recordTypeId }, pagination: { offset: 0, limit: ids.length } };
  return (await request(recordsByIdsDocument, variables, options)).findRecordHeader.records;
}

const updateDocument = graphql(
  `
    mutation UpdateRecord($data: UpdateRecordInput!) {
      updateRecordHeader(data: $data) {
        ...RecordParts
        auditEntryId
      }
    }
  `,
  recordParts,
);

/**
 * Refused with CONFLICT, and the record as it is now among the details, when its version is no longer the one sent. Under a key of
 * its own it is changed once, however often it is sent.
 */
export async function updateRecord(change: UpdateRecordInput): Promise<SavedRecord> {
  const data = { idempotencyKey: makeRandomKey(), ...change };
  return (await sendOnBadLine(() => request(updateDocument, { data }))).updateRecordHeader;
}

const numbersDocument = graphql(`
  query FindMatching($data: FilterAndSortInput!, $pagination: PaginationInput) {
    filterAndSortRecordHeader(data: $data, pagination: $pagination) {
      records {
        id
        recordNumber
      }
    }
  }
`);

/**
 * The records that a query finds and that have one of these numbers. The conditions of a query are combined from left
 * to right, so one more that is joined by AND narrows all before it.
 * @param limit of the answer: a number need not be unique
 */
export async function findByNumbers(query: FilterAndSortInput, numbers: readonly string[], limit: number) {
  const { sort: _, filters, ...rest } = query;
  const amongNumbers = {
    fieldId: 0,
    field: 'recordNumber',
    logicOperator: 'AND' as const,
    priority: filters?.length ?? 0,
    filterCriteria: { operator: 'isAnyOf' as const, values: [...numbers] },
  };
  const data = { ...rest, filters: [...(filters ?? []), amongNumbers] };
  return (await request(numbersDocument, { data, pagination: { offset: 0, limit } }))
    .filterAndSortRecordHeader.records;
}

const listPartDocument = graphql(`
  query FindListPart($data: FilterAndSortInput!, $pagination: PaginationInput) {
    filterAndSortRecordHeader(data: $data, pagination: $pagination) {
      records {
        id
      }
      total
    }
  }
`);

/** The ids of a part of a list, for those who walk through it; `total` is null while it is being counted. */
export async function findListPart(
  data: FilterAndSortInput,
  pagination: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
) {
  const found = (await request(listPartDocument, { data, pagination }, { signal, together: true }))
    .filterAndSortRecordHeader;
  return { ids: found.records.map(({ id }) => id), total: found.total ?? null };
}

const lastChangesDocument = graphql(`
  query FindLastRecordChanges($data: FindLastRecordChangesInput!) {
    findLastRecordChanges(data: $data) {
      id
      user {
        id
        name
      }
      secondsAgo
    }
  }
`);

export const findLastRecordChanges = async (data: FindLastRecordChangesInput, options?: RequestOptions) =>
  (await request(lastChangesDocument, { data }, options)).findLastRecordChanges;

const undoDocument = graphql(`
  mutation UndoChanges($data: UndoChangesInput!) {
    undoChanges(data: $data) {
      recordId
      outcome
      rows {
        name
        whyNot
      }
    }
  }
`);

/** Takes changes back by their entries of the audit log; answers one outcome a record. */
export const undoRecordChanges = async (data: UndoChangesInput) =>
  (await request(undoDocument, { data })).undoChanges;

const fieldRulesDocument = graphql(`
  query FieldRules($data: FindFieldRulesInput!) {
    findFieldRules(data: $data) {
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
`);

/** By which fields of records of the type are required, read only or shown, for the person who asks. */
export const findFieldRules = async (recordTypeId: number, signal: AbortSignal) =>
  (await request(fieldRulesDocument, { data: { recordTypes: [recordTypeId] } }, { signal, together: true }))
    .findFieldRules;

const statusPathDocument = graphql(`
  query StatusPath($data: FindStatusPathsInput!) {
    findStatusPaths(data: $data) {
      userId
      statuses {
        id
        name
      }
      steps {
        fromStatusId
        toStatusId
        roles
        isOfRole
        creator
        conditions {
          field
          dataType
          operator
          value
          values
          logicOperator
        }
        words
        needsComment
      }
    }
  }
`);

/** The way of a type's statuses for the person who asks; undefined if its statuses are free. */
export const findStatusPath = async (recordTypeId: number, signal: AbortSignal) =>
  (await request(statusPathDocument, { data: { recordTypes: [recordTypeId] } }, { signal, together: true }))
    .findStatusPaths[0];
