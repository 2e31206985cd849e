import { graphql } from '../../platform/graphql/documents.generated.ts';

export const getZipFileLink = graphql(`
  query GetZipFileSignedUrl($data: [Id!]!, $timeZone: String) {
    getZipFileSignedUrl(data: $data, timeZone: $timeZone) {
      url
      fileName
      filesCount
      sizeBytes
    }
  }
`);
