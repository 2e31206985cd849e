import { showBucket } from '@rowhouse/domain/aggregates/interval.ts';
import { aggregateBudgetMs, aggregateTurns } from '@rowhouse/domain/aggregates/limits.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { FilterAndSortInput, GroupValue } from '@rowhouse/domain/contract.generated.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import type { Showing } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { FairTurns } from '../../graphql/fair-turns.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { SessionUse } from '../../identity/session-use.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AggregateGroup, AggregateQuery } from '../../platform/record-store/aggregate-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { AggregateCache } from './aggregate-cache.ts';
import { findAggregates } from './find-aggregates.ts';
import { parseAggregateQuery } from './parse-aggregate-query.ts';

type AggregateServices = {
  readonly clock: Clock;
  /** How the grid reads its filters: what is counted is what it shows. */
  readonly parseQuery: (
    input: FilterAndSortInput,
    recordType: AuthorisedRecordType,
    context: MemberContext,
  ) => RecordQuery;
  /** What is filtered by is worth an index, and so is all that the numbers are computed of. */
  readonly fieldUse: {
    note(tenantId: TenantId, query: RecordQuery): void;
    noteNumbers(tenantId: TenantId, query: AggregateQuery): void;
  };
  readonly cache: AggregateCache;
  readonly sessionUse: Pick<SessionUse, 'isAlone'>;
  readonly budgetMs?: number;
  /** Readings of one company. */
  readonly atOnce?: number | undefined;
};

export function createAggregatesOperations({
  clock,
  parseQuery,
  fieldUse,
  cache,
  sessionUse,
  budgetMs = aggregateBudgetMs,
  atOnce = aggregateTurns.ofCompany,
}: AggregateServices): Pick<OperationTable, 'aggregateRecords'> {
  const { mostWaiting, atOnce: ofAll, atOnceOfMany } = aggregateTurns;
  const whyBusy = 'Too many numbers are being counted for your company at once. Please try again.';
  const turns = { ofCompany: atOnce, mostWaiting, whyBusy };
  const reader = {
    cache,
    running: new Map<string, Promise<unknown>>(),
    turns: new FairTurns({ ...turns, atOnce: ofAll }),
    turnsOfMany: new FairTurns({ ...turns, atOnce: atOnceOfMany }),
    areCoresFree: ({ sessionId }: Viewer) => atOnce > 1 || sessionUse.isAlone(sessionId),
    ofMany: new Set<string>(),
    budgetMs,
  };
  return {
    async aggregateRecords({ data }, context) {
      const { recordTypeId, enabled, filters, search, timeZone } = data;
      const recordType = context.authorise(recordTypeId);
      const asked = { recordTypeId, enabled, filters, search, timeZone };
      const records = { ...parseQuery(asked, recordType, context), sort: [] };
      const query = parseAggregateQuery(data, records, context.config);
      fieldUse.note(context.viewer.tenantId, records);
      fieldUse.noteNumbers(context.viewer.tenantId, query);
      const { total, groups, groupsCount } = await findAggregates(query, context, reader);
      const shownBy = query.groups.map((group) => shower(group, query.timeZone, context));
      return {
        groups: groups.map(({ values, measures }) => ({
          values: values.map((value, index): GroupValue => ({
            value,
            shown: value === null ? '' : (shownBy[index]?.(value) ?? value),
          })),
          measures: [...measures],
        })),
        total: [...total],
        groupsLeftOut: groupsCount - groups.length,
        asOf: new Date(clock.now()).toISOString(),
      };
    },
  };
}

/** How the values of a group read: as the cells of a grid do. */
function shower(
  { field, interval }: AggregateGroup,
  timeZone: string,
  { config }: MemberContext,
): (value: string) => string {
  if (interval !== null) return (first) => showBucket(interval, first);
  const [stored] = field.stored.values();
  const showing: Showing = {
    timeZone,
    nameOf: choiceNamer({ base: field.base, listId: stored?.listId ?? null }, config, timeZone),
  };
  const type = valueOf(field.dataType);
  return type.choosing === null
    ? (value) => type.show(value, showing)
    : (value) => showing.nameOf(Number(value));
}
