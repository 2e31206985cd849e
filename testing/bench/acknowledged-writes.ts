// People who write all the while, through the front door, and a list of what they were told is saved: what has to be
// there after a restore, a lost pooler or a stopped process, and no more than that.
import { graphql, post } from './http-client.ts';

/** An administrator of the demo. */
const writer = { email: 'ada@rowhouse.example', password: 'rowhouse-demo-1' };

type Ask = <Result>(query: string, variables?: object) => Promise<Result>;

export interface Company {
  ask: Ask;
  typeId: number;
  /** Saves one more record, which nothing but `title` tells from others. */
  save(title: string): Promise<void>;
  /** Titles of all records that stand, and the total that the grid says of them. */
  readAll(): Promise<{ titles: string[]; total: number }>;
}

export interface Acknowledged {
  title: string;
  askedAt: number;
  answeredAt: number;
}

const pageSize = 500;

/** Signs in at the server and makes a record type of a template that the company does not have yet. */
export async function openCompany(url: string): Promise<Company> {
  const headers = await enter(url);
  const ask: Ask = async <Result>(query: string, variables: object = {}) =>
    (await graphql<Result>(url, query, variables, headers)).data;
  const { getCompanyTemplates: templates } = await ask<{
    getCompanyTemplates: { key: string; name: string; isThere: boolean }[];
  }>('{ getCompanyTemplates { key name isThere } }');
  const template = templates.find(({ key }) => key === 'projects');
  if (template === undefined) throw new Error('There is no template to begin with.');
  if (!template.isThere)
    await ask('mutation ($data: ApplyTemplatesInput!) { applyTemplates(data: $data) { templates } }', {
      data: { templates: [template.key] },
    });
  const { SaasMenu: groups } = await ask<{
    SaasMenu: { appSections: { menuItems: { recordType: { id: number; name: string } | null }[] }[] }[];
  }>('{ SaasMenu { appSections { menuItems { recordType { id name } } } } }');
  const typeId = groups
    .flatMap(({ appSections }) => appSections)
    .flatMap(({ menuItems }) => menuItems)
    .find(({ recordType }) => recordType?.name === template.name)?.recordType?.id;
  if (typeId === undefined) throw new Error(`${template.name} is not in the menu.`);
  const { getSaasRecordFieldsByRecordTypes: fields, codes } = await ask<{
    getSaasRecordFieldsByRecordTypes: {
      id: number;
      key: string;
      name: string;
      defaultValue: string | null;
    }[];
    codes: { id: number }[];
  }>(
    `query ($id: Id!) {
       getSaasRecordFieldsByRecordTypes(recordType: $id) { id key name defaultValue }
       codes: findProblemCodeByRecordType(data: { recordType: $id }) { id }
     }`,
    { id: typeId },
  );
  const titleId = fields.find(({ name }) => name === 'Title')?.id ?? 0;
  const statusId = Number(fields.find(({ key }) => key === 'status')?.defaultValue);
  return {
    ask,
    typeId,
    async save(title) {
      await ask('mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }', {
        data: {
          recordType: typeId,
          description: 'Written all the while',
          issuedByCompanyName: 'Northwind',
          issuedToCompanyName: 'Northwind',
          statusId,
          poNumber: 1,
          problemCodeId: codes[0]?.id,
          recordDate: '2026-11-01',
          additionalFields: [{ recordAdditionalFieldByTypeId: titleId, value: title }],
        },
      });
    },
    async readAll() {
      const titles: string[] = [];
      for (let offset = 0; ; offset += pageSize) {
        const { filterAndSortRecordHeader: page } = await ask<{
          filterAndSortRecordHeader: {
            records: { additionalFields: { value: string }[] }[];
            total: number;
          };
        }>(
          `query ($data: FilterAndSortInput!, $pagination: PaginationInput) {
             filterAndSortRecordHeader(data: $data, pagination: $pagination) {
               records { additionalFields { id value } } total
             }
           }`,
          { data: { recordTypeId: typeId }, pagination: { limit: pageSize, offset } },
        );
        titles.push(
          ...page.records.map(
            ({ additionalFields }) =>
              additionalFields.find(({ value }) => value.startsWith('write '))?.value ?? '',
          ),
        );
        if (page.records.length < pageSize) return { titles, total: page.total };
      }
    },
  };
}

/** Into the first of the companies that the writer belongs to. */
async function enter(url: string): Promise<Record<string, string>> {
  const { text } = await post(`${url}/auth/sign-in`, JSON.stringify(writer));
  const { serviceToken } = JSON.parse(text) as { serviceToken?: string };
  if (serviceToken === undefined) throw new Error(text);
  const authorization = `Bearer ${serviceToken}`;
  const { data: person } = await graphql<{ getUserDetails: { tenants: { tenant: { id: number } }[] } }>(
    url,
    '{ getUserDetails { tenants { tenant { id } } } }',
    {},
    { authorization },
  );
  const tenantId = Math.min(...person.getUserDetails.tenants.map(({ tenant }) => tenant.id));
  const { data: entered } = await graphql<{ SaasTenantLogin: { token: string } }>(
    url,
    'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
    { data: { tenantId } },
    { authorization },
  );
  return { authorization, backend_jwt: entered.SaasTenantLogin.token, tenant_id: String(tenantId) };
}

export interface Writers {
  acknowledged: readonly Acknowledged[];
  /** Whose end is unknown: asked, and not answered that they are saved. */
  refused: readonly { title: string; words: string }[];
  stop(): Promise<void>;
}

let written = 0;

/** Each writer saves one record after another until it is stopped. */
export function startWriters(company: Company, count: number): Writers {
  const acknowledged: Acknowledged[] = [];
  const refused: { title: string; words: string }[] = [];
  const over = new AbortController();
  const write = async () => {
    while (!over.signal.aborted) {
      const title = `write ${(written += 1)}`;
      const askedAt = Date.now();
      try {
        await company.save(title);
        acknowledged.push({ title, askedAt, answeredAt: Date.now() });
      } catch (error) {
        refused.push({ title, words: error instanceof Error ? error.message : String(error) });
        // Whoever is refused tries again a moment later.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const all = Array.from({ length: count }, write);
  return {
    acknowledged,
    refused,
    async stop() {
      over.abort();
      await Promise.all(all);
    },
  };
}
