import type {
  AddOrderFieldsInput,
  CreateOrderFormInput,
  OrderFileKind,
  SubmitOrderInput,
  UpdateOrderFormInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { FileVerdict } from '@rowhouse/domain/order-entry/order-files.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';
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
      attachments {
        key
        name
        required
      }
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

const pastDocument = graphql(`
  query PastOrders($data: PastOrdersInput!) {
    findPastOrders(data: $data) {
      recordId
      recordNumber
      poNumber
      opportunity
      createdAt
    }
  }
`);

const pastLinesDocument = graphql(`
  query PastOrderLines($data: PastOrderLinesInput!) {
    findPastOrderLines(data: $data) {
      lines {
        option
        quantity
        price
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

const designsDocument = graphql(`
  query OrderFormDesigns {
    findOrderFormDesigns {
      forms {
        id
        name
        parts
        problemCodeId
        takesLines
        enabled
        version
        missing
        recordType {
          id
          name
        }
      }
      recordTypes {
        id
        name
        isNumbered
        takesLines
        problemCodes {
          id
          name
        }
        untaken {
          key
          whyNot
        }
      }
    }
  }
`);

const createFormDocument = graphql(`
  mutation CreateOrderForm($data: CreateOrderFormInput!) {
    createOrderForm(data: $data) {
      id
    }
  }
`);

const updateFormDocument = graphql(`
  mutation UpdateOrderForm($data: UpdateOrderFormInput!) {
    updateOrderForm(data: $data) {
      id
    }
  }
`);

const addFieldsDocument = graphql(`
  mutation AddOrderFields($data: AddOrderFieldsInput!) {
    addOrderFields(data: $data) {
      added
      inTheWay
    }
  }
`);

export const findDesigns = async (signal?: AbortSignal) =>
  (await request(designsDocument, {}, { signal })).findOrderFormDesigns;
type Designs = Awaited<ReturnType<typeof findDesigns>>;
export type FormDesign = Designs['forms'][number];
export type FormType = Designs['recordTypes'][number];

export async function createForm(data: CreateOrderFormInput): Promise<void> {
  await request(createFormDocument, { data });
}

/** Refused as CONFLICT when the form has been changed since that version. */
export async function updateForm(data: UpdateOrderFormInput): Promise<void> {
  await request(updateFormDocument, { data });
}

/** What is there already is not added again, so that it may be sent again where no answer came. */
export const addFields = (data: AddOrderFieldsInput) =>
  sendOnBadLine(async () => (await request(addFieldsDocument, { data })).addOrderFields);
export type AddedFields = Awaited<ReturnType<typeof addFields>>;

export const findForms = async (signal?: AbortSignal) =>
  (await request(formsDocument, {}, { signal })).findOrderForms;
export type OrderForm = Awaited<ReturnType<typeof findForms>>[number];

export const findFiles = async (signal?: AbortSignal) =>
  (await request(filesDocument, {}, { signal })).findOrderFiles;
export type OrderFile = Awaited<ReturnType<typeof findFiles>>['files'][number];

export const findPastOrders = async (formId: number, signal?: AbortSignal) =>
  (await request(pastDocument, { data: { formId } }, { signal })).findPastOrders;
export type PastOrder = Awaited<ReturnType<typeof findPastOrders>>[number];

/** With the prices of then. */
export const findPastOrderLines = async (formId: number, recordId: number) =>
  (await request(pastLinesDocument, { data: { formId, recordId } })).findPastOrderLines.lines;

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
