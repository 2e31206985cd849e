import type {
  FindRecordFilesInput,
  RecordAttachmentInput,
  StartFileUploadInput,
  UpdateRecordFileInput,
  UpdateRecordInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const uploadDocument = graphql(`
  mutation StartFileUpload($data: StartFileUploadInput!) {
    startFileUpload(data: $data) {
      url
      direct {
        url
        headers {
          name
          value
        }
        confirmUrl
      }
    }
  }
`);

/** The address that takes the file, once, and that of the storage itself where there is one. */
export const startFileUpload = async (data: StartFileUploadInput, signal?: AbortSignal) =>
  (await request(uploadDocument, { data }, { signal })).startFileUpload;

const attachmentDocument = graphql(`
  query GetRecordAttachment($data: RecordAttachmentInput!) {
    getRecordAttachment(data: $data) {
      originalFileName
      signedUrl
    }
  }
`);

/** A file of an additional field, with an address that is good for a minute. */
export const getRecordAttachment = async (data: RecordAttachmentInput) =>
  (await request(attachmentDocument, { data })).getRecordAttachment;

const recordFileDocument = graphql(`
  query GetRecordFileLink($recordFileId: Id!) {
    getMyRecordFileById(recordFileId: $recordFileId) {
      originalFileName
      signedUrl
    }
  }
`);

/** A record file by its own id, with an address that is good for a minute. */
export const getRecordFileLink = async (recordFileId: number) =>
  (await request(recordFileDocument, { recordFileId })).getMyRecordFileById;

const filesDocument = graphql(`
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

/** All files of a record that the viewer may see, with the version of the record that holds them. */
export const findRecordFiles = async (data: FindRecordFilesInput, signal?: AbortSignal) =>
  (await request(filesDocument, { data }, { signal })).findRecordFiles;

const describeDocument = graphql(`
  mutation UpdateRecordFile($data: UpdateRecordFileInput!) {
    updateRecordFile(data: $data) {
      version
    }
  }
`);

export const updateRecordFile = (data: UpdateRecordFileInput) => request(describeDocument, { data });

const saveDocument = graphql(`
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

/** An ordinary update of the record; refused with CONFLICT when its version is no longer the one sent. */
export const saveRecordFiles = async (data: UpdateRecordInput) =>
  (await request(saveDocument, { data })).updateRecordHeader;
