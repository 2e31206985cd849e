import type { CreatePrintLinkInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const printLinkDocument = graphql(`
  mutation CreatePrintLink($data: CreatePrintLinkInput!) {
    createPrintLink(data: $data) {
      url
      fileName
    }
  }
`);

/** Where the PDF of the records is to be had, once. */
export const createPrintLink = async (data: CreatePrintLinkInput) =>
  (await request(printLinkDocument, { data })).createPrintLink;
