import { auditPage } from '@rowhouse/domain/audit-log/page.ts';
import type { AuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { viewerZone } from '../../../platform/clock.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';

const findLogs = graphql(`
  query CompanyAudit($data: FindAuditLogsInput!) {
    findAuditLogs(data: $data) {
      isLast
      lookedBack {
        id
        datetime
      }
      logs {
        id
        action
        datetime
        user {
          id
          name
          email
        }
        source {
          kind
          file
          records
          reason
          company
        }
        kind
        subject
        route
        mayPutBack
        record {
          id
          recordType {
            id
          }
        }
        line {
          id
          kind
          index
        }
        changes {
          what
          dataType
          oldValue
          newValue
        }
        objectsLogs {
          objectName
          changes {
            what
            dataType
            oldValue
            newValue
          }
        }
      }
    }
  }
`);

const countLogs = graphql(`
  query CompanyAuditCount($data: FindAuditLogsInput!) {
    findAuditLogs(data: $data) {
      total {
        count
        isMore
      }
    }
  }
`);

const exportLogs = graphql(`
  mutation ExportCompanyAudit($data: ExportAuditLogsInput!) {
    exportAuditLogs(data: $data) {
      url
      fileName
    }
  }
`);

const getRetention = graphql(`
  query AuditRetention {
    findAuditRetention {
      years
      version
    }
  }
`);

const countOlder = graphql(`
  query CountAuditLogsOlder($data: CountAuditLogsOlderInput!) {
    countAuditLogsOlder(data: $data) {
      count
      isMore
    }
  }
`);

const changeRetention = graphql(`
  mutation UpdateAuditRetention($data: UpdateAuditRetentionInput!) {
    updateAuditRetention(data: $data) {
      years
      version
    }
  }
`);

const putBackEntry = graphql(`
  mutation PutBackConfiguration($data: PutBackConfigurationInput!) {
    putBackConfiguration(data: $data) {
      whyNot
      sentence
      entry
      follows
    }
  }
`);

/**
 * All of them or none.
 * @throws what stands in the way, in words; of several it says of which
 */
export async function putBackConfiguration(entries: PuttingBack, reason: string): Promise<void> {
  const { sentence } = await ask(entries, { reason });
  if (sentence !== null) throw new RequestFailure('CONFLICT', sentence);
}

type PuttingBack = readonly Pick<CompanyLog, 'id' | 'subject'>[];

async function ask(entries: PuttingBack, asked: { readonly reason?: string; readonly isTrial?: boolean }) {
  const [id = 0, ...others] = entries.map((one) => one.id);
  const data = { ...asked, id, ...(others.length > 0 && { with: others }) };
  const { sentence, entry, follows } = (await request(putBackEntry, { data })).putBackConfiguration;
  const which = others.length === 0 ? '' : `${entries.find((one) => one.id === entry)?.subject ?? ''}: `;
  return { sentence: sentence === null ? null : `${which}${sentence}`, follows };
}

/** What would stand in the way and what would follow, before anything is changed. */
export const putBackTrial = (entries: PuttingBack) =>
  queryOptions({
    queryKey: [...companyKey, 'put back', entries.map(({ id }) => id)],
    queryFn: () => ask(entries, { isTrial: true }),
    gcTime: 0,
    retry: false,
  });

const findPage = async (filter: AuditLogsFilter, before: number | null, signal: AbortSignal) =>
  (await request(findLogs, { data: { filter, before, limit: auditPage } }, { signal })).findAuditLogs;

export type CompanyLog = Awaited<ReturnType<typeof findPage>>['logs'][number];

const companyKey = ['audit-log', 'company'] as const;

/** Refused for who does not administer the company. */
export const companyAudit = (filter: AuditLogsFilter) =>
  infiniteQueryOptions({
    queryKey: [...companyKey, filter],
    queryFn: ({ pageParam, signal }) => findPage(filter, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.isLast ? undefined : (last.lookedBack?.id ?? last.logs.at(-1)?.id)),
    gcTime: 0,
  });

/** Counted after the first entries are shown. */
export const companyAuditCount = (filter: AuditLogsFilter) =>
  queryOptions({
    queryKey: [...companyKey, filter, 'count'],
    queryFn: async ({ signal }) =>
      (await request(countLogs, { data: { filter, limit: 1 } }, { signal })).findAuditLogs.total,
    gcTime: 0,
  });

export const auditRetention = queryOptions({
  queryKey: [...companyKey, 'retention'],
  queryFn: async ({ signal }) => (await request(getRetention, {}, { signal })).findAuditRetention,
});

export async function makeExport(filter: AuditLogsFilter) {
  return (await request(exportLogs, { data: { filter, timeZone: viewerZone() } })).exportAuditLogs;
}

export async function countLogsOlder(years: number) {
  return (await request(countOlder, { data: { years } })).countAuditLogsOlder;
}

/** Refused as CONFLICT when another administrator has changed it since that version. */
export async function updateRetention(years: number | null, version: number) {
  return (await request(changeRetention, { data: { years, version } })).updateAuditRetention;
}
