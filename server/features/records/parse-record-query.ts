import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  FilterAndSortInput,
  RecordFilterInput,
  RecordSortInput,
  RecordTreeInput,
} from '@rowhouse/domain/contract.generated.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { isSortable } from '@rowhouse/domain/fields/rules.ts';
import { isTimeZone } from '@rowhouse/domain/kernel/dates.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { mostParents } from '@rowhouse/domain/projects/limits.ts';
import { maySeePlace, placeField } from '@rowhouse/domain/projects/rules.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { whyNotCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { largestPageSize, longestSearch, mostFilters, mostSorts } from '@rowhouse/domain/records/limits.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import { rankNames } from '@rowhouse/domain/records/rank-names.ts';
import type { AskedAt } from '@rowhouse/domain/records/resolve-moments.ts';
import { resolveMoments } from '@rowhouse/domain/records/resolve-moments.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Slice } from '../../platform/record-store/page-statements.ts';
import type { QueryCondition, QuerySort, RecordQuery } from '../../platform/record-store/record-query.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { systemClock } from '../../platform/clock.ts';
import { rememberNames } from './remember-names.ts';
import { searchIn } from './search-in.ts';

/** The query that the input asks for, or a refusal that names the field and the reason. */
export function parseRecordQuery(
  input: FilterAndSortInput,
  recordType: AuthorisedRecordType,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
): RecordQuery {
  if (input.tenantId != null && input.tenantId !== viewer.tenantId) {
    throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenantId' });
  }
  const resolve: RecordQuery['resolve'] = (criteria, field) =>
    resolveCurrentUser(criteria, field, config, viewer.userId);
  if (input.timeZone != null && !isTimeZone(input.timeZone))
    throw invalid('There is no such time zone.', 'timeZone');
  const at = { timeZone: input.timeZone ?? 'UTC', nowMs: systemClock.now() };
  return {
    recordType,
    enabledOnly: input.enabled !== false || !recordType.maySeeDeleted,
    ids: null,
    conditions: parseFilters(input.filters ?? [], recordType, resolve, at),
    search: parseSearch(input.search ?? '', recordType, config, at),
    sort: parseSort(input.sort ?? [], recordType, config),
    resolve,
  };
}

/** Hidden reads as unknown: who sees no places is told of no tree. */
export function parseTreePart(
  tree: RecordTreeInput | null | undefined,
  recordType: AuthorisedRecordType,
): Pick<RecordQuery, 'rootsOnly' | 'parentIds'> {
  const { rootsOnly, parentIds } = tree ?? {};
  if (rootsOnly !== true && parentIds == null) return {};
  if (!maySeePlace(recordType)) throw invalid(`There is no field '${placeField}' here.`, placeField);
  if (parentIds != null && parentIds.length > mostParents)
    throw invalid(`At most ${mostParents} records can be named at once.`, 'tree.parentIds');
  return {
    ...(rootsOnly === true && { rootsOnly }),
    ...(parentIds != null && { parentIds: [...new Set(parentIds)] }),
  };
}

/** The same for records by their ids, as far as the role may see them. */
export function queryByIds(
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  context: Pick<MemberContext, 'config' | 'viewer'>,
): RecordQuery {
  const all = parseRecordQuery({ recordTypeId: recordType.type.id, enabled: false }, recordType, context);
  return { ...all, ids };
}

export function parseSlice(pagination: { offset: number; limit: number } | null | undefined): Slice {
  const { offset, limit } = pagination ?? { offset: 0, limit: 25 };
  if (offset < 0) throw invalid('The offset cannot be negative.', 'pagination.offset');
  if (limit < 1 || limit > largestPageSize) {
    throw invalid(`A page has from 1 to ${largestPageSize} records.`, 'pagination.limit');
  }
  return { offset, limit };
}

type FieldReference = {
  readonly fieldId?: number | null | undefined;
  readonly field?: string | null | undefined;
  readonly recordAdditionalFieldByTypeId?: number | null | undefined;
};

/** Hidden reads as unknown: the same answer, byte for byte. */
function getField(reference: FieldReference, recordType: AuthorisedRecordType): AuthorisedField {
  const additionalId = reference.recordAdditionalFieldByTypeId ?? reference.fieldId ?? 0;
  const key =
    additionalId > 0
      ? additionalFieldKey(additionalId)
      : (findBaseField(reference.field ?? '')?.name ?? reference.field ?? '');
  const field = recordType.fields.get(key);
  if (field === undefined) throw invalid(`There is no field '${key}' here.`, key);
  return field;
}

function parseFilters(
  filters: readonly RecordFilterInput[],
  recordType: AuthorisedRecordType,
  resolve: RecordQuery['resolve'],
  at: AskedAt,
): QueryCondition[] {
  if (filters.length > mostFilters)
    throw invalid(`At most ${mostFilters} conditions can be applied.`, 'filters');
  const inOrder = filters
    .map((filter, index) => ({ filter, index }))
    .sort((one, other) => one.filter.priority - other.filter.priority || one.index - other.index);
  return inOrder.map(({ filter }) => {
    const field = getField(filter, recordType);
    const criteria = filter.filterCriteria as FilterCriteria;
    const whyNot = whyNotCondition({ ...field, filterable: field.base?.filterable !== false }, criteria);
    if (whyNot !== null) throw invalid(whyNot, field.key);
    const stored = [...field.stored.values()][0] ?? null;
    const resolved = resolveMoments(resolve(criteria, stored), valueOf(field.dataType).family, at);
    return { field, criteria: resolved, logicOperator: filter.logicOperator };
  });
}

function parseSearch(
  text: string,
  recordType: AuthorisedRecordType,
  config: TenantConfig,
  at: AskedAt,
): RecordQuery['search'] {
  const plain = text.trim();
  if (plain === '') return null;
  if (plain.length > longestSearch)
    throw invalid(`Search for at most ${longestSearch} characters.`, 'search');
  return searchIn(plain, recordType, config, at);
}

/** Specification 4: by default the newest first. Ids rise with time, and tell nothing where createdAt is hidden. */
function parseSort(
  sorts: readonly RecordSortInput[],
  recordType: AuthorisedRecordType,
  config: TenantConfig,
): QuerySort[] {
  if (sorts.length > mostSorts) throw invalid(`At most ${mostSorts} fields can be sorted by.`, 'sort');
  if (sorts.length === 0) {
    const createdAt = recordType.fields.get('createdAt');
    return createdAt === undefined ? [] : [{ field: createdAt, descending: true }];
  }
  return sorts.map((sort) => {
    const field = getField(sort, recordType);
    if (!isSortable(field)) throw invalid(`${field.name} cannot be sorted.`, field.key);
    const ranking = valueOf(field.dataType).order === 'name' ? rankingOf(field, recordType, config) : null;
    return { field, descending: sort.sort === 'DESC', ...(ranking !== null && { ranking }) };
  });
}

const rankingOf = rememberNames(rankNames);
