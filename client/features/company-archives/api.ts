import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const exportParts = graphql(`
  fragment CompanyExportParts on CompanyExport {
    id
    state
    step
    done
    total
    askedBy {
      id
      name
    }
    askedAt
    records
    files
    missingFiles
    sizeBytes
    keptUntil
  }
`);

const findDocument = graphql(
  `
    query FindCompanyExport {
      findCompanyExport {
        ...CompanyExportParts
      }
    }
  `,
  exportParts,
);

const startDocument = graphql(
  `
    mutation StartCompanyExport {
      startCompanyExport {
        ...CompanyExportParts
      }
    }
  `,
  exportParts,
);

const linkDocument = graphql(`
  mutation CreateCompanyExportLink {
    createCompanyExportLink {
      url
      fileName
    }
  }
`);

export type CompanyExport = NonNullable<Awaited<ReturnType<typeof findCompanyExport>>>;

/** The last one that runs or is kept, or null. */
export async function findCompanyExport(signal?: AbortSignal) {
  return (await request(findDocument, {}, { signal })).findCompanyExport ?? null;
}

/** Answers the one that runs where one does. */
export async function startCompanyExport() {
  return (await request(startDocument, {})).startCompanyExport;
}

/** Good for some minutes. Refused as NOT_FOUND when the file is no longer kept. */
export async function createExportLink() {
  return (await request(linkDocument, {})).createCompanyExportLink;
}
