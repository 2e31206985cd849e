import type {
  AggregateRecordsInput,
  CreateDashboardInput,
  UpdateDashboardInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { inSameScan } from '../../platform/graphql/same-scan.ts';
import { sendOnce } from '../../platform/send-once.ts';
import { RequestFailure } from '../../platform/request-failure.ts';

const dashboardsDocument = graphql(`
  query MyDashboards {
    getMyDashboards {
      id
      dashboardId
      name
      embedType
      expirationTime
      serverUrl
      siteIdentifier
      environment
      selected
      version
      isOwn
      mayEdit
      roles {
        id
        name
      }
      widgets {
        key
        width
        height
        chart {
          kind
          title
          recordTypeId
          recordTypeName
          filters {
            columnField
            operatorValue
            value
            logicOperator
          }
          groups {
            field
            name
            dataType
            interval
          }
          measure {
            kind
            field
            name
            dataType
            currency
          }
        }
      }
    }
  }
`);

const aggregateDocument = graphql(`
  query ChartNumbers($data: AggregateRecordsInput!) {
    aggregateRecords(data: $data) {
      groups {
        values {
          value
          shown
        }
        measures
      }
      total
      groupsLeftOut
      asOf
    }
  }
`);

const preferenceDocument = graphql(`
  mutation SetMyDashboardPreference($data: SetMyDashboardPreferenceInput!) {
    setMyDashboardPreference(data: $data) {
      tag
    }
  }
`);

const embedDocument = graphql(`
  query DashboardEmbed($data: GetDashboardEmbedInput!) {
    getDashboardEmbed(data: $data) {
      url
      expiresAt
      now
    }
  }
`);

const settingsDocument = graphql(`
  query DashboardSettings {
    findEmbedHosts {
      origins
    }
    getSaasRoles {
      id
      name
      enabled
    }
  }
`);

const createDashboardDocument = graphql(`
  mutation CreateDashboard($data: CreateDashboardInput!) {
    createDashboard(data: $data) {
      id
    }
  }
`);

const updateDashboardDocument = graphql(`
  mutation UpdateDashboard($data: UpdateDashboardInput!) {
    updateDashboard(data: $data) {
      id
    }
  }
`);

export type Dashboard = Awaited<ReturnType<typeof listDashboards>>[number];

export type Widget = Dashboard['widgets'][number];
export type ShownChart = NonNullable<Widget['chart']>;

export const aggregate = async (data: AggregateRecordsInput, signal?: AbortSignal) =>
  (await request(aggregateDocument, { data }, { signal, ...inSameScan(data) })).aggregateRecords;

export async function listDashboards(signal?: AbortSignal) {
  return (await request(dashboardsDocument, {}, { signal })).getMyDashboards;
}

/** @param dashboardId null: Start */
export async function preferDashboard(dashboardId: number | null): Promise<void> {
  await request(preferenceDocument, { data: { dashboardId } });
}

export async function getEmbed(id: number, signal?: AbortSignal) {
  return (await request(embedDocument, { data: { id } }, { signal })).getDashboardEmbed;
}

export type DashboardSettings = Awaited<ReturnType<typeof getSettings>>;

/** What administrators choose from; nothing for others, who neither share nor embed. */
export async function getSettings(signal?: AbortSignal) {
  try {
    const { findEmbedHosts, getSaasRoles } = await request(settingsDocument, {}, { signal });
    return { origins: findEmbedHosts.origins, roles: getSaasRoles.filter(({ enabled }) => enabled) };
  } catch (failure) {
    if (failure instanceof RequestFailure && failure.code === 'FORBIDDEN') return { origins: [], roles: [] };
    throw failure;
  }
}

/** Answers its id. */
export async function createDashboard(data: CreateDashboardInput): Promise<number> {
  const send = (sent: CreateDashboardInput) => request(createDashboardDocument, { data: sent });
  return (await sendOnce('createDashboard', data, send)).createDashboard.id;
}

/** Refused as CONFLICT when it has been changed since that version. */
export async function updateDashboard(data: UpdateDashboardInput): Promise<void> {
  const send = (sent: UpdateDashboardInput) => request(updateDashboardDocument, { data: sent });
  await sendOnce('updateDashboard', data, send);
}
