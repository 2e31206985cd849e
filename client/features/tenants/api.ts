import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const companyParts = graphql(`
  fragment CompanyParts on TenantProfile {
    id
    name
    url
    description
    currency
    mfaRequired
    hasSecondFactor
    formerUrls
    accent
    logo
    version
  }
`);

const companyDocument = graphql(
  `
    query Company {
      getTenantProfile {
        ...CompanyParts
      }
    }
  `,
  companyParts,
);

const updateCompanyDocument = graphql(
  `
    mutation UpdateCompany($data: UpdateTenantProfileInput!) {
      updateTenantProfile(data: $data) {
        ...CompanyParts
      }
    }
  `,
  companyParts,
);

const updateLogoDocument = graphql(
  `
    mutation UpdateCompanyLogo($data: UpdateTenantLogoInput!) {
      updateTenantLogo(data: $data) {
        ...CompanyParts
      }
    }
  `,
  companyParts,
);

export type Company = Awaited<ReturnType<typeof getCompany>>;

/** Refused for who does not administer the company. */
export async function getCompany(signal?: AbortSignal) {
  return (await request(companyDocument, {}, { signal })).getTenantProfile;
}

export type CompanyChange = {
  version: number;
  name?: string;
  url?: string;
  accent?: string;
  description?: string;
  currency?: string;
  mfaRequired?: boolean;
};

/** Refused as CONFLICT when the company has been changed since that version. */
export async function updateCompany(data: CompanyChange) {
  return (await request(updateCompanyDocument, { data })).updateTenantProfile;
}

/** @param content a PNG in base64; null takes the logo away */
export async function updateCompanyLogo(data: { version: number; content: string | null }) {
  return (await request(updateLogoDocument, { data })).updateTenantLogo;
}

const makingDocument = graphql(`
  query CompanyMaking {
    getCompanyMaking {
      isOpen
      reason
      bringsIn
    }
  }
`);

const checkDocument = graphql(`
  query CheckCompanyUrl($data: CheckCompanyUrlInput!) {
    checkCompanyUrl(data: $data) {
      reason
    }
  }
`);

const createDocument = graphql(`
  mutation CreateCompany($data: CreateTenantInput!) {
    createTenant(data: $data) {
      id
      name
      url
    }
  }
`);

/** Whether the person may make companies here, and why not. */
export async function getCompanyMaking(signal?: AbortSignal) {
  return (await request(makingDocument, {}, { signal })).getCompanyMaking;
}

/** Why no company can have the address, or null. */
export async function checkCompanyUrl(url: string, signal: AbortSignal): Promise<string | null> {
  return (await request(checkDocument, { data: { url } }, { signal })).checkCompanyUrl.reason;
}

/** Refused as LIMITED after three in a day, as CONFLICT when the address is taken. */
export async function createCompany(data: { name: string; url: string }) {
  return (await request(createDocument, { data })).createTenant;
}
