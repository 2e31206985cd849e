import type { CreateZipFileLinkInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const createZipFileLinkDocument = graphql(`
  mutation CreateZipFileLink($data: CreateZipFileLinkInput!) {
    createZipFileLink(data: $data) {
      url
      fileName
      filesCount
      sizeBytes
    }
  }
`);

export const createZipFileLink = async (data: CreateZipFileLinkInput, signal: AbortSignal) =>
  (await request(createZipFileLinkDocument, { data }, { signal })).createZipFileLink;
