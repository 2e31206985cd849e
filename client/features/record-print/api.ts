import { graphql } from '../../platform/graphql/documents.generated.ts';

export const createPrintLink = graphql(`
  mutation CreatePrintLink($data: CreatePrintLinkInput!) {
    createPrintLink(data: $data) {
      url
      fileName
    }
  }
`);
