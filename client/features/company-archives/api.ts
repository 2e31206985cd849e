import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendThroughGaps } from '../../platform/send-through-gaps.ts';
import { sendFile, type SendFileOptions } from '../../platform/send-file.ts';

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

const importParts = graphql(`
  fragment CompanyImportParts on CompanyImport {
    state
    fileName
    sizeBytes
    received
    done
    problem
    plan {
      name
      url
      exportedAt
      recordTypes
      records
      files
      missingFiles
      people
      newcomerCount
      newcomers
    }
    wanted {
      name
      url
    }
    made {
      id
      name
      url
      records
      files
      joined
      made
      pausedMails
      isMember
    }
  }
`);

const findImportDocument = graphql(
  `
    query FindCompanyImport {
      findCompanyImport {
        ...CompanyImportParts
      }
    }
  `,
  importParts,
);

const uploadDocument = graphql(`
  mutation StartCompanyUpload($data: StartCompanyUploadInput!) {
    startCompanyUpload(data: $data) {
      url
      partBytes
    }
  }
`);

const startImportDocument = graphql(
  `
    mutation StartCompanyImport($data: StartCompanyImportInput!) {
      startCompanyImport(data: $data) {
        ...CompanyImportParts
      }
    }
  `,
  importParts,
);

const putAwayDocument = graphql(`
  mutation PutCompanyImportAway {
    putCompanyImportAway
  }
`);

export type CompanyImport = NonNullable<Awaited<ReturnType<typeof findCompanyImport>>>;
export type ImportPlan = NonNullable<CompanyImport['plan']>;
export type ImportMade = NonNullable<CompanyImport['made']>;

/** The person's own, or null. */
export async function findCompanyImport(signal?: AbortSignal) {
  return (await request(findImportDocument, {}, { signal })).findCompanyImport ?? null;
}

/** Refused as CONFLICT where no company can have the address. */
export async function startCompanyImport(data: { name: string; url: string; isMove: boolean }) {
  return (await request(startImportDocument, { data })).startCompanyImport;
}

/** What was sent is forgotten. Refused as CONFLICT while it is read or brought in. */
export async function putImportAway(): Promise<void> {
  await request(putAwayDocument, {});
}

type ArchiveSending = SendFileOptions & {
  /** It waits for the connection; what has arrived stays. */
  onWait: () => void;
};

/** In parts, of which the one that breaks off is sent again. Progress is of the whole. */
export async function uploadArchive(
  file: File,
  { onProgress, onWait, signal }: ArchiveSending,
): Promise<void> {
  const data = { fileName: file.name, sizeBytes: file.size };
  const { startCompanyUpload } = await request(uploadDocument, { data }, { signal });
  const { url, partBytes } = startCompanyUpload;
  for (let part = 1; (part - 1) * partBytes < file.size; part += 1) {
    const from = (part - 1) * partBytes;
    const content = file.slice(from, from + partBytes);
    await sendThroughGaps(
      () =>
        sendFile(`${url}?part=${part}`, content, {
          signal,
          onProgress: (done) => onProgress((from + done * content.size) / file.size),
        }),
      { signal, onWait },
    );
  }
}
