import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { FilterAndSortInput, RecordFilterInput } from '@rowhouse/domain/contract.generated.ts';
import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import type { GridFilter } from '@rowhouse/domain/grid-preferences/model.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { AggregateQuery } from '../../platform/record-store/aggregate-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { parseAggregateQuery } from './parse-aggregate-query.ts';

type ChartNotes = {
  readonly parseQuery: (
    input: FilterAndSortInput,
    recordType: AuthorisedRecordType,
    context: MemberContext,
  ) => RecordQuery;
  readonly toRecordFilters: (filters: readonly GridFilter[]) => RecordFilterInput[];
  readonly fieldUse: { noteNumbers(tenantId: TenantId, query: AggregateQuery): void };
};

/**
 * What a chart that was saved will be computed of counts as used, so that its index stands before the board is opened
 * (docs/decisions/169). Of a chart that cannot be asked there is nothing to note, and its save is not refused for it.
 */
export const createChartNotes =
  ({ parseQuery, toRecordFilters, fieldUse }: ChartNotes) =>
  ({ recordTypeId, filters, groups, measure }: Chart, context: MemberContext): void => {
    try {
      const asked = { recordTypeId, filters: toRecordFilters(filters) };
      const records = { ...parseQuery(asked, context.authorise(recordTypeId), context), sort: [] };
      const { kind, field } = measure;
      const query = parseAggregateQuery(
        { recordTypeId, groups: [...groups], measures: [{ kind, field }] },
        records,
        context.config,
      );
      fieldUse.noteNumbers(context.viewer.tenantId, query);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
