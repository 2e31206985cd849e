import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const exportDocument = graphql(`
  query ExportConfiguration {
    exportConfiguration {
      fileName
      text
      parts {
        part
        count
      }
    }
  }
`);

/** What is set up now, as a file. Refused for who does not administer the company. */
export async function exportConfiguration(signal?: AbortSignal) {
  return (await request(exportDocument, {}, { signal })).exportConfiguration;
}
