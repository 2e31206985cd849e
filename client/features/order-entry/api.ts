import type { OrderFileKind, SubmitOrderInput } from '@rowhouse/domain/contract.generated.ts';
import type { FileVerdict } from '@rowhouse/domain/order-entry/order-files.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendFile, type SendFileOptions } from '../../platform/send-file.ts';

const formsDocument = graphql(`
  query OrderForms {
    findOrderForms {
      id
      name
      parts
      choices {
        key
        values
      }
      takesLines
      version
      whyNot
      recordType {
        id
        name
      }
    }
  }
`);

const filesDocument = graphql(`
  query OrderFiles {
    findOrderFiles {
      mayReplace
      files {
        kind
        fileName
        rowCount
        sizeBytes
        hash
        uploadedAt
        uploadedBy
        url
      }
    }
  }
`);

const submitDocument = graphql(`
  mutation SubmitOrder($data: SubmitOrderInput!) {
    submitOrder(data: $data) {
      recordId
      recordTypeId
      recordNumber
    }
  }
`);

const startUploadDocument = graphql(`
  mutation StartOrderFileUpload($data: StartOrderFileUploadInput!) {
    startOrderFileUpload(data: $data) {
      url
    }
  }
`);

export const findForms = async (signal?: AbortSignal) =>
  (await request(formsDocument, {}, { signal })).findOrderForms;
export type OrderForm = Awaited<ReturnType<typeof findForms>>[number];

export const findFiles = async (signal?: AbortSignal) =>
  (await request(filesDocument, {}, { signal })).findOrderFiles;
export type OrderFile = Awaited<ReturnType<typeof findFiles>>['files'][number];

export const submitOrder = async (data: SubmitOrderInput) =>
  (await request(submitDocument, { data })).submitOrder;
export type SubmittedOrder = Awaited<ReturnType<typeof submitOrder>>;

/** Replaces the file of its kind when nothing is wrong with it; else the answer says what is. */
export async function sendOrderFile(
  kind: OrderFileKind,
  file: File,
  options: SendFileOptions,
): Promise<FileVerdict> {
  const data = { kind, fileName: file.name, sizeBytes: file.size };
  const { url } = (await request(startUploadDocument, { data }, { signal: options.signal }))
    .startOrderFileUpload;
  return (await sendFile(url, file, options)) as FileVerdict;
}
