import { graphql } from '../../platform/graphql/documents.generated.ts';

/** Only what the shown columns need: each base field is asked for by its own switch. */
export const filterAndSortRecords = graphql(`
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

export const countRecords = graphql(`
  query CountRecords($data: FilterAndSortInput!, $tree: RecordTreeInput) {
    filterAndSortRecordHeader(data: $data, tree: $tree, pagination: { offset: 0, limit: 1 }) {
      total
      totalState
    }
  }
`);

export const exportRecords = graphql(`
  query ExportRecords($data: ExportRecordsInput!) {
    exportRecordHeaders(data: $data) {
      url
      fileName
    }
  }
`);

export const getRecordFile = graphql(`
  query GetRecordFile($recordFileId: Id!) {
    getMyRecordFileById(recordFileId: $recordFileId) {
      id
      originalFileName
      signedUrl
    }
  }
`);

export const registerRecord = graphql(`
  mutation RegisterRecord($data: RegisterRecordInput!) {
    registerRecordHeader(data: $data) {
      id
      recordNumber
    }
  }
`);

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

/** Records by their ids: the one that a copied link leads to, and those whose changes were not saved. */
export const findRecords = graphql(
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

export const updateRecord = graphql(
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

/** Which of the saved records the filter still finds. */
export const findMatching = graphql(`
  query FindMatching($data: FilterAndSortInput!, $pagination: PaginationInput) {
    filterAndSortRecordHeader(data: $data, pagination: $pagination) {
      records {
        id
        recordNumber
      }
    }
  }
`);

/** A part of a list, for who walks through it. */
export const findListPart = graphql(`
  query FindListPart($data: FilterAndSortInput!, $pagination: PaginationInput) {
    filterAndSortRecordHeader(data: $data, pagination: $pagination) {
      records {
        id
      }
      total
    }
  }
`);

export const findLastRecordChanges = graphql(`
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

export const undoRecordChanges = graphql(`
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

export const statusPath = graphql(`
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
