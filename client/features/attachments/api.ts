import { graphql } from '../../platform/graphql/documents.generated.ts';

export const startFileUpload = graphql(`
  mutation StartFileUpload($data: StartFileUploadInput!) {
    startFileUpload(data: $data) {
      url
    }
  }
`);

export const getRecordAttachment = graphql(`
  query GetRecordAttachment($data: RecordAttachmentInput!) {
    getRecordAttachment(data: $data) {
      originalFileName
      signedUrl
    }
  }
`);

export const getRecordFileLink = graphql(`
  query GetRecordFileLink($recordFileId: Id!) {
    getMyRecordFileById(recordFileId: $recordFileId) {
      originalFileName
      signedUrl
    }
  }
`);

export const findRecordFiles = graphql(`
  query FindRecordFiles($data: FindRecordFilesInput!) {
    findRecordFiles(data: $data) {
      version
      mayDelete
      files {
        id
        name
        description
        fileType
        fileSize
        createdAt
        createdByName
        recordAdditionalFieldByTypeId
        access
      }
    }
  }
`);

export const updateRecordFile = graphql(`
  mutation UpdateRecordFile($data: UpdateRecordFileInput!) {
    updateRecordFile(data: $data) {
      version
    }
  }
`);

export const saveRecordFiles = graphql(`
  mutation SaveRecordFiles($data: UpdateRecordInput!) {
    updateRecordHeader(data: $data) {
      version
      recordFile {
        id
        originalFileName
      }
      additionalFields {
        tag
        value
      }
    }
  }
`);
