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
