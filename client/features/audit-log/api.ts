import { auditPage } from '@rowhouse/domain/audit-log/page.ts';
import type { RecordAuditLogsFilter } from '@rowhouse/domain/contract.generated.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const findHistory = graphql(`
  query RecordHistory($data: FilterAuditLogsForRecordInput!) {
    filterAuditLogsForRecord(data: $data) {
      isLast
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
        line {
          id
          kind
          index
        }
        comment
        conversation
        putsBack
        putBackBy
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

const countHistory = graphql(`
  query RecordHistoryCounts($data: FilterAuditLogsForRecordInput!) {
    filterAuditLogsForRecord(data: $data) {
      total
      totalOfAll
      people {
        id
        name
      }
    }
  }
`);

/** What of the history is asked for; null for all. */
export type HistoryChoice = Pick<RecordAuditLogsFilter, 'what' | 'userIds' | 'sources' | 'since'>;

async function findPage(
  filterInput: RecordAuditLogsFilter,
  pagination: { offset: number; limit: number },
  signal: AbortSignal,
) {
  return (await request(findHistory, { data: { filterInput, pagination } }, { signal }))
    .filterAuditLogsForRecord;
}

export type RecordLog = Awaited<ReturnType<typeof findPage>>['logs'][number];

export const historyKey = (recordId: number) => ['audit-log', 'record', recordId] as const;

/** Pages of what happened to a record and its lines, as it is seen in the grid of the type. */
export const recordHistory = (recordId: number, recordType: number, choice: HistoryChoice) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(recordId), recordType, choice],
    queryFn: ({ pageParam, signal }) =>
      findPage(
        { recordId, recordType, withLines: true, withComments: true, ...choice },
        { offset: pageParam, limit: auditPage },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.isLast ? undefined : pages.reduce((sum, { logs }) => sum + logs.length, 0),
    gcTime: 0,
  });

/** How many entries there are, which is counted after the first of them are shown. */
export const historyCounts = (recordId: number, recordType: number, choice: HistoryChoice) =>
  queryOptions({
    queryKey: [...historyKey(recordId), recordType, choice, 'counts'],
    queryFn: async ({ signal }) => {
      const filterInput = { recordId, recordType, withLines: true, withComments: true, ...choice };
      const data = { filterInput, pagination: { offset: 0, limit: 1 } };
      return (await request(countHistory, { data }, { signal })).filterAuditLogsForRecord;
    },
    gcTime: 0,
  });
