import { graphql } from '../../../platform/graphql/documents.generated.ts';
import type { AggregateRecordsInput } from '@rowhouse/domain/contract.generated.ts';
import { request } from '../../../platform/graphql/request.ts';
import { inSameScan } from '../../../platform/graphql/same-scan.ts';

const aggregateRecords = graphql(`
  query AggregateRecords($data: AggregateRecordsInput!) {
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

export const findNumbers = async (data: AggregateRecordsInput, signal?: AbortSignal) =>
  (await request(aggregateRecords, { data }, { signal, ...inSameScan(data) })).aggregateRecords;
