import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const setUpDocument = graphql(`
  query SetUp {
    findSetUp {
      templates
      startedEmpty
      putAway
      hasRecordTypes
      hasRecords
      peopleCount
      invitedCount
      stepsDone
    }
  }
`);

const templatesDocument = graphql(`
  query CompanyTemplates {
    getCompanyTemplates {
      key
      name
      special
      fields {
        name
        dataType
      }
      lineName
      lineFields {
        name
        dataType
      }
      statuses {
        name
        aside
      }
      problemCodes
      listNames
      roleName
      sampleColumns
      sampleRows
      isThere
    }
  }
`);

const applyDocument = graphql(`
  mutation ApplyTemplates($data: ApplyTemplatesInput!) {
    applyTemplates(data: $data) {
      stepsDone
    }
  }
`);

const putAwayDocument = graphql(`
  mutation PutSetUpAway($data: PutSetUpAwayInput!) {
    putSetUpAway(data: $data) {
      stepsDone
    }
  }
`);

export type SetUp = NonNullable<Awaited<ReturnType<typeof findSetUp>>>;
export type CompanyTemplate = Awaited<ReturnType<typeof getCompanyTemplates>>[number];

/** Null where nothing is left to be set up, and for who does not administer. */
export async function findSetUp(signal?: AbortSignal) {
  return (await request(setUpDocument, {}, { signal })).findSetUp;
}

export async function getCompanyTemplates(signal?: AbortSignal) {
  return (await request(templatesDocument, {}, { signal })).getCompanyTemplates;
}

/** All or nothing; without templates the company starts empty. */
export async function applyTemplates(templates: readonly string[]): Promise<void> {
  await request(applyDocument, { data: { templates: [...templates] } });
}

export async function putSetUpAway(putAway: boolean): Promise<void> {
  await request(putAwayDocument, { data: { putAway } });
}
